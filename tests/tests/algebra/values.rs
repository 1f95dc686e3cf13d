//! The values that programs work on, each beside its raw twin, and what is seen of a result.

use std::collections::BTreeSet;
use std::fmt::Debug;

use burn::tensor::{Bool, Device, Int, Tensor, TensorData};
use fireproof::{Leaf, Tracked, Untracked};

/// The states that a tensor can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Plain,
    Leaf,
    Node,
}

pub(crate) const STATES: [State; 3] = [State::Plain, State::Leaf, State::Node];

/// A typed tensor of shape `[4, 4]`. Its values are positive and below one.
#[derive(Clone)]
pub(crate) enum Value {
    Plain(Untracked<Tensor<2>>),
    Leaf(Leaf<Tensor<2>>),
    Node(Tracked<Tensor<2>>),
}

impl Value {
    fn into_tracked(self) -> Tracked<Tensor<2>> {
        match self {
            Self::Plain(value) => value.into(),
            Self::Leaf(value) => value.into_tracked(),
            Self::Node(value) => value,
        }
    }

    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Plain(a), Self::Plain(b)) => Self::Plain(a + b),
            (a, b) => Self::Node(a.into_tracked() + b.into_tracked()),
        }
    }
}

/// A typed value, the same value as a Burn tensor, and the leaves that a gradient of it reaches.
pub(crate) struct Twin {
    pub(crate) typed: Value,
    pub(crate) raw: Tensor<2>,
    pub(crate) sources: BTreeSet<usize>,
}

/// The leaves of one program, typed and raw.
#[derive(Default)]
pub(crate) struct Leaves {
    pub(crate) typed: Vec<Leaf<Tensor<2>>>,
    pub(crate) raw: Vec<Tensor<2>>,
}

impl Leaves {
    /// A value in this state; for all states but the plain one it starts from a new leaf.
    pub(crate) fn twin(&mut self, state: State, values: &[f32; 16]) -> Twin {
        let device = Device::flex();
        let data = TensorData::new(values.to_vec(), [4, 4]);
        let plain = Untracked::<Tensor<2>>::from_data(data.clone(), &device);
        if state == State::Plain {
            return Twin {
                typed: Value::Plain(plain),
                raw: Tensor::from_data(data, &device),
                sources: BTreeSet::new(),
            };
        }
        let leaf = plain.into_leaf();
        let raw = Tensor::<2>::from_data(data, &device.autodiff()).require_grad();
        let sources = BTreeSet::from([self.typed.len()]);
        self.typed.push(leaf.clone());
        self.raw.push(raw.clone());
        let (typed, raw) = match state {
            State::Node => (Value::Node(leaf * 0.9), raw * 0.9),
            _ => (Value::Leaf(leaf), raw),
        };
        Twin {
            typed,
            raw,
            sources,
        }
    }
}

/// A tensor of a typed result, flat; integers and booleans are counted as floats.
pub(crate) enum Part {
    Plain(Untracked<Tensor<1>>),
    Node(Tracked<Tensor<1>>),
}

impl Part {
    pub(crate) fn is_node(&self) -> bool {
        matches!(self, Self::Node(_))
    }

    pub(crate) fn values(&self) -> Vec<f32> {
        match self {
            Self::Plain(part) => floats(&part.to_data()),
            Self::Node(part) => floats(&part.to_data()),
        }
    }
}

pub(crate) fn floats(data: &TensorData) -> Vec<f32> {
    data.iter::<f32>().collect()
}

/// What a result consists of.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) typed: Vec<Part>,
    pub(crate) raw: Vec<Tensor<1>>,
    /// What is no tensor, as text.
    pub(crate) facts: Vec<String>,
}

/// Looks at a result, and holds the state in its type against Burn's accessors.
pub(crate) fn seen(result: impl Observed) -> Seen {
    let mut seen = Seen::default();
    result.observe(&mut seen);
    seen
}

/// The result of an operation, typed or raw.
pub(crate) trait Observed {
    fn observe(self, seen: &mut Seen);
}

impl<const D: usize> Observed for Untracked<Tensor<D>> {
    fn observe(self, seen: &mut Seen) {
        assert!(
            !self.clone().into_inner().is_autodiff(),
            "`Untracked`, and Burn says it is in an autodiff context"
        );
        let count = self.shape().num_elements();
        seen.typed.push(Part::Plain(self.reshape::<1, _>([count])));
    }
}

