//! What goes into a lifted function, and what comes out.

use burn::tensor::kind::Basic;
use burn::tensor::{Bool, Int, Tensor};

use crate::context::Context;
use crate::leaf::Leaf;
use crate::rules::{LeavesState, MatmulOperand, Meets, MixesWith};
use crate::states::{Graph, Plain, Raw, State};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// Something that can be handed in where plain Burn code takes a `T`.
///
/// For `T = Tensor<D>`: [`Tracked`], [`Leaf`], [`Untracked`], and `Tensor<D>` itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be handed in where the body takes a `{T}`",
    label = "not a `{T}` in any state",
    note = "a tensor of the same rank and kind is expected: `Tracked<{T}>`, `Leaf<{T}>` or `Untracked<{T}>`",
    note = "packed weights enter `matmul` only; anywhere else unpack them: `.dequantize()`"
)]
pub trait Operand<T> {
    /// The state that this operand brings along.
    type State: State;
    /// The Burn value, brought into the state `S`.
    #[doc(hidden)]
    fn enter<S: State>(self) -> T;
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
}

// Integers and booleans have no gradient, so they carry no state of their own and enter as they
// are.
macro_rules! constants {
    ($($kind:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<const D: usize> Operand<Tensor<D, $kind>> for Untracked<Tensor<D, $kind>> {
            type State = Plain;
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
}

#[diagnostic::do_not_recommend]
impl<S: State, T: LeavesState<S>, E> LeavesState<S> for Result<T, E> {
    type Typed = Result<T::Typed, E>;
    fn leave(self) -> Self::Typed {
        self.map(T::leave)
    }
}

#[diagnostic::do_not_recommend]
impl<S: State, T: LeavesState<S>> LeavesState<S> for Vec<T> {
    type Typed = Vec<T::Typed>;
    fn leave(self) -> Self::Typed {
        self.into_iter().map(T::leave).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<S: State, T: LeavesState<S>, const N: usize> LeavesState<S> for [T; N] {
    type Typed = [T::Typed; N];
    fn leave(self) -> Self::Typed {
        self.map(T::leave)
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
        }
    )* };
}
tuples! { (T0) (T0, T1) (T0, T1, T2) (T0, T1, T2, T3) }

#[diagnostic::do_not_recommend]
impl<T0, T1, A0: Operand<T0>, A1: Operand<T1>> Operand<(T0, T1)> for (A0, A1)
where
    A0::State: MixesWith<A1::State> + Meets<A1::State>,
{
    type State = <A0::State as Meets<A1::State>>::Out;
    fn enter<S: State>(self) -> (T0, T1) {
        (self.0.enter::<S>(), self.1.enter::<S>())
    }
}
