//! Family AS: what goes wrong without a word. AS14 is with the records, AS19 (dropout) in
//! `tests/models.rs`; AS11 costs memory only, and has nothing to assert.

use burn::module::{Module, ModuleMapper, Param, ParamGroup, Quantizer};
use burn::nn::{Linear, LinearConfig};
use burn::optim::GradientsParams;
use burn::tensor::quantization::{Calibration, QuantScheme};
use burn::tensor::{DType, Device, IntDType, Tensor, Tolerance};
use fireproof::{Checkpointed, Leaf, Q8, StepError, Tracked, TrainError, Untracked, fusible};
use fireproof_tests::{alone, cube_device, distance};

use crate::{
    Net, ad, ck, gradient, input, leaf, learns, panics_with, plain, raw, raw_gradients, raw_loss,
    raw_model, raw_step, sgd, trained, untracked, values, weights,
};

// AS1: quantizing cuts the graph.

#[test]
fn as1_quantizing_cuts_the_graph() {
    let ones = || Tensor::<2>::ones([4, 4], &ad()).require_grad();
    let (x, w) = (ones(), ones());
    let packed = x.clone().quantize_dynamic(&QuantScheme::default());
    let gradients = packed.dequantize().matmul(w.clone()).sum().backward();
    assert!(w.grad(&gradients).is_some());
    assert!(x.grad(&gradients).is_none());
    // Nor does a quantized tensor become a source, whatever it is asked.
    let packed = x.quantize_dynamic(&QuantScheme::default()).require_grad();
    assert!(!packed.is_require_grad());

    // Cut by name, the rest has its gradient: `quantize/tracked_tensor.rs`.
    let ones = || Untracked::<Tensor<2>>::ones([4, 4], &plain()).into_leaf();
    let (x, w) = (ones(), ones());
    let packed = x.detach().quantize::<Q8>().unwrap();
    let gradients = w.clone().matmul(packed).sum().backward().unwrap();
    let expected = [[4.0_f32; 4]; 4].into();
    let of_w = w.grad(&gradients).unwrap().into_data();
    of_w.assert_approx_eq::<f32>(&expected, Tolerance::default());
}

// AS2: detaching, and so forking, unpacks.

fn is_packed(model: &Net) -> bool {
    matches!(model.hidden.weight.val().dtype(), DType::QFloat(_))
}

#[test]
fn as2_detaching_unpacks() {
    let packed = raw([1.; 4], &ad()).quantize_dynamic(&QuantScheme::default());
    assert!(matches!(packed.dtype(), DType::QFloat(_)));
    assert_eq!(packed.detach().dtype(), DType::F32);
    let mut quantizer = Quantizer::new(Calibration::MinMax, QuantScheme::default());
    let packed = raw_model().quantize_weights(&mut quantizer);
    assert!(is_packed(&packed));
    assert!(!is_packed(&packed.fork(&plain())));

    // Packed models and weights have neither: `packed/fork_of_a_packed_model.rs`.
    let valid = trained().valid();
    let packed = valid.quantize::<Q8>().unwrap();
    let bytes = packed.clone().weight_bytes().packed;
    assert_eq!(bytes, packed.weight_bytes().packed);
    let far = (packed.forward(input()) - valid.forward(input()))
        .abs()
        .max();
    assert!(far.into_scalar::<f32>() < 0.05);
    assert!(bytes > 0 && is_packed(&packed.into_inner()));
}

// AS3: taking `require_grad` off a result cuts the graph.

#[test]
fn as3_require_grad_taken_off_a_result() {
    let (x, w) = (
        raw([2.], &ad()).require_grad(),
        raw([3.], &ad()).require_grad(),
    );
    let shared = (x.clone() * 2.0).set_require_grad(false);
    let gradients = (shared * w.clone()).sum().backward();
    assert_eq!(values(&w.grad(&gradients).unwrap().into_data()), [4.0]);
    assert!(x.grad(&gradients).is_none());

    // Not cut unless it says `detach`: `spelling/set_require_grad_on_a_result.rs`.
    let (x, w) = (leaf([2.]), leaf([3.]));
    assert_eq!(gradient(&x, (x.clone() * 2.0 * w.clone()).sum()), [6.0]);
    let cut: Untracked<Tensor<1>> = (x * 2.0).detach();
    assert_eq!(gradient(&w, (cut * w.clone()).sum()), [4.0]);
}

// AS4: moved and mapped parameters are no leaves any more, and training stops.

struct Halve;

impl ModuleMapper for Halve {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|weights| weights * 0.5)
    }
}

