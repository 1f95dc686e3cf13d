//! The rules whose breach is a compile error, and every word the compiler then says.
//!
//! One trait a rule. The three slots of a text do three jobs: the message states the rule and what
//! was given, the label says what is wrong at this token, each note is one remedy, in code. Every
//! text has its case in `ui-tests/tests/ui`.

use core::marker::PhantomData;

use crate::context::Context;
use crate::model::{Model, Slot};
use crate::states::{Absent, Any, Graph, Plain, Raw, State, Stateless};

/// What [`Tracked`](crate::Tracked) can carry: a Burn tensor or a model under
/// [`#[fusible]`](crate::fusible).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tensor nor a model that fireproof knows",
    label = "not a tensor, not a `#[fusible]` model",
    note = "for a model, write `#[fusible]` above its `#[derive(Module)]`",
    note = "for a struct of tensors, such as a batch, `#[derive(Tensors)]`"
)]
pub trait Typed: Sized {
    /// How the value is held: a tensor as itself, a model in a [`Slot`](crate::Slot).
    #[doc(hidden)]
    type Held: Holds<Self>;
}

/// What a carrier holds a `T` in.
#[doc(hidden)]
pub trait Holds<T> {
    fn hold(value: T) -> Self;
    fn held(&self) -> &T;
    fn release(self) -> T;
}

impl<T> Holds<T> for T {
    fn hold(value: T) -> T {
        value
    }
    fn held(&self) -> &T {
        self
    }
    fn release(self) -> T {
        self
    }
}

/// What a carrier dereferences to: the same value with typed methods.
///
/// # Safety
/// `View<S>` must be `#[repr(transparent)]` over `Self`, for every `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no typed methods",
    label = "neither a model nor a struct of tensors",
    note = "for a model, write `#[fusible]` above its `#[derive(Module)]`",
    note = "for a struct of tensors, such as a batch, `#[derive(Tensors)]`"
)]
#[expect(
    unsafe_code,
    reason = "the one layout promise of the crate; the macros keep it"
)]
pub unsafe trait Viewed: Sized {
    /// The value in the state `S`; the typed methods are written on it.
    #[doc(hidden)]
    type View<S>;
    /// What it is held in.
    #[doc(hidden)]
    type Holder: Holds<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Viewed> Typed for T {
    type Held = T::Holder;
}

/// A value that `backward` can start from.
#[diagnostic::on_unimplemented(
    message = "`backward` needs a tracked tensor, and this one is `{Self}`",
    label = "no gradient can flow from here",
    note = "compute it from a model in training form: `let model = Tracked::train(model)?;`",
    note = "or from a tracked source: `let x = x.into_leaf();` before the forward pass",
    note = "an `AnyState` is asked first: `x.try_tracked()?.backward()?`"
)]
pub trait Differentiable {}

/// A context in which `backward` is yours to call.
#[diagnostic::on_unimplemented(
    message = "inside of `value_and_grad`, the one backward pass is its own",
    label = "this graph goes backward when the closure is done",
    note = "return the loss from the closure; add several up first",
    note = "to call `backward` yourself, compute the loss outside: `model.forward(..)`"
)]
pub trait OwnBackward {}

/// A value that may be made a leaf.
#[diagnostic::on_unimplemented(
    message = "`require_grad` makes a source, and `{Self}` is the result of an operation",
    label = "a result cannot become a leaf",
    note = "make the source before the operations: `let x = x.into_leaf();`",
    note = "to start a new graph from this value: `x.detach().into_leaf()`"
)]
pub trait Source {}

/// A tensor that is a source already.
#[diagnostic::on_unimplemented(
    message = "`require_grad` is spelled `into_leaf` here, and this is `{Self}`",
    label = "an untracked tensor takes no gradients as it is",
    note = "make it a source before the forward pass: `let x = x.into_leaf();`"
)]
pub trait IsLeaf {}

/// A tensor whose gradient is kept.
#[diagnostic::on_unimplemented(
    message = "gradients are kept for leaves, and this is `{Self}`",
    label = "no gradient is kept for this tensor",
    note = "ask the source: `let x = x.into_leaf();` before the forward pass, `x.grad(&gradients)` after it",
    note = "for a parameter: `gradients.of(&model).get(&layer.weight)`, or `model.param(|m| &m.layer.weight)?`"
)]
pub trait KeepsGradient {}

