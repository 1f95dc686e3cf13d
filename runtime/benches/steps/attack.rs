//! A step of an adversarial example against the example's classifier, batch 32: the gradient of the
//! inputs, through a model in validation form.

use burn::prelude::*;
use fireproof::Untracked;

use crate::model::{Classifier, cross_entropy};
use crate::{Outcome, floats, labels};

pub(crate) fn raw(steps: usize) {
    let device = Device::flex();
    device.seed(1);
    let model = Classifier::new(64, &device).valid();
    let mut images = Tensor::<2>::from_data(floats([32, 64]), &device);
    let labels = Tensor::<1, Int>::from_data(labels([32], 10), &device);
    for _ in 0..steps {
        let source = images.clone().autodiff().require_grad();
        let logits = model.forward(source.clone());
        let loss: Tensor<1> = cross_entropy(logits, labels.clone());
        let gradients = loss.backward();
        let Some(gradient) = source.grad(&gradients) else {
            panic!("the loss does not depend on the images");
        };
        images = (images + gradient.sign() * 0.01).clamp(0.0, 1.0);
    }
}

pub(crate) fn typed(steps: usize) -> Outcome {
    let device = Device::flex();
    device.seed(1);
    let model = Untracked::valid(&Classifier::new(64, &device));
    let mut images = Untracked::<Tensor<2>>::from_data(floats([32, 64]), &device);
    let labels = Untracked::<Tensor<1, Int>>::from_data(labels([32], 10), &device);
    for _ in 0..steps {
        let source = images.clone().into_leaf();
        let logits = model.forward(source.clone());
        let loss = cross_entropy(logits, labels.clone());
        let gradients = loss.backward()?;
        let gradient = source.grad(&gradients);
        let gradient = gradient.ok_or("the loss does not depend on the images")?;
        images = (images + gradient.sign() * 0.01).clamp(0.0, 1.0);
    }
    Ok(())
}
