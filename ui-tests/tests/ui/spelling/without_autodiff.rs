//! Leaving autodiff has one word, whatever Burn's is.
use burn::tensor::Tensor;
use fireproof::Leaf;

fn wrong(x: Leaf<Tensor<2>>) {
    let _ = x.without_autodiff();
    //~^ error[E0277]: leaving autodiff is spelled `detach` here
}

fn main() {}
