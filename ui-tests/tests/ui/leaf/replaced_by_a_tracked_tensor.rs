//! A gradient is a value outside of every graph.
use burn::tensor::Tensor;
use fireproof::{Gradients, Leaf, Tracked};

fn wrong(x: Leaf<Tensor<1>>, gradients: &mut Gradients, clipped: Tracked<Tensor<1>>) {
    let _ = x.replace_grad(gradients, clipped);
    //~^ error[E0308]: mismatched types
}

fn main() {}
