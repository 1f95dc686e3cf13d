//! Places: one device a type, for programs with several. Flex is one, a CubeCL device the other.

#![expect(clippy::unwrap_used, reason = "a test may")]

use burn::nn::{Linear, LinearConfig};
use burn::optim::SgdConfig;
use burn::prelude::*;
use burn::tensor::GradientCheckpointingStrategy as Checkpointing;
use burn::tensor::activation::log_softmax;
use fireproof::{
    Checkpointed, Context, Graph, Leaf, On, Optimizer, OwnBackward, Place, Tensors, Tracked,
    TrainError, Untracked, fusible,
};
use fireproof_tests::cube_device;
use static_assertions::{assert_eq_size, assert_not_impl_any};

enum Anywhere {}

assert_eq_size!(Tracked<Tensor<2>, On<Anywhere>>, Tensor<2>);
// What a constant of any device must not enter.
assert_not_impl_any!(On<Anywhere>: fireproof::TakesConstants);
assert_not_impl_any!(On<Anywhere, Checkpointed>: fireproof::TakesConstants);

#[fusible]
#[derive(Module, Debug)]
struct Net {
    hidden: Linear,
    output: Linear,
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.output.forward(self.hidden.forward(input))
    }
}

fn net(device: &Device) -> Net {
    Net {
        hidden: LinearConfig::new(4, 8).init(device),
        output: LinearConfig::new(8, 2).init(device),
    }
}

fn sgd() -> Optimizer {
    SgdConfig::new().init().into()
}

/// Trains on the device of the place, with a model and data that come from `source`.
fn trains<B: 'static, C: Context + OwnBackward>(place: &Place<B, C>, source: &Device) {
    let mut model: Tracked<Net, On<B, C>> = place.train(net(source)).unwrap();
    assert_eq!(model.devices(), vec![place.device().clone()]);

    let input = Untracked::<Tensor<2>>::ones([3, 4], source);
    let target = Untracked::<Tensor<2>>::full([3, 2], 0.5, source);
    let (input, target) = (place.enter(input), place.enter(target));
    let mut optimizer = sgd();
    let mut losses = Vec::new();
    for _ in 0..20 {
        let output: Tracked<Tensor<2>, On<B, C>> = model.forward(input.clone());
        let loss = (output - target.clone()).square().mean();
        losses.push(loss.clone().into_scalar::<f32>());
        let gradients = loss.backward().unwrap().of(&model);
        assert_eq!((gradients.len(), gradients.missing().len()), (4, 0));
        let weight: Untracked<Tensor<2>> = gradients.get_at(&model, "hidden.weight").unwrap();
        assert_eq!(weight.device(), *place.device());
        optimizer.step(0.05, &mut model, gradients).unwrap();
    }
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last < first, "{last} is not below {first}");
}

#[test]
fn a_brand_stands_for_one_device() {
    enum Here {}
    let (flex, cube) = (Device::flex(), cube_device());
    let place = Place::<Here>::claim(&flex).unwrap();
    assert_eq!(*place.device(), flex);
    // The same again, from a clone, or as the device of a graph: one device.
    assert!(Place::<Here>::claim(&flex.clone()).is_ok());
    let autodiff = Place::<Here>::claim(&flex.autodiff()).unwrap();
    assert!(!autodiff.device().is_autodiff());
    assert!(Place::<Here, Checkpointed>::claim_in(place.device()).is_ok());

    let error = Place::<Here>::claim(&cube).unwrap_err();
    assert!(error.brand.ends_with("Here"), "{}", error.brand);
    assert!(error.to_string().contains("one type for each device"));
    // Another context is the same brand.
    assert!(Place::<Here, Checkpointed>::claim_in(&cube).is_err());
    // The refusal took nothing.
    assert!(Place::<Here>::claim(place.device()).is_ok());
}

#[test]
fn one_device_for_two_brands() {
    enum First {}
    enum Second {}
    let device = Device::flex();
    let first = Place::<First>::claim(&device).unwrap();
    let second = Place::<Second>::claim(&device).unwrap();
    assert_eq!(first.device(), second.device());
    assert_eq!(first.clone().device(), second.device());
    assert!(format!("{first:?}").starts_with("Place("));
}

#[test]
fn trains_on_flex() {
    enum Here {}
    let place = Place::<Here>::claim(&Device::flex()).unwrap();
    trains(&place, &Device::flex());
    // From a device that data was made on for another purpose.
    trains(&place, &cube_device());
}

#[test]
fn trains_on_a_cube_device() {
    enum There {}
    let place = Place::<There>::claim(&cube_device()).unwrap();
    trains(&place, &Device::flex());
}

