//! Optimizers: every one of Burn's steps typed models exactly as it steps raw ones.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::path::PathBuf;

use burn::grad_clipping::{GradientClipping, GradientClippingConfig};
use burn::lr_scheduler::LrSchedulerConfig;
use burn::lr_scheduler::composed::ComposedLrSchedulerConfig;
use burn::lr_scheduler::cosine::CosineAnnealingLrSchedulerConfig;
use burn::lr_scheduler::exponential::ExponentialLrSchedulerConfig;
use burn::lr_scheduler::linear::LinearLrSchedulerConfig;
use burn::lr_scheduler::module_lr_scheduler::{
    ModuleLearningRate, ModuleLrScheduler, ModuleLrSchedulerConfig,
};
use burn::lr_scheduler::noam::NoamLrSchedulerConfig;
use burn::lr_scheduler::sequential::SequentialLrSchedulerConfig;
use burn::lr_scheduler::step::StepLrSchedulerConfig;
use burn::module::{Param, ParamGroup};
use burn::nn::Linear;
use burn::optim::decay::WeightDecayConfig;
use burn::optim::momentum::MomentumConfig;
use burn::optim::{
    AdaGradConfig, AdafactorConfig, AdamConfig, AdamWConfig, AdanConfig, GradientsParams,
    LBFGSConfig, LambConfig, LineSearchFn, LionConfig, ModuleOptimizer, MuonConfig, RmsPropConfig,
    SgdConfig,
};
use burn::prelude::*;
use burn::tensor::activation::relu;
use fireproof::{
    BackwardError, Lbfgs, LbfgsError, Optimizer, OptimizerRecordError, Tracked, Untracked, fusible,
};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    hidden: Linear,
    output: Linear,
}

impl Net {
    fn new() -> Self {
        Self {
            hidden: layer(4, 8),
            output: layer(8, 2),
        }
    }
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.output.forward(relu(self.hidden.forward(input)))
    }

    fn loss(&self, input: Tensor<2>) -> Tensor<1> {
        (self.forward(input) - 1.0).square().mean()
    }

    /// Reaches the hidden layer only.
    fn hidden_only(&self, input: Tensor<2>) -> Tensor<1> {
        self.hidden.forward(input).square().mean()
    }
}

/// A layer with the same values each time; built anew, so with ids of its own.
fn layer(inputs: usize, outputs: usize) -> Linear {
    let device = Device::flex();
    let values: Vec<f32> = (0_u16..)
        .map(|i| (f32::from(i * 7 % 11) - 4.0) / 10.0)
        .take(inputs * outputs)
        .collect();
    let weight = TensorData::new(values, [inputs, outputs]);
    let bias = TensorData::new(vec![0.1_f32; outputs], [outputs]);
    Linear {
        weight: Param::from_data(weight, &device),
        bias: Some(Param::from_data(bias, &device)),
    }
}

fn input() -> Untracked<Tensor<2>> {
    let rows = [
        [1.0, 0.5, -0.5, 0.25],
        [0.0, 1.0, 0.75, -1.0],
        [-0.5, 0.5, 1.0, 1.0],
    ];
    Untracked::from_data(rows, &Device::flex())
}

fn trained() -> Tracked<Net> {
    Tracked::train(Net::new()).unwrap()
}

/// The values of all parameters.
fn values(model: &Tracked<Net>) -> Vec<TensorData> {
    raw_values(&model.clone().into_inner())
}

fn raw_values(net: &Net) -> Vec<TensorData> {
    let of = |layer: &Linear| {
        let bias = layer.bias.as_ref().unwrap().val();
        [layer.weight.val().into_data(), bias.into_data()]
    };
    [of(&net.hidden), of(&net.output)].concat()
}

fn loss_of(model: &Tracked<Net>) -> f32 {
    let loss = model.valid().loss(input());
    loss.into_inner().into_scalar()
}

