//! A training step of a transformer encoder with dropout, 4 sequences of 8.

use burn::nn::transformer::{
    TransformerEncoder, TransformerEncoderConfig, TransformerEncoderInput,
};
use burn::nn::{Linear, LinearConfig};
use burn::optim::AdamConfig;
use burn::prelude::*;
use fireproof::fusible;

use crate::{floats, labels};

#[fusible]
#[derive(Module, Debug)]
struct Network {
    #[fusible(skip)]
    encoder: TransformerEncoder,
    head: Linear,
}

impl Network {
    fn new(device: &Device) -> Self {
        Self {
            encoder: TransformerEncoderConfig::new(16, 32, 2, 1).init(device),
            head: LinearConfig::new(16, 10).init(device),
        }
    }
}

#[fusible]
impl Network {
    fn forward(&self, sequences: Tensor<3>) -> Tensor<2> {
        let input = TransformerEncoderInput::new(sequences);
        let encoded = self.encoder.forward(input);
        self.head.forward(encoded.mean_dim(1).squeeze_dim(1))
    }
}

training! {
    model: Network::new,
    optimizer: AdamConfig::new(),
    input: Tensor<3> = floats([4, 8, 16]),
    labels: labels([4], 10),
}
