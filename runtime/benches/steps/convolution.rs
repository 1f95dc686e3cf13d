//! A training step of a convolutional network, batch 8.

use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::pool::{MaxPool2d, MaxPool2dConfig};
use burn::nn::{Linear, LinearConfig, PaddingConfig2d, Relu};
use burn::optim::AdamConfig;
use burn::prelude::*;
use fireproof::fusible;

use crate::{floats, labels};

#[fusible]
#[derive(Module, Debug)]
struct Network {
    #[fusible(skip)]
    first: Conv2d,
    #[fusible(skip)]
    second: Conv2d,
    #[fusible(skip)]
    pool: MaxPool2d,
    relu: Relu,
    head: Linear,
}

impl Network {
    fn new(device: &Device) -> Self {
        let convolution = |channels| {
            Conv2dConfig::new(channels, [3, 3])
                .with_padding(PaddingConfig2d::Same)
                .init(device)
        };
        Self {
            first: convolution([1, 4]),
            second: convolution([4, 8]),
            pool: MaxPool2dConfig::new([2, 2]).init(),
            relu: Relu::new(),
            head: LinearConfig::new(8 * 2 * 2, 10).init(device),
        }
    }
}

#[fusible]
impl Network {
    fn forward(&self, images: Tensor<4>) -> Tensor<2> {
        let hidden = self.relu.forward(self.first.forward(images));
        let hidden = self.pool.forward(hidden);
        let hidden = self.relu.forward(self.second.forward(hidden));
        let hidden = self.pool.forward(hidden);
        self.head.forward(hidden.flatten(1, 3))
    }
}

training! {
    model: Network::new,
    optimizer: AdamConfig::new(),
    input: Tensor<4> = floats([8, 1, 8, 8]),
    labels: labels([8], 10),
}