/// Where Burn leaves autodiff by the words `inner` and `without_autodiff`.
#[diagnostic::on_unimplemented(
    message = "leaving autodiff is spelled `detach` here",
    label = "this is a `{Self}`",
    note = "the values, outside of every graph: `x.detach()`",
    note = "an `Untracked` is outside of every graph already"
)]
pub trait LeavesAutodiff {}

/// Where Burn enters autodiff by the words `autodiff` and `from_inner`.
#[diagnostic::on_unimplemented(
    message = "entering autodiff is spelled `into_leaf` here",
    label = "this is a `{Self}`",
    note = "a source of gradients: `x.into_leaf()` before the forward pass",
    note = "a constant enters by itself where it meets a tracked tensor"
)]
pub trait EntersAutodiff {}

/// Where Burn turns gradients on and off by `set_require_grad`.
#[diagnostic::on_unimplemented(
    message = "`set_require_grad` is a switch, and a state is a type: this is `{Self}`",
    label = "a type cannot be switched",
    note = "for `true`, before the forward pass: `x.into_leaf()`",
    note = "for `false`: `x.detach()`"
)]
pub trait Switches {}

/// Where Burn moves a model and leaves its parameters behind as results.
#[diagnostic::on_unimplemented(
    message = "a model in training form is moved by `fork`, and this is `{Self}`",
    label = "`to_device` would leave results for parameters, which no optimizer steps",
    note = "move it with leaves of its own: `let model = model.fork(&device);`",
    note = "or move it before training: `Tracked::train(model.to_device(&device))?`"
)]
pub trait MovesToDevice {}

/// A value whose weights may be quantized.
#[diagnostic::on_unimplemented(
    message = "`quantize` needs a value outside of every graph, and this one is `{Self}`",
    label = "quantizing here would cut the gradients without a word",
    note = "for a model, leave training first: `model.valid().quantize::<…>()`",
    note = "for a tensor, cut the graph on purpose: `x.detach().quantize::<…>()`"
)]
pub trait Quantizable {}

/// A model that an optimizer can step.
#[diagnostic::on_unimplemented(
    message = "an optimizer steps a model in training form, and this one is `{Self}`",
    label = "no parameter of this model takes gradients",
    note = "step the model that was trained: `let mut model = Tracked::train(model)?;`",
    note = "to go on training a validated model: `let mut model = model.train()?;`"
)]
pub trait TrainingForm {
    /// The model.
    type Model: Model;
    #[doc(hidden)]
    fn __slot(&mut self) -> &mut Slot<Self::Model>;
}

/// Gradients of `M` belong to this model.
#[diagnostic::on_unimplemented(
    message = "gradients of a `{M}` cannot step a `{Self}`",
    label = "these gradients are of another model",
    note = "take the gradients of the model that is stepped: `loss.backward()?.of(&model)`"
)]
pub trait OwnsGradients<M> {}

/// Two tracked values live in the same context.
#[diagnostic::on_unimplemented(
    message = "cannot combine a value tracked in context `{Self}` with one tracked in `{Other}`",
    label = "these two graphs cannot meet",
    note = "build both in one context, for example `Tracked::<_, {Self}>::train_in(model)?`",
    note = "or enter one of them as a constant: `x.detach()`"
)]
pub trait SameContext<Other> {}

impl<C> SameContext<C> for C {}

/// Never built. A second impl keeps the compiler from settling the other operand's type by the
/// only impl there is, in which case the text above would never be printed.
#[doc(hidden)]
pub struct Never<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<C> SameContext<Never<C>> for C {}

/// A context that constants of any device may enter.
#[diagnostic::on_unimplemented(
    message = "an untracked value may be on another device than the context `{Self}`",
    label = "this context is tied to one device",
    note = "enter the untracked value through the place of that device: `place.enter(x)`",
    note = "a source is made by `place.leaf(x)`, a model in training form by `place.train(model)?`"
)]
pub trait TakesConstants {}

