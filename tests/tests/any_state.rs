//! Values whose state is known at run time only: the ways in and out, and what they make of the
//! operands that they meet.

use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig};
use burn::prelude::*;
use burn::tensor::GradientCheckpointingStrategy as Checkpointing;
use fireproof::{
    AnyState, Checkpointed, Ctx, Leaf, NotTracked, On, Place, Q8, Tensors, Tracked, Untracked,
    WrongState, activation, fusible,
};
use static_assertions::assert_eq_size;

// As everywhere: a state costs nothing.
assert_eq_size!(AnyState<Tensor<2>>, Tensor<2>);
assert_eq_size!(AnyState<Net>, Net);

type Any = AnyState<Tensor<1>>;

fn plain() -> Untracked<Tensor<1>> {
    Untracked::from_data([1.0, 2.0], &Device::flex())
}

fn leaf() -> Leaf<Tensor<1>> {
    plain().into_leaf()
}

fn node() -> Tracked<Tensor<1>> {
    leaf() * 2.0
}

fn is_leaf(tensor: Leaf<Tensor<1>>) -> bool {
    tensor.into_inner().is_require_grad()
}

fn is_tracked<C: fireproof::Context>(tensor: Tracked<Tensor<1>, C>) -> bool {
    tensor.into_inner().is_tracked()
}

fn is_plain(tensor: Untracked<Tensor<1>>) -> bool {
    !tensor.into_inner().is_autodiff()
}

fn assert_values(tensor: Untracked<Tensor<1>>, expected: [f32; 2]) {
    tensor.into_data().assert_eq(&expected.into(), false);
}

#[test]
fn typed_tensors_go_in_and_come_out_as_they_were() {
    assert!(is_plain(Any::from(plain()).try_untracked().unwrap()));
    assert!(is_leaf(Any::from(leaf()).try_leaf().unwrap()));
    assert!(is_tracked(Any::from(node()).try_tracked().unwrap()));
    // A leaf is a node of a graph as well.
    assert!(is_tracked(Any::from(leaf()).try_tracked().unwrap()));
    // A constant of a graph is tracked in the type, and in its context.
    let constant = Tracked::<Tensor<1>>::from(plain());
    assert!(Any::from(constant).try_tracked().is_ok());

    let asked = [Any::from(plain()), leaf().into(), node().into()].map(|value| value.is_tracked());
    assert_eq!(asked, [false, true, true]);
    // Out of all three, the values.
    assert_values(Any::from(plain()).detach(), [1.0, 2.0]);
    assert_values(Any::from(leaf()).detach(), [1.0, 2.0]);
    assert_values(Any::from(node()).detach(), [2.0, 4.0]);
}

#[test]
fn a_leaf_is_the_same_leaf_afterwards() {
    let source = leaf();
    let again = Any::from(source.clone()).try_leaf().unwrap();
    let gradients = (again * 3.0).sum().backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [3.0, 3.0]);
}

/// What a refusal says, and the value that it hands back.
fn refused<T>(asked: Result<T, WrongState<Tensor<1>>>) -> (String, Any) {
    let Err(error) = asked else {
        panic!("it was not refused");
    };
    (error.to_string(), *error.value)
}

#[test]
fn a_refusal_hands_the_value_back() {
    let (text, value) = refused(Any::from(plain()).try_tracked());
    assert_eq!(
        text,
        "asked for a value that is tracked, and this one is untracked"
    );
    let (text, value) = refused(value.try_leaf());
    assert_eq!(
        text,
        "asked for a value that is a leaf, and this one is untracked"
    );
    assert_values(value.try_untracked().unwrap(), [1.0, 2.0]);

    let source = leaf();
    let (text, value) = refused(Any::from(source.clone() * 2.0).try_untracked());
    assert_eq!(
        text,
        "asked for a value that is untracked, and this one is tracked"
    );
    let (text, value) = refused(value.try_leaf());
    assert_eq!(
        text,
        "asked for a value that is a leaf, and this one is tracked"
    );
    // Its graph was kept as well.
    let loss = value.try_tracked().unwrap().sum();
    let gradients = loss.backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [2.0, 2.0]);

    let (text, value) = refused(Any::from(leaf()).try_untracked());
    assert_eq!(
        text,
        "asked for a value that is untracked, and this one is a leaf"
    );
    assert!(is_leaf(value.try_leaf().unwrap()));

    // Neither text nor debug output prints the values.
    let error = Any::from(plain()).try_tracked().unwrap_err();
    assert_eq!(
        format!("{error:?}"),
        "WrongState { wanted: \"tracked\", found: \"untracked\", .. }"
    );
}

