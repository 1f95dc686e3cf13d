//! Structs of tensors in the carriers: `#[derive(Tensors)]`, and in and out of lifted code.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::time::Duration;

use burn::nn::{Linear, LinearConfig};
use burn::optim::SgdConfig;
use burn::prelude::*;
use fireproof::{
    AnyState, Ctx, Fusible, Graph, Leaf, NotUntracked, Optimizer, Plain, Q8, SchemeSpec, Tensors,
    Tracked, Untracked, fusible, value_and_grad,
};
use static_assertions::assert_eq_size;

#[derive(Tensors, Debug, Clone)]
struct Batch {
    images: Tensor<2>,
    labels: Tensor<1, Int>,
    source: String,
}

#[derive(Tensors, Debug, Clone)]
struct Output {
    logits: Tensor<2>,
    best: Tensor<1, Int>,
    rows: usize,
}

/// Fields without names.
#[derive(Tensors, Debug, Clone)]
struct Pair(Tensor<2>, Tensor<1, Bool>, Duration);

/// Of any rank and any number of masks.
#[derive(Tensors, Debug, Clone)]
struct Cloud<const D: usize, const N: usize> {
    points: Tensor<D>,
    masks: [Tensor<D, Bool>; N],
}

/// One of everything.
#[derive(Tensors, Debug, Clone)]
struct Sample {
    #[tensors(nested)]
    batch: Batch,
    #[tensors(nested)]
    pair: Pair,
    #[tensors(nested)]
    cloud: Cloud<1, 2>,
    weights: Option<Tensor<1>>,
    history: Vec<Tensor<2>>,
    range: (Tensor<1>, f32),
    corners: [Tensor<1>; 2],
    rate: f64,
    taken: Duration,
}

// The states cost nothing here either.
assert_eq_size!(Untracked<Batch>, Batch);
assert_eq_size!(Tracked<Batch>, Batch);
assert_eq_size!(AnyState<Batch>, Batch);

/// Puts a tensor where it does not belong.
type Spoil = fn(&mut Sample);

fn batch(device: &Device) -> Batch {
    Batch {
        images: Tensor::ones([2, 4], device),
        labels: Tensor::zeros([2], device),
        source: "digits".to_owned(),
    }
}

fn sample(device: &Device) -> Sample {
    Sample {
        batch: batch(device),
        pair: Pair(
            Tensor::ones([2, 2], device),
            Tensor::from_bool([true, false], device),
            Duration::from_secs(1),
        ),
        cloud: Cloud {
            points: Tensor::ones([3], device),
            masks: [[true, false, true], [false, true, false]]
                .map(|mask| Tensor::from_bool(mask, device)),
        },
        weights: Some(Tensor::ones([2], device)),
        history: vec![Tensor::ones([1, 1], device)],
        range: (Tensor::ones([1], device), 0.5),
        corners: [Tensor::zeros([2], device), Tensor::ones([2], device)],
        rate: 0.1,
        taken: Duration::from_millis(5),
    }
}

fn typed() -> Untracked<Batch> {
    Untracked::try_from(batch(&Device::flex())).unwrap()
}

fn weight() -> Leaf<Tensor<2>> {
    Untracked::<Tensor<2>>::ones([4, 3], &Device::flex()).into_leaf()
}

/// A tensor in a graph.
fn node<const D: usize>(shape: [usize; D]) -> Tensor<D> {
    Tensor::<D>::ones(shape, &Device::flex().autodiff()).require_grad() * 2.0
}

#[track_caller]
fn assert_values<const D: usize>(tensor: Untracked<Tensor<D>>, expected: impl Into<TensorData>) {
    tensor.into_data().assert_eq(&expected.into(), false);
}

#[test]
fn each_field_is_in_its_carrier() {
    let batch = typed();
    let images: Untracked<Tensor<2>> = batch.images();
    let labels: Untracked<Tensor<1, Int>> = batch.labels();
    assert_eq!((images.dims(), labels.dims()), ([2, 4], [2]));
    assert_eq!(batch.source(), "digits");
    // Asking leaves the batch as it was.
    assert_eq!(batch.clone().images().dims(), [2, 4]);
}

