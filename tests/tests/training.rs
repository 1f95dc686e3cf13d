//! Models while they train: frozen and unfrozen, forked, mapped, adapted, resumed, and looked into.

#![expect(clippy::unwrap_used, reason = "a test may")]

use burn::module::{Lora, ModuleMapper, Param, ParamGroup, ParamId, Quantizer};
use burn::nn::{BatchNorm, BatchNormConfig, Dropout, DropoutConfig, Linear, LinearConfig};
use burn::optim::SgdConfig;
use burn::prelude::*;
use burn::tensor::GradientCheckpointingStrategy as Checkpointing;
use burn::tensor::quantization::{Calibration, QuantScheme};
use fireproof::{
    Checkpointed, FreezeError, Leaf, LoadError, Optimizer, ParamError, Q8, StepError, Tracked,
    TrainError, Untracked, fusible,
};

#[fusible]
#[derive(Module, Debug)]
struct Encoder {
    layer: Linear,
    dropout: Dropout,
}

#[fusible]
impl Encoder {
    fn encode(&self, input: Tensor<2>) -> Tensor<2> {
        self.dropout.forward(self.layer.forward(input))
    }
}

#[fusible]
#[derive(Module, Debug)]
struct Net {
    encoder: Encoder,
    output: Linear,
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.output.forward(self.encoder.encode(input))
    }
}

const PATHS: [&str; 4] = [
    "encoder.layer.weight",
    "encoder.layer.bias",
    "output.weight",
    "output.bias",
];

fn net_with(dropout: f64) -> Net {
    let device = Device::flex();
    Net {
        encoder: Encoder {
            layer: LinearConfig::new(4, 8).init(&device),
            dropout: DropoutConfig::new(dropout).init(),
        },
        output: LinearConfig::new(8, 2).init(&device),
    }
}

fn net() -> Net {
    net_with(0.0)
}

fn trained() -> Tracked<Net> {
    Tracked::train(net()).unwrap()
}

fn checkpointed() -> Tracked<Net, Checkpointed> {
    Tracked::train_in(net()).unwrap()
}

fn input() -> Untracked<Tensor<2>> {
    Untracked::ones([3, 4], &Device::flex())
}

fn encoder() -> ParamGroup {
    ParamGroup::from_predicate("encoder")
}

fn sgd() -> Optimizer {
    SgdConfig::new().init().into()
}

/// How many parameters a loss of this model has gradients for. Panics when strategies meet.
macro_rules! gradients {
    ($model:expr) => {{
        let model = &$model;
        let loss = model.forward(input()).mean();
        loss.backward().unwrap().of(model).len()
    }};
}

fn far(a: Untracked<Tensor<2>>, b: Untracked<Tensor<2>>) -> f32 {
    (a - b).abs().max().into_scalar::<f32>()
}

/// The parameters that take gradients.
macro_rules! trainable {
    ($model:expr) => {
        $model
            .params()
            .into_iter()
            .filter(|info| info.trainable)
            .map(|info| info.path)
            .collect::<Vec<_>>()
    };
}

/// The strategy of every parameter, which is one.
fn strategy(model: &Net) -> Option<Checkpointing> {
    let weight = model.output.weight.gradient_checkpointing_strategy();
    for other in [
        model.encoder.layer.weight.gradient_checkpointing_strategy(),
        model
            .output
            .bias
            .as_ref()
            .unwrap()
            .gradient_checkpointing_strategy(),
    ] {
        assert_eq!(weight, other);
    }
    weight
}

#[test]
fn a_frozen_model_is_in_validation_form() {
    let frozen: Untracked<Net> = trained().freeze();
    assert!(trainable!(frozen).is_empty());
    assert!(!frozen.forward(input()).into_inner().is_autodiff());
    let error = frozen.clone().train().unwrap_err();
    assert!(matches!(error, TrainError::NothingToTrain), "{error}");
    let again = frozen.unfreeze();
    assert_eq!(trainable!(again), PATHS);
    assert_eq!(gradients!(again.train().unwrap()), 4);
}

