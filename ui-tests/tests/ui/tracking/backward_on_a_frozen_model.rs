//! A frozen model learns nothing, so no gradient flows from its output.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::{Tracked, Untracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.layer.forward(input)
    }
}

fn wrong(model: Tracked<Net>, input: Untracked<Tensor<2>>) {
    let _ = model.freeze().forward(input).mean().backward();
    //~^ error[E0277]: `backward` needs a tracked tensor, and this one is `Untracked<Tensor<1>>`
}

fn main() {}
