//! The words of the derive's attribute are known.
use burn::tensor::Tensor;
use fireproof::Tensors;

#[derive(Tensors)]
#[tensors(path = fireproof)]
//~^ error: `#[tensors]` above a struct takes `crate = path`
struct Batch {
    images: Tensor<2>,
    #[tensors(skip)]
    //~^ error: `#[tensors]` above a field takes `nested`, for a struct that derives `Tensors`
    source: String,
    #[tensors]
    //~^ error: write `#[tensors(nested)]` above a field whose struct derives `Tensors`
    rate: f64,
}

fn main() {}
