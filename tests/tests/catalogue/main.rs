//! The catalogue of Burn's failures, families A and AS, and C10: each test is named by its entry,
//! shows that the raw program really panics or really goes wrong in silence, and then runs the
//! typed program that takes its place. `docs/catalogue.md` lists all entries, those that are not
//! closed or cannot be reached included.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod panics;
mod silent;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

use burn::nn::{Linear, LinearConfig};
use burn::optim::{GradientsParams, SgdConfig};
use burn::prelude::*;
use fireproof::{Context, Leaf, Optimizer, OwnBackward, Tracked, Untracked, fusible};
use fireproof_tests::{distance, text};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    hidden: Linear,
    output: Linear,
}

impl Net {
    fn new(device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(4, 8).init(device),
            output: LinearConfig::new(8, 4).init(device),
        }
    }
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.output.forward(self.hidden.forward(input))
    }
}

fn plain() -> Device {
    Device::flex()
}

/// The same hardware, in autodiff.
fn ad() -> Device {
    plain().autodiff()
}

/// The same in the other checkpointing strategy.
fn ck() -> Device {
    ad().gradient_checkpointing()
}

fn raw<const N: usize>(values: [f32; N], device: &Device) -> Tensor<1> {
    Tensor::from_data(values, device)
}

fn untracked<const N: usize>(values: [f32; N]) -> Untracked<Tensor<1>> {
    Untracked::from_data(values, &plain())
}

fn leaf<const N: usize>(values: [f32; N]) -> Leaf<Tensor<1>> {
    untracked(values).into_leaf()
}

fn input() -> Untracked<Tensor<2>> {
    Untracked::ones([3, 4], &plain())
}

/// A raw model whose parameters are there already: Burn makes them on first use, and moves those
/// that are not there yet in another way.
fn raw_model() -> Net {
    let model = Net::new(&ad());
    drop(raw_loss(&model));
    model
}

fn raw_loss(model: &Net) -> Tensor<1> {
    model.forward(Tensor::ones([3, 4], &plain())).mean()
}

fn raw_gradients(model: &Net) -> GradientsParams {
    GradientsParams::from_grads(raw_loss(model).backward(), model)
}

fn raw_step(model: Net, gradients: GradientsParams) -> Net {
    SgdConfig::new().init().step(0.1, model, gradients)
}

fn trained() -> Tracked<Net> {
    Tracked::train(Net::new(&plain())).unwrap()
}

fn sgd() -> Optimizer {
    SgdConfig::new().init().into()
}

/// The weights of the hidden layer.
fn weights(model: &Net) -> TensorData {
    model.hidden.weight.val().into_data()
}

/// One typed step with every gradient, after which the weights are where descent takes them.
#[track_caller]
fn learns(model: &mut Tracked<Net>) {
    let before = model.clone().into_inner().hidden.weight;
    let loss = model.forward(input()).square().mean();
    let gradients = loss.backward().unwrap().of(model);
    let gradient = gradients.get(&before).unwrap().into_inner();
    let report = sgd().step(0.1, model, gradients).unwrap();
    assert_eq!(report.updated.len(), 4);
    assert!(report.missing.is_empty(), "{report}");
    let after = weights(&model.clone().into_inner());
    let before = before.val().without_autodiff();
    assert!(distance(&after, &before.to_data()) > 0.0);
    assert!(distance(&after, &(before - gradient * 0.1).into_data()) < 1e-6);
}

/// The gradient of `x` when `loss` goes back.
#[track_caller]
fn gradient<C: Context + OwnBackward>(
    x: &Leaf<Tensor<1>, C>,
    loss: Tracked<Tensor<1>, C>,
) -> Vec<f32> {
    let gradients = loss.backward().unwrap();
    values(&x.grad(&gradients).unwrap().into_data())
}

fn values(data: &TensorData) -> Vec<f32> {
    data.iter::<f32>().collect()
}

/// What the panic of `run` says.
#[track_caller]
fn panic_of<T>(run: impl FnOnce() -> T) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(run)) else {
        panic!("this did not panic");
    };
    text(&*panic)
}

/// `run` panics, and the text begins like this.
#[track_caller]
fn panics_with<T>(start: &str, run: impl FnOnce() -> T) {
    let text = panic_of(run);
    assert!(text.starts_with(start), "another panic: {text}");
}

/// Whether this is the process in which `variable` has this value. If not, `test` is run there, and
/// must pass: some failures are of a whole process, by its environment or by a device they spoil.
#[track_caller]
fn in_another_process(test: &str, variable: &str, value: &str) -> bool {
    if env::var(variable).as_deref() == Ok(value) {
        return true;
    }
    let run = Command::new(env::current_exe().unwrap())
        .args(["--exact", test])
        .env(variable, value)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stdout);
    // A misspelt name would be no test, and no failure.
    assert!(
        run.status.success() && told.contains("1 passed"),
        "{told}{}",
        String::from_utf8_lossy(&run.stderr)
    );
    false
}
