//! What goes into lifted code beside the values of a place has entered that place.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::{On, Tracked, Untracked, fusible};

enum Here {}

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[fusible]
fn step(#[model] net: &Net, images: Tensor<2>) -> Tensor<2> {
    net.layer.forward(images)
}

fn wrong(model: Tracked<Net, On<Here>>, images: Untracked<Tensor<2>>) {
    let _ = step(&model, images);
    //~^ error[E0277]: an untracked value may be on another device than the context `On<Here>`
}

fn main() {}
