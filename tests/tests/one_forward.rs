//! One function for training and validation: its argument `#[model] net: &Net` decides, by the form
//! of the model that it is called with.

use burn::nn::{BatchNorm, BatchNormConfig, Dropout, DropoutConfig, Linear, LinearConfig};
use burn::optim::SgdConfig;
use burn::prelude::*;
use burn::tensor::activation::log_softmax;
use fireproof::{
    Checkpointed, Fusible, NONE, Optimizer, Q8, Quantized, Tensors, Tracked, Untracked, fusible,
    value_and_grad_aux,
};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    hidden: Linear,
    norm: BatchNorm,
    dropout: Dropout,
    output: Linear,
}

// Plain Burn: the function that is lifted calls this one.
impl Net {
    fn new(device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(4, 16).init(device),
            norm: BatchNormConfig::new(16).init(device),
            dropout: DropoutConfig::new(0.5).init(),
            output: LinearConfig::new(16, 4).init(device),
        }
    }

    fn forward(&self, images: Tensor<2>) -> Tensor<2> {
        let hidden = self.norm.forward(self.hidden.forward(images));
        self.output.forward(self.dropout.forward(hidden))
    }
}

#[fusible]
impl Net {
    /// What batch norm has seen.
    fn mean(&self) -> TensorData {
        self.norm.running_mean.value_sync().into_data()
    }
}

/// The loss and the logits of a batch.
#[fusible]
fn step(#[model] net: &Net, images: Tensor<2>, labels: Tensor<1, Int>) -> (Tensor<1>, Tensor<2>) {
    let logits = net.forward(images);
    let picked = log_softmax(logits.clone(), 1).gather(1, labels.unsqueeze_dim(1));
    (-picked.mean(), logits)
}

fn device() -> Device {
    Device::flex()
}

fn images() -> Untracked<Tensor<2>> {
    let values: Vec<f32> = (0_u8..32).map(|i| f32::from(i % 11) / 5.0 - 1.0).collect();
    Untracked::from_data(TensorData::new(values, [8, 4]), &device())
}

fn labels() -> Untracked<Tensor<1, Int>> {
    Untracked::from_data([0, 1, 2, 3, 0, 1, 2, 3], &device())
}

#[test]
fn the_model_decides_the_state() {
    let model = Tracked::train(Net::new(&device())).unwrap();
    let (loss, logits): (Tracked<Tensor<1>>, Tracked<Tensor<2>>) = step(&model, images(), labels());
    assert_eq!(logits.dims(), [8, 4]);
    let gradients = loss.backward().unwrap().of(&model);
    assert!(gradients.missing().is_empty(), "{:?}", gradients.missing());

    let valid = model.valid();
    let (loss, logits): (Untracked<Tensor<1>>, Untracked<Tensor<2>>) =
        step(&valid, images(), labels());
    assert!(!loss.into_inner().is_autodiff() && !logits.into_inner().is_autodiff());

    let packed: Fusible<Q8, Net> = valid.quantize().unwrap();
    let (_, logits): (Untracked<Tensor<1>>, Untracked<Tensor<2>>) =
        step(&packed, images(), labels());
    assert_eq!(logits.dims(), [8, 4]);
    let packed: Quantized<Q8, Net> = valid.quantize_unfused().unwrap();
    let (_, logits): (Untracked<Tensor<1>>, Untracked<Tensor<2>>) =
        step(&packed, images(), labels());
    assert_eq!(logits.dims(), [8, 4]);

    let raw = Net::new(&device());
    let (loss, logits): (Tensor<1>, Tensor<2>) =
        step(&raw, images().into_inner(), labels().into_inner());
    assert_eq!((loss.dims(), logits.dims()), ([1], [8, 4]));
}

#[test]
fn a_tracked_input_of_a_validation_model_is_tracked_through_it() {
    let valid = Untracked::valid(&Net::new(&device()));
    let source = images().into_leaf();
    let (loss, _): (Tracked<Tensor<1>>, Tracked<Tensor<2>>) =
        step(&valid, source.clone(), labels());
    assert!(source.grad(&loss.backward().unwrap()).is_some());

    let packed: Fusible<Q8, Net> = valid.quantize().unwrap();
    let (loss, _) = step(&packed, source.clone(), labels());
    assert!(source.grad(&loss.backward().unwrap()).is_some());
}

/// Burn's own layers look at their input; here the form of the model decides, whatever comes in.
#[test]
fn dropout_and_batch_norm_follow_the_form() {
    let model = Tracked::train(Net::new(&device())).unwrap();
    let logits = |model: &Tracked<Net>| {
        let (_, logits) = step(model, images(), labels());
        logits.into_data()
    };
    let still = model.mean();
    // Another mask each time.
    assert!(logits(&model) != logits(&model), "nothing was dropped");
    assert!(model.mean() != still, "batch norm did not count");

    let valid = model.valid();
    let still = valid.mean();
    let (_, first) = step(&valid, images(), labels());
    let (_, second) = step(&valid, images(), labels());
    assert_eq!(first.into_data(), second.clone().into_data());
    // A source as input trains nothing either.
    let (_, third) = step(&valid, images().into_leaf(), labels());
    third
        .into_data()
        .assert_approx_eq::<f32>(&second.into_data(), burn::tensor::Tolerance::default());
    assert_eq!(valid.mean(), still);

    // And back again.
    let model = valid.train().unwrap();
    assert!(logits(&model) != logits(&model), "nothing was dropped");
}

