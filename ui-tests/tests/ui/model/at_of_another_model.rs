//! `at` gives a part of the model, not some other model.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{Tracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(model: &Tracked<Net>, other: &Linear) {
    let _ = model.at(|_| other);
    //~^ error: lifetime may not live long enough
}

fn main() {}
