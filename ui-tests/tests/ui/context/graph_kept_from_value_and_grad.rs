//! No tensor of the graph leaves `value_and_grad`.
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
    let mut kept = None;
    let _ = value_and_grad(model, |model| {
        let output = model.forward(input.clone());
        kept = Some(output.clone());
        output.mean()
        //~^ error: lifetime may not live long enough
    });
}

fn main() {}
