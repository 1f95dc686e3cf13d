//! Values smaller than a byte are packed into words.
use burn::tensor::Tensor;
use fireproof::{F32, Native, OneLevel, PerTensor, Q4S, Scheme, Untracked};

fn wrong(weight: Untracked<Tensor<2>>) {
    let _ = weight.quantize::<Scheme<Q4S, Native, OneLevel<PerTensor, F32>>>();
    //~^ error[E0277]: `fireproof::Q4S` values cannot be kept in `fireproof::Native` storage
}

fn main() {}
