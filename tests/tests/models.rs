//! Models in their two forms: training and validation, optimizers, gradients, records.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![expect(clippy::float_cmp, reason = "these values are exact")]

use burn::nn::{BatchNorm, BatchNormConfig, Dropout, DropoutConfig, Linear, LinearConfig};
use burn::optim::{AdamConfig, SgdConfig};
use burn::prelude::*;
use fireproof::{
    Checkpointed, LoadError, Optimizer, Q8, StepError, Tracked, TrainError, Untracked, fusible,
    value_and_grad,
};

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
            output: LinearConfig::new(8, 2).init(device),
        }
    }
}

#[fusible]
impl Net {
    /// The output layer's values.
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.output.forward(self.hidden.forward(input))
    }

    /// Stops half-way: the output layer gets no gradient.
    fn hidden_only(&self, input: Tensor<2>) -> Tensor<2> {
        self.hidden.forward(input)
    }

    fn classes(&self) -> usize {
        self.output.weight.dims()[1]
    }

    fn both(&self, input: Tensor<2>, scale: f64) -> (Tensor<2>, Tensor<1, Int>) {
        let output = self.forward(input) * scale;
        (output.clone(), output.argmax(1).squeeze())
    }
}

fn input() -> Untracked<Tensor<2>> {
    Untracked::ones([3, 4], &Device::flex())
}

fn trained() -> Tracked<Net> {
    Tracked::train(Net::new(&Device::flex())).unwrap()
}

fn sgd() -> Optimizer {
    SgdConfig::new().init().into()
}

#[test]
fn methods_are_lifted_over_the_state() {
    let model = trained();
    let output: Tracked<Tensor<2>> = model.forward(input());
    assert!(output.into_inner().is_tracked());
    let (output, best) = model.both(input(), 2.0);
    let _: (Tracked<Tensor<2>>, Untracked<Tensor<1, Int>>) = (output, best.clone());
    assert!(!best.into_inner().is_autodiff());
    assert_eq!(model.classes(), 2);

    let valid = model.valid();
    let output: Untracked<Tensor<2>> = valid.forward(input());
    assert!(!output.into_inner().is_autodiff());
    assert_eq!(
        (valid.classes(), valid.num_params()),
        (2, model.num_params())
    );
    // A tracked input of a validation model is tracked through it.
    let x = input().into_leaf();
    let output: Tracked<Tensor<2>> = valid.forward(x.clone());
    let gradients = output.sum().backward().unwrap();
    assert!(x.grad(&gradients).is_some());
}

#[fusible]
#[derive(Module, Debug)]
struct DropoutFirst {
    dropout: Dropout,
    layer: Linear,
}

#[fusible]
impl DropoutFirst {
    fn dropped(&self, input: Tensor<2>) -> Tensor<2> {
        self.dropout.forward(input)
    }
}

/// Burn's dropout looks at its input to find out whether it trains.
#[test]
fn dropout_follows_the_model_and_not_its_input() {
    let device = Device::flex();
    device.seed(1);
    let raw = DropoutFirst {
        dropout: DropoutConfig::new(0.5).init(),
        layer: LinearConfig::new(4, 4).init(&device),
    };
    let ones = || Untracked::<Tensor<2>>::ones([64, 64], &device);
    let sum = |tensor: Tensor<2>| tensor.sum().into_scalar::<f32>();

    // Raw: a training model with a plain input drops nothing, in silence.
    let training = raw.clone().train();
    assert_eq!(sum(training.dropout.forward(ones().into_inner())), 4096.0);
    // Raw, the other way round: a model that was never put into validation form drops.
    let tracked = Tensor::<2>::ones([64, 64], &device.clone().autodiff()).require_grad();
    let dropped = sum(raw.dropout.forward(tracked));
    assert!(dropped != 4096.0, "{dropped}");

    let model = Tracked::train(raw.clone()).unwrap();
    let dropped = sum(model.dropped(ones()).into_inner());
    assert!(dropped != 4096.0, "{dropped}");
    let valid = Untracked::valid(&raw);
    assert_eq!(sum(valid.dropped(ones()).into_inner()), 4096.0);
    assert_eq!(sum(valid.dropped(ones().into_leaf()).into_inner()), 4096.0);
    // There and back.
    let again = model.valid().train().unwrap();
    assert!(sum(again.dropped(ones()).into_inner()) != 4096.0);
}

#[fusible]
#[derive(Module, Debug)]
struct NormFirst {
    #[fusible(skip)]
    norm: BatchNorm,
    layer: Linear,
}

