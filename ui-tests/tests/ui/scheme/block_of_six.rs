//! A block fills whole words.
use burn::tensor::Tensor;
use fireproof::{Block, Q8, Untracked};

fn wrong(weight: Untracked<Tensor<2>>) {
    let _ = weight.quantize::<Q8<Block<6>>>();
    //~^ error[E0277]: `Block<6>` is not made of whole 32-bit words of `fireproof::Q8S` values, 255 values at most
}

fn main() {}
