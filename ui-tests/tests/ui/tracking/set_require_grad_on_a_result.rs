//! A graph is cut by `detach`, and by nothing else.
use burn::tensor::Tensor;
use fireproof::Tracked;

fn wrong(hidden: Tracked<Tensor<2>>) {
    let _ = hidden.set_require_grad(false);
    //~^ error[E0599]: no method named `set_require_grad` found
}

fn main() {}
