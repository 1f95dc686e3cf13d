//! What goes into a lifted function, and what comes out.

use burn::tensor::kind::Basic;
use burn::tensor::{Bool, Int, Tensor};

use crate::any_state::AnyState;
use crate::context::Context;
use crate::fusible::{Fusible, Quantized};
use crate::leaf::Leaf;
use crate::model::Model;
use crate::rules::{LeavesState, MatmulOperand, Meets, MixesWith};
use crate::states::{Absent, Any, Graph, Plain, Raw, State, Stateless};
use crate::tensors::Tensors;
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// Something that can be handed in where plain Burn code takes a `T`.
///
/// - `T = Tensor<D>`: [`Tracked`], [`Leaf`], [`Untracked`], [`AnyState`], and Burn's own.
/// - `T = Tensor<D, Int>` or `Tensor<D, Bool>`: [`Untracked`], and Burn's tensor itself.
/// - `T` a struct that derives [`Tensors`]: the same carriers, of that struct.
/// - `T = &M`, of a model: a reference to a [`Tracked`], [`Untracked`], [`Fusible`] or [`Quantized`]
///   model, or to the model itself.
/// - Options, vectors, arrays and tuples of these; [`NONE`] for an option that is left out.
///
/// # Generic over the state
/// [`#[fusible]`](crate::fusible) is the way to write a function that takes tensors of any state:
/// the body is plain Burn, and the states in and out are in the signature that it writes. A function
/// of your own that calls such a function can name the state as well:
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use fireproof::{Operand, State, Tracked, Untracked, fusible};
///
/// #[fusible]
/// fn scaled(x: Tensor<2>, by: f32) -> Tensor<2> {
///     x * by
/// }
///
/// /// In the state that `x` is in.
/// fn doubled<A: Operand<Tensor<2>>>(x: A) -> <A::State as State>::Float<2> {
///     scaled(x, 2.0)
/// }
///
/// let x = Untracked::<Tensor<2>>::ones([2, 2], &Device::flex());
/// let plain: Untracked<Tensor<2>> = doubled(x.clone());
/// let tracked: Tracked<Tensor<2>> = doubled(x.into_leaf());
/// # let _ = (plain, tracked);
/// ```
///
/// With several operands the bounds are those that `#[fusible]` writes, [`MixesWith`] and [`Meets`]
/// for each further one; one lifted function around the whole is shorter than spelling them out.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be handed in where the body takes a `{T}`",
    label = "not a `{T}` in any state",
    note = "a `{T}` goes in as `Tracked`, `Leaf` or `Untracked`, of the same rank and kind; a model borrowed: `&model`",
    note = "a struct of tensors derives `Tensors`",
    note = "packed weights enter `matmul` only; anywhere else unpack them: `.dequantize()`"
)]
pub trait Operand<T> {
    /// The state that this operand brings along.
    type State: State;
    /// The Burn value, brought into the state `S`.
    #[doc(hidden)]
    fn enter<S: State>(self) -> T;
}

/// An operand that comes to others in the state `S`: what a lifted signature asks of each in turn.
///
/// One condition where there are three, so that a signature with many operands stays short. Never
/// implemented by hand: every [`Operand`] whose state may meet `S` has it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be handed in where the body takes a `{T}`",
    label = "not a `{T}` in any state",
    note = "a `{T}` goes in as `Tracked`, `Leaf` or `Untracked`, of the same rank and kind; a model borrowed: `&model`",
    note = "a struct of tensors derives `Tensors`",
    note = "packed weights enter `matmul` only; anywhere else unpack them: `.dequantize()`"
)]
pub trait Enters<T, S>: Operand<T> {
    /// The state in which they meet.
    type Out: State;
}

impl<A, T, S> Enters<T, S> for A
where
    A: Operand<T>,
    S: MixesWith<A::State> + Meets<A::State>,
{
    type Out = <S as Meets<A::State>>::Out;
}

