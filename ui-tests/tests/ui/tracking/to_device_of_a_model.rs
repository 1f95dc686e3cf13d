//! A model in training form moves by `fork`, which keeps its parameters leaves.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Device;
use fireproof::{Tracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(model: Tracked<Net>, device: &Device) {
    let _ = model.to_device(device);
    //~^ error[E0277]: a model in training form is moved by `fork`, and this is `fireproof::Tracked<Net>`
}

fn main() {}
