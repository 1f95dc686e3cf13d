//! A gradient is a value outside of every graph: there is no second order.
use burn::tensor::Tensor;
use fireproof::{Gradients, Leaf, Untracked};

fn wrong(x: Leaf<Tensor<1>>, gradients: &Gradients) {
    let first: Option<Untracked<Tensor<1>>> = x.grad(gradients);
    let _ = first.unwrap().backward();
    //~^ error[E0277]: `backward` needs a tracked tensor, and this one is `Untracked<Tensor<1>>`
}

fn main() {}
