//! Family A, and C10: what panics. A22 and A23 are with burn-train and the records.

use burn::backend::ops::ModuleOps;
use burn::backend::{AutodiffBackend, Dispatch};
use burn::lr_scheduler::module_lr_scheduler::ModuleLearningRate;
use burn::module::{ModuleMapper, Param, ParamId, Quantizer};
use burn::nn::LinearConfig;
use burn::optim::SgdConfig;
use burn::prelude::*;
use burn::tensor::module::embedding;
use burn::tensor::quantization::{Calibration, QuantScheme};
use burn::tensor::{DType, FloatDType, GradientCheckpointingStrategy};
use fireproof::{Checkpointed, Leaf, On, Place, Q8, Tracked, Untracked, fusible, join_losses};
use fireproof_tests::{alone, cube_device};

use crate::{
    Net, ad, ck, gradient, in_another_process, input, leaf, learns, panic_of, panics_with, plain,
    raw, raw_gradients, raw_loss, raw_model, raw_step, sgd, trained, untracked, values, weights,
};

const NOT_TRACKED: &str = "Tensor::backward requires a tracked autodiff tensor";
const CONSUMED: &str = "Cannot run backward: graph tape has already been consumed at";
const NO_AUTODIFF: &str = "Tensor::require_grad requires autodiff";
const NOT_A_LEAF: &str = "Can't convert a non leaf tensor into a tracked tensor";
const STRATEGIES: &str =
    "assertion `left == right` failed: Gradient checkpointing strategy mismatch";
const PLAIN: &str = "Requires autodiff tensor.";

// A1: backward on something that is not tracked.

#[test]
fn a1_backward_without_a_source() {
    for device in [plain(), ad()] {
        panics_with(NOT_TRACKED, || raw([2.], &device).backward());
    }
    let cut = (raw([2.], &ad()).require_grad() * 2.0).detach();
    panics_with(NOT_TRACKED, || cut.sum().backward());

    let x = leaf([2.]);
    assert_eq!(gradient(&x, (x.clone() * x.clone()).sum()), [4.0]);
}

#[test]
fn a1_backward_on_a_gradient() {
    let x = raw([2.], &ad()).require_grad();
    let first = x.grad(&(x.clone() * x.clone()).backward()).unwrap();
    panics_with(NOT_TRACKED, || first.backward());

    // A gradient is a value, and can be the source of another graph.
    let x = leaf([2.]);
    let gradients = (x.clone() * x.clone()).sum().backward().unwrap();
    let first: Untracked<Tensor<1>> = x.grad(&gradients).unwrap();
    let first = first.into_leaf();
    assert_eq!(gradient(&first, first.clone().square().sum()), [8.0]);
}

#[test]
fn a1_backward_on_what_was_quantized() {
    let x = raw([1.; 4], &ad()).require_grad();
    let packed = x.quantize_dynamic(&QuantScheme::default());
    panics_with(NOT_TRACKED, || packed.backward());

    let packed = Untracked::<Tensor<2>>::ones([4, 4], &plain());
    let packed = packed.quantize::<Q8>().unwrap();
    let x = Untracked::<Tensor<2>>::ones([1, 4], &plain()).into_leaf();
    let gradients = x.clone().matmul(packed).sum().backward().unwrap();
    let of_x = values(&x.grad(&gradients).unwrap().into_data());
    assert!(of_x.iter().all(|g| (g - 4.0).abs() < 1e-2), "{of_x:?}");
}

#[test]
fn a1_backward_through_a_model_that_does_not_train() {
    for model in [
        Net::new(&plain()),
        raw_model().valid(),
        raw_model().freeze(),
        Net::new(&plain()).to_device(&ad()),
    ] {
        panics_with(NOT_TRACKED, || raw_loss(&model).backward());
    }

    // What does not train is another type, and its outputs are values.
    let mut model = trained();
    let frozen: Untracked<Net> = model.clone().freeze();
    let output: Untracked<Tensor<2>> = frozen.forward(input());
    assert_eq!(output.dims(), [3, 4]);
    learns(&mut model);
}

// A2: a second backward over recorded steps that the first has consumed.

