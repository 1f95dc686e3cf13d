//! What is left alone holds no tensor: it would have no state.
use burn::tensor::Tensor;
use fireproof::Tensors;

#[derive(Tensors)]
struct Batch {
    images: Tensor<2>,
    #[tensors(skip)]
    weights: Option<Tensor<1>>,
    //~^ error[E0080]: evaluation panicked: this type holds tensors, and they would have no state
}

fn main() {}
