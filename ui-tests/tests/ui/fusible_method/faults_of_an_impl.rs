//! What cannot be lifted is pointed out at its token, all at once.
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
impl Net {
    fn valid(&self, input: Tensor<2>) -> Tensor<2> {
        self.layer.forward(input)
    }

    fn consume(self, input: Tensor<2>) -> Tensor<2> {
        self.layer.forward(input)
    }

    fn borrowed(&self, input: &Tensor<2>) -> Tensor<2> {
        self.layer.forward(input.clone())
    }

    fn learn(&self, input: Tensor<2>) -> Tensor<2> {
        let output = self.layer.forward(input);
        output.backward();
        output
    }
}
//~^ error: `valid` is a method of fireproof's own on typed models
//~ error: a typed model is borrowed: take `&self` in `consume`
//~ error: take the tensor by value: `input: Tensor<2>`
//~ error: `backward` inside of a `#[fusible]` body would break the promised state

fn main() {}
