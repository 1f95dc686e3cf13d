//! A backward pass consumes the graph of its loss.
use burn::tensor::Tensor;
use fireproof::Tracked;

fn wrong(loss: Tracked<Tensor<1>>) {
    let _ = loss.backward();
    let _ = loss.backward();
    //~^ error[E0382]: use of moved value: `loss`
}

fn main() {}