#[test]
fn a_frozen_group_is_not_stepped() {
    let model = trained();
    let before = model.valid();
    // The rest stays the leaves that they were.
    let loss = model.forward(input()).square().mean();
    let mut model = model.freeze_group(encoder()).unwrap();
    assert_eq!(trainable!(model), ["output.weight", "output.bias"]);
    let gradients = loss.backward().unwrap().of(&model);
    let report = sgd().step(0.1, &mut model, gradients).unwrap();
    assert_eq!(report.names(&model), ["output.weight", "output.bias"]);
    assert!(report.missing.is_empty());

    let after = model.valid();
    let kept = |path| {
        far(
            before.param_at(path).unwrap(),
            after.param_at(path).unwrap(),
        )
    };
    assert!(kept("encoder.layer.weight") < f32::EPSILON);
    assert!(kept("output.weight") > 0.0);

    // There and back, and with everything again.
    let mut model = after.train().unwrap();
    assert_eq!(gradients!(model), 2);
    model = model.unfreeze_group(encoder()).unwrap();
    assert_eq!(gradients!(model), 4);
    let model = model.freeze_group(encoder()).unwrap().unfreeze();
    assert_eq!(gradients!(model), 4);
}

/// In Burn, gradients from before the freeze change the frozen weights.
#[test]
fn gradients_from_before_a_freeze_are_refused() {
    let model = trained();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let mut model = model.freeze_group(encoder()).unwrap();
    let error = sgd().step(0.1, &mut model, gradients).unwrap_err();
    assert!(matches!(error, StepError::OtherModel { .. }), "{error}");
}

#[test]
fn nothing_is_lost_when_freezing_fails() {
    let error = trained()
        .freeze_group(ParamGroup::from_path("encoder.layer.wieght"))
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("no parameter matches") && text.contains("encoder.layer.weight"),
        "{text}"
    );
    let FreezeError::NoMatch(error) = error else {
        panic!("{text}");
    };
    let model: Tracked<Net> = error.into_inner();
    assert_eq!(gradients!(model), 4);

    let error = model.freeze_group(ParamGroup::all()).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("every parameter is frozen"), "{text}");
    let FreezeError::NothingLeft(valid) = error else {
        panic!("{text}");
    };
    let output = ParamGroup::from_predicate("output");
    let valid: Untracked<Net> = valid.unfreeze_group(output.clone()).unwrap();
    assert_eq!(gradients!(valid.clone().train().unwrap()), 2);

    let error = valid
        .freeze_group(ParamGroup::from_path("head"))
        .unwrap_err();
    assert!(error.to_string().contains("output.bias"), "{error}");
    let valid = error.into_inner().freeze_group(output).unwrap();
    assert!(trainable!(valid).is_empty());
    let error = trained()
        .unfreeze_group(ParamGroup::from_path("head"))
        .unwrap_err();
    assert_eq!(gradients!(error.into_inner()), 4);
    // The Burn model, whichever it was.
    let error = trained().freeze_group(ParamGroup::all()).unwrap_err();
    let _: Net = error.into_inner();
}

/// A validation model has nothing switched on, whatever is meant for later.
#[test]
fn unfreezing_in_validation_form_leaves_it() {
    let valid = Untracked::valid(&net_with(0.5)).freeze().unfreeze();
    assert!(Untracked::check(valid.into_inner()).is_ok());
}

#[test]
fn a_context_is_kept_by_every_change() {
    let model = checkpointed();
    let balanced = Some(Checkpointing::Balanced);
    assert_eq!(strategy(&model.clone().into_inner()), balanced);
    assert_eq!(strategy(&model.valid().into_inner()), None);
    let again = model.valid().train_in::<Checkpointed>().unwrap();
    assert_eq!(strategy(&again.clone().into_inner()), balanced);
    assert_eq!(gradients!(again), 4);

    let model = again.freeze_group(encoder()).unwrap();
    assert_eq!((gradients!(model), trainable!(model).len()), (2, 2));
    let model = model.unfreeze_group(encoder()).unwrap().unfreeze();
    assert_eq!(gradients!(model), 4);
    let model = model.map(&mut Clamp).fork(&Device::flex());
    assert_eq!(strategy(&model.clone().into_inner()), balanced);
    assert_eq!(gradients!(model), 4);
    let model = model.apply_lora(Lora::new(2, 2.0)).unwrap();
    assert_eq!(gradients!(model), 4);
    let model = model.unfreeze();
    assert_eq!(gradients!(model), 8);
}

