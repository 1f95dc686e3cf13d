use burn::nn::{Dropout, DropoutConfig, Gelu, Linear, LinearConfig};

/// Two layers with dropout between them.
#[fusible]
#[derive(Module, Debug)]
pub struct Dropped {
    hidden: Linear,
    gelu: Gelu,
    dropout: Dropout,
    head: Linear,
    scale: f32,
}

impl Dropped {
    pub fn new(device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(16, __WIDTH__).init(device),
            gelu: Gelu::new(),
            dropout: DropoutConfig::new(0.25).init(),
            head: LinearConfig::new(__WIDTH__, 10).init(device),
            scale: 0.5,
        }
    }
}

#[fusible]
impl Dropped {
    /// The logits of a batch.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = self.gelu.forward(self.hidden.forward(input));
        self.head.forward(self.dropout.forward(hidden)) * self.scale
    }

    /// The logits of a batch, where the mask leaves any.
    pub fn masked(&self, input: Tensor<2>, mask: Tensor<2, Bool>) -> Tensor<2> {
        self.forward(input).mask_fill(mask, f32::NEG_INFINITY)
    }

    /// The likeliest classes.
    pub fn predict(&self, input: Tensor<2>) -> Tensor<1, Int> {
        self.forward(input).argmax(1).squeeze_dim(1)
    }

    /// What logits are multiplied with.
    pub fn scale(&self) -> f32 {
        self.scale
    }
}
