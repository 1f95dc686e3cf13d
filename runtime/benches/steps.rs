//! Training steps, raw and typed, for a counted run: `cargo xtask count` runs this under callgrind
//! with two numbers of steps and divides the difference.
//!
//! `steps <raw|typed> <classifier|small> <steps>`; one thread, on flex.

use std::error::Error;
use std::process::ExitCode;

use burn::module::Module;
use burn::optim::{AdamConfig, GradientsParams};
use burn::tensor::activation::{log_softmax, relu};
use burn::tensor::{Device, Int, Tensor};
use fireproof::{Leaf, Optimizer, Tracked, Untracked};

#[expect(unreachable_pub, reason = "a module of the example")]
#[path = "../examples/digits/model.rs"]
mod model;

use model::{Classifier, cross_entropy};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        [form, case, steps] => match (form, case, steps.parse()) {
            ("raw", "classifier", Ok(steps)) => {
                raw_classifier(steps);
                Ok(())
            }
            ("typed", "classifier", Ok(steps)) => typed_classifier(steps),
            ("raw", "small", Ok(steps)) => {
                raw_small(steps);
                Ok(())
            }
            ("typed", "small", Ok(steps)) => typed_small(steps),
            _ => Err("unknown form or case".into()),
        },
        // As `cargo test` and `cargo bench` call it.
        _ => typed_classifier(1).and_then(|()| typed_small(1)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\nusage: steps <raw|typed> <classifier|small> <steps>");
            ExitCode::FAILURE
        }
    }
}

fn pixels() -> Vec<f32> {
    (0_u16..32 * 64).map(|i| f32::from(i % 17) / 16.0).collect()
}

fn labels() -> Vec<i64> {
    (0..32).map(|i| i % 10).collect()
}

// A training step of the example's classifier, batch 32, as its users would write it.

fn raw_classifier(steps: usize) {
    let device = Device::flex().autodiff();
    device.seed(1);
    let mut model = Classifier::new(64, &device).train();
    let mut optimizer = AdamConfig::new().init();
    let images = Tensor::<1>::from_floats(pixels().as_slice(), &device).reshape([32, 64]);
    let labels = Tensor::<1, Int>::from_ints(labels().as_slice(), &device);
    for _ in 0..steps {
        let logits = model.forward(images.clone());
        let loss: Tensor<1> = cross_entropy(logits, labels.clone());
        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        model = optimizer.step(1e-3, model, gradients);
    }
}

fn typed_classifier(steps: usize) -> Result<(), Box<dyn Error>> {
    let device = Device::flex();
    device.seed(1);
    let mut model = Tracked::train(Classifier::new(64, &device))?;
    let mut optimizer = Optimizer::from(AdamConfig::new().init());
    let images = Untracked::<Tensor<1>>::from_data(pixels().as_slice(), &device).reshape([32, 64]);
    let labels = Untracked::<Tensor<1, Int>>::from_data(labels().as_slice(), &device);
    for _ in 0..steps {
        let logits = model.forward(images.clone());
        let loss = cross_entropy(logits, labels.clone());
        let gradients = loss.backward()?.of(&model);
        optimizer.step(1e-3, &mut model, gradients)?;
    }
    Ok(())
}

// Twelve operations at batch 1 and width 4, where nothing else hides a wrapper: matmul, add, relu,
// matmul, add, log-softmax, multiply, sum, negate, backward, and the look-up of two gradients.

fn raw_small(steps: usize) {
    let device = Device::flex().autodiff();
    let weight = || Tensor::<2>::ones([4, 4], &device).require_grad();
    let (first, second) = (weight(), weight());
    let bias = Tensor::<2>::ones([1, 4], &device);
    let (input, target) = (bias.clone(), bias.clone());
    for _ in 0..steps {
        let hidden = relu(input.clone().matmul(first.clone()) + bias.clone());
        let output = hidden.matmul(second.clone()) + bias.clone();
        let loss = -(log_softmax(output, 1) * target.clone()).sum();
        let gradients = loss.backward();
        assert!(first.grad(&gradients).is_some() && second.grad(&gradients).is_some());
    }
}

fn typed_small(steps: usize) -> Result<(), Box<dyn Error>> {
    let device = Device::flex();
    let weight = || -> Leaf<Tensor<2>> { Untracked::ones([4, 4], &device).into_leaf() };
    let (first, second) = (weight(), weight());
    let bias = Untracked::<Tensor<2>>::ones([1, 4], &device);
    let (input, target) = (bias.clone(), bias.clone());
    for _ in 0..steps {
        let hidden = (input.clone().matmul(first.clone()) + bias.clone()).relu();
        let output = hidden.matmul(second.clone()) + bias.clone();
        let loss = -(output.log_softmax(1) * target.clone()).sum();
        let gradients = loss.backward()?;
        assert!(first.grad(&gradients).is_some() && second.grad(&gradients).is_some());
    }
    Ok(())
}
