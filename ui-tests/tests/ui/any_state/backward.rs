//! A value of any state is asked for its state before it sends gradients back.
use burn::tensor::Tensor;
use fireproof::AnyState;

fn wrong(loss: AnyState<Tensor<1>>) {
    let _ = loss.backward();
    //~^ error[E0277]: `backward` needs a tracked tensor, and this one is `AnyState<Tensor<1>>`
}

fn main() {}
