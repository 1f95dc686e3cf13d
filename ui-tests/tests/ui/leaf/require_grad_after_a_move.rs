//! A moved leaf is the result of the move.
use burn::tensor::{Device, Tensor};
use fireproof::Leaf;

fn wrong(weight: Leaf<Tensor<2>>, device: &Device) {
    let _ = weight.to_device(device).require_grad();
    //~^ error[E0277]: `require_grad` makes a source, and `fireproof::Tracked<Tensor<2>>` is the result of an operation
}

fn main() {}