#[test]
fn a2_two_losses_over_one_intermediate() {
    let x = raw([2.], &ad()).require_grad();
    let shared = x.clone() * 3.0;
    let first = shared.clone().sum();
    let second = (shared.clone() * shared).sum();
    let _ = first.backward();
    panics_with(CONSUMED, || second.backward());
    // Raw, and legal: a fresh branch over the same leaf.
    let gradients = (x.clone() * 5.0).sum().backward();
    assert_eq!(values(&x.grad(&gradients).unwrap().into_data()), [5.0]);

    let x = leaf([2.]);
    let shared = x.clone() * 3.0;
    let first = shared.clone().sum();
    let second = (shared.clone() * shared).sum();
    let loss: Tracked<Tensor<1>> = join_losses([first, second]).unwrap();
    // 3 + 2 * 9 * x.
    assert_eq!(gradient(&x, loss), [39.0]);
}

#[test]
fn a2_one_loss_twice() {
    let loss = (raw([2.], &ad()).require_grad() * 3.0).sum();
    let _ = loss.backward();
    assert!(loss.is_tracked());
    panics_with(CONSUMED, || loss.backward());

    // Moved by `backward`, so once: `tracking/loss_used_after_backward.rs`.
    let x = leaf([2.]);
    assert_eq!(gradient(&x, (x.clone() * 3.0).sum()), [3.0]);
    // Not closed: a clone shares the steps of its original.
    let loss = (x * 3.0).sum();
    let _ = loss.clone().backward().unwrap();
    panics_with(CONSUMED, || loss.backward());
}

// A3: require_grad without autodiff.

#[test]
fn a3_require_grad_without_autodiff() {
    panics_with(NO_AUTODIFF, || raw([1.], &plain()).require_grad());

    let x = untracked([1.]).into_leaf();
    assert_eq!(gradient(&x, (x.clone() * 2.0).sum()), [2.0]);
}

// A4: require_grad on a result.

#[test]
fn a4_require_grad_on_a_result() {
    let x = raw([1.], &ad()).require_grad();
    panics_with(NOT_A_LEAF, || (x * 2.0).require_grad());

    let x = (leaf([1.]) * 2.0).detach().into_leaf();
    assert_eq!(gradient(&x, (x.clone() * 3.0).sum()), [3.0]);
}

#[test]
fn a4_require_grad_after_a_move() {
    // Even to the device it is on: a move is a recorded operation.
    let x = raw([1.], &ad()).require_grad();
    panics_with(NOT_A_LEAF, || x.to_device(&plain()).require_grad());

    let x = untracked([1.]).to_device(&plain()).into_leaf();
    assert_eq!(gradient(&x, (x.clone() * 3.0).sum()), [3.0]);
}

#[test]
fn a4_a_parameter_of_a_result() {
    let x = raw([1.], &ad()).require_grad();
    panics_with(NOT_A_LEAF, || Param::from_tensor(x * 2.0));

    // Burn's constructor takes a Burn tensor, and a result has to be detached to be one.
    let values_only: Untracked<Tensor<1>> = (leaf([1.]) * 2.0).detach();
    let param = Param::from_tensor(values_only.into_inner());
    assert_eq!(values(&param.val().into_data()), [2.0]);
}

#[test]
fn a4_a_moved_model() {
    panics_with(NOT_A_LEAF, || raw_model().to_device(&ad()).train());
    panics_with(NOT_A_LEAF, || raw_model().to_device(&ad()).unfreeze());

    // A model that was moved before is refused with names; one in training form moves by `fork`.
    let error = Tracked::train(raw_model().to_device(&ad())).unwrap_err();
    assert!(error.to_string().contains("hidden.weight"), "{error}");
    learns(&mut trained().fork(&plain()));
}

/// Keeps weights small, as weight clipping does.
struct Clamp;

impl ModuleMapper for Clamp {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|weights| weights.clamp(-0.1, 0.1))
    }
}

#[test]
fn a4_a_mapped_model() {
    panics_with(NOT_A_LEAF, || raw_model().map(&mut Clamp).train());

    let mut model = trained().map(&mut Clamp);
    let clamped = values(&weights(&model.clone().into_inner()));
    assert!(clamped.iter().all(|w| w.abs() <= 0.1), "{clamped:?}");
    learns(&mut model);
}

#[test]
fn a4_a_tracked_gradient() {
    let model = raw_model();
    let mut gradients = raw_gradients(&model);
    let tracked = Tensor::<2>::ones([4, 8], &ad()).require_grad() * 2.0;
    gradients.register(model.hidden.weight.id, tracked);
    panics_with(NOT_A_LEAF, || raw_step(model, gradients));

    // Gradients come from a backward pass only: `optimizer/register_a_gradient.rs`.
    learns(&mut trained());
}