#[fusible]
impl NormFirst {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.layer.forward(self.norm.forward(input))
    }

    fn mean(&self) -> TensorData {
        self.norm.running_mean.value_sync().into_data()
    }
}

#[test]
fn batch_norm_follows_the_model_and_not_its_input() {
    let device = Device::flex();
    let raw = || NormFirst {
        norm: BatchNormConfig::new(4).init(&device),
        layer: LinearConfig::new(4, 4).init(&device),
    };
    let ones = || Untracked::<Tensor<2>>::ones([8, 4], &device);
    let still = [0.0_f32; 4].into();

    // Raw: a training model with a plain input does not move its statistics.
    let training = raw().train();
    let _ = training.norm.forward(ones().into_inner());
    let mean = training.norm.running_mean.value_sync().into_data();
    mean.assert_eq(&still, false);

    let model = Tracked::train(raw()).unwrap();
    let _ = model.forward(ones());
    assert!(
        model.mean().iter::<f32>().all(|mean| mean > 0.0),
        "{}",
        model.mean()
    );

    let valid = Untracked::valid(&raw());
    let _ = valid.forward(ones().into_leaf());
    valid.mean().assert_eq(&still, false);
}

#[test]
fn a_step_says_what_it_updated() {
    let mut model = trained();
    let before = model.clone().into_inner().hidden.weight.val().into_data();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 4);
    let report = sgd().step(0.1, &mut model, gradients).unwrap();
    assert_eq!(
        report.names(&model),
        [
            "hidden.weight",
            "hidden.bias",
            "output.weight",
            "output.bias"
        ]
    );
    assert!(report.missing.is_empty());
    assert_eq!(report.to_string(), "4 parameters updated");
    let after = model.into_inner().hidden.weight.val().into_data();
    assert!(before != after, "the parameters did not change");
}

/// Burn's step says nothing of parameters without a gradient.
#[test]
fn parameters_without_a_gradient_are_named() {
    let mut model = trained();
    let loss = model.hidden_only(input()).mean();
    let gradients = loss.backward().unwrap().of(&model);
    assert_eq!(gradients.missing(), ["output.weight", "output.bias"]);
    let report = sgd().step(0.1, &mut model, gradients).unwrap();
    assert_eq!(report.names(&model), ["hidden.weight", "hidden.bias"]);
    assert_eq!(
        report.to_string(),
        "2 parameters updated; without a gradient: output.weight, output.bias"
    );
}

/// In Burn, both are silent steps that change nothing.
#[test]
fn a_step_that_would_change_nothing_is_an_error() {
    let mut model = trained();
    let x = input().into_leaf();
    let gradients = x.sum().backward().unwrap().of(&model);
    assert!(gradients.is_empty());
    let error = sgd().step(0.1, &mut model, gradients).unwrap_err();
    let StepError::NothingToUpdate { missing } = &error else {
        panic!("{error}");
    };
    assert_eq!(missing.len(), 4);
    assert!(error.to_string().contains("hidden.weight"), "{error}");
    // The model is as it was.
    assert_eq!(model.classes(), 2);
    assert!(model.forward(input()).into_inner().is_tracked());

    let other = trained();
    let gradients = other.forward(input()).mean().backward().unwrap().of(&other);
    let error = sgd().step(0.1, &mut model, gradients).unwrap_err();
    assert!(
        matches!(
            error,
            StepError::OtherModel {
                strangers: 4,
                gradients: 4
            }
        ),
        "{error}"
    );
}

#[test]
fn one_backward_serves_two_models() {
    let (mut first, mut second) = (trained(), trained());
    let loss = first.forward(input()).mean() + second.forward(input()).mean();
    let mut gradients = loss.backward().unwrap();
    let (of_first, of_second) = (gradients.take(&first), gradients.take(&second));
    let mut optimizer: Optimizer = AdamConfig::new().init().into();
    assert_eq!(
        optimizer
            .step(0.1, &mut first, of_first)
            .unwrap()
            .updated
            .len(),
        4
    );
    assert_eq!(
        optimizer
            .step(0.1, &mut second, of_second)
            .unwrap()
            .updated
            .len(),
        4
    );
}

