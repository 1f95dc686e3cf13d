//! Packed weights take no gradients: an optimizer steps the float model.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{Fusible, GradientsOf, Optimizer, Q8, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(mut optimizer: Optimizer, mut packed: Fusible<Q8, Net>, gradients: GradientsOf<Net>) {
    let _ = optimizer.step(1e-3, &mut packed, gradients);
    //~^ error[E0277]: an optimizer steps a model in training form
}

fn main() {}
