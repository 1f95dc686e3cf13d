//! A listed struct derives `Tensors`: without that no carrier reaches its tensors.
use burn::tensor::Tensor;
use fireproof::{Untracked, fusible};

struct Batch {
    images: Tensor<2>,
}

#[fusible(tensors(Batch))]
fn mean(batch: Batch) -> Tensor<1> {
    batch.images.mean()
}

fn wrong(batch: Untracked<Batch>) {
    let _ = mean(batch);
    //~^ error[E0277]: `Untracked<Batch>` cannot be handed in where the body takes a `Batch`
}

fn main() {}
