//! Quantizing is for models that left training.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{Q8, Tracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(model: Tracked<Net>) {
    let _ = model.quantize::<Q8>();
    //~^ error[E0277]: `quantize` needs a value outside of every graph, and this one is `fireproof::Tracked<Net>`
}

fn main() {}