#[test]
fn as4_a_moved_model_stops_to_learn() {
    let moved = raw_model().to_device(&ad());
    let before = weights(&moved);
    let gradients = raw_gradients(&moved);
    assert!(gradients.is_empty());
    assert_eq!(weights(&raw_step(moved, gradients)), before);

    // `to_device` is not there: `tracking/to_device_of_a_model.rs`.
    let model = trained();
    let before = weights(&model.clone().into_inner());
    let mut forked = model.fork(&plain());
    assert_eq!(weights(&forked.clone().into_inner()), before);
    learns(&mut forked);
}

#[test]
fn as4_a_mapped_parameter_stops_to_learn() {
    let mut model = raw_model();
    model.hidden.weight = model.hidden.weight.map(|weights| weights.clamp(-0.1, 0.1));
    let before = weights(&model);
    let gradients = raw_gradients(&model);
    assert_eq!(gradients.len(), 3);
    assert_eq!(weights(&raw_step(model, gradients)), before);

    let model = trained();
    let before = model.clone().into_inner().hidden.weight.val();
    let mut halved = model.map(&mut Halve);
    let after = weights(&halved.clone().into_inner());
    assert!(distance(&after, &(before * 0.5).into_data()) < 1e-6);
    learns(&mut halved);
}

// AS5: gradients of another model, and steps without gradients.

#[test]
fn as5_gradients_that_step_nothing() {
    let (model, other) = (raw_model(), raw_model());
    // Of the validation form there are none.
    let nothing = GradientsParams::from_grads(raw_loss(&model).backward(), &model.valid());
    assert!(nothing.is_empty());
    // Nor of a fork, although it has the same parameters.
    let fork = model.clone().fork(&ad());
    assert!(GradientsParams::from_grads(raw_loss(&model).backward(), &fork).is_empty());
    // Those of another one step nothing.
    let before = weights(&model);
    let model = raw_step(model, raw_gradients(&other));
    assert_eq!(weights(&model), before);
    let model = raw_step(model, nothing);
    assert_eq!(weights(&model), before);
    // And what was taken once is gone.
    let mut gradients = raw_loss(&model).backward();
    assert_eq!(
        GradientsParams::from_module(&mut gradients, &model).len(),
        4
    );
    assert_eq!(
        GradientsParams::from_module(&mut gradients, &model).len(),
        0
    );

    let (mut model, other) = (trained(), trained());
    let loss = |model: &Tracked<Net>| model.forward(input()).mean();
    let nothing = loss(&other).backward().unwrap().of(&model);
    let error = sgd().step(0.1, &mut model, nothing).unwrap_err();
    assert!(
        matches!(error, StepError::NothingToUpdate { .. }),
        "{error}"
    );
    let strange = loss(&other).backward().unwrap().of(&other);
    let error = sgd().step(0.1, &mut model, strange).unwrap_err();
    assert!(matches!(error, StepError::OtherModel { .. }), "{error}");
    // Gradients are taken of a model in training form only, and `of` takes all there are:
    // `optimizer/gradients_of_a_validation_model.rs`.
    learns(&mut model);
}

// AS6: operations that leave the graph, or have the gradient zero everywhere.

#[test]
fn as6_operations_without_a_gradient() {
    let x = raw([1.4, 2.6], &ad()).require_grad();
    let best = x.clone().argmax(0).float();
    assert!(best.is_autodiff() && !best.is_tracked());
    for rounded in [
        x.clone().round(),
        x.clone().floor(),
        x.clone().ceil(),
        x.clone().trunc(),
        x.clone().sign(),
    ] {
        // In a graph, and it is of no use.
        let gradients = rounded.sum().backward();
        assert_eq!(values(&x.grad(&gradients).unwrap().into_data()), [0.0, 0.0]);
    }

    // `tracking/backward_through_argmax.rs`, `tracking/backward_through_rounding.rs`.
    let x = leaf([1.4, 2.6]);
    let constants: [Untracked<Tensor<1>>; 6] = [
        x.clone().argmax(0).float(),
        x.clone().round(),
        x.clone().floor(),
        x.clone().ceil(),
        x.clone().trunc(),
        x.clone().sign(),
    ];
    for constant in constants {
        assert!(!constant.into_inner().is_autodiff());
    }
    // To train through it is said by name: the values of the rounding, the gradient of `x`.
    let through = x.clone().straight_through(Untracked::round);
    assert_eq!(values(&through.to_data()), [1.0, 3.0]);
    assert_eq!(gradient(&x, through.sum()), [1.0, 1.0]);
}

// AS7: a wish to train is remembered, and has no effect now.

