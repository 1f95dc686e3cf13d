//! A step of the example's classifier over the gradients of two micro-batches of 16.

use burn::optim::{AdamConfig, GradientsAccumulator, GradientsParams};
use burn::prelude::*;
use fireproof::{Optimizer, Tracked, Untracked};

use crate::model::{Classifier, cross_entropy};
use crate::{Outcome, floats, labels};

const MICRO_BATCHES: usize = 2;

pub(crate) fn raw(steps: usize) {
    let device = Device::flex().autodiff();
    device.seed(1);
    let mut model = Classifier::new(64, &device).train();
    let mut optimizer = AdamConfig::new().init();
    let mut accumulator = GradientsAccumulator::new();
    let images = Tensor::<2>::from_data(floats([16, 64]), &device);
    let labels = Tensor::<1, Int>::from_data(labels([16], 10), &device);
    for _ in 0..steps {
        for _ in 0..MICRO_BATCHES {
            let logits = model.forward(images.clone());
            let loss: Tensor<1> = cross_entropy(logits, labels.clone());
            let gradients = GradientsParams::from_grads(loss.backward(), &model);
            accumulator.accumulate(&model, gradients);
        }
        model = optimizer.step(1e-3, model, accumulator.grads());
    }
}

pub(crate) fn typed(steps: usize) -> Outcome {
    let device = Device::flex();
    device.seed(1);
    let mut model = Tracked::train(Classifier::new(64, &device))?;
    let mut optimizer = Optimizer::from(AdamConfig::new().init());
    let mut accumulator = fireproof::GradientsAccumulator::new();
    let images = Untracked::<Tensor<2>>::from_data(floats([16, 64]), &device);
    let labels = Untracked::<Tensor<1, Int>>::from_data(labels([16], 10), &device);
    for _ in 0..steps {
        for _ in 0..MICRO_BATCHES {
            let logits = model.forward(images.clone());
            let loss = cross_entropy(logits, labels.clone());
            let gradients = loss.backward()?.of(&model);
            accumulator.accumulate(&model, gradients)?;
        }
        optimizer.step(1e-3, &mut model, accumulator.grads())?;
    }
    Ok(())
}
