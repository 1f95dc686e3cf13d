//! A struct of tensors that comes out is listed as well.
use burn::tensor::Tensor;
use fireproof::{Tensors, fusible};

#[derive(Tensors)]
struct Output {
    logits: Tensor<2>,
}

#[fusible]
fn scored(images: Tensor<2>, weight: Tensor<2>) -> Output {
    //~^ error[E0080]: evaluation panicked: this type holds tensors, and they would have no state
    Output {
        logits: images.matmul(weight),
    }
}

fn main() {}
