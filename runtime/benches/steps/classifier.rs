//! A training step of the example's classifier, batch 32.

use burn::optim::AdamConfig;
use burn::prelude::*;

use crate::model::Classifier;
use crate::{floats, labels};

fn model(device: &Device) -> Classifier {
    Classifier::new(64, device)
}

training! {
    model: model,
    optimizer: AdamConfig::new(),
    input: Tensor<2> = floats([32, 64]),
    labels: labels([32], 10),
}