fn step(optimizer: &mut Optimizer, rate: impl Into<ModuleLearningRate>, model: &mut Tracked<Net>) {
    let gradients = model.loss(input()).backward().unwrap().of(model);
    let report = optimizer.step(rate, model, gradients).unwrap();
    assert_eq!(report.updated.len(), 4);
}

fn raw_step(optimizer: &mut ModuleOptimizer, rate: impl Into<ModuleLearningRate>, net: Net) -> Net {
    let loss = net.loss(input().into_inner());
    let gradients = GradientsParams::from_grads(loss.backward(), &net);
    optimizer.step(rate, net, gradients)
}

/// Trains twins, typed and raw, and holds them against each other.
fn as_raw(name: &str, mut raw_optimizer: ModuleOptimizer, mut optimizer: Optimizer, rate: f64) {
    let net = Net::new();
    let mut raw = net.clone().train();
    let mut model = Tracked::train(net).unwrap();
    let before = loss_of(&model);
    for _ in 0..10 {
        raw = raw_step(&mut raw_optimizer, rate, raw);
        step(&mut optimizer, rate, &mut model);
    }
    assert_eq!(values(&model), raw_values(&raw), "{name} differs from Burn");
    let after = loss_of(&model);
    assert!(after < before, "{name}: {after} is not below {before}");
}

/// Every optimizer of Burn's that steps a parameter on its own, with a rate that suits it.
fn optimizers() -> Vec<(&'static str, ModuleOptimizer, f64)> {
    let decay = || Some(WeightDecayConfig::new(0.01));
    let momentum = || Some(MomentumConfig::new());
    let sgd = SgdConfig::new();
    vec![
        ("Sgd", sgd.init(), 0.05),
        (
            "Sgd with momentum and decay",
            SgdConfig::new()
                .with_momentum(momentum())
                .with_weight_decay(decay())
                .init(),
            0.02,
        ),
        ("Adam", AdamConfig::new().init(), 0.01),
        ("AMSGrad", AdamConfig::new().with_amsgrad(true).init(), 0.01),
        ("AdamW", AdamWConfig::new().init(), 0.01),
        ("AdaGrad", AdaGradConfig::new().init(), 0.01),
        ("Adafactor", AdafactorConfig::new().init(), 0.01),
        ("Adan", AdanConfig::new().init(), 0.01),
        ("Lamb", LambConfig::new().init(), 0.01),
        ("Lion", LionConfig::new().init(), 0.001),
        ("RmsProp", RmsPropConfig::new().init(), 1e-4),
        (
            "centered RmsProp",
            RmsPropConfig::new().with_centered(true).init(),
            1e-4,
        ),
        (
            "Muon for the matrices",
            sgd.init().with_group(
                ParamGroup::from_predicate("weight"),
                MuonConfig::new().build(),
                None,
            ),
            0.01,
        ),
    ]
}

#[test]
fn every_optimizer_steps_as_in_burn() {
    for (name, raw, rate) in optimizers() {
        as_raw(name, raw.clone(), raw.into(), rate);
    }
}

#[test]
fn clipping_is_burns() {
    let configs = [
        GradientClippingConfig::Value(0.01),
        GradientClippingConfig::Norm(0.02),
    ];
    for config in configs {
        // Set up in the configuration, or on the typed optimizer.
        let raw = SgdConfig::new()
            .with_gradient_clipping(Some(config.clone()))
            .init();
        as_raw("Sgd, clipped", raw.clone(), raw.clone().into(), 0.05);
        let typed = Optimizer::from(SgdConfig::new().init());
        assert!(!typed.has_gradient_clipping());
        let mut typed = typed.with_grad_clipping(config.init());
        assert!(typed.has_gradient_clipping() && typed.grad_clipping().is_some());
        as_raw("Sgd, clipped later", raw, typed.clone(), 0.05);

        let (mut clipped, mut free) = (trained(), trained());
        step(&mut typed, 0.05, &mut clipped);
        step(&mut SgdConfig::new().init().into(), 0.05, &mut free);
        assert_ne!(values(&clipped), values(&free), "nothing was clipped");
    }
}

