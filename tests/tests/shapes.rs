//! The shapes that users' code comes in, which the attribute follows without a word.
#![deny(non_snake_case, unfulfilled_lint_expectations)]

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use burn::nn::{Linear, LinearConfig};
use burn::prelude::*;
use fireproof::{Q8, Untracked, fusible};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
    width: usize,
}

impl Net {
    const RANK: usize = 2;
    const PARTS: usize = 3;

    fn new() -> Self {
        Self {
            layer: linear(),
            width: 4,
        }
    }
}

fn linear() -> Linear {
    LinearConfig::new(4, 4).init(&Device::flex())
}

fn ones<const D: usize>(shape: [usize; D]) -> Untracked<Tensor<D>> {
    Untracked::ones(shape, &Device::flex())
}

#[track_caller]
fn assert_values<const N: usize>(tensor: Untracked<Tensor<1>>, values: [f32; N]) {
    let expected = TensorData::from(values);
    tensor.into_data().assert_eq(&expected, false);
}

#[fusible]
fn scale(input: Tensor<1>, scale: f32) -> Tensor<1> {
    input.mul_scalar(scale)
}

#[test]
fn an_argument_has_the_name_of_its_function() {
    assert_values(scale(ones([2]), 3.0), [3.0, 3.0]);
}

#[fusible]
impl Net {
    fn parts(&self, input: Tensor<{ Self::RANK }>) -> [Tensor<{ Self::RANK }>; Self::PARTS] {
        let output = self.layer.forward(input);
        core::array::from_fn(|_| output.clone())
    }

    fn weighted(&self, input: Tensor<2>, other: &Self, by: [f32; Self::PARTS]) -> Tensor<2> {
        let sum = self.layer.forward(input.clone()) + other.layer.forward(input);
        sum.mul_scalar(by.iter().sum::<f32>())
    }

    fn total(&self, others: [&Self; Self::RANK]) -> usize {
        self.width + others.iter().map(|other| other.width).sum::<usize>()
    }
}

#[test]
fn the_model_is_self() {
    let net = Net::new();
    let model = Untracked::valid(&net);
    let [first, ..] = model.parts(ones([2, 4]));
    assert_eq!(first.dims(), [2, 4]);
    let output = model.weighted(ones([2, 4]), &net, [0.5; Net::PARTS]);
    assert_eq!(output.dims(), [2, 4]);
    assert_eq!(model.total([&net, &net]), 12);
}

trait Times {
    const TIMES: usize;
}

enum Twice {}

impl Times for Twice {
    const TIMES: usize = 2;
}

#[fusible]
impl Net {
    fn repeated<T: Times>(&self, input: Tensor<2>) -> Tensor<2> {
        self.layer.forward(input).repeat_dim(0, T::TIMES)
    }

    fn widened<T: Times>(&self) -> usize {
        self.width * T::TIMES
    }

    // Beside an `impl Trait` the other parameters can be named as well.
    fn mapped<T: Times>(
        &self,
        input: Tensor<2>,
        map: impl Fn(Tensor<2>) -> Tensor<2>,
    ) -> Tensor<2> {
        map(self.layer.forward(input)).repeat_dim(0, T::TIMES)
    }
}

#[test]
fn a_type_parameter_is_in_no_argument() {
    let model = Untracked::valid(&Net::new());
    let output = model.repeated::<Twice, _, _>(ones([3, 4]));
    assert_eq!(output.dims(), [6, 4]);
    assert_eq!(model.widened::<Twice>(), 8);
    let output = model.mapped::<Twice, _, _>(ones([3, 4]), |output| output.swap_dims(0, 1));
    assert_eq!(output.dims(), [8, 3]);
}

#[fusible]
impl Net {
    const fn twice(&self) -> usize {
        self.width * 2
    }

    async fn later(&self) -> usize {
        core::future::ready(self.width).await
    }
}

#[test]
fn methods_without_tensors_are_const_or_async() {
    let net = Net::new();
    assert_eq!(Untracked::valid(&net).twice(), 8);
    // This one stays with the model itself.
    let later = pin!(net.later()).poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(later, Poll::Ready(4)));
}

macro_rules! lifted {
    ($item:item) => {
        #[fusible]
        $item
    };
}

lifted! {
    impl Net {
        fn inputs(&self) -> usize {
            self.layer.weight.dims()[0]
        }

        fn forward(&self, input: Tensor<2>) -> Tensor<2> {
            self.layer.forward(input)
        }
    }
}

