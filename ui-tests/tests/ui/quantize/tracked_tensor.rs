//! Quantizing is for tensors outside of every graph.
use burn::tensor::Tensor;
use fireproof::{Q8, Tracked};

fn wrong(hidden: Tracked<Tensor<2>>) {
    let _ = hidden.quantize::<Q8>();
    //~^ error[E0277]: `quantize` needs a value outside of every graph, and this one is `fireproof::Tracked<Tensor<2>>`
}

fn main() {}
