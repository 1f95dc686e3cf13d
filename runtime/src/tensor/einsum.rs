//! Einstein summation: [`einsum!`](crate::einsum) for equations that are written out, and
//! [`Untracked::einsum`] and [`Tracked::einsum`] for those that are computed.
//!
//! Burn's own macro asks `Tensor::dims` of each operand and turns it into its `EinsumOperand`, so
//! it takes Burn tensors only. Ours finds the state that the operands meet in, brings every operand
//! into it, hands the Burn tensors on and types the result.

use core::marker::PhantomData;

use burn::tensor::kind::Numeric;
use burn::tensor::{Float, Int, Tensor};

use crate::__private::Meet;
use crate::any_state::AnyState;
use crate::context::Context;
use crate::leaf::Leaf;
use crate::rules::{LeavesState, Meets, MixesWith, TakesConstants};
use crate::states::{Any, Graph, Plain, Raw, State};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// Computes an Einstein summation of one to four tensors, in any mix of states.
///
/// As Burn's [`einsum!`](burn::tensor::einsum): the equation is a literal, and its operands and
/// ranks are checked as the program is compiled. Operands are taken by value or by reference, and
/// the result is in the state that they meet in; Burn tensors come out raw when all are raw.
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use fireproof::{Tracked, Untracked, einsum};
///
/// let device = Device::flex();
/// let weight = Untracked::<Tensor<2>>::from_data([[1.0, 2.0], [3.0, 4.0]], &device).into_leaf();
/// let input = Untracked::<Tensor<2>>::ones([3, 2], &device);
/// let output: Tracked<Tensor<2>> = einsum!("ij,jk->ik", &input, weight);
/// assert_eq!(output.dims(), [3, 2]);
/// let sums: Untracked<Tensor<1>> = einsum!("ij->j", input);
/// assert_eq!(sums.dims(), [2]);
/// ```
///
/// With an ellipsis in the result, write the result's type, as for Burn:
///
/// ```
/// # use burn::tensor::{Device, Tensor};
/// # use fireproof::{Untracked, einsum};
/// # let device = Device::flex();
/// let a = Untracked::<Tensor<3>>::ones([2, 3, 4], &device);
/// let b = Untracked::<Tensor<2>>::ones([4, 5], &device);
/// let c: Untracked<Tensor<3>> = einsum!("...ij,...jk->...ik", a, b);
/// assert_eq!(c.dims(), [2, 3, 5]);
/// ```
///
/// # Panics
/// For sizes that do not fit, and for tensors of different devices or element types, as Burn does.
#[macro_export]
macro_rules! einsum {
    // The operands are bound first, so that each is evaluated once and its type is known before
    // the first of them enters.
    (@bound $equation:tt, $($name:ident = $operand:expr),+) => {
        match ($($operand,)+) {
            ($($name,)+) => {
                let state = $crate::__private::EinsumStart$(.with(&$name))+;
                state.leave($crate::__private::burn_einsum!(
                    $equation,
                    $(state.enter($name)),+
                ))
            }
        }
    };
    ($equation:tt, $a:expr $(,)?) => {
        $crate::einsum!(@bound $equation, a = $a)
    };
    ($equation:tt, $a:expr, $b:expr $(,)?) => {
        $crate::einsum!(@bound $equation, a = $a, b = $b)
    };
    ($equation:tt, $a:expr, $b:expr, $c:expr $(,)?) => {
        $crate::einsum!(@bound $equation, a = $a, b = $b, c = $c)
    };
    ($equation:tt, $a:expr, $b:expr, $c:expr, $d:expr $(,)?) => {
        $crate::einsum!(@bound $equation, a = $a, b = $b, c = $c, d = $d)
    };
}

/// What may stand in [`einsum!`](crate::einsum): a float or integer tensor in any state, by value
/// or by reference.
#[diagnostic::on_unimplemented(
    message = "`einsum!` cannot take a `{Self}`",
    label = "not a float or integer tensor in any state",
    note = "booleans are counted as integers: `mask.int()`",
    note = "packed weights enter `matmul` only; anywhere else unpack them: `.dequantize()`"
)]
pub trait Summand {
    /// The state that this operand brings along.
    type State: State;
    /// The Burn tensor that it stands for.
    #[doc(hidden)]
    type Tensor;
    /// The Burn tensor, brought into the state `S`.
    #[doc(hidden)]
    fn enter<S: State>(self) -> Self::Tensor;
}