#[test]
fn trains_checkpointed() {
    enum Here {}
    let place = Place::<Here, Checkpointed>::claim_in(&Device::flex()).unwrap();
    trains(&place, &Device::flex());

    let source: Leaf<Tensor<1>, On<Here, Checkpointed>> =
        place.leaf(Untracked::<Tensor<1>>::ones([2], &Device::flex()));
    let factor = Untracked::<Tensor<1>>::full([2], 3.0, &Device::flex());
    let result: Tracked<Tensor<1>, On<Here, Checkpointed>> = source.clone() * place.enter(factor);
    let strategy = result
        .clone()
        .into_inner()
        .gradient_checkpointing_strategy();
    assert_eq!(strategy, Some(Checkpointing::Balanced));
    let gradients = result.sum().backward().unwrap();
    let gradient = source.grad(&gradients).unwrap();
    gradient
        .into_data()
        .assert_eq(&[3.0_f32, 3.0].into(), false);
}

#[test]
fn values_move_as_they_enter() {
    enum Here {}
    enum There {}
    let (flex, cube) = (Device::flex(), cube_device());
    let here = Place::<Here>::claim(&flex).unwrap();
    let there = Place::<There>::claim(&cube).unwrap();
    let values = [[1.0_f32, 2.0], [3.0, 4.0]];
    let data = || Untracked::<Tensor<2>>::from_data(values, &flex);

    let constant: Tracked<Tensor<2>, On<There>> = there.enter(data());
    assert_eq!(constant.device(), cube);
    let raw = constant.clone().into_inner();
    assert!(raw.is_autodiff() && !raw.is_tracked());
    constant.into_data().assert_eq(&values.into(), false);

    let source: Leaf<Tensor<2>, On<There>> = there.leaf(data());
    assert_eq!(source.device(), cube);
    assert!(source.clone().into_inner().is_require_grad());
    let gradients = (source.clone() * 2.0).sum().backward().unwrap();
    let gradient = source.grad(&gradients).unwrap();
    assert_eq!(gradient.device(), cube);

    let labels = Untracked::<Tensor<1, Int>>::from_data([1, 0], &flex);
    let moved = there.bring(labels.clone());
    assert_eq!(moved.device(), cube);
    let labels = labels.into_data().iter::<i64>().collect::<Vec<_>>();
    let moved = moved.into_data().iter::<i64>().collect::<Vec<_>>();
    assert_eq!(labels, moved);

    // From one place to the other: out of the graph, and in again.
    let detached: Untracked<Tensor<2>> = (source * 2.0).detach();
    let result = here.enter(detached) + here.enter(data());
    assert_eq!(result.device(), flex);
    result
        .into_data()
        .assert_eq(&[[3.0_f32, 6.0], [9.0, 12.0]].into(), false);
}

#[derive(Tensors, Debug, Clone)]
struct Batch {
    images: Tensor<2>,
    labels: Tensor<1, Int>,
}

#[fusible(tensors(Batch))]
fn loss(#[model] net: &Net, batch: Batch) -> Tensor<1> {
    let logits = log_softmax(net.forward(batch.images), 1);
    -logits.gather(1, batch.labels.unsqueeze_dim(1)).mean()
}

/// Labels come in beside the images.
#[test]
fn a_classifier_in_a_place() {
    enum There {}
    let flex = Device::flex();
    let place = Place::<There>::claim(&cube_device()).unwrap();
    let model = place.train(net(&flex)).unwrap();
    let batch: Tracked<Batch, On<There>> = BatchFields::<Graph<On<There>>> {
        images: place.enter(Untracked::<Tensor<2>>::ones([3, 4], &flex)),
        labels: place.bring(Untracked::<Tensor<1, Int>>::from_data([0, 1, 0], &flex)),
    }
    .gather();
    let value: Tracked<Tensor<1>, On<There>> = loss(&model, batch);
    let gradients = value.backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 4);
    assert!(gradients.missing().is_empty());

    // In validation form a model carries no place, and its inputs need none.
    let valid = model.valid();
    assert_eq!(valid.devices(), vec![place.device().clone()]);
    let images = place.bring(Untracked::<Tensor<2>>::ones([3, 4], &flex));
    let output: Untracked<Tensor<2>> = valid.forward(images);
    assert_eq!(output.device(), *place.device());
}

/// As in training anywhere else.
#[test]
fn what_cannot_be_trained_is_named_and_what_is_frozen_stays_so() {
    enum Here {}
    let device = Device::flex();
    let place = Place::<Here>::claim(&device).unwrap();
    let moved = net(&device.clone().autodiff());
    let _ = moved.forward(Tensor::ones([1, 4], &device));
    let error = place
        .train(moved.to_device(&device.clone().autodiff()))
        .unwrap_err();
    let TrainError::Untrainable(problems) = &error else {
        panic!("{error}");
    };
    assert!(problems[0].starts_with("hidden.weight: "), "{error}");

    let half = Net {
        hidden: LinearConfig::new(4, 8).init(&device).freeze(),
        ..net(&device)
    };
    let model = place.train(half).unwrap();
    let input = place.enter(Untracked::<Tensor<2>>::ones([3, 4], &device));
    let gradients = model.forward(input).mean().backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 2);
    assert!(matches!(
        place.train(net(&device).freeze()),
        Err(TrainError::NothingToTrain)
    ));
}