// A5, A6, A7: checkpointing strategies.

#[test]
fn a5_a_strategy_without_autodiff() {
    panics_with(
        "Tensor::with_gradient_checkpointing_strategy requires autodiff",
        || {
            raw([0.], &plain())
                .with_gradient_checkpointing_strategy(GradientCheckpointingStrategy::Balanced)
        },
    );

    let x: Leaf<Tensor<1>, Checkpointed> = untracked([2.]).into_leaf_in::<Checkpointed>();
    assert_eq!(gradient(&x, x.clone().square().sum()), [4.0]);
}

#[test]
fn a6_a_strategy_of_a_plain_device() {
    panics_with("Gradient checkpointing requires autodiff", || {
        plain().gradient_checkpointing()
    });

    // The context says it, whatever the device says.
    let x = Untracked::<Tensor<1>>::from_data([2.0_f32], &plain());
    let x = x.into_leaf_in::<Checkpointed>();
    assert_eq!(gradient(&x, (x.clone() * 3.0).sum()), [3.0]);
}

#[test]
fn a7_two_strategies_in_one_operation() {
    // `autodiff()` on a tensor always means the default strategy.
    panics_with(STRATEGIES, || {
        raw([0.], &ck()) + raw([0.], &plain()).autodiff()
    });

    let x = untracked([2.]).into_leaf_in::<Checkpointed>();
    let y = untracked([3.]).into_leaf_in::<Checkpointed>();
    assert_eq!(gradient(&x, (x.clone() * y).sum()), [3.0]);
}

#[test]
fn a7_a_model_back_from_validation() {
    let model = LinearConfig::new(4, 4).init(&ck()).valid().train();
    panics_with(STRATEGIES, || {
        model.forward(Tensor::<2>::zeros([1, 4], &ck()))
    });

    let model = Tracked::<Net, Checkpointed>::train_in(Net::new(&plain())).unwrap();
    let model: Tracked<Net, Checkpointed> = model.valid().train_in::<Checkpointed>().unwrap();
    let gradients = model.forward(input()).mean().backward().unwrap();
    assert_eq!(gradients.of(&model).len(), 4);
}

#[test]
fn a7_a_forked_model() {
    // A fork keeps the context that the model was built in, whatever the device says.
    for model in [Net::new(&ad()), raw_model()] {
        let forked = model.fork(&ck());
        panics_with(STRATEGIES, || forked.forward(Tensor::zeros([1, 4], &ck())));
    }

    let model = Tracked::<Net, Checkpointed>::train_in(Net::new(&ad())).unwrap();
    let model: Tracked<Net, Checkpointed> = model.fork(&plain());
    let gradients = model.forward(input()).mean().backward().unwrap();
    assert_eq!(gradients.of(&model).len(), 4);
}

#[fusible]
fn rows(table: Tensor<2>, ids: Tensor<2, Int>) -> Tensor<3> {
    embedding(table, ids)
}

#[test]
fn a7_ids_of_another_strategy() {
    let ids = Tensor::<2, Int>::from_data([[0, 2]], &ck());
    panics_with(STRATEGIES, || {
        embedding(Tensor::zeros([3, 2], &ad()), ids.clone())
    });

    // Integers carry no state, wherever they were made.
    let table = Untracked::<Tensor<2>>::zeros([3, 2], &plain()).into_leaf();
    let gradients = rows(table.clone(), Untracked::from(ids)).sum();
    let gradients = gradients.backward().unwrap();
    assert_eq!(
        values(&table.grad(&gradients).unwrap().into_data()),
        [1.0, 1.0, 0.0, 0.0, 1.0, 1.0]
    );
}

// A8: replaced gradients.

