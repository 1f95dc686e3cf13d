//! Packed weights enter matmul only.
use burn::tensor::Tensor;
use fireproof::{Fusible, Q8, Untracked};

fn wrong(input: Untracked<Tensor<2>>, weight: Fusible<Q8>) {
    let _ = input + weight;
    //~^ error[E0277]: cannot combine a `Untracked<Tensor<2>>` with a `Fusible<
}

fn main() {}