#[test]
fn as7_a_wish_to_train() {
    let param = || Param::from_tensor(raw([1.], &plain()));
    let wished = param().set_require_grad(true);
    assert!(!wished.val().is_require_grad());
    assert!(wished.train().val().is_require_grad());
    assert!(
        !param()
            .set_require_grad(false)
            .train()
            .val()
            .is_require_grad()
    );

    // Training form is a type, and what it would leave out is said at its door.
    learns(&mut Tracked::train(Net::new(&plain())).unwrap());
    let still = Net::new(&plain()).no_grad();
    assert!(matches!(
        Tracked::train(still),
        Err(TrainError::NothingToTrain)
    ));
}

// AS8: a model on a plain device learns nothing from a tracked input.

#[test]
fn as8_a_plain_model_with_a_tracked_input() {
    let model = Net::new(&plain());
    let output = model.forward(Tensor::ones([3, 4], &ad()));
    assert!(output.is_autodiff() && !output.is_tracked());
    let x = Tensor::<2>::ones([3, 4], &ad()).require_grad();
    let gradients = model.forward(x).mean().backward();
    let gradients = GradientsParams::from_grads(gradients, &model);
    assert!(gradients.is_empty());
    let before = weights(&model);
    assert_eq!(weights(&raw_step(model, gradients)), before);

    // The input has its gradient, and a step of the model is refused.
    let mut model = trained();
    let x = input().into_leaf();
    let mut gradients = model.valid().forward(x.clone()).mean().backward().unwrap();
    let of_model = gradients.take(&model);
    assert!(x.grad(&gradients).is_some());
    let error = sgd().step(0.1, &mut model, of_model).unwrap_err();
    assert!(
        matches!(error, StepError::NothingToUpdate { .. }),
        "{error}"
    );
    learns(&mut model);
}

/// What must stay legal beside it: a constant in a graph.
#[test]
fn as8_constants_in_a_graph() {
    let x = untracked([2.]);
    let constant = x.clone();
    let x = x.into_leaf();
    assert_eq!(gradient(&x, (x.clone() * constant.clone()).sum()), [2.0]);
    assert_eq!(gradient(&x, (constant * x.clone()).sum()), [2.0]);
}

// AS9: equal devices that are not the same.

#[test]
fn as9_devices_of_two_kinds_are_equal() {
    assert_eq!(plain(), ad());
    assert_eq!(ad(), ck());
    assert_eq!(Net::new(&ad()).devices(), Net::new(&plain()).devices());

    // Not closed, and of no use: no state of ours is read off a device.
    for device in [plain(), ad(), ck()] {
        let x = Untracked::<Tensor<1>>::from_data([2.0_f32], &device);
        assert!(!x.clone().into_inner().is_autodiff());
        let x: Leaf<Tensor<1>, Checkpointed> = x.into_leaf_in::<Checkpointed>();
        assert_eq!(gradient(&x, (x.clone() * 3.0).sum()), [3.0]);
        learns(&mut Tracked::train(Net::new(&device)).unwrap());
    }
}

// AS10: a move does not take a tensor into autodiff.

#[test]
fn as10_a_move_to_an_autodiff_device() {
    let x = raw([2.], &plain()).to_device(&ad());
    assert!(!x.is_autodiff());
    panics_with("Tensor::require_grad requires autodiff", || {
        x.require_grad()
    });

    // Untracked before and after, and it says so.
    let x: Untracked<Tensor<1>> = untracked([2.]).to_device(&ad());
    assert!(!x.clone().into_inner().is_autodiff());
    let x = x.into_leaf();
    assert_eq!(gradient(&x, (x.clone() * 3.0).sum()), [3.0]);
}

// AS12: a mask cast to integers is a boolean tensor inside.

#[test]
fn as12_a_mask_as_integers() {
    // On flex nothing comes of it.
    let mask = raw([0., 1.], &plain()).greater_scalar(0.5);
    let ints = mask.cast(IntDType::I32) + 1;
    assert_eq!(ints.into_data().iter::<i64>().collect::<Vec<_>>(), [1, 2]);

    let ints = untracked([0., 1.]).greater_scalar(0.5).int() + 1;
    assert_eq!(ints.into_data().iter::<i64>().collect::<Vec<_>>(), [1, 2]);
}

// AS13: the gradient of a result is not kept.

#[test]
fn as13_the_gradient_of_a_result() {
    let x = raw([2.], &ad()).require_grad();
    let shared = x.clone() * 3.0;
    let mut gradients = shared.clone().sum().backward();
    assert!(shared.grad(&gradients).is_none());
    assert!(x.grad_remove(&mut gradients).is_some());
    assert!(x.grad(&gradients).is_none());

    // `leaf/grad_of_a_result.rs`. What is asked for in the middle is a leaf of zeros there.
    let (x, probe) = (leaf([2.]), leaf([0.]));
    let shared = x.clone() * 3.0 + probe.clone();
    let gradients = shared.square().sum().backward().unwrap();
    let of = |leaf: &Leaf<Tensor<1>>| values(&leaf.grad(&gradients).unwrap().into_data());
    assert_eq!((of(&probe), of(&x)), (vec![12.0], vec![36.0]));
    // As often as wanted.
    assert_eq!(of(&x), [36.0]);
}

