//! A validation pass of the example's classifier, without autodiff: loss and right answers, batch
//! 32.

use std::hint::black_box;

use burn::prelude::*;
use fireproof::{Tracked, Untracked};

use crate::model::{Classifier, cross_entropy};
use crate::{Outcome, floats, labels};

pub(crate) fn raw(steps: usize) {
    let device = Device::flex();
    device.seed(1);
    let training = device.clone().autodiff();
    let model = Classifier::new(64, &training).train().valid();
    let images = Tensor::<2>::from_data(floats([32, 64]), &device);
    let labels = Tensor::<1, Int>::from_data(labels([32], 10), &device);
    for _ in 0..steps {
        let logits = model.forward(images.clone());
        let loss: Tensor<1> = cross_entropy(logits.clone(), labels.clone());
        let answers = logits.argmax(1).squeeze::<1>();
        let right = answers.equal(labels.clone()).int().sum();
        let _ = black_box((loss.into_scalar::<f32>(), right.into_scalar::<i64>()));
    }
}

pub(crate) fn typed(steps: usize) -> Outcome {
    let device = Device::flex();
    device.seed(1);
    let model = Tracked::train(Classifier::new(64, &device))?.valid();
    let images = Untracked::<Tensor<2>>::from_data(floats([32, 64]), &device);
    let labels = Untracked::<Tensor<1, Int>>::from_data(labels([32], 10), &device);
    for _ in 0..steps {
        let logits = model.forward(images.clone());
        let loss = cross_entropy(logits.clone(), labels.clone());
        let answers = logits.argmax(1).squeeze::<1>();
        let right = answers.equal(labels.clone()).int().sum();
        let _ = black_box((loss.into_scalar::<f32>(), right.into_scalar::<i64>()));
    }
    Ok(())
}
