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
    //~^ error[E0599]: no method named `to_device` found
}

fn main() {}
