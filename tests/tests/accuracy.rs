//! The example's classifier on held-out digits: the mean of three seeds.

#![expect(clippy::unwrap_used, reason = "a test may")]

use burn::tensor::Device;
use fireproof::{Block, F16, Fusible, FusibleScheme, Q4, Q8, Untracked};

#[expect(unreachable_pub, dead_code, reason = "a module of the example")]
#[path = "../../runtime/examples/digits/data.rs"]
mod data;
#[expect(unreachable_pub, reason = "a module of the example")]
#[path = "../../runtime/examples/digits/model.rs"]
mod model;
#[expect(unreachable_pub, reason = "a module of the example")]
#[path = "../../runtime/examples/digits/training.rs"]
mod training;

use data::Split;
use model::Classifier;

fn packed<S: FusibleScheme>(model: &Untracked<Classifier>, held_out: &Split) -> f32 {
    let packed: Fusible<S, Classifier> = model.quantize().unwrap();
    let device = Device::flex();
    let all = held_out.all();
    let logits = packed.forward(held_out.images(&all, &device));
    training::accuracy(logits, held_out.labels(&all, &device)).unwrap()
}

#[test]
fn the_classifier_keeps_its_accuracy_when_packed() {
    let (seen, held_out) = data::shipped().unwrap().split();
    let device = Device::flex();
    let all = held_out.all();
    let (mut float, mut q8, mut q4) = (0.0, 0.0, 0.0);
    for seed in 1..=3 {
        let model = training::train(&seen, 30, seed, |_, _| {}).unwrap();
        let logits = model.forward(held_out.images(&all, &device));
        let labels = held_out.labels(&all, &device);
        float += training::accuracy(logits, labels).unwrap() / 3.0;
        q8 += packed::<Q8>(&model, &held_out) / 3.0;
        q4 += packed::<Q4<Block<32>, F16>>(&model, &held_out) / 3.0;
    }
    println!("float {float}, 8 bits {q8}, 4 bits {q4}");
    assert!(float >= 0.96, "float: {float}");
    assert!(float - q8 <= 0.005, "8 bits: {q8} of {float}");
    assert!(float - q4 <= 0.02, "4 bits: {q4} of {float}");
}