#[test]
fn every_kind_of_field() {
    let sample = Untracked::try_from(sample(&Device::flex())).unwrap();
    let inner: Untracked<Batch> = sample.batch();
    assert_eq!(inner.images().dims(), [2, 4]);
    let weights: Option<Untracked<Tensor<1>>> = sample.weights();
    assert!(weights.is_some());
    let history: Vec<Untracked<Tensor<2>>> = sample.history();
    assert_eq!(history.len(), 1);
    let (low, high): (Untracked<Tensor<1>>, f32) = sample.range();
    assert_eq!(low.dims(), [1]);
    assert!(high > 0.4 && sample.rate() < 0.2);
    let [first, second]: [Untracked<Tensor<1>>; 2] = sample.corners();
    assert_values(first, [0.0_f32, 0.0]);
    assert_values(second, [1.0_f32, 1.0]);
    // Left alone, so lent and not copied.
    let taken: &Duration = sample.taken();
    assert_eq!(taken.as_millis(), 5);

    let cloud: Untracked<Cloud<1, 2>> = sample.cloud();
    let CloudFields { points, masks } = cloud.into_fields();
    assert_values(points, [1.0_f32; 3]);
    let [mask, _]: [Untracked<Tensor<1, Bool>>; 2] = masks;
    assert_eq!(mask.dims(), [3]);

    let pair: Untracked<Pair> = sample.pair();
    let PairFields(matrix, flags, taken) = pair.into_fields();
    let _: (Untracked<Tensor<2>>, Untracked<Tensor<1, Bool>>) = (matrix, flags);
    assert_eq!(taken.as_secs(), 1);
}

#[test]
fn a_field_has_any_name() {
    #[derive(Tensors)]
    struct Awkward {
        r#type: Tensor<1>,
        // Methods of typed models, and such of the carriers as are not for users.
        train: Tensor<1>,
        quantize: Tensor<1>,
        get: Tensor<1>,
        // The one way to this field is `into_fields`, whose name it has.
        into_fields: Tensor<1>,
    }

    let ones = |length: usize| Tensor::<1>::ones([length], &Device::flex());
    let awkward = Untracked::try_from(Awkward {
        r#type: ones(1),
        train: ones(2),
        quantize: ones(3),
        get: ones(4),
        into_fields: ones(5),
    })
    .unwrap();
    let fields = [
        awkward.r#type(),
        awkward.train(),
        awkward.quantize(),
        awkward.get(),
        awkward.into_fields().into_fields,
    ];
    for (field, length) in fields.into_iter().zip(1..) {
        assert_eq!(field.dims(), [length]);
    }
}

#[test]
fn taken_apart_and_put_together() {
    let BatchFields {
        images,
        labels,
        source,
    } = typed().into_fields();
    let again: Untracked<Batch> = BatchFields::<Plain> {
        images: images * 3.0,
        labels,
        source,
    }
    .gather();
    assert_values(again.images(), [[3.0_f32; 4]; 2]);

    // One field replaced; the state is that of the rest.
    let doubled = BatchFields {
        images: again.images() * 2.0,
        ..again.into_fields()
    };
    assert_values(doubled.clone().gather().images(), [[6.0_f32; 4]; 2]);
    let text = format!("{doubled:?}");
    assert!(
        text.starts_with("BatchFields {") && text.contains("source: \"digits\""),
        "{text}"
    );
}

#[test]
fn a_batch_is_augmented_inside_of_a_graph() {
    let by = Untracked::<Tensor<2>>::ones([2, 4], &Device::flex()).into_leaf();
    let BatchFields {
        images,
        labels,
        source,
    } = typed().into_fields();
    let tracked: Tracked<Batch> = BatchFields::<Graph<Ctx>> {
        images: images * by.clone(),
        labels,
        source,
    }
    .gather();
    let images: Tracked<Tensor<2>> = tracked.images();
    // Integers stay outside of it.
    let labels: Untracked<Tensor<1, Int>> = tracked.labels();
    assert!(!labels.into_inner().is_autodiff());
    let gradients = images.sum().backward().unwrap();
    assert_values(by.grad(&gradients).unwrap(), [[1.0_f32; 4]; 2]);
}

