//! Gradients are kept for sources only.
use burn::tensor::Tensor;
use fireproof::{Gradients, Leaf};

fn wrong(x: Leaf<Tensor<2>>, gradients: &Gradients) {
    let _ = (x * 2.0).grad(gradients);
    //~^ error[E0277]: gradients are kept for leaves, and this is `fireproof::Tracked<Tensor<2>>`
}

fn main() {}