#[test]
fn a_raw_tensor_of_any_state_goes_in() {
    let device = Device::flex();
    let raw = |device: &Device| Tensor::<1>::ones([2], device);
    assert!(Any::try_from(raw(&device)).unwrap().try_untracked().is_ok());
    let autodiff = device.clone().autodiff();
    let source = raw(&autodiff).require_grad();
    assert!(Any::try_from(source.clone()).unwrap().try_leaf().is_ok());
    let result = Any::try_from(source * 2.0).unwrap();
    assert!(result.try_tracked().is_ok());

    // Of another checkpointing strategy, where Burn panics at the next operation.
    let other = raw(&autodiff.gradient_checkpointing());
    let error = Any::try_from(other.clone()).unwrap_err();
    assert!(error.to_string().contains("name the right context"));
    let NotTracked::OtherContext(error) = error else {
        panic!("{error}");
    };
    assert_eq!(
        (error.wanted.as_str(), error.found.as_str()),
        ("Disabled", "Balanced")
    );
    let other = AnyState::<Tensor<1>, Checkpointed>::try_from(other).unwrap();
    assert!(other.is_tracked());

    // Packed, which no state of floats is.
    let packed = Untracked::<Tensor<2>>::ones([4, 4], &Device::flex()).quantize::<Q8>();
    let packed = packed.unwrap().into_inner();
    let error = AnyState::<Tensor<2>>::try_from(packed).unwrap_err();
    assert!(matches!(error, NotTracked::Quantized { .. }));
}

#[fusible]
fn joined(a: Tensor<1>, b: Tensor<1>) -> Tensor<1> {
    a + b
}

#[fusible]
fn listed(tensors: Vec<Tensor<1>>) -> (Tensor<1>, Tensor<1, Int>) {
    let sum = tensors
        .into_iter()
        .reduce(|a, b| a + b)
        .expect("one at least");
    (sum.clone(), sum.argmax(0))
}

#[test]
fn the_operand_table() {
    // With plain, and with another: any.
    let late: AnyState<Tensor<1>> = joined(Any::from(plain()), plain());
    assert!(is_plain(late.try_untracked().unwrap()));
    let late: AnyState<Tensor<1>> = joined(plain(), Any::from(node()));
    assert!(is_tracked(late.try_tracked().unwrap()));
    let late: AnyState<Tensor<1>> = joined(Any::from(leaf()), Any::from(plain()));
    assert!(is_tracked(late.try_tracked().unwrap()));

    // With a graph: of that graph, whatever the other was.
    let source = leaf();
    let tracked: Tracked<Tensor<1>> = joined(Any::from(plain()), source.clone());
    let gradients = tracked.sum().backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [1.0, 1.0]);
    let tracked: Tracked<Tensor<1>> = joined(node(), Any::from(plain()));
    assert!(is_tracked(tracked));
    let tracked: Tracked<Tensor<1>> = joined(node(), Any::from(node()));
    assert!(is_tracked(tracked));

    // Burn's own functions are lifted the same way.
    let late: AnyState<Tensor<1>> = activation::relu(Any::from(leaf()));
    assert!(is_tracked(late.try_tracked().unwrap()));
}

#[test]
fn values_of_several_states_in_one_vector() {
    let source = leaf();
    let mixed: Vec<Any> = vec![plain().into(), source.clone().into(), node().into()];
    let (sum, best) = listed(mixed);
    // Integers never have a state.
    let best: Untracked<Tensor<1, Int>> = best;
    assert!(!best.into_inner().is_autodiff());
    let sum = sum.try_tracked().unwrap().sum();
    let gradients = sum.backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [1.0, 1.0]);

    let (sum, _) = listed(vec![Any::from(plain()), plain().into()]);
    assert_values(sum.try_untracked().unwrap(), [2.0, 4.0]);
}