macro_rules! halved {
    ($model:ty) => {
        #[fusible]
        impl $model {
            fn half(&self) -> usize {
                self.width / 2
            }
        }
    };
}
halved!(Net);

#[test]
fn methods_come_out_of_a_macro() {
    let model = Untracked::valid(&Net::new());
    assert_eq!(model.forward(ones([2, 4])).dims(), [2, 4]);
    assert_eq!((model.inputs(), model.half()), (4, 2));
}

#[fusible(scheme = Q8)]
#[derive(Module, Debug)]
struct Pinned<L: Module> {
    layer: L,
}

#[test]
fn a_generic_model_names_its_scheme() {
    let model = Untracked::valid(&Pinned { layer: linear() });
    let packed = model.quantize_pinned().unwrap();
    assert_eq!(packed.weight_bytes().packed, 16 + 4);
}

#[fusible]
#[derive(Module, Debug)]
struct Labelled<T> {
    layer: Linear,
    #[module(skip)]
    #[fusible(skip)]
    label: T,
}

#[test]
fn a_skipped_field_is_generic() {
    let model = Untracked::valid(&Labelled {
        layer: linear(),
        label: "head",
    });
    let packed = model.quantize::<Q8>().unwrap();
    assert_eq!(packed.weight_bytes().packed, 16 + 4);
    assert_eq!(packed.into_inner().label, "head");
}

#[fusible]
#[derive(Module, Debug)]
enum Head {
    Packed(Linear),
    #[fusible(skip)]
    Float(Linear),
    #[cfg(not(test))]
    Gone(Missing),
}

#[fusible]
#[derive(Module, Debug)]
struct Conditional {
    #[cfg(test)]
    layer: Linear,
    #[cfg(not(test))]
    gone: Missing,
    #[cfg_attr(test, doc = "Not a condition.", cfg(test))]
    heads: Vec<Head>,
}

#[test]
fn fields_and_variants_are_conditional() {
    let model = Untracked::valid(&Conditional {
        layer: linear(),
        heads: vec![Head::Packed(linear()), Head::Float(linear())],
    });
    let bytes = model.quantize::<Q8>().unwrap().weight_bytes();
    assert_eq!(bytes.packed, 2 * (16 + 4));
    // Three biases, and the weight above whose variant it says `skip`.
    assert_eq!(bytes.float, 4 * (3 * 4 + 16));
}

#[fusible]
fn clamped(argument1: Tensor<1>, (low, high): (f32, f32)) -> Tensor<1> {
    argument1.clamp(low, high)
}

#[fusible]
impl Net {
    fn sum(&self, argument2: Tensor<1>, (low, high): (usize, usize)) -> Tensor<1> {
        argument2.slice(low..high.min(self.width)).sum()
    }
}

#[test]
fn a_pattern_stands_beside_an_argument_of_any_name() {
    assert_values(clamped(ones([2]), (2.0, 3.0)), [2.0, 2.0]);
    let model = Untracked::valid(&Net::new());
    assert_values(model.sum(ones([5]), (1, 9)), [3.0]);
}

#[fusible]
fn through(
    input: Tensor<1>,
    first: impl Fn(Tensor<1>) -> Tensor<1>,
    second: fn(Tensor<1>) -> Tensor<1>,
    third: &dyn Fn(Tensor<1>) -> Tensor<1>,
) -> Tensor<1> {
    third(second(first(input)))
}

#[test]
fn callables_over_tensors_are_plain_arguments() {
    let output = through(
        ones([2]),
        |input| input.mul_scalar(2.0),
        |input| input.add_scalar(1.0),
        &|input: Tensor<1>| input.mul_scalar(2.0),
    );
    assert_values(output, [6.0, 6.0]);
}

#[fusible]
#[expect(non_snake_case, reason = "as in the paper")]
fn Gram(X: Tensor<2>) -> Tensor<2> {
    X.clone().matmul(X.transpose())
}

#[fusible]
impl Net {
    #[expect(non_snake_case, reason = "as in the paper")]
    fn Scores(&self, X: Tensor<2>) -> Tensor<2> {
        self.layer.forward(X)
    }
}

#[test]
fn lints_are_silenced_above_the_function() {
    let model = Untracked::valid(&Net::new());
    let gram = Gram(model.Scores(ones([3, 4])));
    assert_eq!(gram.dims(), [3, 3]);
}
