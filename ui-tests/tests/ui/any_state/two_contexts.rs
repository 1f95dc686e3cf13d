//! Any state is any state of one context.
use burn::tensor::Tensor;
use fireproof::{AnyState, Checkpointed, Tracked, fusible};

#[fusible]
fn joined(a: Tensor<1>, b: Tensor<1>) -> Tensor<1> {
    a + b
}

fn wrong(late: AnyState<Tensor<1>, Checkpointed>, tracked: Tracked<Tensor<1>>) {
    let _ = joined(late, tracked);
    //~^ error[E0277]: cannot combine a value tracked in context `Checkpointed` with one tracked in `Ctx`
}

fn main() {}
