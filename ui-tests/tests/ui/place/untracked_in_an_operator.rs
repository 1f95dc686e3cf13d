//! What is combined with a value of a place has entered that place.
use burn::tensor::Tensor;
use fireproof::{On, Tracked, Untracked};

enum Here {}

fn wrong(here: Tracked<Tensor<2>, On<Here>>, x: Untracked<Tensor<2>>) {
    let _ = here + x;
    //~^ error[E0277]: cannot combine a `fireproof::Tracked<Tensor<2>, On<Here>>` with a `Untracked<Tensor<2>>` element by element
}

fn main() {}
