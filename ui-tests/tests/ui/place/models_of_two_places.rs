//! Two models of one function are in one place.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::{On, Tracked, fusible};

enum First {}
enum Second {}

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[fusible]
fn chained(#[model] first: &Net, #[model] second: &Net, images: Tensor<2>) -> Tensor<2> {
    second.layer.forward(first.layer.forward(images))
}

fn wrong(
    first: Tracked<Net, On<First>>,
    second: Tracked<Net, On<Second>>,
    images: Tracked<Tensor<2>, On<First>>,
) {
    let _ = chained(&first, &second, images);
    //~^ error[E0277]: cannot combine a value tracked in context `On<First>` with one tracked in `On<Second>`
}

fn main() {}