#[test]
fn a_context_is_that_of_the_type() {
    let source = plain().into_leaf_in::<Checkpointed>();
    let late = AnyState::from(source.clone());
    let late: AnyState<Tensor<1>, Checkpointed> = joined(late, plain());
    let tracked = late.try_tracked().unwrap();
    assert!(is_tracked(tracked.clone()));
    let strategy = tracked.into_inner().gradient_checkpointing_strategy();
    assert_eq!(strategy, Some(Checkpointing::Balanced));

    // A plain value that meets a graph of that context enters it.
    let late = AnyState::<Tensor<1>, Checkpointed>::from(plain());
    let tracked: Tracked<Tensor<1>, Checkpointed> = joined(late, source);
    let strategy = tracked.into_inner().gradient_checkpointing_strategy();
    assert_eq!(strategy, Some(Checkpointing::Balanced));
}

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
    dropout: Dropout,
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.layer.forward(self.dropout.forward(input))
    }
}

fn net() -> Net {
    Net {
        layer: LinearConfig::new(4, 2).init(&Device::flex()),
        dropout: DropoutConfig::new(0.5).init(),
    }
}

fn input() -> Untracked<Tensor<2>> {
    Untracked::ones([3, 4], &Device::flex())
}

#[test]
fn models_go_in_and_come_out_in_their_form() {
    let late = AnyState::<Net>::from(Tracked::train(net()).unwrap());
    let error = late.try_untracked().unwrap_err();
    assert_eq!(
        error.to_string(),
        "asked for a value that is in validation form, and this one is in training form"
    );
    let model = error.value.try_tracked().unwrap();
    let gradients = model.forward(input()).mean().backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 2);

    let late = AnyState::<Net>::from(model.valid());
    let error = late.try_tracked().unwrap_err();
    assert_eq!(
        error.to_string(),
        "asked for a value that is in training form, and this one is in validation form"
    );
    let model = error.value.try_untracked().unwrap();
    let output: Untracked<Tensor<2>> = model.forward(input());
    assert!(!output.into_inner().is_autodiff());
}

#[test]
fn a_model_takes_an_input_of_any_state() {
    let late = || AnyState::<Tensor<2>>::from(input());
    let model = Tracked::train(net()).unwrap();
    let output: Tracked<Tensor<2>> = model.forward(late());
    assert_eq!(output.mean().backward().unwrap().of(&model).len(), 2);

    let valid = model.valid();
    let output: AnyState<Tensor<2>> = valid.forward(late());
    assert!(!output.is_tracked());
    let source = input().into_leaf();
    let output: AnyState<Tensor<2>> = valid.forward(AnyState::<Tensor<2>>::from(source.clone()));
    let loss = output.try_tracked().unwrap().mean();
    assert!(source.grad(&loss.backward().unwrap()).is_some());
}

#[derive(Tensors, Debug, Clone)]
struct Batch {
    images: Tensor<1>,
    labels: Tensor<1, Int>,
}

#[fusible(tensors(Batch))]
fn doubled(batch: Batch) -> Batch {
    Batch {
        images: batch.images * 2.0,
        ..batch
    }
}

#[test]
fn structs_of_tensors() {
    let batch = Untracked::try_from(Batch {
        images: plain().into_inner(),
        labels: Tensor::zeros([2], &Device::flex()),
    })
    .unwrap();
    let late: AnyState<Batch> = doubled(AnyState::<Batch>::from(batch));
    let BatchFields { images, labels } = late.into_fields();
    assert_values(images.try_untracked().unwrap(), [2.0, 4.0]);
    let _: Untracked<Tensor<1, Int>> = labels;
}

#[test]
fn a_place_is_a_context() {
    enum Here {}
    let place = Place::<Here>::claim(&Device::flex()).unwrap();
    let late = AnyState::from(place.enter(plain()));
    let tracked: Tracked<Tensor<1>, On<Here, Ctx>> = joined(late, place.leaf(plain()));
    assert!(is_tracked(tracked));
}

#[test]
fn shown_by_name() {
    let text = format!("{:?}", Any::from(plain()));
    assert!(text.starts_with("AnyState("), "{text}");
    assert_eq!(Any::from(plain()).to_string(), plain().to_string());
}
