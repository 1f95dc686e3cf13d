//! Only a source takes gradients, not the result of an operation.
use burn::tensor::Tensor;
use fireproof::Leaf;

fn wrong(weight: Leaf<Tensor<2>>) {
    let _ = (weight * 2.0).require_grad();
    //~^ error[E0277]: `require_grad` makes a source, and `fireproof::Tracked<Tensor<2>>` is the result of an operation
}

fn main() {}
