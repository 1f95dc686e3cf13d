use burn::nn::{LayerNorm, LayerNormConfig, Linear, LinearConfig, Relu};

/// What can stand in a residual connection.
pub trait Layer: Module {
    fn apply(&self, input: Tensor<2>) -> Tensor<2>;
}

/// Two linear layers.
#[fusible]
#[derive(Module, Debug)]
pub struct Pair {
    inner: Linear,
    relu: Relu,
    outer: Linear,
}

impl Pair {
    pub fn new(device: &Device) -> Self {
        Self {
            inner: LinearConfig::new(16, __WIDTH__).init(device),
            relu: Relu::new(),
            outer: LinearConfig::new(__WIDTH__, 16).init(device),
        }
    }
}

#[fusible]
impl Pair {
    /// Both layers.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = self.relu.forward(self.inner.forward(input));
        self.outer.forward(hidden)
    }

    /// The first layer alone.
    pub fn inner(&self, input: Tensor<2>) -> Tensor<2> {
        self.inner.forward(input)
    }
}

impl Layer for Pair {
    fn apply(&self, input: Tensor<2>) -> Tensor<2> {
        self.forward(input)
    }
}

/// A residual connection around any layer.
#[fusible]
#[derive(Module, Debug)]
pub struct Residual<L: Module> {
    layer: L,
    norm: LayerNorm,
    head: Linear,
}

impl<L: Module> Residual<L> {
    pub fn new(layer: L, device: &Device) -> Self {
        Self {
            layer,
            norm: LayerNormConfig::new(16).init(device),
            head: LinearConfig::new(16, 4).init(device),
        }
    }
}

#[fusible]
impl<L: Layer> Residual<L> {
    /// What the connection makes of a batch.
    pub fn features(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = self.layer.apply(input.clone());
        self.norm.forward(hidden + input)
    }

    /// The values of a batch.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.head.forward(self.features(input))
    }
}
