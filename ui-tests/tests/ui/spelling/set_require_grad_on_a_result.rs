//! A graph is cut by `detach`, and by nothing else.
use burn::tensor::Tensor;
use fireproof::Tracked;

fn wrong(hidden: Tracked<Tensor<2>>) {
    let _ = hidden.set_require_grad(false);
    //~^ error[E0277]: `set_require_grad` is a switch, and a state is a type: this is `fireproof::Tracked<Tensor<2>>`
}

fn main() {}
