//! A plain field is left alone, and a struct of tensors is none: its tensors would have no state.
use burn::tensor::Tensor;
use fireproof::Tensors;

#[derive(Tensors, Clone)]
struct Pair {
    left: Tensor<2>,
}

#[derive(Tensors)]
struct Batch {
    images: Tensor<2>,
    pair: Pair,
    //~^ error[E0080]: evaluation panicked: this field holds tensors
}

fn main() {}
