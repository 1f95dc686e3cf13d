//! The same with glob imports, where paths print longer.
use burn::prelude::*;
use fireproof::prelude::*;

fn wrong(weight: Leaf<Tensor<2>>) {
    let _ = weight.exp().require_grad();
    //~^ error[E0277]: `require_grad` makes a source, and `fireproof::Tracked<burn::Tensor<2>>` is the result of an operation
}

fn main() {}