/// Operands of the states `Self` and `Rhs` may meet in one operation.
#[diagnostic::on_unimplemented(
    message = "a raw Burn tensor and a typed one meet in this call",
    label = "raw and typed tensors do not mix",
    note = "type the raw one: `Untracked::try_from(tensor)?`",
    note = "or hand in Burn tensors only: `typed.into_inner()`"
)]
pub trait MixesWith<Rhs> {}

/// The state in which operands of the states `Self` and `Rhs` leave an operation: graph with plain
/// is graph, plain with plain is plain.
///
/// Has an answer for every pair, so that a pair which [`MixesWith`] refuses is one error, not two.
pub trait Meets<Rhs> {
    /// The state of the result.
    type Out: State;
}

macro_rules! table {
    ($([$($params:tt)*] $lhs:ty, $rhs:ty => $out:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($params)*> Meets<$rhs> for $lhs {
            type Out = $out;
        }
    )* };
}
table! {
    [] Plain, Plain => Plain;
    [C: Context] Plain, Graph<C> => Graph<C>;
    [C: Context] Graph<C>, Plain => Graph<C>;
    [C: Context, E: Context] Graph<C>, Graph<E> => Graph<C>;
    [] Raw, Raw => Raw;
    [] Raw, Plain => Plain;
    [] Plain, Raw => Plain;
    [C: Context] Raw, Graph<C> => Graph<C>;
    [C: Context] Graph<C>, Raw => Graph<C>;
    [C: Context] Any<C>, Plain => Any<C>;
    [C: Context] Plain, Any<C> => Any<C>;
    [C: Context] Any<C>, Raw => Any<C>;
    [C: Context] Raw, Any<C> => Any<C>;
    [C: Context, E: Context] Any<C>, Graph<E> => Graph<C>;
    [C: Context, E: Context] Graph<C>, Any<E> => Graph<C>;
    [C: Context, E: Context] Any<C>, Any<E> => Any<C>;
    [S: State] Absent, S => S;
    [] Stateless, Plain => Plain;
    [] Stateless, Raw => Plain;
    [] Stateless, Stateless => Stateless;
    [] Stateless, Absent => Stateless;
    [C: Context] Stateless, Graph<C> => Graph<C>;
    [C: Context] Stateless, Any<C> => Any<C>;
    [] Plain, Stateless => Plain;
    [] Raw, Stateless => Plain;
    [C: Context] Graph<C>, Stateless => Graph<C>;
    [C: Context] Any<C>, Stateless => Any<C>;
    [] Plain, Absent => Plain;
    [] Raw, Absent => Raw;
    [C: Context] Graph<C>, Absent => Graph<C>;
    [C: Context] Any<C>, Absent => Any<C>;
}

#[diagnostic::do_not_recommend]
impl MixesWith<Plain> for Plain {}
// Those with a condition are recommended: it has a text of its own.
impl<C: TakesConstants> MixesWith<Graph<C>> for Plain {}
impl<C: TakesConstants> MixesWith<Plain> for Graph<C> {}
impl<C: SameContext<E>, E> MixesWith<Graph<E>> for Graph<C> {}
#[diagnostic::do_not_recommend]
impl MixesWith<Raw> for Raw {}
impl<C: TakesConstants> MixesWith<Any<C>> for Plain {}
impl<C: TakesConstants> MixesWith<Plain> for Any<C> {}
impl<C: SameContext<E>, E> MixesWith<Graph<E>> for Any<C> {}
impl<C: SameContext<E>, E> MixesWith<Any<E>> for Graph<C> {}
impl<C: SameContext<E>, E> MixesWith<Any<E>> for Any<C> {}
#[diagnostic::do_not_recommend]
impl<S> MixesWith<S> for Absent {}
#[diagnostic::do_not_recommend]
impl MixesWith<Plain> for Stateless {}
#[diagnostic::do_not_recommend]
impl MixesWith<Stateless> for Stateless {}
#[diagnostic::do_not_recommend]
impl MixesWith<Absent> for Stateless {}
#[diagnostic::do_not_recommend]
impl<C> MixesWith<Graph<C>> for Stateless {}
#[diagnostic::do_not_recommend]
impl<C> MixesWith<Any<C>> for Stateless {}
#[diagnostic::do_not_recommend]
impl MixesWith<Stateless> for Plain {}
#[diagnostic::do_not_recommend]
impl<C> MixesWith<Stateless> for Graph<C> {}
#[diagnostic::do_not_recommend]
impl<C> MixesWith<Stateless> for Any<C> {}
#[diagnostic::do_not_recommend]
impl MixesWith<Absent> for Plain {}
#[diagnostic::do_not_recommend]
impl MixesWith<Absent> for Raw {}
#[diagnostic::do_not_recommend]
impl<C> MixesWith<Absent> for Graph<C> {}
#[diagnostic::do_not_recommend]
impl<C> MixesWith<Absent> for Any<C> {}

