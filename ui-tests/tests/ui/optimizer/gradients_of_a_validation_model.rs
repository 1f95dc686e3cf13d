//! Gradients are taken of the model that trains, not of its validation form.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{Gradients, Tracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(model: Tracked<Net>, gradients: Gradients) {
    let _ = gradients.of(&model.valid());
    //~^ error[E0308]: mismatched types
}

fn main() {}
