use burn::nn::{Linear, LinearConfig, Relu};
use burn::tensor::activation::softmax;

/// Linear layers, one by one.
#[fusible]
#[derive(Module, Debug)]
pub struct Stack {
    first: Linear,
    second: Linear,
    third: Linear,
    relu: Relu,
    #[fusible(skip)]
    head: Linear,
}

impl Stack {
    pub fn new(device: &Device) -> Self {
        Self {
            first: LinearConfig::new(16, __WIDTH__).init(device),
            second: LinearConfig::new(__WIDTH__, __WIDTH__).init(device),
            third: LinearConfig::new(__WIDTH__, __WIDTH__).init(device),
            relu: Relu::new(),
            head: LinearConfig::new(__WIDTH__, 10).init(device),
        }
    }
}

#[fusible]
impl Stack {
    /// What the layers make of a batch.
    pub fn features(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = self.relu.forward(self.first.forward(input));
        let hidden = self.relu.forward(self.second.forward(hidden));
        self.relu.forward(self.third.forward(hidden))
    }

    /// The logits of a batch.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.head.forward(self.features(input))
    }

    /// The probabilities of a batch, at a temperature.
    pub fn probabilities(&self, input: Tensor<2>, temperature: f32) -> Tensor<2> {
        softmax(self.forward(input) / temperature, 1)
    }

    /// The likeliest classes.
    pub fn predict(&self, input: Tensor<2>) -> Tensor<1, Int> {
        self.forward(input).argmax(1).squeeze_dim(1)
    }
}