#[test]
fn trains_and_validates() {
    let mut model = Tracked::train(Net::new(&device())).unwrap();
    let mut optimizer: Optimizer = SgdConfig::new().init().into();
    let validate = |model: &Tracked<Net>| {
        let (loss, _) = step(&model.valid(), images(), labels());
        loss.into_scalar::<f32>()
    };
    let before = validate(&model);
    for _ in 0..60 {
        let (loss, _) = step(&model, images(), labels());
        let gradients = loss.backward().unwrap().of(&model);
        optimizer.step(0.1, &mut model, gradients).unwrap();
    }
    let after = validate(&model);
    assert!(after < before, "{after} is not below {before}");
}

#[test]
fn in_another_context() {
    let model = Tracked::<Net, Checkpointed>::train_in(Net::new(&device())).unwrap();
    let (loss, _): (Tracked<Tensor<1>, Checkpointed>, _) = step(&model, images(), labels());
    assert!(loss.backward().unwrap().of(&model).missing().is_empty());

    let model = Tracked::train(Net::new(&device())).unwrap();
    let (_, logits, gradients) = value_and_grad_aux(&model, |model| {
        let (loss, logits) = step(model, images(), labels());
        (loss, logits.detach())
    })
    .unwrap();
    let _: Untracked<Tensor<2>> = logits;
    assert!(gradients.missing().is_empty());
}

#[fusible]
#[derive(Module, Debug)]
struct Critic {
    layer: Linear,
}

/// What the critic makes of what the net makes of noise.
#[fusible]
fn judged(#[model] critic: &Critic, #[model] net: &Net, noise: Tensor<2>) -> Tensor<1> {
    critic.layer.forward(net.forward(noise)).mean()
}

fn critic() -> Critic {
    Critic {
        layer: LinearConfig::new(4, 1).init(&device()),
    }
}

/// As for tensors: in a graph if one of them is.
#[test]
fn two_models_of_two_forms() {
    let critic = Tracked::train(critic()).unwrap();
    let net = Tracked::train(Net::new(&device())).unwrap();
    let loss: Tracked<Tensor<1>> = judged(&critic, &net, images());
    let mut gradients = loss.backward().unwrap();
    assert_eq!(gradients.take(&critic).len(), 2);
    assert!(gradients.of(&net).missing().is_empty());

    // The critic only judges.
    let frozen = critic.valid();
    let loss: Tracked<Tensor<1>> = judged(&frozen, &net, images());
    assert!(loss.backward().unwrap().of(&net).missing().is_empty());
    // Only the critic learns.
    let loss: Tracked<Tensor<1>> = judged(&critic, &net.valid(), images());
    assert_eq!(loss.backward().unwrap().of(&critic).len(), 2);

    let loss: Untracked<Tensor<1>> = judged(&frozen, &net.valid(), images());
    assert_eq!(loss.dims(), [1]);
}

#[fusible]
#[derive(Module, Debug)]
struct Stack<L: Module> {
    first: Linear,
    rest: L,
}

/// Of any model behind the first layer, with a pattern for an argument.
#[fusible]
fn first<L: Module>(
    #[model] stack: &Stack<L>,
    input: Tensor<2>,
    bias: Option<Tensor<2>>,
    (low, high): (f32, f32),
) -> Tensor<2> {
    let output = stack.first.forward(input);
    let output = match bias {
        Some(bias) => output + bias,
        None => output,
    };
    output.clamp(low, high)
}

#[test]
fn a_generic_model_and_other_arguments() {
    let linear = || LinearConfig::new(4, 4).init(&device());
    let stack = Stack {
        first: linear(),
        rest: vec![linear()],
    };
    let valid = Untracked::valid(&stack);
    let output: Untracked<Tensor<2>> = first(&valid, images(), NONE, (0.0, 0.0));
    output
        .into_data()
        .assert_eq(&[[0.0_f32; 4]; 8].into(), false);
    let bias = Untracked::<Tensor<2>>::ones([1, 4], &device()).into_leaf();
    let output: Tracked<Tensor<2>> = first(&valid, images(), Some(bias.clone()), (-9.0, 9.0));
    assert!(bias.grad(&output.sum().backward().unwrap()).is_some());
    let model = Tracked::train(stack).unwrap();
    let output: Tracked<Tensor<2>> = first(&model, images(), NONE, (-9.0, 9.0));
    let gradients = output.sum().backward().unwrap().of(&model);
    assert_eq!(gradients.missing(), ["rest.0.weight", "rest.0.bias"]);
}

#[derive(Tensors, Debug, Clone)]
struct Output {
    logits: Tensor<2>,
    best: Tensor<1, Int>,
}

/// A model without any tensor beside it is operand enough.
#[fusible(tensors(Output))]
fn on_zeros(#[model] net: &Net) -> Output {
    let zeros = Tensor::zeros([2, 4], &net.output.weight.device());
    let logits = net.forward(zeros);
    Output {
        best: logits.clone().argmax(1).squeeze(),
        logits,
    }
}

#[test]
fn a_model_alone() {
    let model = Tracked::train(Net::new(&device())).unwrap();
    let output: Tracked<Output> = on_zeros(&model);
    let gradients = output.logits().sum().backward().unwrap().of(&model);
    assert!(!gradients.is_empty());
    let output: Untracked<Output> = on_zeros(&model.valid());
    assert_eq!(output.best().dims(), [2]);
}