#[test]
fn value_and_grad_takes_one_loss() {
    let mut model = trained();
    let (value, gradients) =
        value_and_grad(&model, |model| model.forward(input()).square().mean()).unwrap();
    let open = model.forward(input()).square().mean().into_scalar::<f32>();
    assert_eq!(value.into_scalar::<f32>(), open);
    let gradient = gradients
        .get(&model.clone().into_inner().hidden.weight)
        .unwrap();
    assert_eq!(gradient.dims(), [4, 8]);
    sgd().step(0.1, &mut model, gradients).unwrap();
    let now = model.forward(input()).square().mean().into_scalar::<f32>();
    assert!(now < open, "{now} is not below {open}");
}

#[test]
fn what_cannot_be_trained_is_named() {
    let device = Device::flex();
    // A move leaves initialised parameters as results of operations.
    let model = Net::new(&device.clone().autodiff());
    let _ = model.forward(Tensor::ones([1, 4], &device));
    let moved = model.clone().to_device(&device.clone().autodiff());
    let error = Tracked::train(moved).unwrap_err();
    let TrainError::Untrainable(problems) = &error else {
        panic!("{error}");
    };
    assert_eq!(problems.len(), 4);
    assert!(problems[0].starts_with("hidden.weight: "), "{error}");
    assert!(problems[0].contains("`fork`"), "{error}");
    // In Burn, the step then changes nothing.
    assert!(Tracked::train(model.fork(&device)).is_ok());

    let packed = Untracked::valid(&Net::new(&device))
        .quantize::<Q8>()
        .unwrap()
        .into_inner();
    let error = Tracked::train(packed).unwrap_err().to_string();
    assert!(
        error.contains("hidden.weight: the parameter is quantized"),
        "{error}"
    );
    assert!(!error.contains("bias"), "{error}");

    // One layer in two fields.
    let shared = LinearConfig::new(4, 4).init(&device);
    let tied = Net {
        hidden: shared.clone(),
        output: shared,
    };
    let error = Tracked::train(tied).unwrap_err().to_string();
    assert!(
        error.contains("output.weight: the parameter is that of hidden.weight"),
        "{error}"
    );

    let frozen = Net::new(&device).freeze();
    assert!(matches!(
        Tracked::train(frozen),
        Err(TrainError::NothingToTrain)
    ));
}

/// In Burn, `valid().train()` drops the checkpointing strategy, and the next step panics.
#[test]
fn a_model_keeps_its_context() {
    let model = Tracked::<Net, Checkpointed>::train_in(Net::new(&Device::flex())).unwrap();
    let output: Tracked<Tensor<2>, Checkpointed> = model.forward(input());
    let gradients = output.mean().backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 4);
    // Built in one context, trained in another.
    let device = Device::flex().autodiff().gradient_checkpointing();
    let model = Tracked::train(Net::new(&device)).unwrap();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 4);
}

#[test]
fn quantizing_packs_weights_and_leaves_the_rest() {
    let valid = trained().valid();
    let packed = valid.quantize::<Q8>().unwrap();
    let bytes = packed.weight_bytes();
    // 4 × 8 and 8 × 2 bytes with a scale each; both biases stay float.
    assert_eq!((bytes.packed, bytes.float), (32 + 4 + 16 + 4, (8 + 2) * 4));
    let output: Untracked<Tensor<2>> = packed.forward(input());
    let far = (output - valid.forward(input()))
        .abs()
        .max()
        .into_scalar::<f32>();
    assert!(far < 0.05, "{far}");
    // Tracked input, packed weights: the gradient reaches the input.
    let x = input().into_leaf();
    let gradients = packed.forward(x.clone()).mean().backward().unwrap();
    assert!(x.grad(&gradients).is_some());
    // Packed twice would lose precision.
    let again = Untracked::valid(&packed.into_inner()).quantize::<Q8>();
    let error = again.unwrap_err().to_string();
    assert!(
        error.contains("hidden.weight: it is quantized already"),
        "{error}"
    );
    // The float model is as it was.
    assert!(valid.train().is_ok());
}

/// Burn drops an adapter from a parameter that is mapped, so quantizing folds it in first.
#[test]
fn adapters_are_folded_in_before_packing() {
    let base = Net::new(&Device::flex());
    let adapted = base.clone().apply_lora(burn::module::Lora::new(2, 2.0));
    let mut model = Tracked::train(adapted).unwrap();
    for _ in 0..20 {
        let loss = (model.forward(input()) - 3.0).square().mean();
        let gradients = loss.backward().unwrap().of(&model);
        sgd().step(0.01, &mut model, gradients).unwrap();
    }
    let valid = model.valid();
    let far = |other: Untracked<Tensor<2>>| {
        (valid.forward(input()) - other)
            .abs()
            .max()
            .into_scalar::<f32>()
    };
    let moved = far(Untracked::valid(&base).forward(input()));
    assert!(moved > 0.3, "the adapters moved the output by {moved} only");
    let rounded = far(valid.quantize::<Q8>().unwrap().forward(input()));
    assert!(rounded < 0.1, "{rounded}");
}

