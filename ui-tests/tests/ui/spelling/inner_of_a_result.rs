//! Leaving autodiff has one word: `detach`.
use burn::tensor::Tensor;
use fireproof::Tracked;

fn wrong(hidden: Tracked<Tensor<2>>) {
    let _ = hidden.inner();
    //~^ error[E0277]: leaving autodiff is spelled `detach` here
}

fn main() {}
