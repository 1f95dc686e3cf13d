//! A typed matmul takes typed operands.
use burn::tensor::Tensor;
use fireproof::Untracked;

fn wrong(input: Untracked<Tensor<2>>, weight: Tensor<2>) {
    let _ = input.matmul(weight);
    //~^ error[E0277]: `Tensor<2>` cannot be the right side of `matmul` here
}

fn main() {}