#[test]
fn groups_are_burns() {
    let group = || ParamGroup::from_predicate("hidden");
    let clipping = || Some(GradientClipping::Value(0.01));
    let raw = SgdConfig::new()
        .init()
        .with_group(group(), AdamConfig::new().build(), clipping());
    let net = Net::new();
    let mut model = Tracked::train(net.clone()).unwrap();
    let mut typed = Optimizer::from(SgdConfig::new().init())
        .with_group(&model, group(), AdamConfig::new().build(), clipping())
        .unwrap();
    let (mut raw, mut raw_net) = (raw, net.train());
    for _ in 0..3 {
        step(&mut typed, 0.01, &mut model);
        raw_net = raw_step(&mut raw, 0.01, raw_net);
    }
    assert_eq!(values(&model), raw_values(&raw_net));
}

/// In Burn, it is a group without effect.
#[test]
fn a_group_without_a_parameter_is_an_error() {
    let adam = || AdamConfig::new().build();
    let typo = ParamGroup::from_predicate("hiden");
    let optimizer = Optimizer::from(SgdConfig::new().init());
    let error = optimizer
        .with_group(&trained(), typo, adam(), None)
        .unwrap_err();
    assert_eq!(
        error.parameters,
        [
            "hidden.weight",
            "hidden.bias",
            "output.weight",
            "output.bias"
        ]
    );
    // A frozen layer is never stepped.
    let hidden = || ParamGroup::from_predicate("hidden");
    let frozen = Tracked::train(Net::new().freeze_group(hidden())).unwrap();
    let optimizer = Optimizer::from(SgdConfig::new().init());
    let error = optimizer
        .with_group(&frozen, hidden(), adam(), None)
        .unwrap_err();
    assert_eq!(error.parameters, ["output.weight", "output.bias"]);
}

/// Every scheduler of Burn's, with its first rates.
fn schedulers() -> Vec<(&'static str, ModuleLrScheduler, [f64; 3])> {
    let linear = |from, to| LinearLrSchedulerConfig::new(from, to, 4);
    let noam = 0.1 / 8.0_f64.sqrt() / 8.0;
    let half_way = 0.05 * (1.0 + std::f64::consts::FRAC_PI_4.cos());
    vec![
        ("constant", ModuleLrScheduler::new(0.1), [0.1; 3]),
        (
            "linear",
            linear(0.1, 0.02).init().unwrap(),
            [0.1, 0.08, 0.06],
        ),
        (
            "cosine",
            CosineAnnealingLrSchedulerConfig::new(0.1, 4)
                .init()
                .unwrap(),
            [0.1, half_way, 0.05],
        ),
        (
            "exponential",
            ExponentialLrSchedulerConfig::new(0.1, 0.5).init().unwrap(),
            [0.1, 0.05, 0.025],
        ),
        (
            "step",
            StepLrSchedulerConfig::new(0.1, 2).init().unwrap(),
            [0.1, 0.1, 0.01],
        ),
        (
            "noam",
            NoamLrSchedulerConfig::new(0.1)
                .with_warmup_steps(4)
                .with_model_size(8)
                .init()
                .unwrap(),
            [noam, 2.0 * noam, 3.0 * noam],
        ),
        (
            "composed",
            ComposedLrSchedulerConfig::new()
                .linear(linear(0.1, 0.02))
                .constant(0.5)
                .init()
                .unwrap(),
            [0.05, 0.04, 0.03],
        ),
        (
            "sequential",
            SequentialLrSchedulerConfig::new(
                vec![
                    LrSchedulerConfig::Constant(0.1),
                    LrSchedulerConfig::Linear(linear(0.05, 0.01)),
                ],
                vec![1],
            )
            .init()
            .unwrap(),
            [0.1, 0.05, 0.04],
        ),
    ]
}

