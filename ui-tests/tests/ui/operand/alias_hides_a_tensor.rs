//! A tensor under another name would pass as a plain value, without a state.
use burn::module::Module;
use burn::nn::Linear;
use burn::tensor::Tensor;
use fireproof::fusible;

type Image = Tensor<2>;

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>, mask: Image) -> Tensor<2> {
        //~^ error[E0080]: evaluation panicked: this type holds tensors, and they would have no state: write an alias of `Tensor` out, and name a struct that derives `Tensors`, as in `#[fusible(tensors(Batch))]`
        self.layer.forward(input) * mask
    }
}

fn main() {}
