//! A step happens where the model is, so its gradients stay there.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Device;
use fireproof::{GradientsOf, Tracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(model: &Tracked<Net>, gradients: GradientsOf<Net>, device: &Device) {
    let _ = gradients.to_device(device, model);
    //~^ error[E0599]: no method named `to_device` found
}

fn main() {}
