//! Indices have no gradient, and neither has what is computed from them.
use burn::tensor::Tensor;
use fireproof::{Tracked, Untracked};

fn wrong(logits: Tracked<Tensor<2>>) {
    let classes: Untracked<Tensor<2>> = logits.argmax(1).float();
    let _ = classes.mean().backward();
    //~^ error[E0277]: `backward` needs a tracked tensor, and this one is `Untracked<Tensor<1>>`
}

fn main() {}