#[test]
fn a_tracked_field_is_refused_by_name() {
    let error = Untracked::try_from(Batch {
        images: node([2, 4]),
        ..batch(&Device::flex())
    })
    .unwrap_err();
    assert_eq!(error.field, "images");
    assert!(matches!(error.problem, NotUntracked::InGraph { .. }));
    let text = error.to_string();
    assert!(
        text.starts_with("images: a tensor of shape [2, 4] is part of an autodiff graph"),
        "{text}"
    );

    let cases: [(&str, Spoil); 7] = [
        ("batch.images", |sample| sample.batch.images = node([1, 1])),
        ("pair.0", |sample| sample.pair.0 = node([1, 1])),
        ("cloud.points", |sample| sample.cloud.points = node([1])),
        ("weights", |sample| sample.weights = Some(node([1]))),
        ("history.1", |sample| sample.history.push(node([1, 1]))),
        ("range.0", |sample| sample.range.0 = node([1])),
        ("corners.1", |sample| sample.corners[1] = node([1])),
    ];
    for (path, enter_a_graph) in cases {
        let mut sample = sample(&Device::flex());
        enter_a_graph(&mut sample);
        let error = Untracked::try_from(sample).unwrap_err();
        assert_eq!(error.field, path);
    }
}

#[test]
fn a_quantized_field_is_refused_by_name() {
    let images =
        Tensor::<2>::ones([4, 4], &Device::flex()).quantize_dynamic(&<Q8 as SchemeSpec>::scheme());
    let error = Untracked::try_from(Batch {
        images,
        ..batch(&Device::flex())
    })
    .unwrap_err();
    assert_eq!(error.field, "images");
    assert!(matches!(error.problem, NotUntracked::Quantized { .. }));
}

/// As Burn's own batchers make them, on the device that the model trains on.
#[test]
fn constants_of_an_autodiff_device_are_stripped() {
    let raw = sample(&Device::flex().autodiff());
    assert!(raw.batch.images.is_autodiff() && raw.batch.labels.is_autodiff());
    let sample = Untracked::try_from(raw).unwrap().into_inner();
    let floats = [
        sample.batch.images.is_autodiff(),
        sample.pair.0.is_autodiff(),
        sample.cloud.points.is_autodiff(),
        sample.weights.unwrap().is_autodiff(),
        sample.history[0].is_autodiff(),
        sample.range.0.is_autodiff(),
        sample.corners[1].is_autodiff(),
    ];
    assert_eq!(floats, [false; 7]);
    let others = [
        sample.batch.labels.is_autodiff(),
        sample.pair.1.is_autodiff(),
        sample.cloud.masks[0].is_autodiff(),
    ];
    assert_eq!(others, [false; 3]);
}

#[fusible(tensors(Batch, Output))]
fn scored(batch: Batch, weight: Tensor<2>) -> Output {
    let logits = batch.images.matmul(weight);
    let [rows, _] = logits.dims();
    Output {
        best: logits.clone().argmax(1).squeeze(),
        logits,
        rows,
    }
}

#[test]
fn in_and_out_of_a_function_in_every_state() {
    let device = Device::flex();
    let plain: Untracked<Output> = scored(typed(), weight().detach());
    assert_values(plain.logits(), [[4.0_f32; 3]; 2]);
    assert_eq!((plain.best().dims(), plain.rows()), ([2], 2));

    let source = weight();
    let tracked: Tracked<Output> = scored(typed(), source.clone());
    let logits: Tracked<Tensor<2>> = tracked.logits();
    let best: Untracked<Tensor<1, Int>> = tracked.best();
    assert!(!best.into_inner().is_autodiff());
    let gradients = logits.sum().backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [[2.0_f32; 3]; 4]);

    // The batch alone may be the tracked one.
    let by = Untracked::<Tensor<2>>::ones([2, 4], &device).into_leaf();
    let BatchFields { labels, source, .. } = typed().into_fields();
    let augmented = BatchFields::<Graph<Ctx>> {
        images: by.clone() * 2.0,
        labels,
        source,
    };
    let tracked: Tracked<Output> = scored(augmented.gather(), weight().detach());
    let OutputFields { logits, rows, .. } = tracked.into_fields();
    assert_eq!(rows, 2);
    let gradients = logits.sum().backward().unwrap();
    assert!(by.grad(&gradients).is_some());

    let raw: Output = scored(batch(&device), Tensor::ones([4, 3], &device));
    assert_eq!(raw.logits.dims(), [2, 3]);

    let late: AnyState<Output> = scored(AnyState::<Batch>::from(typed()), weight().detach());
    let logits: AnyState<Tensor<2>> = late.into_fields().logits;
    assert!(!logits.is_tracked());
}

