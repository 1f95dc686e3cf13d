//! The types of a struct of tensors are spelled out; its ranks may be parameters.
use burn::tensor::Tensor;
use fireproof::Tensors;

#[derive(Tensors)]
struct Batch<T, const D: usize> {
    //~^ error: a struct of tensors has no type parameters: its fields' states could not be told
    images: Tensor<D>,
    labels: T,
}

fn main() {}
