//! Two places meet in no operator.
use burn::tensor::Tensor;
use fireproof::{Leaf, On, Tracked};

enum First {}
enum Second {}

fn wrong(here: Tracked<Tensor<2>, On<First>>, there: Leaf<Tensor<2>, On<Second>>) {
    let _ = here * there;
    //~^ error[E0277]: cannot combine a `fireproof::Tracked<Tensor<2>, On<First>>` with a `Leaf<Tensor<2>, On<Second>>` element by element
}

fn main() {}
