//! A training step of layers that behave otherwise in training: batch norm and dropout, batch 16.

use burn::nn::{BatchNorm, BatchNormConfig, Dropout, DropoutConfig, Linear, LinearConfig, Relu};
use burn::optim::SgdConfig;
use burn::prelude::*;
use fireproof::fusible;

use crate::{floats, labels};

#[fusible]
#[derive(Module, Debug)]
struct Network {
    hidden: Linear,
    norm: BatchNorm,
    relu: Relu,
    dropout: Dropout,
    head: Linear,
}

impl Network {
    fn new(device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(32, 32).init(device),
            norm: BatchNormConfig::new(32).init(device),
            relu: Relu::new(),
            dropout: DropoutConfig::new(0.2).init(),
            head: LinearConfig::new(32, 10).init(device),
        }
    }
}

#[fusible]
impl Network {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let hidden = self.norm.forward(self.hidden.forward(input));
        let hidden = self.dropout.forward(self.relu.forward(hidden));
        self.head.forward(hidden)
    }
}

training! {
    model: Network::new,
    optimizer: SgdConfig::new(),
    input: Tensor<2> = floats([16, 32]),
    labels: labels([16], 10),
}
