//! Code that must not hold a graph takes untracked tensors only.
use burn::tensor::Tensor;
use fireproof::{Tracked, Untracked};

fn act(observation: Untracked<Tensor<2>>) -> Untracked<Tensor<2>> {
    observation
}

fn wrong(hidden: Tracked<Tensor<2>>) {
    let _ = act(hidden);
    //~^ error[E0308]: mismatched types
}

fn main() {}