#[test]
fn records_are_checked() {
    let folder = std::env::temp_dir().join(format!("fireproof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("net.bpk");
    let model = trained();
    model.save_file(&path).unwrap();
    let fresh = Untracked::valid(&Net::new(&Device::flex()));
    let loaded = fresh.load_file(&path).unwrap();
    let far = (loaded.forward(input()) - model.valid().forward(input()))
        .abs()
        .max()
        .into_scalar::<f32>();
    assert_eq!(far, 0.0);

    // Another shape.
    let wide = Untracked::valid(&Net {
        hidden: LinearConfig::new(4, 16).init(&Device::flex()),
        output: LinearConfig::new(16, 2).init(&Device::flex()),
    });
    let error = wide.load_file(&path).unwrap_err();
    assert!(matches!(error, LoadError::Load { .. }));
    let text = error.to_string();
    assert!(
        text.contains("net.bpk") && text.contains("hidden.weight"),
        "{text}"
    );
    // No such file.
    let text = fresh
        .load_file(folder.join("none.bpk"))
        .unwrap_err()
        .to_string();
    assert!(text.contains("none.bpk"), "{text}");
    // Quantized weights, which Burn would take into the float model in silence.
    let packed = fresh.quantize::<Q8>().unwrap().into_inner();
    packed.save_file(folder.join("packed.bpk")).unwrap();
    let error = fresh.load_file(folder.join("packed.bpk")).unwrap_err();
    assert!(matches!(error, LoadError::Quantized { .. }), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_panic_inside_of_an_optimizer_is_no_silent_loss() {
    let mut model = trained();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let nothing = burn::lr_scheduler::module_lr_scheduler::ModuleLearningRate::default();
    let step = std::panic::AssertUnwindSafe(|| sgd().step(nothing, &mut model, gradients));
    assert!(std::panic::catch_unwind(step).is_err());
    let forward = std::panic::AssertUnwindSafe(|| model.classes());
    let panic = std::panic::catch_unwind(forward).unwrap_err();
    let text = panic.downcast_ref::<&str>().unwrap();
    assert!(text.contains("load it again"), "{text}");
}

#[test]
fn enums_containers_and_generics_are_models() {
    #[fusible]
    #[derive(Module, Debug)]
    enum Head {
        Linear(Linear),
        Dropout(Dropout),
    }

    #[fusible]
    #[derive(Module, Debug)]
    struct Stack<L: Module> {
        layers: Vec<Linear>,
        extra: Option<Linear>,
        head: Head,
        last: L,
        width: usize,
    }

    #[fusible]
    impl<L: Module> Stack<L> {
        fn forward(&self, input: Tensor<2>) -> Tensor<2> {
            let hidden = self.layers.iter().fold(input, |x, layer| layer.forward(x));
            match &self.head {
                Head::Linear(layer) => layer.forward(hidden),
                Head::Dropout(layer) => layer.forward(hidden),
            }
        }

        fn width(&self) -> usize {
            self.width
        }
    }

    let device = Device::flex();
    let linear = || LinearConfig::new(4, 4).init(&device);
    let model = Untracked::valid(&Stack {
        layers: vec![linear(), linear()],
        extra: Some(linear()),
        head: Head::Linear(linear()),
        last: linear(),
        width: 4,
    });
    let packed = model.quantize::<Q8>().unwrap();
    assert_eq!(packed.weight_bytes().packed, 5 * (16 + 4));
    let output: Untracked<Tensor<2>> = packed.forward(input());
    assert_eq!(output.dims(), [3, 4]);
    assert_eq!(packed.width(), 4);

    let odd = |inputs| LinearConfig::new(inputs, 4).init(&device);
    let model = Untracked::valid(&Stack {
        layers: vec![linear(), odd(5)],
        extra: Some(odd(6)),
        head: Head::Linear(odd(7)),
        last: odd(9),
        width: 4,
    });
    let error = model.quantize::<Q8>().unwrap_err();
    let names: Vec<_> = error
        .problems
        .iter()
        .map(|p| p.parameter.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "layers.1.weight",
            "extra.weight",
            "head.Linear.weight",
            "last.weight"
        ]
    );
}
