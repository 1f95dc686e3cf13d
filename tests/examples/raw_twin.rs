//! The twin of `typed_twin.rs` in raw Burn, for `cargo xtask check-time`.

use std::error::Error;

use burn::nn::{Dropout, DropoutConfig, Gelu, LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::optim::{AdamConfig, GradientsParams};
use burn::prelude::*;
use burn::tensor::activation::log_softmax;

#[derive(Module, Debug)]
struct Classifier {
    first: Linear,
    norm: LayerNorm,
    gelu: Gelu,
    dropout: Dropout,
    second: Linear,
    head: Linear,
}

impl Classifier {
    fn new(width: usize, device: &Device) -> Self {
        Self {
            first: LinearConfig::new(64, width).init(device),
            norm: LayerNormConfig::new(width).init(device),
            gelu: Gelu::new(),
            dropout: DropoutConfig::new(0.1).init(),
            second: LinearConfig::new(width, width).init(device),
            head: LinearConfig::new(width, 10).init(device),
        }
    }

    fn features(&self, images: Tensor<2>) -> Tensor<2> {
        let hidden = self.norm.forward(self.first.forward(images));
        let hidden = self.dropout.forward(self.gelu.forward(hidden));
        self.gelu.forward(self.second.forward(hidden))
    }

    fn forward(&self, images: Tensor<2>) -> Tensor<2> {
        self.head.forward(self.features(images))
    }
}

fn cross_entropy(logits: Tensor<2>, labels: Tensor<1, Int>) -> Tensor<1> {
    let picked = log_softmax(logits, 1).gather(1, labels.unsqueeze_dim(1));
    -picked.mean()
}

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::flex().autodiff();
    let mut model = Classifier::new(64, &device).train();
    let mut optimizer = AdamConfig::new().init();
    let images = Tensor::<2>::ones([8, 64], &device);
    let labels = Tensor::<1, Int>::zeros([8], &device);
    for _ in 0..3 {
        let loss = cross_entropy(model.forward(images.clone()), labels.clone());
        println!("{}", loss.clone().try_into_scalar::<f32>()?);
        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        model = optimizer.step(1e-3, model, gradients);
    }
    println!("{}", model.valid().features(images));
    Ok(())
}
