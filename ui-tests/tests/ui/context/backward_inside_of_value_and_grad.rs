//! `value_and_grad` takes one loss, and goes back from it itself.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::{Tracked, Untracked, fusible, value_and_grad};

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

fn wrong(model: &Tracked<Net>, input: Untracked<Tensor<2>>) {
    let _ = value_and_grad(model, |model| {
        let output = model.forward(input);
        let _ = output.clone().mean().backward();
        //~^ error[E0277]: inside of `value_and_grad`, the one backward pass is its own
        output.sum()
    });
}

fn main() {}
