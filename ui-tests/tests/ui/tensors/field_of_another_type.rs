//! A field is tensors, a number, a string, or another such struct; anything else is left alone.
use burn::tensor::Tensor;
use fireproof::Tensors;

struct Reader;

#[derive(Tensors)]
struct Batch {
    images: Tensor<2>,
    reader: Reader,
    //~^ error[E0277]: `Reader` cannot leave a `#[fusible]` function: its tensors would lose their state
}

fn main() {}
