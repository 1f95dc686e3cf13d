//! A source of a place is made by the place, which moves it there.
use burn::tensor::Tensor;
use fireproof::{On, Untracked};

enum Here {}

fn wrong(x: Untracked<Tensor<2>>) {
    let _ = x.into_leaf_in::<On<Here>>();
    //~^ error[E0277]: an untracked value may be on another device than the context `On<Here>`
}

fn main() {}
