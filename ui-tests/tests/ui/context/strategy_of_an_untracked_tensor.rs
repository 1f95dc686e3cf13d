//! The checkpointing strategy is the context's, and an untracked tensor is in none.
use burn::tensor::{GradientCheckpointingStrategy, Tensor};
use fireproof::Untracked;

fn wrong(x: Untracked<Tensor<2>>) {
    let _ = x.with_gradient_checkpointing_strategy(GradientCheckpointingStrategy::Balanced);
    //~^ error[E0599]: no method named `with_gradient_checkpointing_strategy` found
}

fn main() {}
