//! A fork would unpack the weights.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Device;
use fireproof::{Fusible, Q8, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(model: Fusible<Q8, Net>, device: &Device) {
    let _ = model.fork(device);
    //~^ error[E0599]: no method named `fork` found
}

fn main() {}
