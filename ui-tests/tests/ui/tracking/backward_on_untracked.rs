//! Only a tracked tensor can send gradients back.
use burn::tensor::Tensor;
use fireproof::Untracked;

fn wrong(images: Untracked<Tensor<1>>) {
    let _ = images.backward();
    //~^ error[E0277]: `backward` needs a tracked tensor, and this one is `Untracked<Tensor<1>>`
}

fn main() {}