#[fusible]
#[derive(Module, Debug)]
struct Buffered {
    #[fusible(skip)]
    norm: BatchNorm,
    #[fusible(skip)]
    scale: Tensor<2>,
    layer: Linear,
}

#[fusible]
impl Buffered {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let scaled = self.norm.forward(input) * self.scale.clone();
        self.layer.forward(scaled)
    }

    fn mean(&self) -> TensorData {
        self.norm.running_mean.value_sync().into_data()
    }
}

fn buffered(device: &Device, outputs: usize) -> Buffered {
    Buffered {
        norm: BatchNormConfig::new(4).init(device),
        scale: Tensor::full([1, 4], 2.0, device),
        layer: LinearConfig::new(4, outputs).init(device),
    }
}

fn still() -> TensorData {
    [0.0_f32; 4].into()
}

/// In Burn, `valid().train()` puts tensors and statistics in fields into its default strategy, and
/// the next step in another one panics.
#[test]
fn buffers_are_right_in_every_context() {
    let plain = Device::flex();
    for device in [
        plain.clone(),
        plain.clone().autodiff(),
        plain.autodiff().gradient_checkpointing(),
    ] {
        let model = Tracked::<_, Checkpointed>::train_in(buffered(&device, 2)).unwrap();
        assert_eq!(gradients!(model), 4);
        assert_eq!(gradients!(model), 4);
        assert!(model.mean() != still());
        let model = model.valid().train_in::<Checkpointed>().unwrap();
        assert_eq!(gradients!(model), 4);
        let model = model.valid().train().unwrap();
        assert_eq!(gradients!(model), 4);
    }
}

/// Clones share the statistics of a batch norm in Burn, and a fork of one moves those of all.
#[test]
fn a_fork_is_on_its_own() {
    let model = Tracked::train(buffered(&Device::flex(), 2)).unwrap();
    let forked = model.clone().fork(&Device::flex());
    assert_eq!(gradients!(forked), 4);
    assert!(forked.valid().mean() != still());
    model.valid().mean().assert_eq(&still(), true);
    let _ = model.clone().map(&mut Clamp).forward(input());
    model.valid().mean().assert_eq(&still(), true);
}

#[test]
fn a_fork_goes_on_training() {
    let device = Device::flex();
    device.seed(1);
    let model = Tracked::train(net_with(0.5)).unwrap();
    let ids = |model: &Tracked<Net>| -> Vec<ParamId> {
        model.params().into_iter().map(|info| info.id).collect()
    };
    let mut forked = model
        .clone()
        .freeze_group(ParamGroup::from_path("output.bias"))
        .unwrap()
        .fork(&device);
    assert_eq!(ids(&model), ids(&forked));
    assert_eq!(trainable!(forked), PATHS[..3]);
    // Dropout drops.
    let wide = || Untracked::<Tensor<2>>::ones([64, 4], &device);
    let valid = forked.valid();
    let whole = valid.at(|model| &model.encoder).encode(wide());
    let dropped = forked.at(|model| &model.encoder).encode(wide()).detach();
    assert!(far(whole, dropped) > 0.0);
    let loss = forked.forward(wide()).mean();
    let gradients = loss.backward().unwrap().of(&forked);
    let report = sgd().step(0.1, &mut forked, gradients).unwrap();
    assert_eq!(report.updated.len(), 3);

    assert_eq!(forked.devices(), core::slice::from_ref(&device));
    assert!(!forked.devices()[0].is_autodiff());
    assert_eq!(forked.valid().devices(), [device]);
}

struct Clamp;

impl ModuleMapper for Clamp {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|weight| weight.clamp(-0.01, 0.01))
    }
}

