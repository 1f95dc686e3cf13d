//! Packed weights are constants, in a product as well as alone.
use burn::tensor::Tensor;
use fireproof::{Fusible, Q8, Untracked};

fn wrong(input: Untracked<Tensor<2>>, weight: Fusible<Q8>) {
    let output: Untracked<Tensor<2>> = input.matmul(weight);
    let _ = output.mean().backward();
    //~^ error[E0277]: `backward` needs a tracked tensor, and this one is `Untracked<Tensor<1>>`
}

fn main() {}
