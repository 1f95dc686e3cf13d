//! Entering autodiff has one word: `into_leaf`.
use burn::tensor::Tensor;
use fireproof::Untracked;

fn wrong(images: Untracked<Tensor<2>>) {
    let _ = images.autodiff();
    //~^ error[E0277]: entering autodiff is spelled `into_leaf` here
}

fn main() {}