/// Makes new parameters, as mappers of other people may.
struct Renew;

impl ModuleMapper for Renew {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        Param::initialized(ParamId::new(), param.val() * 0.0)
    }
}

/// In Burn, the parameters that a mapper changed are skipped by every step from then on.
#[test]
fn a_mapped_model_goes_on_training() {
    let raw = net().train();
    let mapped = Module::map(raw, &mut Clamp);
    assert!(!mapped.output.weight.is_require_grad());

    let before = trained();
    let model = before.clone().map(&mut Clamp);
    let largest = |model: &Tracked<Net>| {
        let weight = model.param(|model| &model.output.weight).unwrap();
        weight.detach().abs().max().into_scalar::<f32>()
    };
    assert!(largest(&before) > 0.011);
    assert!(largest(&model) < 0.011);
    assert_eq!(before.params(), model.params());
    let mut model = model;
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let report = sgd().step(0.1, &mut model, gradients).unwrap();
    assert_eq!(report.names(&model), PATHS);

    // Frozen stays frozen, and a new parameter is the old one with another value.
    let model = model.freeze_group(encoder()).unwrap();
    let renewed = model.clone().map(&mut Renew);
    assert_eq!(model.params(), renewed.params());
    assert_eq!(gradients!(renewed), 2);
    assert!(largest(&renewed) < f32::EPSILON);

    // A training model has float parameters.
    let mut quantizer = Quantizer::new(Calibration::MinMax, QuantScheme::default());
    let floats = trained().map(&mut quantizer);
    assert_eq!(gradients!(floats), 4);
    assert!(floats.params().iter().all(|info| info.dtype.is_float()));

    // In validation form, what is meant for later is kept.
    let valid = model.valid().map(&mut Renew);
    assert_eq!(trainable!(valid), ["output.weight", "output.bias"]);
    assert_eq!(gradients!(valid.train().unwrap()), 2);
}

#[test]
fn adapters_are_trained_alone_and_folded_in() {
    let mut model = trained().apply_lora(Lora::new(2, 2.0)).unwrap();
    let adapters = [
        "encoder.layer.weight.lora.a",
        "encoder.layer.weight.lora.b",
        "output.weight.lora.a",
        "output.weight.lora.b",
    ];
    assert_eq!(trainable!(model), adapters);
    let before = model.valid();
    for _ in 0..5 {
        let loss = (model.forward(input()) - 3.0).square().mean();
        let gradients = loss.backward().unwrap().of(&model);
        let report = sgd().step(0.05, &mut model, gradients).unwrap();
        assert_eq!(report.names(&model), adapters);
    }
    let valid = model.valid();
    assert!(far(valid.forward(input()), before.forward(input())) > 0.0);

    let folded: Untracked<Net> = model.materialize();
    assert!(far(valid.forward(input()), folded.forward(input())) < 1e-5);
    assert_eq!(folded.params().len(), 4);
    // Folded weights are as frozen as their bases were.
    assert!(trainable!(folded).is_empty());
    assert_eq!(gradients!(folded.unfreeze().train().unwrap()), 4);

    // The other way round: attached in validation form, trained later.
    let adapted = valid.materialize().apply_lora(Lora::new(1, 1.0)).unwrap();
    assert_eq!(trainable!(adapted), adapters);
    assert_eq!(gradients!(adapted.train().unwrap()), 4);
}

#[test]
fn adapters_that_cannot_be_attached_are_refused() {
    let adapted = trained().apply_lora(Lora::new(2, 2.0)).unwrap();
    let text = adapted
        .apply_lora(Lora::new(2, 2.0))
        .unwrap_err()
        .to_string();
    assert!(
        text.contains("output.weight: the parameter has an adapter already"),
        "{text}"
    );
    assert!(text.contains("`materialize`"), "{text}");

    let nowhere = Lora::new(2, 2.0).set_param_group(ParamGroup::from_path("head"));
    let text = trained().apply_lora(nowhere).unwrap_err().to_string();
    assert!(
        text.contains("no weight of rank 2") && text.contains("output.weight"),
        "{text}"
    );
    let error = trained().apply_lora(Lora::new(0, 2.0)).unwrap_err();
    assert!(matches!(error, TrainError::Lora(_)), "{error}");
    assert!(error.to_string().contains("rank of 1 or more"), "{error}");
}

