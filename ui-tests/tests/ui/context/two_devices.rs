//! Tensors of two places never meet in one operation.
use burn::tensor::Tensor;
use fireproof::{On, Tracked};

enum First {}
enum Second {}

fn wrong(here: Tracked<Tensor<2>, On<First>>, there: Tracked<Tensor<2>, On<Second>>) {
    let _ = here.matmul(there);
    //~^ error[E0277]: cannot combine a value tracked in context `On<First>` with one tracked in `On<Second>`
}

fn main() {}
