//! Any state is a typed state: a raw tensor does not meet it.
use burn::tensor::Tensor;
use fireproof::{AnyState, fusible};

#[fusible]
fn joined(a: Tensor<1>, b: Tensor<1>) -> Tensor<1> {
    a + b
}

fn wrong(late: AnyState<Tensor<1>>, raw: Tensor<1>) {
    let _ = joined(late, raw);
    //~^ error[E0277]: a raw Burn tensor and a typed one meet in this call
}

fn main() {}