#[test]
fn a8_a_replaced_gradient() {
    let x = raw([0., 0.], &ad()).require_grad();
    let mut gradients = x.clone().sum().backward();
    panics_with(PLAIN, || {
        raw([0.], &plain()).grad_replace(&mut gradients, raw([0.], &plain()));
    });
    panics_with(
        "assertion `left == right` failed: replacement gradients must use the inner backend",
        || x.grad_replace(&mut gradients, raw([0., 0.], &ad())),
    );
    let packed = raw([1.; 4], &ad()).quantize_dynamic(&QuantScheme::default());
    panics_with("Should be Float primitive kind", || {
        packed.grad_replace(&mut gradients, raw([0.; 4], &plain()));
    });

    let x = leaf([0., 0.]);
    let mut gradients = x.clone().sum().backward().unwrap();
    x.replace_grad(&mut gradients, untracked([7., 8.])).unwrap();
    let replaced = x.grad(&gradients).unwrap();
    assert_eq!(values(&replaced.into_data()), [7.0, 8.0]);
}

/// Beside the panics, in silence.
#[test]
fn a8_a_gradient_that_does_not_fit() {
    let x = raw([0., 0.], &ad()).require_grad();
    let mut gradients = x.clone().sum().backward();
    x.grad_replace(&mut gradients, raw([1.; 7], &plain()));
    assert_eq!(x.grad(&gradients).unwrap().dims(), [7]);
    let other = raw([0., 0.], &ad());
    other.grad_replace(&mut gradients, raw([1., 1.], &plain()));
    assert!(other.grad(&gradients).is_none());

    let x = leaf([0., 0.]);
    let mut gradients = x.clone().sum().backward().unwrap();
    let error = x.replace_grad(&mut gradients, untracked([1.; 7]));
    let text = error.unwrap_err().to_string();
    assert!(text.contains("[2]") && text.contains("[7]"), "{text}");
    assert!(
        leaf([0.])
            .replace_grad(&mut gradients, untracked([1.]))
            .is_err()
    );
    let kept = x.grad(&gradients).unwrap();
    assert_eq!(values(&kept.into_data()), [1.0, 1.0]);
}

#[test]
fn a8_a_gradient_on_another_backend() {
    let _alone = alone();
    let cube = cube_device();
    let x = raw([0.], &ad()).require_grad();
    let mut gradients = x.clone().sum().backward();
    panics_with("The provided tensors are not on the same backend.", || {
        x.grad_replace(&mut gradients, raw([1.], &cube));
    });

    let x = leaf([0.]);
    let mut gradients = x.clone().sum().backward().unwrap();
    let far = Untracked::<Tensor<1>>::from_data([7.0_f32], &cube);
    assert!(x.replace_grad(&mut gradients, far.clone()).is_err());
    x.replace_grad(&mut gradients, far.to_device(&plain()))
        .unwrap();
    assert_eq!(values(&x.grad(&gradients).unwrap().into_data()), [7.0]);
}

// A9: only the `extension` layer can wrap twice.

#[test]
fn a9_in_autodiff_twice() {
    let wrapped = <Dispatch as AutodiffBackend>::from_inner(raw([1.], &plain()).into_dispatch());
    panics_with(
        "assertion `left == right` failed: tensor is already associated with autodiff",
        || <Dispatch as AutodiffBackend>::from_inner(wrapped),
    );

    // Through tensors and devices, each way is the same twice as once.
    let x = raw([1.], &ad()).require_grad().autodiff();
    assert!(x.is_require_grad());
    assert!(!x.without_autodiff().without_autodiff().is_autodiff());
    assert!(ad().autodiff().is_autodiff());
    let x = Untracked::try_from(raw([1.], &ad()).autodiff())
        .unwrap()
        .into_leaf();
    assert_eq!(gradient(&x, (x.clone() * 2.0).sum()), [2.0]);
}

// A10, A11: which device. Burn's constructors, which fireproof does not replace.

#[test]
fn a10_a_default_device_that_is_not_there() {
    let test = "panics::a10_a_default_device_that_is_not_there";
    if !in_another_process(test, "BURN_DEVICE", "nonsense") {
        return;
    }
    panics_with("Unknown BURN_DEVICE override: 'nonsense'.", Device::default);
    // Nothing of ours asks for the default device, a step and a step's optimizer included.
    learns(&mut trained());
}

#[test]
fn a11_a_negative_index() {
    // Not closed: this is Burn's own conversion.
    panics_with("device index must be non-negative", || {
        DeviceIndex::from(-1_i32)
    });
    assert!(matches!(
        DeviceIndex::from(1_usize),
        DeviceIndex::Specified(1)
    ));
}

// A12, A13: two devices.

#[fusible]
fn joined(a: Tensor<1>, b: Tensor<1>) -> Tensor<1> {
    Tensor::cat(vec![a, b], 0)
}

