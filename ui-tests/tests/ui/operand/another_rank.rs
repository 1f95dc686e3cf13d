//! An operand stands for a tensor of the same rank and kind.
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

fn wrong(model: Tracked<Net>, input: Untracked<Tensor<3>>) {
    let _ = model.forward(input);
    //~^ error[E0277]: `Untracked<Tensor<3>>` cannot be handed in where the body takes a `Tensor<2>`
}

fn main() {}
