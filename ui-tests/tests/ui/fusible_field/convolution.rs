//! Every field of a fusible model has a fused quantized kernel, or stays float by attribute.
use burn::module::Module;
use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use fireproof::fusible;

#[fusible]
#[derive(Module, Debug)]
struct Net {
    features: Conv2d,
    //~^ error[E0277]: `Conv2d` has no fused quantized kernel
    head: Linear,
}

fn main() {}
