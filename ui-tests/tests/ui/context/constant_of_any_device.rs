//! A constant enters a place through that place, which moves it there.
use burn::tensor::Tensor;
use fireproof::{On, Tracked, Untracked};

enum Here {}

fn wrong(here: Tracked<Tensor<2>, On<Here>>, x: Untracked<Tensor<2>>) {
    let _ = here.matmul(x);
    //~^ error[E0277]: an untracked value may be on another device than the context `On<Here>`
}

fn main() {}
