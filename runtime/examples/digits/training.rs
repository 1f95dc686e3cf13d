//! The typed training loop.

use std::error::Error;

use burn::optim::AdamConfig;
use burn::tensor::{Int, Tensor};
use fireproof::{Optimizer, Tracked, Untracked};

use crate::data::{Shuffle, Split};
use crate::model::{Classifier, cross_entropy};

/// Images per step.
const BATCH: usize = 32;

/// Trains a new classifier on the CPU, and reports each epoch's mean loss to `progress`.
///
/// # Errors
/// Whatever the typed loop refuses; with this model, nothing.
pub fn train(
    images: &Split,
    epochs: usize,
    seed: u64,
    mut progress: impl FnMut(usize, f32),
) -> Result<Untracked<Classifier>, Box<dyn Error>> {
    let device = burn::tensor::Device::flex();
    device.seed(seed);
    let mut shuffle = Shuffle::new(seed);
    let mut model = Tracked::train(Classifier::new(64, &device))?;
    let mut optimizer = Optimizer::from(AdamConfig::new().init());
    for epoch in 1..=epochs {
        let (mut total, mut steps) = (0.0, 0.0);
        for batch in shuffle.order(images.len()).chunks(BATCH) {
            let logits = model.forward(images.images(batch, &device));
            let loss = cross_entropy(logits, images.labels(batch, &device));
            total += loss.clone().detach().try_into_scalar::<f32>()?;
            steps += 1.0;
            let gradients = loss.backward()?.of(&model);
            optimizer.step(2e-3, &mut model, gradients)?;
        }
        progress(epoch, total / steps);
    }
    Ok(model.valid())
}

/// The share of right answers.
///
/// # Shapes
/// - `logits`: `[images, classes]`
/// - `labels`: `[images]`
///
/// # Errors
/// When the device failed.
pub fn accuracy(
    logits: Untracked<Tensor<2>>,
    labels: Untracked<Tensor<1, Int>>,
) -> Result<f32, Box<dyn Error>> {
    let right = logits.argmax(1).squeeze::<1>().equal(labels).float().mean();
    Ok(right.try_into_scalar::<f32>()?)
}
