//! A loss written tensor by tensor, with no body to hide in: scores under a mask, a cross-entropy
//! put together by hand, and a root in place of what is far off; 8 rows of 8.

use burn::tensor::{Device, Int, Tensor};
use fireproof::{Tracked, Untracked};

use crate::{Outcome, floats, labels};

pub(crate) fn raw(steps: usize) {
    let device = Device::flex().autodiff();
    let weight = Tensor::<2>::from_data(floats([16, 8]), &device).require_grad();
    let input = Tensor::<2>::from_data(floats([8, 16]), &device);
    let labels = Tensor::<2, Int>::from_data(labels([8, 1], 8), &device);
    let padding = Tensor::<2>::from_data(floats([8, 8]), &device).greater_scalar(0.9);
    for _ in 0..steps {
        let scores = input.clone().matmul(weight.clone());
        let scores = scores.mask_fill(padding.clone(), -9.0);
        let total = scores.clone().exp().sum_dim(1).log();
        let picked = scores.gather(1, labels.clone());
        let losses = Tensor::cat(vec![total, -picked], 1).sum_dim(1);
        let far = losses.clone().greater_scalar(2.0);
        let losses = losses.clone().mask_where(far, losses.sqrt());
        let loss = losses.slice([0..6, 0..1]).mean();
        let gradients = loss.backward();
        assert!(weight.grad(&gradients).is_some());
    }
}

pub(crate) fn typed(steps: usize) -> Outcome {
    let device = Device::flex();
    let weight = Untracked::<Tensor<2>>::from_data(floats([16, 8]), &device).into_leaf();
    let input = Untracked::<Tensor<2>>::from_data(floats([8, 16]), &device);
    let labels = Untracked::<Tensor<2, Int>>::from_data(labels([8, 1], 8), &device);
    let padding = Untracked::<Tensor<2>>::from_data(floats([8, 8]), &device).greater_scalar(0.9);
    for _ in 0..steps {
        let scores = input.clone().matmul(weight.clone());
        let scores = scores.mask_fill(padding.clone(), -9.0);
        let total = scores.clone().exp().sum_dim(1).log();
        let picked = scores.gather(1, labels.clone());
        let losses = Tracked::cat(vec![total, -picked], 1).sum_dim(1);
        let far = losses.clone().greater_scalar(2.0);
        let losses = losses.clone().mask_where(far, losses.sqrt());
        let loss = losses.slice([0..6, 0..1]).mean();
        let gradients = loss.backward()?;
        assert!(weight.grad(&gradients).is_some());
    }
    Ok(())
}