#[test]
fn every_scheduler_drives_steps_as_in_burn() {
    for (name, mut scheduler, rates) in schedulers() {
        let mut raw_scheduler = scheduler.clone();
        let net = Net::new();
        let (mut raw, mut raw_optimizer) = (net.clone().train(), SgdConfig::new().init());
        let mut model = Tracked::train(net).unwrap();
        let mut optimizer = Optimizer::from(SgdConfig::new().init());
        for expected in rates {
            let rate = scheduler.step();
            let base = rate.base();
            assert!(
                (base - expected).abs() < 1e-9,
                "{name}: {base} and {expected}"
            );
            step(&mut optimizer, rate, &mut model);
            raw = raw_step(&mut raw_optimizer, raw_scheduler.step(), raw);
        }
        assert_eq!(values(&model), raw_values(&raw), "{name} differs from Burn");
    }
}

#[test]
fn groups_have_rates_of_their_own() {
    let scheduler = || {
        ModuleLrSchedulerConfig::new(0.1.into())
            .with_group(
                ParamGroup::from_predicate("hidden"),
                LinearLrSchedulerConfig::new(0.01, 0.001, 4),
            )
            .init()
            .unwrap()
    };
    let (mut scheduler, mut raw_scheduler) = (scheduler(), scheduler());
    let net = Net::new();
    let (mut raw, mut raw_optimizer) = (net.clone().train(), SgdConfig::new().init());
    let mut model = Tracked::train(net).unwrap();
    let mut optimizer = Optimizer::from(SgdConfig::new().init());
    let mut even = trained();
    for _ in 0..3 {
        step(&mut optimizer, scheduler.step(), &mut model);
        raw = raw_step(&mut raw_optimizer, raw_scheduler.step(), raw);
        step(&mut SgdConfig::new().init().into(), 0.1, &mut even);
    }
    assert_eq!(values(&model), raw_values(&raw));
    assert_ne!(values(&model), values(&even), "the group had no effect");
}

