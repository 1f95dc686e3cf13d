//! Two graphs meet only in one context.
use burn::tensor::Tensor;
use fireproof::{Checkpointed, Tracked};

fn wrong(plain: Tracked<Tensor<2>>, checkpointed: Tracked<Tensor<2>, Checkpointed>) {
    let _ = plain + checkpointed;
    //~^ error[E0277]: cannot combine a `fireproof::Tracked<Tensor<2>>` with a `fireproof::Tracked<Tensor<2>, Checkpointed>` element by element
}

fn wrong_in_a_method(plain: Tracked<Tensor<2>>, checkpointed: Tracked<Tensor<2>, Checkpointed>) {
    let _ = plain.matmul(checkpointed);
    //~^ error[E0277]: cannot combine a value tracked in context `Ctx` with one tracked in `Checkpointed`
}

fn main() {}