impl<const D: usize> Observed for Tracked<Tensor<D>> {
    fn observe(self, seen: &mut Seen) {
        let raw = self.clone().into_inner();
        assert!(
            raw.is_autodiff() && raw.is_tracked() && !raw.is_require_grad(),
            "`Tracked`, and Burn says: autodiff {}, tracked {}, leaf {}",
            raw.is_autodiff(),
            raw.is_tracked(),
            raw.is_require_grad()
        );
        drop(raw);
        let count = self.shape().num_elements();
        seen.typed.push(Part::Node(self.reshape::<1, _>([count])));
    }
}

impl<const D: usize> Observed for Leaf<Tensor<D>> {
    fn observe(self, seen: &mut Seen) {
        assert!(
            self.clone().into_inner().is_require_grad(),
            "`Leaf`, and Burn says it takes no gradients"
        );
        let count = self.shape().num_elements();
        seen.typed.push(Part::Node(self.reshape::<1, _>([count])));
    }
}

impl<const D: usize> Observed for Tensor<D> {
    fn observe(self, seen: &mut Seen) {
        let count = self.shape().num_elements();
        seen.raw.push(self.reshape::<1, _>([count]));
    }
}

macro_rules! constants {
    ($($kind:ident)*) => { $(
        impl<const D: usize> Observed for Untracked<Tensor<D, $kind>> {
            fn observe(self, seen: &mut Seen) {
                assert!(
                    !self.clone().into_inner().is_autodiff(),
                    "`Untracked`, and Burn says it is in an autodiff context"
                );
                self.float().observe(seen);
            }
        }

        impl<const D: usize> Observed for Tensor<D, $kind> {
            fn observe(self, seen: &mut Seen) {
                self.float().observe(seen);
            }
        }
    )* };
}
constants! { Int Bool }

/// A result that is no tensor.
pub(crate) struct Fact<T>(pub(crate) T);

impl<T: Debug> Observed for Fact<T> {
    fn observe(self, seen: &mut Seen) {
        seen.facts.push(format!("{:?}", self.0));
    }
}

/// What was read from a device.
pub(crate) fn read(data: &TensorData) -> Fact<Vec<f32>> {
    Fact(floats(data))
}

impl<T: Observed> Observed for Vec<T> {
    fn observe(self, seen: &mut Seen) {
        for part in self {
            part.observe(seen);
        }
    }
}

impl<T: Observed, const N: usize> Observed for [T; N] {
    fn observe(self, seen: &mut Seen) {
        for part in self {
            part.observe(seen);
        }
    }
}

macro_rules! tuples {
    ($(($($part:ident)+))*) => { $(
        impl<$($part: Observed),+> Observed for ($($part,)+) {
            #[expect(non_snake_case, reason = "a tuple's parts are named by their types")]
            fn observe(self, seen: &mut Seen) {
                let ($($part,)+) = self;
                $( $part.observe(seen); )+
            }
        }
    )* };
}
tuples! { (A B) (A B C) (A B C D) (A B C D E) }

/// A part as a matrix: 16 values as they are, any other number by their sum.
macro_rules! matrix {
    ($part:expr) => {{
        let part = $part;
        if part.dims() == [16] {
            part.reshape::<2, _>([4, 4])
        } else {
            part.sum().reshape::<2, _>([1, 1]).expand::<2, _>([4, 4])
        }
    }};
}

/// Brings values of any size back between 0.2 and 0.8, without a saturating function.
macro_rules! squash {
    ($matrix:expr) => {{
        let matrix = $matrix;
        (matrix.clone() / (matrix.abs() + 1.0)) * 0.3 + 0.5
    }};
}

/// The value that the program goes on with.
pub(crate) fn fold(parts: Vec<Part>) -> Value {
    let parts = parts.into_iter().map(|part| match part {
        Part::Plain(part) => Value::Plain(matrix!(part)),
        Part::Node(part) => Value::Node(matrix!(part)),
    });
    match parts.reduce(Value::plus) {
        None => Value::Plain(Untracked::<Tensor<2>>::full([4, 4], 0.5, &Device::flex())),
        Some(Value::Plain(sum)) => Value::Plain(squash!(sum)),
        Some(sum) => Value::Node(squash!(sum.into_tracked())),
    }
}

/// As [`fold`], for the raw twin.
pub(crate) fn fold_raw(parts: Vec<Tensor<1>>) -> Tensor<2> {
    let parts = parts.into_iter().map(|part| matrix!(part));
    match parts.reduce(|sum, part| sum + part) {
        None => Tensor::full([4, 4], 0.5, &Device::flex()),
        Some(sum) => squash!(sum),
    }
}
