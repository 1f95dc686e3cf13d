//! Gradients step the model they were taken of.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{GradientsOf, Optimizer, Tracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Actor {
    layer: Linear,
}

#[fusible]
#[derive(Module, Debug)]
struct Critic {
    layer: Linear,
}

fn wrong(mut optimizer: Optimizer, mut actor: Tracked<Actor>, gradients: GradientsOf<Critic>) {
    let _ = optimizer.step(1e-3, &mut actor, gradients);
    //~^ error[E0277]: gradients of a `Critic` cannot step a `fireproof::Tracked<Actor>`
}

fn main() {}
