use burn::nn::{Linear, LinearConfig, Relu};

/// A layer that may be left out, and an input that may be.
#[fusible]
#[derive(Module, Debug)]
pub struct Optional {
    entry: Linear,
    relu: Relu,
    condition: Option<Linear>,
    head: Linear,
}

impl Optional {
    pub fn new(conditioned: bool, device: &Device) -> Self {
        let condition = LinearConfig::new(8, __WIDTH__);
        Self {
            entry: LinearConfig::new(16, __WIDTH__).init(device),
            relu: Relu::new(),
            condition: conditioned.then(|| condition.init(device)),
            head: LinearConfig::new(__WIDTH__, 4).init(device),
        }
    }
}

#[fusible]
impl Optional {
    /// The values of a batch.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.conditioned(input, None)
    }

    /// The values of a batch under a condition.
    pub fn conditioned(&self, input: Tensor<2>, given: Option<Tensor<2>>) -> Tensor<2> {
        let mut hidden = self.entry.forward(input);
        if let (Some(layer), Some(given)) = (&self.condition, given) {
            hidden = hidden + layer.forward(given);
        }
        self.head.forward(self.relu.forward(hidden))
    }
}
