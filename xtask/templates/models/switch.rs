use burn::nn::{Gelu, Linear, LinearConfig, Relu, Tanh};

/// An activation chosen when the program runs.
#[fusible]
#[derive(Module, Debug)]
pub enum Activation {
    Relu(Relu),
    Gelu(Gelu),
    Tanh(Tanh),
}

#[fusible]
impl Activation {
    /// Applies it.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        match self {
            Self::Relu(layer) => layer.forward(input),
            Self::Gelu(layer) => layer.forward(input),
            Self::Tanh(layer) => layer.forward(input),
        }
    }

    /// Whether it is bounded.
    pub fn is_bounded(&self) -> bool {
        matches!(self, Self::Tanh(_))
    }
}

/// Layers with such activations.
#[fusible]
#[derive(Module, Debug)]
pub struct Switched {
    first: Linear,
    early: Activation,
    second: Linear,
    late: Activation,
    head: Linear,
}

impl Switched {
    pub fn new(device: &Device) -> Self {
        Self {
            first: LinearConfig::new(16, __WIDTH__).init(device),
            early: Activation::Gelu(Gelu::new()),
            second: LinearConfig::new(__WIDTH__, __WIDTH__).init(device),
            late: Activation::Relu(Relu::new()),
            head: LinearConfig::new(__WIDTH__, 10).init(device),
        }
    }
}

#[fusible]
impl Switched {
    /// The logits of a batch.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = self.early.forward(self.first.forward(input));
        let hidden = self.late.forward(self.second.forward(hidden));
        self.head.forward(hidden)
    }

    /// The likeliest classes.
    pub fn predict(&self, input: Tensor<2>) -> Tensor<1, Int> {
        self.forward(input).argmax(1).squeeze_dim(1)
    }
}
