//! The words of the derive's attribute are known.
use burn::tensor::Tensor;
use fireproof::Tensors;

#[derive(Tensors)]
#[tensors(path = fireproof)]
//~^ error: `#[tensors]` above a struct takes `crate = path`
struct Batch {
    images: Tensor<2>,
    #[tensors(skipped)]
    //~^ error: `#[tensors]` above a field takes `skip`, which leaves a plain field alone
    source: String,
    #[tensors]
    //~^ error: write `#[tensors(skip)]` to leave this field alone
    rate: f64,
}

fn main() {}