// AS15: a step does not look at `freeze`.

#[test]
fn as15_gradients_from_before_a_freeze() {
    let model = raw_model();
    let before = weights(&model);
    let gradients = raw_gradients(&model);
    assert!(weights(&raw_step(model.freeze(), gradients)) != before);

    // Frozen as a whole it is another type: `optimizer/step_on_a_frozen_model.rs`. In part:
    let model = trained();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let hidden = ParamGroup::from_predicate("hidden");
    let mut model = model.freeze_group(hidden).unwrap();
    let before = weights(&model.clone().into_inner());
    let error = sgd().step(0.1, &mut model, gradients).unwrap_err();
    assert!(matches!(error, StepError::OtherModel { .. }), "{error}");
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let report = sgd().step(0.1, &mut model, gradients).unwrap();
    assert_eq!(report.names(&model), ["output.weight", "output.bias"]);
    assert_eq!(weights(&model.into_inner()), before);
}

// AS16: gradients by hand, of any shape.

#[test]
fn as16_a_gradient_of_another_shape() {
    let by_hand = |model: &Net, shape: [usize; 2]| {
        let mut gradients = GradientsParams::new();
        gradients.register(model.hidden.weight.id, Tensor::<2>::ones(shape, &plain()));
        gradients
    };
    let model = raw_model();
    let before = model.hidden.weight.val().without_autodiff();
    let gradients = by_hand(&model, [1, 1]);
    let model = raw_step(model, gradients);
    assert!(distance(&weights(&model), &(before - 0.1).into_data()) < 1e-6);
    let gradients = by_hand(&model, [3, 3]);
    panics_with("=== Tensor Operation Error ===\n  Operation: 'Sub'", || {
        raw_step(model, gradients)
    });

    // `optimizer/register_a_gradient.rs`. One that is put in by hand is checked.
    let x = leaf([0., 0.]);
    let mut gradients = x.clone().sum().backward().unwrap();
    assert!(x.replace_grad(&mut gradients, untracked([1.])).is_err());
    x.replace_grad(&mut gradients, untracked([2., 3.])).unwrap();
    let replaced = x.grad(&gradients).unwrap();
    assert_eq!(values(&replaced.into_data()), [2.0, 3.0]);
}

// AS17: a step moves a parameter to its gradient.

#[test]
fn as17_a_step_moves_a_model() {
    let _alone = alone();
    let cube = cube_device();
    let device = |model: &Net| -> Device { model.hidden.weight.val().device() };
    let model = raw_model();
    let gradients = raw_gradients(&model).to_device(&cube, &model);
    assert_eq!(device(&model), plain());
    let model = raw_step(model, gradients);
    assert_ne!(device(&model), plain());

    // Gradients stay where they are: `optimizer/gradients_moved_to_a_device.rs`. A model that was
    // moved since is not moved back.
    let mut model = trained();
    learns(&mut model);
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    let mut far = model.fork(&cube);
    let error = sgd().step(0.1, &mut far, gradients).unwrap_err();
    assert!(matches!(error, StepError::OtherDevice { .. }), "{error}");
    assert_ne!(device(&far.into_inner()), plain());
}

// AS18: a parameter behind an alias can be skipped, and is gone.

type Weight = Param<Tensor<2>>;

#[derive(Module, Debug)]
struct Forgotten {
    #[module(skip)]
    weight: Weight,
    layer: Linear,
}

#[fusible]
#[derive(Module, Debug)]
struct Remembered {
    #[fusible(skip)]
    weight: Weight,
    layer: Linear,
}

#[fusible]
impl Remembered {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.layer.forward(input.matmul(self.weight.val()))
    }
}

#[test]
fn as18_a_parameter_behind_an_alias() {
    let weight = || Weight::from_tensor(Tensor::ones([4, 4], &plain()));
    let layer = || LinearConfig::new(4, 8).init(&plain());
    let forgotten = Forgotten {
        weight: weight(),
        layer: layer(),
    };
    // 4 × 8 weights and 8 biases; the other 16 are not counted, and would not be saved.
    assert_eq!(forgotten.num_params(), 40);
    let forgotten = forgotten.train();
    assert!(!forgotten.weight.val().is_require_grad());
    assert!(forgotten.layer.weight.val().is_require_grad());

    // `fusible_field/alias_of_a_parameter.rs`. Ours keeps it in float, and in the model.
    let model = Tracked::train(Remembered {
        weight: weight(),
        layer: layer(),
    });
    let model = model.unwrap();
    assert_eq!(model.num_params(), 56);
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 3);
}
