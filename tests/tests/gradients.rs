//! Gradients: looked up, replaced, accumulated, clipped, joined, and whose they are.

#![expect(clippy::unwrap_used, reason = "a test may")]

use burn::module::{Param, ParamGroup};
use burn::nn::Linear;
use burn::optim::{AdamConfig, GradientsAccumulator as RawAccumulator, GradientsParams, SgdConfig};
use burn::prelude::*;
use burn::tensor::activation::relu;
use burn::tensor::{DType, Tolerance};
use fireproof::{
    BackwardError, GradientsAccumulator, GradientsError, JoinError, Leaf, Optimizer,
    ReplaceGradError, StepError, Tracked, Untracked, fusible, join_losses, value_and_grad,
    value_and_grad_aux, value_and_grad2,
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

    /// Reaches the output layer only.
    fn output_only(&self, hidden: Tensor<2>) -> Tensor<1> {
        self.output.forward(hidden).square().mean()
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

const ROWS: [[f32; 4]; 4] = [
    [1.0, 0.5, -0.5, 0.25],
    [0.0, 1.0, 0.75, -1.0],
    [-0.5, 0.5, 1.0, 1.0],
    [0.25, -0.25, 0.5, 0.0],
];

fn rows(rows: &[[f32; 4]]) -> Untracked<Tensor<2>> {
    let data = TensorData::new(rows.concat(), [rows.len(), 4]);
    Untracked::from_data(data, &Device::flex())
}

fn input() -> Untracked<Tensor<2>> {
    rows(&ROWS)
}

fn trained() -> Tracked<Net> {
    Tracked::train(Net::new()).unwrap()
}

fn sgd() -> Optimizer {
    SgdConfig::new().init().into()
}

fn leaf(values: [f32; 2]) -> Leaf<Tensor<1>> {
    Untracked::from_data(values, &Device::flex()).into_leaf()
}

fn data<const D: usize>(tensor: Untracked<Tensor<D>>) -> TensorData {
    tensor.into_inner().into_data()
}

fn number(tensor: Untracked<Tensor<1>>) -> f32 {
    tensor.into_inner().into_scalar()
}

fn close(left: &TensorData, right: &TensorData) {
    left.assert_approx_eq::<f32>(right, Tolerance::absolute(1e-6));
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

#[test]
fn a_gradient_is_found_by_its_path_and_equals_burns() {
    let net = Net::new();
    let raw = net.clone().train();
    let loss = raw.loss(input().into_inner());
    let expected = GradientsParams::from_grads(loss.backward(), &raw);

    let model = Tracked::train(net).unwrap();
    let gradients = model.loss(input()).backward().unwrap().of(&model);
    assert_eq!(gradients.len(), expected.len());
    let weight: Untracked<Tensor<2>> = gradients.get_at(&model, "hidden.weight").unwrap();
    let of_raw = expected.get::<2>(raw.hidden.weight.id).unwrap();
    assert_eq!(data(weight), of_raw.into_data());
    let bias = gradients.get_at::<1>(&model, "output.bias").unwrap();
    let of_raw = expected.get::<1>(raw.output.bias.as_ref().unwrap().id);
    assert_eq!(data(bias), of_raw.unwrap().into_data());
}

#[test]
fn a_gradient_that_is_not_there_is_an_error() {
    let model = trained();
    let gradients = model.hidden_only(input()).backward().unwrap().of(&model);
    let error = gradients
        .get_at::<2>(&model, "hiden.weight")
        .unwrap_err()
        .to_string();
    assert!(error.contains("`hiden.weight`"), "{error}");
    assert!(
        error.contains("hidden.weight, hidden.bias, output.weight, output.bias"),
        "{error}"
    );
    // Burn's container panics here.
    assert_eq!(
        gradients.get_at::<1>(&model, "hidden.weight").unwrap_err(),
        GradientsError::OtherRank {
            path: "hidden.weight".to_owned(),
            rank: 2,
            asked: 1
        }
    );
    assert_eq!(
        gradients.get_at::<2>(&model, "output.weight").unwrap_err(),
        GradientsError::NoGradient {
            path: "output.weight".to_owned()
        }
    );
    // Those of another instance are not found either.
    assert!(gradients.get_at::<2>(&trained(), "hidden.weight").is_err());
}

#[test]
fn the_gradient_of_a_leaf_is_removed_and_replaced() {
    let x = leaf([1.0, 2.0]);
    let mut gradients = (x.clone() * 3.0).sum().backward().unwrap();
    let new = Untracked::<Tensor<1>>::from_data([0.5, -0.5], &Device::flex());
    x.replace_grad(&mut gradients, new.clone()).unwrap();
    let replaced = x.grad(&gradients).unwrap();
    assert_eq!(data(replaced), data(new.clone()));

    // Burn takes any shape and any element type.
    let long = Untracked::<Tensor<1>>::from_data([1.0, 2.0, 3.0], &Device::flex());
    assert_eq!(
        x.replace_grad(&mut gradients, long).unwrap_err(),
        ReplaceGradError::Shape {
            leaf: vec![2],
            gradient: vec![3]
        }
    );
    let wide = Tensor::<1>::ones([2], (&Device::flex(), DType::F64));
    assert_eq!(
        x.replace_grad(&mut gradients, Untracked::try_from(wide).unwrap())
            .unwrap_err(),
        ReplaceGradError::DType {
            leaf: DType::F32,
            gradient: DType::F64
        }
    );
    let removed = x.grad_remove(&mut gradients).unwrap();
    assert_eq!(data(removed), data(new.clone()));
    assert!(x.grad_remove(&mut gradients).is_none());
    assert!(x.grad(&gradients).is_none());
    let error = x.replace_grad(&mut gradients, new).unwrap_err();
    assert_eq!(error, ReplaceGradError::NoGradient);
}

#[test]
fn accumulated_batches_equal_one_big_batch() {
    let net = Net::new();
    let model = Tracked::train(net.clone()).unwrap();
    let whole = model.loss(input()).backward().unwrap().of(&model);

    let mut accumulator = GradientsAccumulator::new();
    let raw = net.train();
    let mut raw_accumulator = RawAccumulator::new();
    for half in [&ROWS[..2], &ROWS[2..]] {
        let loss = model.loss(rows(half)) / 2.0;
        let gradients = loss.backward().unwrap().of(&model);
        accumulator.accumulate(&model, gradients).unwrap();
        let loss = raw.loss(rows(half).into_inner()) / 2.0;
        raw_accumulator.accumulate(&raw, GradientsParams::from_grads(loss.backward(), &raw));
    }
    let (sums, raw_sums) = (accumulator.grads(), raw_accumulator.grads());
    assert_eq!(sums.len(), 4);
    assert!(sums.missing().is_empty());
    let total = data(sums.get_at::<2>(&model, "hidden.weight").unwrap());
    let of_raw = raw_sums.get::<2>(raw.hidden.weight.id).unwrap();
    assert_eq!(total, of_raw.into_data());
    close(
        &total,
        &data(whole.get_at::<2>(&model, "hidden.weight").unwrap()),
    );

    // And the step is the same.
    let (mut one, mut two) = (model.clone(), model);
    sgd().step(0.1, &mut one, whole).unwrap();
    let report = sgd().step(0.1, &mut two, sums).unwrap();
    assert_eq!(
        report.names(&two),
        [
            "hidden.weight",
            "hidden.bias",
            "output.weight",
            "output.bias"
        ]
    );
    for (one, two) in values(&one).iter().zip(&values(&two)) {
        close(one, two);
    }
}

#[test]
fn a_parameter_is_missing_when_no_batch_reached_it() {
    let mut model = trained();
    let hidden = |model: &Tracked<Net>| model.hidden_only(input()).backward().unwrap().of(model);
    let output = |model: &Tracked<Net>| {
        let ones = Untracked::ones([3, 8], &Device::flex());
        model.output_only(ones).backward().unwrap().of(model)
    };
    let mut accumulator = GradientsAccumulator::new();
    accumulator.accumulate(&model, hidden(&model)).unwrap();
    accumulator.accumulate(&model, hidden(&model)).unwrap();
    let sums = accumulator.grads();
    assert_eq!(sums.missing(), ["output.weight", "output.bias"]);

    // The later layer first: the parameters are still in the order of the model.
    accumulator.accumulate(&model, output(&model)).unwrap();
    accumulator.accumulate(&model, hidden(&model)).unwrap();
    let sums = accumulator.grads();
    assert!(sums.missing().is_empty());
    let report = sgd().step(0.1, &mut model, sums).unwrap();
    assert_eq!(report.updated.len(), 4);
}

/// Burn drops them without a word.
#[test]
fn gradients_of_another_instance_are_not_accumulated() {
    let net = Net::new();
    let model = Tracked::train(net.clone()).unwrap();
    let gradients = |model: &Tracked<Net>| model.loss(input()).backward().unwrap().of(model);
    let mut accumulator = GradientsAccumulator::new();
    accumulator.accumulate(&model, gradients(&model)).unwrap();

    let other = trained();
    let foreign = GradientsError::OtherModel {
        strangers: 4,
        gradients: 4,
    };
    let error = accumulator.accumulate(&model, gradients(&other));
    assert_eq!(error.unwrap_err(), foreign);
    // The gradients fit the model, but not those before.
    let error = accumulator.accumulate(&other, gradients(&other));
    assert_eq!(error.unwrap_err(), foreign);
    // Frozen since.
    let frozen = net.freeze_group(ParamGroup::from_predicate("hidden"));
    let frozen = Tracked::train(frozen).unwrap();
    let error = accumulator.accumulate(&frozen, gradients(&frozen));
    assert_eq!(
        error.unwrap_err(),
        GradientsError::OtherModel {
            strangers: 2,
            gradients: 4
        }
    );
    // What was accumulated is as it was.
    let sums = accumulator.grads();
    let alone = gradients(&model);
    assert_eq!(
        data(sums.get_at::<2>(&model, "output.weight").unwrap()),
        data(alone.get_at::<2>(&model, "output.weight").unwrap())
    );
}

#[test]
fn an_empty_accumulator_steps_nothing() {
    let mut model = trained();
    let nothing = GradientsAccumulator::<Net>::new().grads();
    let error = sgd().step(0.1, &mut model, nothing).unwrap_err();
    assert!(matches!(error, StepError::NothingToUpdate { .. }));
    assert!(
        error.to_string().contains("nothing was accumulated"),
        "{error}"
    );
}

#[test]
fn all_gradients_are_clipped_by_one_norm() {
    let model = trained();
    let gradients = || (model.loss(input()) * 10.0).backward().unwrap().of(&model);
    let parts = |gradients: &fireproof::GradientsOf<Net>| {
        let weight = |path| data(gradients.get_at::<2>(&model, path).unwrap());
        let bias = |path| data(gradients.get_at::<1>(&model, path).unwrap());
        [
            weight("hidden.weight"),
            bias("hidden.bias"),
            weight("output.weight"),
            bias("output.bias"),
        ]
    };
    let before = parts(&gradients());
    let squares = before.iter().flat_map(|part| part.iter::<f32>());
    let expected = squares.map(|value| value * value).sum::<f32>().sqrt();
    let norm = number(gradients().global_norm(&model).unwrap());
    let close_enough = (norm - expected).abs() < 1e-5 * expected;
    assert!(close_enough, "{norm} is not {expected}");
    assert!(norm > 1.0, "{norm}");

    let clipped = gradients().clip_by_global_norm(&model, 0.5).unwrap();
    assert_eq!(clipped.len(), 4);
    let now = number(clipped.global_norm(&model).unwrap());
    assert!((now - 0.5).abs() < 1e-5, "{now}");
    for (before, after) in before.iter().zip(&parts(&clipped)) {
        let scaled: Vec<f32> = before.iter::<f32>().map(|v| v * 0.5 / expected).collect();
        close(&TensorData::new(scaled, before.shape().clone()), after);
    }
    // Below the bound, nothing changes.
    let clipped = gradients().clip_by_global_norm(&model, 1e6).unwrap();
    assert_eq!(parts(&clipped), before);
}

#[test]
fn a_norm_that_means_nothing_is_an_error() {
    let model = trained();
    let gradients = || model.loss(input()).backward().unwrap().of(&model);
    for bound in [0.0, -1.0, f32::INFINITY] {
        let error = gradients().clip_by_global_norm(&model, bound).unwrap_err();
        assert_eq!(error, GradientsError::MaxNorm { max_norm: bound });
    }
    let bound = gradients().clip_by_global_norm(&model, f32::NAN);
    assert!(matches!(bound, Err(GradientsError::MaxNorm { .. })));
    let foreign = gradients().clip_by_global_norm(&trained(), 1.0);
    assert!(matches!(foreign, Err(GradientsError::OtherModel { .. })));
    let nothing = leaf([1.0, 2.0]).into_tracked().sum();
    let nothing = nothing.backward().unwrap().of(&model);
    let error = nothing.global_norm(&model).unwrap_err();
    assert_eq!(error, GradientsError::Empty);
}

/// In Burn, the second backward pass over what two losses share panics.
#[test]
fn losses_that_share_an_intermediate_go_backward_together() {
    let x = leaf([1.0, 2.0]);
    let shared = x.clone() * 3.0;
    let (first, second) = (shared.clone().sum(), shared.square().mean());
    let joined = join_losses([first, second]).unwrap();
    assert_eq!(
        number(joined.clone().detach()).to_bits(),
        31.5_f32.to_bits()
    );
    let gradients = joined.backward().unwrap();
    // 3 from the sum, and 9 x from the mean of 9 x².
    let expected = TensorData::from([12.0_f32, 21.0]);
    assert_eq!(data(x.grad(&gradients).unwrap()), expected);

    let model = trained();
    let hidden = model.forward(input());
    let losses = vec![
        hidden.clone().mean(),
        hidden.clone().square().mean() * 0.5,
        hidden.sum() * 0.1,
    ];
    let joined = join_losses(losses).unwrap().backward().unwrap().of(&model);
    let hidden = model.forward(input());
    let sum =
        hidden.clone().mean() + hidden.clone().square().mean() * 0.5 + hidden.clone().sum() * 0.1;
    let sum = sum.backward().unwrap().of(&model);
    assert_eq!(
        data(joined.get_at::<2>(&model, "hidden.weight").unwrap()),
        data(sum.get_at::<2>(&model, "hidden.weight").unwrap())
    );
    // Inside of `value_and_grad`, too.
    let (_, gradients) = value_and_grad(&model, |model| {
        let hidden = model.forward(input());
        join_losses([hidden.clone().mean(), hidden.sum()]).unwrap()
    })
    .unwrap();
    assert_eq!(gradients.len(), 4);
}

#[test]
fn what_is_no_loss_is_not_joined() {
    let none: [Tracked<Tensor<1>>; 0] = [];
    assert_eq!(join_losses(none).unwrap_err(), JoinError::NoLoss);
    // Burn would broadcast.
    let x = leaf([1.0, 2.0]);
    let error = join_losses([x.clone().into_tracked().sum(), x.into_tracked()]).unwrap_err();
    assert_eq!(
        error,
        JoinError::NotOneElement {
            index: 1,
            shape: vec![2]
        }
    );
    let text = error.to_string();
    assert!(text.contains("number 1") && text.contains("[2]"), "{text}");
}

#[test]
fn something_beside_the_loss_leaves_as_a_constant() {
    let model = trained();
    let (loss, (best, output), gradients) = value_and_grad_aux(&model, |model| {
        let output = model.forward(input());
        let best: Untracked<Tensor<2, Int>> = output.clone().argmax(1);
        let kept = output.clone().detach();
        ((output - 1.0).square().mean(), (best, kept))
    })
    .unwrap();
    let (open, of_open) = value_and_grad(&model, |model| model.loss(input())).unwrap();
    assert_eq!(data(loss), data(open));
    assert_eq!(
        data(gradients.get_at::<2>(&model, "hidden.weight").unwrap()),
        data(of_open.get_at::<2>(&model, "hidden.weight").unwrap())
    );
    assert_eq!(data(output), data(model.valid().forward(input())));
    assert_eq!(best.into_inner().dims(), [4, 1]);

    let error = value_and_grad_aux(&model, |model| (model.forward(input()), ()));
    assert!(matches!(
        error.map(|_| ()),
        Err(BackwardError::NotOneElement { .. })
    ));
}

#[fusible]
#[derive(Module, Debug)]
struct Critic {
    layer: Linear,
}

#[fusible]
impl Critic {
    fn score(&self, sample: Tensor<2>) -> Tensor<2> {
        self.layer.forward(sample)
    }
}

#[test]
fn one_loss_of_two_models() {
    let net = trained();
    let critic = Tracked::train(Critic { layer: layer(2, 1) }).unwrap();
    let (value, (of_net, of_critic)) = value_and_grad2(&net, &critic, |net, critic| {
        critic.score(net.forward(input())).square().mean()
    })
    .unwrap();
    let loss = critic.score(net.forward(input())).square().mean();
    assert_eq!(data(value), data(loss.clone().detach()));
    let mut open = loss.backward().unwrap();
    let (open_net, open_critic) = (open.take(&net), open.take(&critic));
    assert_eq!((of_net.len(), of_critic.len()), (4, 2));
    assert_eq!(
        data(of_net.get_at::<2>(&net, "hidden.weight").unwrap()),
        data(open_net.get_at::<2>(&net, "hidden.weight").unwrap())
    );
    assert_eq!(
        data(of_critic.get_at::<2>(&critic, "layer.weight").unwrap()),
        data(open_critic.get_at::<2>(&critic, "layer.weight").unwrap())
    );
}

/// Two models, two optimizers, and a generator's step through the critic: as in Burn.
#[test]
fn a_generator_and_its_critic_take_turns() {
    let (net, judge) = (Net::new(), Critic { layer: layer(2, 1) });
    let real = || Untracked::<Tensor<2>>::ones([4, 2], &Device::flex());
    let adam = || AdamConfig::new().init();

    let (mut raw_net, mut raw_judge) = (net.clone().train(), judge.clone().train());
    let (mut raw_first, mut raw_second) = (adam(), adam());
    let mut generator = Tracked::train(net).unwrap();
    let mut critic = Tracked::train(judge).unwrap();
    let (mut first, mut second) = (Optimizer::from(adam()), Optimizer::from(adam()));
    for _ in 0..3 {
        let fake = raw_net.forward(input().into_inner()).detach();
        let loss = raw_judge.score(fake).mean() - raw_judge.score(real().into_inner()).mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &raw_judge);
        raw_judge = raw_second.step(0.01, raw_judge, gradients);
        let loss = -raw_judge
            .score(raw_net.forward(input().into_inner()))
            .mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &raw_net);
        raw_net = raw_first.step(0.01, raw_net, gradients);

        let fake = generator.forward(input()).detach();
        let loss = critic.score(fake).mean() - critic.score(real()).mean();
        let gradients = loss.backward().unwrap().of(&critic);
        second.step(0.01, &mut critic, gradients).unwrap();
        let kept = critic.clone().into_inner().layer.weight.val().into_data();
        let loss = -critic.score(generator.forward(input())).mean();
        let gradients = loss.backward().unwrap().of(&generator);
        first.step(0.01, &mut generator, gradients).unwrap();
        // The gradients of the critic are in that loss too, and step nothing.
        let now = critic.clone().into_inner().layer.weight.val().into_data();
        assert_eq!(kept, now);
    }
    assert_eq!(values(&generator), raw_values(&raw_net));
    assert_eq!(
        critic.into_inner().layer.weight.val().into_data(),
        raw_judge.layer.weight.val().into_data()
    );
}

/// In Burn, the frozen weights change.
#[test]
fn a_model_that_was_frozen_since_is_not_stepped() {
    let net = Net::new();
    let model = Tracked::train(net.clone()).unwrap();
    let gradients = model.loss(input()).backward().unwrap().of(&model);
    let frozen = net.freeze_group(ParamGroup::from_predicate("hidden"));
    let mut frozen = Tracked::train(frozen).unwrap();
    let before = values(&frozen);
    let error = sgd().step(0.1, &mut frozen, gradients).unwrap_err();
    assert!(
        matches!(
            error,
            StepError::OtherModel {
                strangers: 2,
                gradients: 4
            }
        ),
        "{error}"
    );
    assert_eq!(values(&frozen), before);
    // Its own gradients leave the frozen layer out.
    let gradients = frozen.loss(input()).backward().unwrap().of(&frozen);
    let report = sgd().step(0.1, &mut frozen, gradients).unwrap();
    assert_eq!(report.names(&frozen), ["output.weight", "output.bias"]);
    assert!(report.missing.is_empty());
    assert_eq!(values(&frozen)[..2], before[..2]);
}