#[test]
fn a12_two_devices_in_one_operation() {
    enum Here {}
    let _alone = alone();
    let cube = cube_device();
    let two_devices = |text: String| {
        assert!(
            text.starts_with("=== Tensor Operation Error ===")
                && text.contains("The provided tensors are not on the same device."),
            "{text}"
        );
    };
    two_devices(panic_of(|| raw([1.], &plain()) + raw([1.], &cube)));
    two_devices(panic_of(|| raw([1.], &plain()).equal(raw([1.], &cube))));
    two_devices(panic_of(|| {
        Tensor::<2>::ones([1, 1], &plain()).matmul(Tensor::ones([1, 1], &cube))
    }));

    let far = Untracked::<Tensor<1>>::from_data([3.0_f32], &cube);
    // Not closed without a place: the device of an untracked value is no part of its type.
    two_devices(panic_of(|| untracked([2.]) + far.clone()));
    // With one it is: `context/two_devices.rs`. What enters a place is moved there.
    let here = Place::<Here>::claim(&plain()).unwrap();
    let x: Leaf<Tensor<1>, On<Here>> = here.leaf(untracked([2.]));
    let far: Tracked<Tensor<1>, On<Here>> = here.enter(far);
    assert_eq!(gradient(&x, (x.clone() * far).sum()), [3.0]);
}

#[test]
fn a13_two_devices_where_burn_checks_nothing() {
    enum Here {}
    let _alone = alone();
    let cube = cube_device();
    let wrong_backend = |text: String| {
        assert!(
            text.starts_with("input tensor `") && text.ends_with("` is on the wrong backend"),
            "{text}"
        );
    };
    wrong_backend(panic_of(|| {
        Tensor::cat(vec![raw([1.], &plain()), raw([1.], &cube)], 0)
    }));
    wrong_backend(panic_of(|| {
        raw([1.], &plain()).select(0, Tensor::<1, Int>::zeros([1], &cube))
    }));
    wrong_backend(panic_of(|| {
        let mask = raw([1.], &cube).greater_scalar(0.0);
        raw([1.], &plain()).mask_fill(mask, 0.0)
    }));

    let far = Untracked::<Tensor<1>>::from_data([3.0_f32], &cube);
    let here = Place::<Here>::claim(&plain()).unwrap();
    let x = here.leaf(untracked([2.]));
    let both = joined(x.clone(), here.enter(far));
    assert_eq!(gradient(&x, both.square().sum()), [4.0]);
    // Integers carry no place; they are brought.
    let ids = Untracked::from(Tensor::<1, Int>::zeros([1], &cube));
    assert_eq!(
        gradient(&x, x.clone().select(0, here.bring(ids)).sum()),
        [1.0]
    );
}

// A14: distributed markers.

#[test]
fn a14_distributed_markers() {
    panics_with(PLAIN, || raw([1.], &plain()).is_distributed());
    panics_with(PLAIN, || {
        raw([1.], &plain()).set_distributed(ParamId::new())
    });
    let packed = || raw([1.; 4], &plain()).quantize_dynamic(&QuantScheme::default());
    panics_with("not implemented", || packed().is_distributed());
    panics_with("not implemented", || {
        packed().set_distributed(ParamId::new())
    });
    panics_with(
        "Distributed operations are not supported for tensor kind",
        || raw([1.], &ad()).set_distributed(ParamId::new()),
    );

    // No carrier has them: `tracking/set_distributed_on_untracked.rs`. A step, which asks every
    // parameter, goes through.
    learns(&mut trained());
}

// A15: a step on a model that is not in training form.

#[test]
fn a15_a_step_on_a_model_that_does_not_train() {
    let model = raw_model();
    let gradients = raw_gradients(&model);
    panics_with(PLAIN, || raw_step(model.valid(), gradients));
    let gradients = raw_gradients(&model);
    let mut quantizer = Quantizer::new(Calibration::MinMax, QuantScheme::default());
    let packed = model.quantize_weights(&mut quantizer);
    panics_with("not implemented", || raw_step(packed, gradients));

    learns(&mut trained().valid().train().unwrap());
}

// A16: a gradient of another rank.

