//! Only a struct of tensors is nested; any other field is plain, and needs no word.
use burn::tensor::Tensor;
use fireproof::Tensors;

#[derive(Clone)]
struct Reader;

#[derive(Tensors)]
struct Batch {
    images: Tensor<2>,
    #[tensors(nested)]
    reader: Reader,
    //~^ error[E0277]: `Reader` is no struct of tensors that fireproof knows
}

fn main() {}