/// What may stand on the right of `matmul`: every carrier of tensors, packed weights included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the right side of `matmul` here",
    label = "not a typed tensor of rank {D}",
    note = "type a Burn tensor first: `Untracked::try_from(tensor)?`"
)]
pub trait MatmulOperand<const D: usize> {
    /// The state of this operand; packed weights are constants, so they are plain.
    type State: State;
    #[doc(hidden)]
    fn into_matrix(self) -> burn::tensor::Tensor<D>;
}

/// What may stand beside an `Lhs` in `+ - * / %`: a scalar, or a tensor of either state in the same
/// context.
#[diagnostic::on_unimplemented(
    message = "cannot combine a `{Lhs}` with a `{Self}` element by element",
    label = "no operation takes these two",
    note = "two graphs meet in one context only; a constant enters any: `x.detach()`, one of a place by `place.enter(x)`",
    note = "packed weights enter `matmul` only; anywhere else unpack them: `.dequantize()`",
    note = "a Burn tensor is typed first: `Untracked::try_from(tensor)?`"
)]
pub trait Elementwise<Lhs>: Sized {
    /// The result.
    type Out;
    #[doc(hidden)]
    fn add(lhs: Lhs, rhs: Self) -> Self::Out;
    #[doc(hidden)]
    fn sub(lhs: Lhs, rhs: Self) -> Self::Out;
    #[doc(hidden)]
    fn mul(lhs: Lhs, rhs: Self) -> Self::Out;
    #[doc(hidden)]
    fn div(lhs: Lhs, rhs: Self) -> Self::Out;
    #[doc(hidden)]
    fn rem(lhs: Lhs, rhs: Self) -> Self::Out;
}

/// A result that a lifted function or method can hand out.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no typed form here: its tensors would lose their state",
    label = "no typed form of this result is known",
    note = "return tensors, numbers, strings, or tuples, options, results, arrays and vectors of them",
    note = "a struct of tensors derives `Tensors`, and is named: `#[fusible(tensors(Batch))]`"
)]
pub trait LeavesState<S: State>: Sized {
    /// The result under the state `S`.
    type Typed;
    #[doc(hidden)]
    fn leave(self) -> Self::Typed;
    /// The Burn value again.
    #[doc(hidden)]
    fn open(typed: Self::Typed) -> Self;
    /// Asks for this trait, and does nothing.
    #[doc(hidden)]
    fn known() {}
}

/// Values of this type have a layout in the store `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` values cannot be kept in `{S}` storage",
    label = "values smaller than a byte need packed storage",
    note = "pack them into 32-bit words: `PackedU32`, as `Q4` and `Q2` do"
)]
pub trait StoredIn<S> {}

/// Scales of this type are read by fused kernels.
#[diagnostic::on_unimplemented(
    message = "fused kernels cannot read scales of type `{Self}`",
    label = "this scheme would run unfused",
    note = "choose `F32`, `F16` or `BF16` scales, for example `Q8<Block<32>, F16>`",
    note = "to run it unfused on purpose: `quantize_unfused::<…>()`"
)]
pub trait FusibleScale {}

/// One block of values fills whole 32-bit words of `V` values, and Burn's `u8` extents.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of whole 32-bit words of `{V}` values, 255 values at most",
    label = "no block of this length",
    note = "8-bit values take a multiple of 4 up to 252, 4-bit of 8 up to 248, 2-bit of 16 up to 240; `Block<32>` fits all"
)]
pub trait FillsWords<V> {}

/// A block in native storage fits every vector width that a device may choose.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not fit every vector width in native storage",
    label = "no block of this length",
    note = "native storage takes a multiple of 16 up to 240, for example `Block<32>`"
)]
pub trait FillsVectors {}
