//! Fused kernels read F32, F16 and BF16 scales.
use burn::tensor::Tensor;
use fireproof::{Block, Q8, UE4M3, Untracked};

fn wrong(weight: Untracked<Tensor<2>>) {
    let _ = weight.quantize::<Q8<Block<32>, UE4M3>>();
    //~^ error[E0277]: fused kernels cannot read scales of type `fireproof::UE4M3`
}

fn main() {}
