//! A model argument is borrowed, as by the model's own methods.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::fusible;

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[fusible]
fn taken(#[model] net: Net, images: Tensor<2>) -> Tensor<2> {
    //~^ error: a model is borrowed: take `#[model] net: &Net`
    net.layer.forward(images)
}

#[fusible]
fn changed(images: Tensor<2>, #[model] net: &mut Net) -> Tensor<2> {
    //~^ error: a model is borrowed: take `#[model] net: &Net`
    net.layer.forward(images)
}

fn main() {}