#[test]
fn a_model_in_training_form_is_taken_as_it_is() {
    let model = trained();
    let loss = model.forward(input()).mean();
    let model = Tracked::check(model.into_inner()).unwrap();
    // The leaves are those of before.
    assert_eq!(loss.backward().unwrap().of(&model).len(), 4);
    let frozen = model.freeze_group(encoder()).unwrap().into_inner();
    assert_eq!(gradients!(Tracked::check(frozen).unwrap()), 2);
    let raw = checkpointed().into_inner();
    assert!(Tracked::<Net, Checkpointed>::check_in(raw).is_ok());

    // Never put into training form.
    let text = Tracked::check(net()).unwrap_err().to_string();
    assert!(
        text.contains("output.weight: the parameter is meant to be trained"),
        "{text}"
    );
    assert!(text.contains("`Tracked::train(model)`"), "{text}");
    // Validation form.
    let text = Tracked::check(trained().valid().into_inner())
        .unwrap_err()
        .to_string();
    assert!(
        text.contains("encoder.dropout.training: this is switched off"),
        "{text}"
    );
    // Another context.
    let text = Tracked::<Net, Checkpointed>::check_in(trained().into_inner())
        .unwrap_err()
        .to_string();
    assert!(
        text.contains("output.bias") && text.contains("Disabled") && text.contains("Balanced"),
        "{text}"
    );
    let error = Tracked::check(trained().into_inner().freeze()).unwrap_err();
    assert!(matches!(error, TrainError::NothingToTrain), "{error}");
}

#[test]
fn a_model_in_validation_form_is_taken_as_it_is() {
    let valid = trained().valid();
    let again = Untracked::check(valid.clone().into_inner()).unwrap();
    assert!(far(valid.forward(input()), again.forward(input())) < f32::EPSILON);
    assert_eq!(gradients!(again.train().unwrap()), 4);

    let text = Untracked::check(trained().into_inner())
        .unwrap_err()
        .to_string();
    for path in PATHS {
        assert!(text.contains(path), "{text}");
    }
    assert!(text.contains("`Untracked::valid(&model)`"), "{text}");
    // Fresh from its configuration, a model has its dropout on.
    let error = Untracked::check(net()).unwrap_err();
    assert_eq!(error.problems.len(), 1, "{error}");
    assert!(error.problems[0].starts_with("encoder.dropout.training: "));
}

#[test]
fn parts_have_their_typed_methods() {
    let model = trained();
    let encoded: Tracked<Tensor<2>> = model.at(|model| &model.encoder).encode(input());
    assert!(encoded.into_inner().is_tracked());
    let valid = model.valid();
    let encoded: Untracked<Tensor<2>> = valid.at(|model| &model.encoder).encode(input());
    assert!(!encoded.into_inner().is_autodiff());
}

#[test]
fn parameters_are_leaves() {
    let model = trained();
    let weight: Leaf<Tensor<2>> = model.param(|model| &model.output.weight).unwrap();
    let same: Leaf<Tensor<2>> = model.param_at("output.weight").unwrap();
    let penalty = weight.clone().square().sum() * 0.5;
    let mut gradients = penalty.backward().unwrap();
    let gradient = weight.grad(&gradients).unwrap();
    assert!(far(gradient, weight.clone().detach()) < 1e-6);
    assert!(same.grad(&gradients).is_some());
    // It is the model's leaf, and no copy.
    let of_model = gradients.take(&model);
    assert_eq!((of_model.len(), of_model.missing().len()), (1, 3));

    let valid = model.valid();
    let value: Untracked<Tensor<2>> = valid.param(|model| &model.output.weight).unwrap();
    assert!(far(value, weight.detach()) < f32::EPSILON);
    let bias: Untracked<Tensor<1>> = valid.param_at("output.bias").unwrap();
    assert_eq!(bias.dims(), [2]);
}

