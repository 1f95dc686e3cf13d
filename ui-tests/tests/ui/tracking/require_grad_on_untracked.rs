//! An untracked tensor becomes a source by name.
use burn::tensor::Tensor;
use fireproof::Untracked;

fn wrong(weight: Untracked<Tensor<2>>) {
    let _ = weight.require_grad();
    //~^ error[E0277]: `require_grad` is spelled `into_leaf` here, and this is `Untracked<Tensor<2>>`
}

fn main() {}