/// A folder that is this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fireproof-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_resumed_optimizer_goes_on_as_if_nothing_had_happened() {
    let folder = folder("resume");
    for (number, (name, fresh, rate)) in optimizers().into_iter().enumerate() {
        let fresh = Optimizer::from(fresh);
        let mut optimizer = fresh.clone();
        let mut model = trained();
        for _ in 0..3 {
            step(&mut optimizer, rate, &mut model);
        }
        let path = folder.join(format!("{number}.bpk"));
        optimizer.save(&path).unwrap();
        let from_bytes = fresh.load_bytes(optimizer.to_bytes().unwrap()).unwrap();
        let from_record = fresh.load_record(optimizer.to_record()).unwrap();
        for mut resumed in [fresh.load(&path).unwrap(), from_bytes, from_record] {
            let (mut one, mut two) = (model.clone(), model.clone());
            let mut uninterrupted = optimizer.clone();
            for _ in 0..2 {
                step(&mut uninterrupted, rate, &mut one);
                step(&mut resumed, rate, &mut two);
            }
            assert_eq!(values(&one), values(&two), "{name} went another way");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// In Burn, the state of another kind of optimizer is dropped, and training starts afresh.
#[test]
fn a_record_that_does_not_fit_is_an_error() {
    let folder = folder("foreign");
    let mut adam = Optimizer::from(AdamConfig::new().init());
    step(&mut adam, 0.01, &mut trained());
    let path = folder.join("adam.bpk");
    adam.save(&path).unwrap();
    let other = Optimizer::from(RmsPropConfig::new().init());
    let error = other.load(&path).unwrap_err();
    assert_eq!(error, OptimizerRecordError::Foreign { found: 8, kept: 0 });
    assert!(error.to_string().contains("8 tensors"), "{error}");

    let error = other.load(folder.join("none.bpk")).unwrap_err();
    assert!(matches!(error, OptimizerRecordError::Load { .. }));
    assert!(error.to_string().contains("none.bpk"), "{error}");
    let broken = folder.join("broken.bpk");
    std::fs::write(&broken, b"no record").unwrap();
    let error = other.load(&broken).unwrap_err();
    assert!(error.to_string().contains("broken.bpk"), "{error}");
    let nowhere = folder.join("no such folder").join("adam.bpk");
    let error = adam.save(nowhere).unwrap_err();
    assert!(matches!(error, OptimizerRecordError::Save { .. }));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn lbfgs_steps_as_in_burn() {
    for search in [LineSearchFn::None, LineSearchFn::StrongWolfe] {
        let config = LBFGSConfig::new()
            .with_max_iter(5)
            .with_line_search_fn(search);
        let net = Net::new();
        let (mut raw, mut raw_optimizer) = (net.clone().train(), config.init());
        let mut model = Tracked::train(net).unwrap();
        let mut optimizer = Lbfgs::from(config.init());
        let before = loss_of(&model);
        for _ in 0..2 {
            let (stepped, expected) = raw_optimizer.step(0.1, raw, |net: Net| {
                let loss = net.loss(input().into_inner());
                let value = loss.clone().into_scalar::<f64>();
                let gradients = GradientsParams::from_grads(loss.backward(), &net);
                (value, gradients)
            });
            raw = stepped;
            let value = optimizer.step(0.1, &mut model, |model| model.loss(input()));
            assert_eq!(value.unwrap().to_bits(), expected.to_bits());
        }
        assert_eq!(values(&model), raw_values(&raw));
        assert!(loss_of(&model) < before);

        let resumed = Lbfgs::from(config.init()).load_record(optimizer.to_record());
        let mut resumed = resumed.unwrap();
        let mut twin = model.clone();
        let one = optimizer.step(0.1, &mut model, |model| model.loss(input()));
        let two = resumed.step(0.1, &mut twin, |model| model.loss(input()));
        assert_eq!(one.unwrap().to_bits(), two.unwrap().to_bits());
        assert_eq!(values(&model), values(&twin));
    }
}

/// Burn flattens all parameters, and only the gradients that there are.
#[test]
fn lbfgs_needs_the_gradient_of_every_parameter() {
    let mut model = trained();
    let mut optimizer = Lbfgs::from(LBFGSConfig::new().init());
    let error = optimizer.step(0.1, &mut model, |model| model.hidden_only(input()));
    let text = error.unwrap_err().to_string();
    assert!(text.contains("output.weight, output.bias"), "{text}");

    let frozen = Net::new().freeze_group(ParamGroup::from_predicate("output"));
    let mut frozen = Tracked::train(frozen).unwrap();
    let error = optimizer.step(0.1, &mut frozen, |model| model.loss(input()));
    let Err(LbfgsError::Frozen { parameters }) = error else {
        panic!("{error:?}");
    };
    assert_eq!(parameters, ["output.weight", "output.bias"]);

    optimizer
        .step(0.1, &mut model, |model| model.loss(input()))
        .unwrap();
    let error = optimizer.step(0.1, &mut trained(), |model| model.loss(input()));
    assert!(matches!(error, Err(LbfgsError::OtherModel)));
}

#[test]
fn an_lbfgs_step_that_fails_half_way_changes_nothing() {
    for search in [LineSearchFn::None, LineSearchFn::StrongWolfe] {
        let mut model = trained();
        let before = values(&model);
        let config = LBFGSConfig::new().with_line_search_fn(search);
        let mut optimizer = Lbfgs::from(config.init());
        let mut calls = 0;
        let error = optimizer.step(0.1, &mut model, |model| {
            calls += 1;
            let output = model.forward(input());
            if calls == 2 {
                return output;
            }
            output.square().mean().reshape([1, 1])
        });
        assert!(
            matches!(
                error,
                Err(LbfgsError::Backward(BackwardError::NotOneElement { .. }))
            ),
            "{error:?}"
        );
        assert_eq!(calls, 2, "the closure was called after it had failed");
        assert_eq!(values(&model), before);
        assert!(optimizer.to_record().is_empty());
    }
}
