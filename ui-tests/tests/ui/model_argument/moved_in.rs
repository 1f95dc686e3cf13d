//! A function with a model argument is called with a reference to the typed model.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::{Untracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[fusible]
fn step(#[model] net: &Net, images: Tensor<2>) -> Tensor<2> {
    net.layer.forward(images)
}

fn wrong(model: Untracked<Net>, images: Untracked<Tensor<2>>) {
    let _ = step(model, images);
    //~^ error[E0277]: `Untracked<Net>` cannot be handed in where the body takes a `&Net`
}

fn main() {}
