//! The attribute's words are known, and each stands once.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::fusible;

#[fusible(shceme = fireproof::Q8)]
//~^ error: unknown argument `shceme`: did you mean `scheme`?
#[derive(Module, Debug)]
struct First {
    layer: Linear,
}

#[fusible(scheme = fireproof::Q8, scheme = fireproof::Q4)]
//~^ error: duplicate argument `scheme`: it stands there already, remove one
#[derive(Module, Debug)]
struct Second {
    layer: Linear,
}

fn main() {}
