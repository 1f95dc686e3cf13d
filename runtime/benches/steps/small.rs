//! Twelve operations at batch 1 and width 4, where nothing else hides a wrapper: matmul, add, relu,
//! matmul, add, log-softmax, multiply, sum, negate, backward, and the look-up of two gradients.

use burn::tensor::{Device, Tensor, activation};
use fireproof::{Leaf, Untracked};

use crate::Outcome;

pub(crate) fn raw(steps: usize) {
    let device = Device::flex().autodiff();
    let weight = || Tensor::<2>::ones([4, 4], &device).require_grad();
    let (first, second) = (weight(), weight());
    let bias = Tensor::<2>::ones([1, 4], &device);
    let (input, target) = (bias.clone(), bias.clone());
    for _ in 0..steps {
        let hidden = activation::relu(input.clone().matmul(first.clone()) + bias.clone());
        let output = hidden.matmul(second.clone()) + bias.clone();
        let loss = -(activation::log_softmax(output, 1) * target.clone()).sum();
        let gradients = loss.backward();
        assert!(first.grad(&gradients).is_some() && second.grad(&gradients).is_some());
    }
}

pub(crate) fn typed(steps: usize) -> Outcome {
    let device = Device::flex();
    let weight = || -> Leaf<Tensor<2>> { Untracked::ones([4, 4], &device).into_leaf() };
    let (first, second) = (weight(), weight());
    let bias = Untracked::<Tensor<2>>::ones([1, 4], &device);
    let (input, target) = (bias.clone(), bias.clone());
    for _ in 0..steps {
        let hidden =
            fireproof::activation::relu(input.clone().matmul(first.clone()) + bias.clone());
        let output = hidden.matmul(second.clone()) + bias.clone();
        let loss = -(fireproof::activation::log_softmax(output, 1) * target.clone()).sum();
        let gradients = loss.backward()?;
        assert!(first.grad(&gradients).is_some() && second.grad(&gradients).is_some());
    }
    Ok(())
}
