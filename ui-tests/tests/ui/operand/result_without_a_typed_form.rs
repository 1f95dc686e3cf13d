//! Results leave a lifted function in a form that keeps their state.
use burn::tensor::Tensor;
use fireproof::{Untracked, fusible};

struct Output {
    scores: Tensor<2>,
}

#[fusible]
fn scored(input: Tensor<2>) -> Output {
    //~^ error[E0277]: `Output` has no typed form here: its tensors would lose their state
    Output { scores: input }
}

fn main() {
    let _ = |input: Untracked<Tensor<2>>| scored(input);
}