#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> Operand<Tensor<D>> for Tracked<Tensor<D>, C> {
    type State = Graph<C>;
    fn enter<S: State>(self) -> Tensor<D> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> Operand<Tensor<D>> for Leaf<Tensor<D>, C> {
    type State = Graph<C>;
    fn enter<S: State>(self) -> Tensor<D> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize> Operand<Tensor<D>> for Untracked<Tensor<D>> {
    type State = Plain;
    fn enter<S: State>(self) -> Tensor<D> {
        S::enter(self.into_inner())
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, K: Basic> Operand<Tensor<D, K>> for Tensor<D, K> {
    type State = Raw;
    fn enter<S: State>(self) -> Tensor<D, K> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> MatmulOperand<D> for Tracked<Tensor<D>, C> {
    type State = Graph<C>;
    fn into_matrix(self) -> Tensor<D> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> MatmulOperand<D> for Leaf<Tensor<D>, C> {
    type State = Graph<C>;
    fn into_matrix(self) -> Tensor<D> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize> MatmulOperand<D> for Untracked<Tensor<D>> {
    type State = Plain;
    fn into_matrix(self) -> Tensor<D> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, S: State> LeavesState<S> for Tensor<D> {
    type Typed = S::Float<D>;
    fn leave(self) -> Self::Typed {
        S::leave(self)
    }
    fn open(typed: Self::Typed) -> Self {
        S::open(typed)
    }
}

// Integers and booleans have no gradient, so they carry no state of their own and enter as they
// are.
macro_rules! constants {
    ($($kind:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<const D: usize> Operand<Tensor<D, $kind>> for Untracked<Tensor<D, $kind>> {
            type State = Stateless;
            fn enter<S: State>(self) -> Tensor<D, $kind> {
                self.into_inner()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<const D: usize, S: State> LeavesState<S> for Tensor<D, $kind> {
            type Typed = S::Constant<Self>;
            fn leave(self) -> Self::Typed {
                S::leave_constant(self)
            }
            fn open(typed: Self::Typed) -> Self {
                S::open_constant(typed)
            }
        }
    )* };
}
constants!(Int, Bool);

// Plain values pass.
macro_rules! values {
    ($($value:ty),* $(,)?) => { $(
        #[diagnostic::do_not_recommend]
        impl<S: State> LeavesState<S> for $value {
            type Typed = Self;
            fn leave(self) -> Self {
                self
            }
            fn open(typed: Self) -> Self {
                typed
            }
        }
    )* };
}
values!(
    (),
    bool,
    char,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    String,
    &'static str
);

#[diagnostic::do_not_recommend]
impl<S: State, T: LeavesState<S>> LeavesState<S> for Option<T> {
    type Typed = Option<T::Typed>;
    fn leave(self) -> Self::Typed {
        self.map(T::leave)
    }
    fn open(typed: Self::Typed) -> Self {
        typed.map(T::open)
    }
}

#[diagnostic::do_not_recommend]
impl<S: State, T: LeavesState<S>, E> LeavesState<S> for Result<T, E> {
    type Typed = Result<T::Typed, E>;
    fn leave(self) -> Self::Typed {
        self.map(T::leave)
    }
    fn open(typed: Self::Typed) -> Self {
        typed.map(T::open)
    }
}

#[diagnostic::do_not_recommend]
impl<S: State, T: LeavesState<S>> LeavesState<S> for Vec<T> {
    type Typed = Vec<T::Typed>;
    fn leave(self) -> Self::Typed {
        self.into_iter().map(T::leave).collect()
    }
    fn open(typed: Self::Typed) -> Self {
        typed.into_iter().map(T::open).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<S: State, T: LeavesState<S>, const N: usize> LeavesState<S> for [T; N] {
    type Typed = [T::Typed; N];
    fn leave(self) -> Self::Typed {
        self.map(T::leave)
    }
    fn open(typed: Self::Typed) -> Self {
        typed.map(T::open)
    }
}

#[diagnostic::do_not_recommend]
impl<T, Part: Operand<T>> Operand<Option<T>> for Option<Part> {
    type State = Part::State;
    fn enter<S: State>(self) -> Option<T> {
        self.map(Part::enter::<S>)
    }
}

#[diagnostic::do_not_recommend]
impl<T, Part: Operand<T>> Operand<Vec<T>> for Vec<Part> {
    type State = Part::State;
    fn enter<S: State>(self) -> Vec<T> {
        self.into_iter().map(Part::enter::<S>).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T, Part: Operand<T>, const N: usize> Operand<[T; N]> for [Part; N] {
    type State = Part::State;
    fn enter<S: State>(self) -> [T; N] {
        self.map(Part::enter::<S>)
    }
}

macro_rules! tuples {
    ($(($($t:ident),+))*) => { $(
        #[diagnostic::do_not_recommend]
        impl<S: State, $($t: LeavesState<S>),+> LeavesState<S> for ($($t,)+) {
            type Typed = ($($t::Typed,)+);
            #[expect(non_snake_case, reason = "a tuple's parts are named by their types")]
            fn leave(self) -> Self::Typed {
                let ($($t,)+) = self;
                ($($t.leave(),)+)
            }
            #[expect(non_snake_case, reason = "a tuple's parts are named by their types")]
            fn open(typed: Self::Typed) -> Self {
                let ($($t,)+) = typed;
                ($($t::open($t),)+)
            }
        }
    )* };
}
tuples! {
    (T0)
    (T0, T1)
    (T0, T1, T2)
    (T0, T1, T2, T3)
    (T0, T1, T2, T3, T4)
    (T0, T1, T2, T3, T4, T5)
}

// A tuple's state is folded over its parts, like a function's over its arguments.
macro_rules! operand_tuples {
    ($(($first:ident $of_first:ident $(, $part:ident $of:ident $before:ty)+))*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$of_first, $($of,)+ $first: Operand<$of_first>, $($part: Operand<$of>),+>
            Operand<($of_first, $($of),+)> for ($first, $($part),+)
        where
            $( $before: MixesWith<$part::State> + Meets<$part::State>, )+
        {
            type State = operand_tuples!(@fold $first::State; $($part)+);
            #[expect(non_snake_case, reason = "a tuple's parts are named by their types")]
            fn enter<S: State>(self) -> ($of_first, $($of),+) {
                let ($first, $($part),+) = self;
                ($first.enter::<S>(), $($part.enter::<S>()),+)
            }
        }
    )* };
    (@fold $state:ty; $part:ident $($rest:ident)*) => {
        operand_tuples!(@fold <$state as Meets<$part::State>>::Out; $($rest)*)
    };
    (@fold $state:ty;) => { $state };
}
operand_tuples! {
    (A0 T0, A1 T1 A0::State)
    (A0 T0, A1 T1 A0::State, A2 T2 <A0::State as Meets<A1::State>>::Out)
    (
        A0 T0,
        A1 T1 A0::State,
        A2 T2 <A0::State as Meets<A1::State>>::Out,
        A3 T3 <<A0::State as Meets<A1::State>>::Out as Meets<A2::State>>::Out
    )
}

/// No tensor, for an optional argument that is left out: `attention.forward(x, NONE)`.
///
/// A plain `None` does not say of what, and the compiler asks for a type; any would do.
pub const NONE: Option<Nothing> = None;

/// What is not there: the type behind [`NONE`].
#[derive(Debug, Clone, Copy)]
pub enum Nothing {}

#[diagnostic::do_not_recommend]
impl<T> Operand<T> for Nothing {
    type State = Absent;
    fn enter<S: State>(self) -> T {
        match self {}
    }
}

// Known at run time only.
#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> Operand<Tensor<D>> for AnyState<Tensor<D>, C> {
    type State = Any<C>;
    fn enter<S: State>(self) -> Tensor<D> {
        S::enter(self.into_inner())
    }
}

// Structs of tensors.
macro_rules! parts {
    ($($carrier:ty, $state:ty, [$($context:tt)*];)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T: Tensors $($context)*> Operand<T> for $carrier {
            type State = $state;
            fn enter<S: State>(self) -> T {
                self.into_inner().__settle::<S>()
            }
        }
    )* };
}
parts! {
    Untracked<T>, Plain, [];
    Tracked<T, C>, Graph<C>, [, C: Context];
    AnyState<T, C>, Any<C>, [, C: Context];
}

#[diagnostic::do_not_recommend]
impl<S: State, T: Tensors> LeavesState<S> for T {
    type Typed = S::Of<T>;
    fn leave(self) -> Self::Typed {
        S::hold(self.__settle::<S>())
    }
    fn open(typed: Self::Typed) -> Self {
        S::release(typed)
    }
}

// Models that a function borrows, marked `#[model]`.
macro_rules! models {
    ($($carrier:ty, $state:ty, $model:expr, [$($params:tt)*];)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<'a, M: Model, $($params)*> Operand<&'a M> for &'a $carrier {
            type State = $state;
            fn enter<S: State>(self) -> &'a M {
                $model(self)
            }
        }
    )* };
}
models! {
    Tracked<M, C>, Graph<C>, Tracked::model, [C: Context];
    Untracked<M>, Plain, Untracked::get, [];
    Fusible<Q, M>, Plain, Fusible::get, [Q];
    Quantized<Q, M>, Plain, Quantized::get, [Q];
    M, Raw, core::convert::identity, [];
}
