use burn::nn::{Gelu, LayerNorm, LayerNormConfig, Linear, LinearConfig, RmsNorm, RmsNormConfig};

/// A layer that is normed before.
#[fusible]
#[derive(Module, Debug)]
pub struct Normed {
    norm: LayerNorm,
    layer: Linear,
    gelu: Gelu,
}

impl Normed {
    pub fn new(width: usize, device: &Device) -> Self {
        Self {
            norm: LayerNormConfig::new(width).init(device),
            layer: LinearConfig::new(width, width).init(device),
            gelu: Gelu::new(),
        }
    }
}

#[fusible]
impl Normed {
    /// With the input added to it.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.inner(input.clone()) + input
    }

    /// Without.
    pub fn inner(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = self.layer.forward(self.norm.forward(input));
        self.gelu.forward(hidden)
    }
}

/// Three of them.
#[fusible]
#[derive(Module, Debug)]
pub struct Residuals {
    entry: Linear,
    blocks: [Normed; 3],
    norm: RmsNorm,
    head: Linear,
}

impl Residuals {
    pub fn new(device: &Device) -> Self {
        Self {
            entry: LinearConfig::new(16, __WIDTH__).init(device),
            blocks: [(); 3].map(|()| Normed::new(__WIDTH__, device)),
            norm: RmsNormConfig::new(__WIDTH__).init(device),
            head: LinearConfig::new(__WIDTH__, 4).init(device),
        }
    }
}

#[fusible]
impl Residuals {
    /// What the blocks make of a batch.
    pub fn features(&self, input: Tensor<2>) -> Tensor<2> {
        let mut hidden = self.entry.forward(input);
        for block in &self.blocks {
            hidden = block.forward(hidden);
        }
        self.norm.forward(hidden)
    }

    /// The values of a batch.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.head.forward(self.features(input))
    }

    /// The values, and how far they are spread.
    pub fn with_spread(&self, input: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let values = self.forward(input);
        let spread = values.clone().var(1);
        (values, spread)
    }
}
