//! A gradient has the rank of its parameter.
use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::{GradientsOf, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(gradients: &GradientsOf<Net>, weight: &Param<Tensor<2>>) {
    let _ = gradients.get::<1>(weight);
    //~^ error[E0308]: mismatched types
}

fn main() {}