#[test]
fn what_is_no_parameter_is_said() {
    let model = trained();
    let error = model.param_at::<2>("encoder.layer.wieght").unwrap_err();
    let ParamError::Unknown { known, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(known[0], "encoder.layer.weight");
    assert_eq!(known.len(), 4);
    assert!(error.to_string().contains("output.bias"), "{error}");

    let error = model.param_at::<1>("output.weight").unwrap_err();
    assert!(
        matches!(
            error,
            ParamError::OtherRank {
                rank: 2,
                asked: 1,
                ..
            }
        ),
        "{error}"
    );
    let text = error.to_string();
    assert!(text.contains("rank 2") && text.contains("rank 1"), "{text}");

    let frozen = model.freeze_group(encoder()).unwrap();
    let error = frozen
        .param(|model| &model.encoder.layer.weight)
        .unwrap_err();
    let path = "encoder.layer.weight".to_owned();
    assert_eq!(error, ParamError::Frozen { path });
    assert!(error.to_string().contains("`model.valid()"), "{error}");
    assert!(frozen.valid().param_at::<2>("encoder.layer.weight").is_ok());

    let adapted = frozen.apply_lora(Lora::new(2, 2.0)).unwrap();
    let error = adapted.param(|model| &model.output.weight).unwrap_err();
    assert_eq!(error, adapted.param_at::<2>("output.weight").unwrap_err());
    let text = error.to_string();
    assert!(
        text.contains("`output.weight`") && text.contains("output.weight.lora.a"),
        "{text}"
    );
    assert!(adapted.param_at::<2>("output.weight.lora.a").is_ok());

    let packed = trained().valid().quantize::<Q8>().unwrap().into_inner();
    let error = Untracked::valid(&packed)
        .param_at::<2>("output.weight")
        .unwrap_err();
    assert!(matches!(error, ParamError::Quantized { .. }), "{error}");
}

type Hidden = Param<Tensor<1>>;

#[fusible]
#[derive(Module, Debug)]
struct Odd {
    #[fusible(skip)]
    order: Param<Tensor<1, Int>>,
    // Burn lets an alias pass, and nothing ever trains what is behind it.
    #[module(skip)]
    #[fusible(skip)]
    lost: Hidden,
    layer: Linear,
}

#[test]
fn parameters_of_other_kinds_are_said() {
    let device = Device::flex();
    let model = Tracked::train(Odd {
        order: Param::initialized(ParamId::new(), Tensor::zeros([3], &device)),
        lost: Param::from_tensor(Tensor::ones([3], &device)),
        layer: LinearConfig::new(2, 2).init(&device),
    })
    .unwrap();
    let error = model.param_at::<1>("order").unwrap_err();
    assert!(error.to_string().contains("holds integers"), "{error}");
    let error = model.param(|model| &model.lost).unwrap_err();
    assert_eq!(error, ParamError::Unvisited);
    assert!(error.to_string().contains("#[module(skip)]"), "{error}");
    // Integers are listed, and not trained.
    let params = model.params();
    assert_eq!(params.len(), 3);
    assert!(!params[0].trainable && params[0].dtype.is_int());
}

#[test]
fn parameters_are_listed() {
    let params = trained().freeze_group(encoder()).unwrap().params();
    assert_eq!(params.len(), 4);
    assert_eq!(params[2].path, "output.weight");
    assert_eq!(params[2].shape, [8, 2]);
    assert_eq!(params[2].to_string(), "output.weight  [8, 2] F32 trainable");
    let table = params.to_string();
    assert!(
        table.contains("encoder.layer.bias    [8] F32 frozen"),
        "{table}"
    );
    assert!(
        table.ends_with("58 values in 4 parameters, 18 of them trainable"),
        "{table}"
    );
}

#[test]
fn training_is_resumed_from_a_file() {
    let folder = std::env::temp_dir().join(format!("fireproof-resume-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("net.bpk");
    let mut model = checkpointed().freeze_group(encoder()).unwrap();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let _ = sgd().step(0.1, &mut model, gradients).unwrap();
    model.save_file(&path).unwrap();

    let fresh = checkpointed().freeze_group(encoder()).unwrap();
    let mut resumed = fresh.load_file(&path).unwrap();
    assert_eq!(model.params(), resumed.params());
    assert!(
        far(
            model.valid().forward(input()),
            resumed.valid().forward(input())
        ) < f32::EPSILON
    );
    let balanced = Some(Checkpointing::Balanced);
    assert_eq!(strategy(&resumed.clone().into_inner()), balanced);
    let loss = resumed.forward(input()).mean();
    let gradients = loss.backward().unwrap().of(&resumed);
    let report = sgd().step(0.1, &mut resumed, gradients).unwrap();
    assert_eq!(report.names(&resumed), ["output.weight", "output.bias"]);
    // What is frozen is this model's own business.
    assert_eq!(trainable!(checkpointed().load_file(&path).unwrap()), PATHS);
    // And the model that was loaded into is as it was.
    assert!(fresh.params() != model.params());

    let packed = model.valid().quantize::<Q8>().unwrap().into_inner();
    packed.save_file(folder.join("packed.bpk")).unwrap();
    let error = fresh.load_file(folder.join("packed.bpk")).unwrap_err();
    assert!(matches!(error, LoadError::Quantized { .. }), "{error}");
    let text = fresh
        .load_file(folder.join("none.bpk"))
        .unwrap_err()
        .to_string();
    assert!(text.contains("none.bpk"), "{text}");
    assert_eq!(gradients!(fresh), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn records_are_kept_in_memory() {
    let model = trained();
    let record = model.to_record();
    assert_eq!(record.len(), 4);
    let resumed = trained().load_record(record.clone()).unwrap();
    assert_eq!(model.params(), resumed.params());
    assert_eq!(gradients!(resumed), 4);
    let valid = Untracked::valid(&net()).load_record(record).unwrap();
    assert!(far(model.valid().forward(input()), valid.forward(input())) < f32::EPSILON);
    assert_eq!(valid.to_record().len(), 4);

    let packed = valid.quantize::<Q8>().unwrap().into_inner();
    let error = model.load_record(packed.into_record()).unwrap_err();
    assert!(matches!(error, LoadError::QuantizedRecord), "{error}");
    assert!(error.to_string().contains("quantized weights"), "{error}");
}

/// In Burn, a batch norm shares its statistics with its clones, so loading into a clone changes
/// the model, and a record lacks the last batch.
#[test]
fn records_and_running_statistics() {
    let model = Tracked::train(buffered(&Device::flex(), 2)).unwrap();
    let _ = model.forward(input());
    let record = model.to_record();
    let moved = model.valid().mean();
    assert!(moved != still());

    let fresh = Tracked::train(buffered(&Device::flex(), 2)).unwrap();
    let resumed = fresh.load_record(record.clone()).unwrap();
    resumed.valid().mean().assert_eq(&moved, true);
    fresh.valid().mean().assert_eq(&still(), true);

    // Another width: the statistics would fit, and stay.
    let wide = Tracked::train(buffered(&Device::flex(), 3)).unwrap();
    let error = wide.load_record(record).unwrap_err();
    assert!(matches!(error, LoadError::Record { .. }), "{error}");
    assert!(error.to_string().contains("layer.weight"), "{error}");
    wide.valid().mean().assert_eq(&still(), true);
}

/// Burn's `unfreeze` of a parameter outside of autodiff only remembers that it should train.
#[test]
fn unfreezing_makes_leaves_of_what_was_frozen_outside_of_autodiff() {
    let (trains, frozen) = (net().train(), net().freeze());
    let mixed = Net {
        encoder: trains.encoder,
        output: frozen.output,
    };
    let model = Tracked::check(mixed).unwrap().unfreeze();
    let loss = model.forward(input()).mean();
    let gradients = loss.backward().unwrap().of(&model);
    assert_eq!((gradients.len(), gradients.missing().len()), (4, 0));
}
