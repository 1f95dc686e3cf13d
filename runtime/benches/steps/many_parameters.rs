//! A training step in which the optimizer has the most to do: `AdamW`, 20 parameters, batch 4.

use burn::nn::{Linear, LinearConfig};
use burn::optim::AdamWConfig;
use burn::prelude::*;
use burn::tensor::activation::relu;
use fireproof::fusible;

use crate::{floats, labels};

#[fusible]
#[derive(Module, Debug)]
struct Tower {
    layers: Vec<Linear>,
}

impl Tower {
    fn new(device: &Device) -> Self {
        let layer = |_| LinearConfig::new(16, 16).init(device);
        Self {
            layers: (0..10).map(layer).collect(),
        }
    }
}

#[fusible]
impl Tower {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let layers = self.layers.iter();
        layers.fold(input, |hidden, layer| relu(layer.forward(hidden)))
    }
}

training! {
    model: Tower::new,
    optimizer: AdamWConfig::new(),
    input: Tensor<2> = floats([4, 16]),
    labels: labels([4], 10),
}
