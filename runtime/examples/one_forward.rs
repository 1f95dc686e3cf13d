//! One function for training and validation: the form of the model that it is called with decides.
//!
//! In Burn, dropout drops and batch norm counts by what their *input* is, so a forgotten `valid()`
//! or a plain input changes what a function computes, without a word. Here the model decides, and
//! the type of the result says which it was. Run it with
//! `cargo run -p fireproof --example one_forward`; it takes a few seconds.

use std::error::Error;

use burn::nn::{BatchNorm, BatchNormConfig, Dropout, DropoutConfig, Gelu, Linear, LinearConfig};
use burn::optim::AdamConfig;
use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::activation::log_softmax;
use fireproof::prelude::*;

/// Hidden units.
const WIDTH: usize = 32;

/// Tells in which corner of a square a point is.
#[fusible]
#[derive(Module, Debug)]
struct Net {
    #[fusible(skip)] // two inputs fill no word of packed values
    input: Linear,
    norm: BatchNorm,
    gelu: Gelu,
    dropout: Dropout,
    hidden: Linear,
    #[fusible(skip)]
    output: Linear,
}

impl Net {
    fn new(device: &Device) -> Self {
        Self {
            input: LinearConfig::new(2, WIDTH).init(device),
            norm: BatchNormConfig::new(WIDTH).init(device),
            gelu: Gelu::new(),
            dropout: DropoutConfig::new(0.2).init(),
            hidden: LinearConfig::new(WIDTH, WIDTH).init(device),
            output: LinearConfig::new(WIDTH, 2).init(device),
        }
    }

    /// Plain Burn, called by plain Burn.
    fn forward(&self, points: Tensor<2>) -> Tensor<2> {
        let x = self
            .gelu
            .forward(self.norm.forward(self.input.forward(points)));
        let x = self
            .gelu
            .forward(self.hidden.forward(self.dropout.forward(x)));
        self.output.forward(x)
    }
}

/// The loss and the logits of a batch: the one function of this program.
///
/// Tracked for a [`Tracked`] model, untracked for an [`Untracked`] or a packed one, and Burn's own
/// tensors for Burn's own model.
///
/// # Shapes
/// - `points`: `[batch, 2]`
/// - `labels`: `[batch]`
/// - the loss has one element, the logits are `[batch, classes]`
#[fusible]
fn step(#[model] net: &Net, points: Tensor<2>, labels: Tensor<1, Int>) -> (Tensor<1>, Tensor<2>) {
    let logits = net.forward(points);
    let picked = log_softmax(logits.clone(), 1).gather(1, labels.unsqueeze_dim(1));
    (-picked.mean(), logits)
}

/// Points of a square around zero. The label is 1 in the corners where both coordinates have the
/// same sign.
fn points(count: usize, device: &Device) -> (Untracked<Tensor<2>>, Untracked<Tensor<1, Int>>) {
    let square = Distribution::Uniform(-1.0, 1.0);
    let points = Untracked::<Tensor<2>>::random([count, 2], square, device);
    let same_sign = points.clone().prod_dim(1).greater_scalar(0.0);
    (points, same_sign.int().squeeze())
}

/// The share of right answers, and the loss.
fn report(
    name: &str,
    (loss, logits): (Untracked<Tensor<1>>, Untracked<Tensor<2>>),
    labels: Untracked<Tensor<1, Int>>,
) -> Result<(), Box<dyn Error>> {
    let right = logits.argmax(1).squeeze::<1>().equal(labels).float().mean();
    println!(
        "{name:<16} {:>6.2} % right, loss {:.4}",
        right.try_into_scalar::<f32>()? * 100.0,
        loss.try_into_scalar::<f32>()?
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::flex();
    device.seed(7);
    let (seen, seen_labels) = points(1024, &device);
    let (unseen, labels) = points(512, &device);

    let mut model = Tracked::train(Net::new(&device))?;
    let mut optimizer = Optimizer::from(AdamConfig::new().init());
    for epoch in 1..=200 {
        // A model in training form: dropout drops, batch norm counts, and the loss is tracked.
        let (loss, _) = step(&model, seen.clone(), seen_labels.clone());
        let value = loss.clone().detach();
        let gradients = loss.backward()?.of(&model);
        optimizer.step(1e-2, &mut model, gradients)?;
        if epoch % 50 == 0 {
            let value = value.try_into_scalar::<f32>()?;
            println!("epoch {epoch:>3}, loss {value:.4} with dropout");
        }
    }

    // The same function and a model in validation form: neither of them, and nothing to go back
    // through. `step(&model.valid(), ..).0.backward()` does not compile.
    let valid = model.valid();
    let outcome = step(&valid, unseen.clone(), labels.clone());
    report("validation form", outcome, labels.clone())?;

    // And a packed one.
    let packed = valid.quantize::<Q8<Block<32>, F16>>()?;
    let outcome = step(&packed, unseen, labels.clone());
    report("packed", outcome, labels)
}
