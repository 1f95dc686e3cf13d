//! A struct of tensors is a struct: each variant of an enum would have fields of its own.
use burn::tensor::Tensor;
use fireproof::Tensors;

#[derive(Tensors)]
enum Sample {
    //~^ error: `Tensors` is derived for structs: give each variant a struct of its own
    Image(Tensor<3>),
    Sound(Tensor<1>),
}

fn main() {}