#[fusible(tensors(Batch, Output))]
fn all_scored(
    batches: Vec<Batch>,
    extra: Option<Batch>,
    weight: Tensor<2>,
) -> (Vec<Output>, Option<Output>) {
    let one = |batch: Batch| {
        let logits = batch.images.matmul(weight.clone());
        Output {
            best: logits.clone().argmax(1).squeeze(),
            rows: logits.dims()[0],
            logits,
        }
    };
    let all = batches.into_iter().map(one).collect();
    let extra = extra.map(one);
    drop(weight);
    (all, extra)
}

#[test]
fn several_at_once() {
    let (scored, extra): (Vec<Tracked<Output>>, Option<Tracked<Output>>) =
        all_scored(vec![typed(), typed()], Some(typed()), weight());
    assert_eq!(scored.len(), 2);
    assert!(extra.unwrap().logits().into_inner().is_tracked());
    let (scored, extra): (Vec<Untracked<Output>>, _) =
        all_scored(vec![typed()], fireproof::NONE, weight().detach());
    assert_eq!((scored.len(), extra.is_none()), (1, true));
}

#[fusible(tensors(Cloud))]
fn stretched<const D: usize, const N: usize>(cloud: Cloud<D, N>, by: f32) -> Cloud<D, N> {
    Cloud {
        points: cloud.points * by,
        masks: cloud.masks,
    }
}

#[test]
fn a_rank_is_a_parameter() {
    let device = Device::flex();
    let raw = Cloud::<2, 1> {
        points: Tensor::ones([2, 3], &device),
        masks: [Tensor::from_bool([[true; 3]; 2], &device)],
    };
    let cloud: Untracked<Cloud<2, 1>> = stretched(Untracked::try_from(raw).unwrap(), 0.5);
    assert_values(cloud.points(), [[0.5_f32; 3]; 2]);
    let [mask] = cloud.masks();
    assert_eq!(mask.dims(), [2, 3]);
}

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[fusible(tensors(Batch, Output))]
impl Net {
    fn forward(&self, batch: Batch) -> Output {
        scored(batch, self.layer.weight.val())
    }

    /// A struct goes in and none comes out.
    fn named(&self, batch: Batch) -> (Tensor<2>, String) {
        (self.layer.forward(batch.images), batch.source)
    }
}

fn net() -> Net {
    Net {
        layer: LinearConfig::new(4, 3).init(&Device::flex()),
    }
}

#[test]
fn in_and_out_of_a_model() {
    let mut model = Tracked::train(net()).unwrap();
    let output: Tracked<Output> = model.forward(typed());
    let loss = output.logits().square().mean();
    let gradients = loss.backward().unwrap().of(&model);
    assert_eq!(gradients.missing(), ["layer.bias"]);
    let mut optimizer: Optimizer = SgdConfig::new().init().into();
    optimizer.step(0.1, &mut model, gradients).unwrap();

    let (logits, source): (Tracked<Tensor<2>>, String) = model.named(typed());
    assert_eq!(source, "digits");
    assert_eq!(logits.mean().backward().unwrap().of(&model).len(), 2);

    let valid = model.valid();
    let output: Untracked<Output> = valid.forward(typed());
    assert_eq!(output.rows(), 2);
    let packed: Fusible<Q8, Net> = valid.quantize().unwrap();
    let (logits, _): (Untracked<Tensor<2>>, _) = packed.named(typed());
    assert_eq!(logits.dims(), [2, 3]);
}

#[test]
fn in_the_context_of_a_closure() {
    let model = Tracked::train(net()).unwrap();
    let (value, gradients) = value_and_grad(&model, |model| {
        let output = model.forward(typed());
        output.logits().square().mean()
    })
    .unwrap();
    assert_eq!((value.dims(), gradients.len()), ([1], 1));
}
