//! Gradients from before a freeze do not step what is frozen.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{GradientsOf, Optimizer, Tracked, Untracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(mut optimizer: Optimizer, model: Tracked<Net>, gradients: GradientsOf<Net>) {
    let mut frozen: Untracked<Net> = model.freeze();
    let _ = optimizer.step(1e-3, &mut frozen, gradients);
    //~^ error[E0277]: an optimizer steps a model in training form, and this one is `Untracked<Net>`
}

fn main() {}
