//! Only a source has a gradient to replace.
use burn::tensor::Tensor;
use fireproof::{Gradients, Untracked};

fn wrong(x: Untracked<Tensor<1>>, gradients: &mut Gradients, clipped: Untracked<Tensor<1>>) {
    let _ = x.replace_grad(gradients, clipped);
    //~^ error[E0277]: gradients are kept for leaves, and this is `Untracked<Tensor<1>>`
}

fn main() {}
