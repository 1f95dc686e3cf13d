//! A parameter behind an alias is a parameter: Burn's `skip` would make the model forget it.
use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::fusible;

type Weight = Param<Tensor<2>>;

#[fusible]
#[derive(Module, Debug)]
struct Net {
    #[module(skip)]
    weight: Weight,
    //~^ error[E0277]: `Param<Tensor<2>>` has no fused quantized kernel
    layer: Linear,
}

fn main() {}
