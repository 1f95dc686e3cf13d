//! The gradient of a rounding is zero everywhere, so its result is a constant.
use burn::tensor::Tensor;
use fireproof::{Tracked, Untracked};

fn wrong(hidden: Tracked<Tensor<2>>) {
    let rounded: Untracked<Tensor<2>> = hidden.round();
    let _ = rounded.mean().backward();
    //~^ error[E0277]: `backward` needs a tracked tensor, and this one is `Untracked<Tensor<1>>`
}

fn main() {}
