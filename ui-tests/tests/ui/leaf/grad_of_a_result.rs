//! Gradients are kept for sources only.
use burn::tensor::Tensor;
use fireproof::{Gradients, Leaf};

fn wrong(x: Leaf<Tensor<2>>, gradients: &Gradients) {
    let _ = (x * 2.0).grad(gradients);
    //~^ error[E0599]: no method named `grad` found
}

fn main() {}
