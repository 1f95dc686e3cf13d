//! An optimizer steps models in training form.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{GradientsOf, Optimizer, Untracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(mut optimizer: Optimizer, mut model: Untracked<Net>, gradients: GradientsOf<Net>) {
    let _ = optimizer.step(1e-3, &mut model, gradients);
    //~^ error[E0277]: an optimizer steps a model in training form, and this one is `Untracked<Net>`
}

fn main() {}
