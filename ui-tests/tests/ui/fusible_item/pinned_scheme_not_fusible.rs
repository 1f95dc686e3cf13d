//! A pinned scheme is checked where it is written.
use burn::module::Module;
use burn::nn::Linear;
use fireproof::{Block, Q4, UE4M3, fusible};

#[fusible(scheme = Q4<Block<32>, UE4M3>)]
//~^ error[E0277]: fused kernels cannot read scales of type `fireproof::UE4M3`
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

fn main() {}
