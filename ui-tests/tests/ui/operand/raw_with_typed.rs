//! Raw Burn tensors and typed ones do not mix in one call.
use burn::tensor::{Int, Tensor};
use fireproof::{Tracked, fusible};

#[fusible]
fn loss(logits: Tensor<2>, labels: Tensor<1, Int>) -> Tensor<1> {
    logits.gather(1, labels.unsqueeze_dim(1)).mean()
}

fn wrong(logits: Tracked<Tensor<2>>, labels: Tensor<1, Int>) {
    let _ = loss(logits, labels);
    //~^ error[E0277]: a raw Burn tensor and a typed one meet in this call
}

fn main() {}
