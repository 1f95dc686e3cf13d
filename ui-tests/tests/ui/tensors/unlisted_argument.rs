//! A lifted signature lists its structs of tensors, which it would else take as plain values.
use burn::tensor::Tensor;
use fireproof::{Tensors, fusible};

#[derive(Tensors)]
struct Batch {
    images: Tensor<2>,
}

#[fusible]
fn scored(batch: Batch, weight: Tensor<2>) -> Tensor<2> {
    //~^ error[E0080]: evaluation panicked: this type holds tensors, and they would have no state
    batch.images.matmul(weight)
}

fn main() {}
