//! Gradients come from a backward pass, not from anywhere.
use burn::module::{Module, ParamId};
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::{GradientsOf, Untracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(mut gradients: GradientsOf<Net>, weight: ParamId, gradient: Untracked<Tensor<2>>) {
    let _ = gradients.register(weight, gradient);
    //~^ error[E0599]: no method named `register` found
}

fn main() {}