#[test]
fn a16_a_gradient_of_another_rank() {
    let model = raw_model();
    let id = model.hidden.weight.id;
    let mut gradients = raw_gradients(&model);
    panics_with("called `Option::unwrap()` on a `None` value", || {
        gradients.get::<1>(id)
    });
    panics_with("called `Result::unwrap()` on an `Err` value: Any", || {
        gradients.remove::<1>(id)
    });

    let model = trained();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let hidden = model.clone().into_inner().hidden;
    assert_eq!(gradients.get(&hidden.weight).unwrap().dims(), [4, 8]);
    assert_eq!(gradients.get(&hidden.bias.unwrap()).unwrap().dims(), [8]);
}

// A17: bookkeeping of optimizers.

#[test]
fn a17_no_learning_rate() {
    let model = raw_model();
    let gradients = raw_gradients(&model);
    panics_with("Should match at least one parameter group.", || {
        let nothing = ModuleLearningRate::default();
        SgdConfig::new().init().step(nothing, model, gradients)
    });

    // Not closed: an empty `ModuleLearningRate` is a value of Burn's. A number always matches.
    let mut model = trained();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let report = sgd().step(0.1, &mut model, gradients).unwrap();
    assert_eq!(report.updated.len(), 4);
}

// A18: higher orders. From tensors a gradient is a plain value, which is A1's panic.

#[test]
fn a18_a_backward_of_a_backward() {
    let table = Tensor::<2>::ones([3, 2], &ad()).require_grad();
    let output = Tensor::<3>::ones([1, 1, 2], &ad()).require_grad();
    let ids = Tensor::<2, Int>::zeros([1, 1], &ad());
    panics_with("Can't differentiate embedding backward.", || {
        <Dispatch as ModuleOps<Dispatch>>::embedding_backward(
            table.into_dispatch(),
            output.into_dispatch(),
            ids.into_dispatch(),
        )
    });

    let table = Untracked::<Tensor<2>>::ones([3, 2], &plain()).into_leaf();
    let ids = Untracked::<Tensor<2, Int>>::zeros([1, 1], &plain());
    let gradients = rows(table.clone(), ids).sum().backward().unwrap();
    // Without a `backward`: `tracking/backward_on_a_gradient.rs`.
    let first: Untracked<Tensor<2>> = table.grad(&gradients).unwrap();
    assert_eq!(values(&first.into_data()), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
}

// A26 and C10: two element types.

#[test]
fn a26_two_element_types() {
    let half = || Tensor::<1>::ones([4], (&plain(), DType::F16));
    let mismatch = |text: String| assert!(text.contains("dtype mismatch"), "{text}");
    mismatch(panic_of(|| raw([1.; 4], &plain()) + half()));
    mismatch(panic_of(|| raw([1.; 4], &plain()).greater(half())));
    mismatch(panic_of(|| {
        Tensor::cat(vec![raw([1.; 4], &plain()), half()], 0)
    }));
    mismatch(panic_of(|| {
        let half = half().reshape([4, 1]);
        Tensor::<2>::ones([1, 4], &plain()).matmul(half)
    }));

    // Not closed: the element type is no part of the type.
    let typed = Untracked::try_from(half()).unwrap();
    mismatch(panic_of(|| untracked([1.; 4]) + typed));
    let typed = Untracked::try_from(half().cast(FloatDType::F32)).unwrap();
    let sum = untracked([1.; 4]) + typed;
    assert_eq!(values(&sum.into_data()), [2.0; 4]);
}

#[test]
fn c10_two_element_types_under_fusion() {
    // In a process of its own: what is left of the failure stays in the device's queue.
    let test = "panics::c10_two_element_types_under_fusion";
    if !in_another_process(test, "FIREPROOF_CATALOGUE", "c10") {
        return;
    }
    let cube = cube_device();
    let half = || Tensor::<1>::ones([4], (&cube, DType::F16));
    let floats = || Untracked::<Tensor<1>>::ones([4], &cube);
    // The corrected program first, on a clean queue.
    let typed = Untracked::try_from(half().cast(FloatDType::F32)).unwrap();
    let sum = (floats() + typed).try_into_data().unwrap();
    assert_eq!(values(&sum), [2.0; 4]);

    let mismatch = "called `Result::unwrap()` on an `Err` value: DTypeMismatch";
    panics_with(mismatch, || raw([1.; 4], &cube) + half());
    // Not closed, as A26.
    let typed = Untracked::try_from(half()).unwrap();
    panics_with(mismatch, || floats() + typed);
}
