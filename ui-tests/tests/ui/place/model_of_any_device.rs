//! A model of a place is put into training form by the place, which moves it there.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{On, Tracked, fusible};

enum Here {}

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn wrong(net: Net) {
    let _ = Tracked::<Net, On<Here>>::train_in(net);
    //~^ error[E0277]: an untracked value may be on another device than the context `On<Here>`
}

fn main() {}
