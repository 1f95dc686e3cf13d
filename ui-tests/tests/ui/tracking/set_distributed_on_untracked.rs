//! Collective training is not typed: no carrier can be marked as distributed.
use burn::module::ParamId;
use burn::tensor::Tensor;
use fireproof::Untracked;

fn wrong(weight: Untracked<Tensor<2>>) {
    let _ = weight.set_distributed(ParamId::new());
    //~^ error[E0599]: no method named `set_distributed` found
}

fn main() {}