#[diagnostic::do_not_recommend]
impl<const D: usize> Summand for Untracked<Tensor<D>> {
    type State = Plain;
    type Tensor = Tensor<D>;
    fn enter<S: State>(self) -> Tensor<D> {
        S::enter(self.into_inner())
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize> Summand for Untracked<Tensor<D, Int>> {
    type State = Plain;
    type Tensor = Tensor<D, Int>;
    fn enter<S: State>(self) -> Tensor<D, Int> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> Summand for Tracked<Tensor<D>, C> {
    type State = Graph<C>;
    type Tensor = Tensor<D>;
    fn enter<S: State>(self) -> Tensor<D> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> Summand for Leaf<Tensor<D>, C> {
    type State = Graph<C>;
    type Tensor = Tensor<D>;
    fn enter<S: State>(self) -> Tensor<D> {
        self.into_inner()
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, C: Context> Summand for AnyState<Tensor<D>, C> {
    type State = Any<C>;
    type Tensor = Tensor<D>;
    fn enter<S: State>(self) -> Tensor<D> {
        S::enter(self.into_inner())
    }
}

#[diagnostic::do_not_recommend]
impl<const D: usize, K: Numeric> Summand for Tensor<D, K> {
    type State = Raw;
    type Tensor = Self;
    fn enter<S: State>(self) -> Self {
        self
    }
}

// Recommended: what is wrong with a reference is wrong with the value behind it.
impl<A: Summand + Clone> Summand for &A {
    type State = A::State;
    type Tensor = A::Tensor;
    fn enter<S: State>(self) -> A::Tensor {
        self.clone().enter::<S>()
    }
}

/// No operand seen yet.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct EinsumStart;

impl EinsumStart {
    /// The state of the first operand.
    #[must_use]
    pub fn with<A: Summand>(self, _: &A) -> EinsumState<A::State> {
        EinsumState(PhantomData)
    }
}

/// The state that the operands so far meet in, as a value: a macro has no names for their types.
#[doc(hidden)]
#[derive(Debug)]
pub struct EinsumState<S>(PhantomData<fn() -> S>);

impl<S: State> EinsumState<S> {
    /// With one more operand.
    #[must_use]
    pub fn with<A: Summand>(self, _: &A) -> EinsumState<Meet<S, A::State>>
    where
        S: MixesWith<A::State> + Meets<A::State>,
    {
        EinsumState(PhantomData)
    }

    /// Brings an operand into this state.
    pub fn enter<A: Summand>(&self, operand: A) -> A::Tensor {
        operand.enter::<S>()
    }

    /// Types the result.
    pub fn leave<T: LeavesState<S>>(&self, result: T) -> T::Typed {
        result.leave()
    }
}

/// An operand of [`Untracked::einsum`] or [`Tracked::einsum`], of any rank.
///
/// As Burn's [`EinsumOperand`](burn::tensor::EinsumOperand), in the state `S`. Made with `into()`,
/// by value or by reference.
#[derive(Debug, Clone)]
pub struct EinsumOperand<S, K: Numeric = Float> {
    inner: burn::tensor::EinsumOperand<K>,
    state: PhantomData<fn() -> S>,
}

macro_rules! operands {
    ($([$($params:tt)*] $carrier:ty => $state:ty, $kind:ty;)*) => { $(
        impl<const D: usize, $($params)*> From<$carrier> for EinsumOperand<$state, $kind> {
            fn from(operand: $carrier) -> Self {
                Self {
                    inner: <$carrier as Summand>::enter::<$state>(operand).into(),
                    state: PhantomData,
                }
            }
        }

        impl<const D: usize, $($params)*> From<&$carrier> for EinsumOperand<$state, $kind> {
            fn from(operand: &$carrier) -> Self {
                operand.clone().into()
            }
        }
    )* };
}
operands! {
    [] Untracked<Tensor<D>> => Plain, Float;
    [] Untracked<Tensor<D, Int>> => Plain, Int;
    [C: Context + TakesConstants] Untracked<Tensor<D>> => Graph<C>, Float;
    [C: Context] Tracked<Tensor<D>, C> => Graph<C>, Float;
    [C: Context] Leaf<Tensor<D>, C> => Graph<C>, Float;
    [C: Context] AnyState<Tensor<D>, C> => Graph<C>, Float;
}

impl<const D: usize, K: Numeric> Untracked<Tensor<D, K>> {
    /// As Burn's [`einsum`](Tensor::einsum), for an equation known at run time only; see
    /// [`einsum!`](crate::einsum) for a literal.
    ///
    /// ```
    /// use burn::tensor::{Device, Tensor};
    /// use fireproof::Untracked;
    ///
    /// let device = Device::flex();
    /// let matrix = Untracked::<Tensor<2>>::ones([3, 2], &device);
    /// let vector = Untracked::<Tensor<1>>::ones([2], &device);
    /// let operands = [matrix.into(), vector.into()];
    /// let product = Untracked::<Tensor<1>>::einsum("ij,j->i", operands);
    /// assert_eq!(product.dims(), [3]);
    /// ```
    ///
    /// # Panics
    /// For an equation that is malformed or does not fit the operands, as Burn does.
    pub fn einsum(
        equation: &str,
        operands: impl IntoIterator<Item = EinsumOperand<Plain, K>>,
    ) -> Self {
        let operands = operands.into_iter().map(|operand| operand.inner);
        Self::sealed(Tensor::einsum(equation, operands))
    }
}

impl<const D: usize, C: Context> Tracked<Tensor<D>, C> {
    /// As Burn's [`einsum`](Tensor::einsum), for an equation known at run time only; see
    /// [`einsum!`](crate::einsum) for a literal.
    ///
    /// Untracked operands, and those of any state, may be among the others; each enters the
    /// context.
    ///
    /// # Panics
    /// For an equation that is malformed or does not fit the operands, as Burn does.
    pub fn einsum(
        equation: &str,
        operands: impl IntoIterator<Item = EinsumOperand<Graph<C>>>,
    ) -> Self {
        let operands = operands.into_iter().map(|operand| operand.inner);
        Self::sealed(Tensor::einsum(equation, operands))
    }
}
