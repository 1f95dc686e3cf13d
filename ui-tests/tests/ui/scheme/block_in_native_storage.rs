//! A block in native storage fits every vector width.
use burn::tensor::Tensor;
use fireproof::{Block, F32, Native, Q8, Untracked};

fn wrong(weight: Untracked<Tensor<2>>) {
    let _ = weight.quantize::<Q8<Block<8>, F32, Native>>();
    //~^ error[E0277]: `Block<8>` does not fit every vector width in native storage
}

fn main() {}
