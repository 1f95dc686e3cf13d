//! The tensor API on the carriers.
//!
//! The tables (`basic`, `numeric`, `ordered`, …) follow Burn's own impl blocks: a row is Burn's
//! signature, and `mirror!` writes the method of each carrier from it, with the state that comes
//! out. What a row cannot say is here; what the carriers do not have, and why, is in `omitted`. A
//! test holds all three against the sources of the Burn in use.

mod basic;
mod bool;
pub(crate) mod einsum;
mod float;
mod float_math;
mod int;
mod numeric;
pub(crate) mod omitted;
mod operators;
pub(crate) mod operators_more;
mod ordered;

use burn::tensor::kind::{Autodiff, Basic};
use burn::tensor::{AsIndex, Bool, Cast, Device, Float, Int, Tensor};

use crate::__private::{Left, Meet};
use crate::context::Context;
use crate::gradients::{Gradients, ReplaceGradError};
use crate::leaf::Leaf;
use crate::rules::{
    EntersAutodiff, KeepsGradient, LeavesAutodiff, LeavesState, MatmulOperand, Meets, MixesWith,
    Switches, TakesConstants,
};
use crate::states::{Graph, Plain, State};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// The product of matrices, whose right side may be packed weights.
macro_rules! matmul {
    ($carrier:ty, $state:ty, [$($context:tt)*]) => {
        impl<const D: usize $($context)*> $carrier {
            /// As Burn's [`Tensor::matmul`]; the right side may be packed weights.
            ///
            /// # Shapes
            /// `[.., rows, inner]` with `[.., inner, columns]` gives `[.., rows, columns]`.
            pub fn matmul<R>(self, rhs: R) -> Left<Tensor<D>, Meet<$state, R::State>>
            where
                R: MatmulOperand<D>,
                $state: MixesWith<R::State> + Meets<R::State>,
            {
                Meet::<$state, R::State>::leave(self.into_inner().matmul(rhs.into_matrix()))
            }
        }
    };
}
matmul! { Untracked<Tensor<D>>, Plain, [] }
matmul! { Tracked<Tensor<D>, C>, Graph<C>, [, C: Context] }
matmul! { Leaf<Tensor<D>, C>, Graph<C>, [, C: Context] }

impl<const D: usize> Untracked<Tensor<D, Int>> {
    /// As Burn's [`Tensor::matmul`], of integers.
    ///
    /// # Shapes
    /// `[.., rows, inner]` with `[.., inner, columns]` gives `[.., rows, columns]`.
    pub fn matmul(self, rhs: Self) -> Self {
        Self::sealed(self.into_inner().matmul(rhs.into_inner()))
    }
}

/// Conversions, which decide by their argument what kind comes out.
macro_rules! cast {
    ($carrier:ty, $kind:ty, $state:ty, [$($context:tt)*]) => {
        impl<const D: usize $($context)*> $carrier {
            /// As Burn's [`Tensor::cast`]. Between float types the state stays; integers have none.
            pub fn cast<T: Cast<D, $kind>>(self, dtype: T) -> Left<Tensor<D, T::OutputKind>, $state>
            where
                Tensor<D, T::OutputKind>: LeavesState<$state>,
            {
                self.into_inner().cast(dtype).leave()
            }
        }
    };
}
cast! { Untracked<Tensor<D>>, Float, Plain, [] }
cast! { Untracked<Tensor<D, Int>>, Int, Plain, [] }
cast! { Untracked<Tensor<D, Bool>>, Bool, Plain, [] }
cast! { Tracked<Tensor<D>, C>, Float, Graph<C>, [, C: Context] }
cast! { Leaf<Tensor<D>, C>, Float, Graph<C>, [, C: Context] }

/// What works on a tensor in its place, and what yields its slices.
macro_rules! in_place {
    ($carrier:ty, $tensor:ty, [$($params:tt)*]) => {
        impl<const D: usize, $($params)*> $carrier {
            /// As Burn's [`Tensor::inplace`]: replaces the tensor by what `operation` makes of it.
            pub fn inplace(&mut self, operation: impl FnOnce(Self) -> Self) {
                self.get_mut()
                    .inplace(|tensor| operation(Self::sealed(tensor)).into_inner());
            }

            /// As Burn's [`Tensor::extract`]: takes the tensor out and leaves an empty one.
            pub fn extract(&mut self) -> Self {
                Self::sealed(self.get_mut().extract())
            }

            /// As Burn's [`Tensor::iter_dim`]: the slices along one dimension.
            pub fn iter_dim(
                self,
                dim: impl AsIndex,
            ) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
                self.into_inner().iter_dim(dim).map(Self::sealed)
            }
        }
    };
}
in_place! { Untracked<Tensor<D, K>>, Tensor<D, K>, [K: Basic] }
in_place! { Tracked<Tensor<D>, C>, Tensor<D>, [C: Context] }

impl<const D: usize, C: Context> Leaf<Tensor<D>, C> {
    /// As Burn's [`Tensor::iter_dim`]: the slices along one dimension, each a result.
    pub fn iter_dim(
        self,
        dim: impl AsIndex,
    ) -> impl ExactSizeIterator<Item = Tracked<Tensor<D>, C>> + DoubleEndedIterator {
        self.into_tracked().iter_dim(dim)
    }
}

impl<const D: usize, K: Autodiff> Untracked<Tensor<D, K>> {
    /// As Burn's [`Tensor::to_device`]; outside of every graph on an autodiff device too.
    pub fn to_device(self, device: &Device) -> Self {
        Self::strip(self.into_inner().to_device(device))
    }
}

/// Moves, which the context of a place does not take part in.
macro_rules! to_device {
    ($($carrier:ident)*) => { $(
        impl<const D: usize, C: Context> $carrier<Tensor<D>, C> {
            /// As Burn's [`Tensor::to_device`]. In a graph this is an operation of its own, on the
            /// same device too: a leaf leaves as a result, and what leaves is in the same context.
            /// The context of a [`Place`](crate::Place) is that of one device, so nothing moves
            /// out of it.
            pub fn to_device(self, device: &Device) -> Tracked<Tensor<D>, C>
            where
                C: TakesConstants,
            {
                Tracked::sealed(self.into_inner().to_device(device))
            }
        }
    )* };
}
to_device! { Tracked Leaf }

/// Functions without a gradient, passed through as if they were the identity.
macro_rules! straight_through {
    ($($carrier:ident)*) => { $(
        impl<const D: usize, C: Context> $carrier<Tensor<D>, C> {
            /// The values of `function`, with the gradient of the identity.
            ///
            /// What rounds has no gradient: [`round`](Self::round), [`sign`](Self::sign) and their
            /// like are zero almost everywhere, so their results are untracked. Training through
            /// them takes the straight-through estimator:
            ///
            /// ```
            /// # use burn::tensor::{Device, Tensor};
            /// # use fireproof::Untracked;
            /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
            /// let x = Untracked::<Tensor<1>>::from_data([0.4, 1.6], &Device::flex()).into_leaf();
            /// let rounded = x.clone().straight_through(Untracked::round);
            /// let gradients = rounded.sum().backward()?;
            /// let gradient = x.grad(&gradients).ok_or("x is in this graph")?;
            /// gradient.into_data().assert_eq(&[1.0, 1.0].into(), false);
            /// # Ok(())
            /// # }
            /// ```
            ///
            /// # Shapes
            /// - `function` keeps the shape of `self`, whose values are finite
            ///
            /// # Panics
            /// When `function` changes the shape.
            ///
            /// # Source
            /// Bengio, Léonard and Courville, "Estimating or Propagating Gradients Through
            /// Stochastic Neurons for Conditional Computation", 2013.
            pub fn straight_through(
                self,
                function: impl FnOnce(Untracked<Tensor<D>>) -> Untracked<Tensor<D>>,
            ) -> Tracked<Tensor<D>, C> {
                let here = self.into_inner();
                let values = Untracked::strip(here.clone());
                let values = function(values).into_inner();
                assert_eq!(
                    values.dims(),
                    here.dims(),
                    "the function of `straight_through` keeps the shape"
                );
                let values = if values.device() == here.device() {
                    values
                } else {
                    values.to_device(&here.device())
                };
                // For finite values x - x is zero, and the sum is the values of the function.
                let path = here.clone() - here.detach();
                Tracked::sealed(path + values)
            }
        }
    )* };
}
straight_through! { Tracked Leaf }

impl<const D: usize, K: Autodiff> Untracked<Tensor<D, K>> {
    /// The tensor itself: it is outside of every graph already.
    ///
    /// For code that is the same for tracked and untracked values.
    pub fn detach(self) -> Self {
        self
    }
}

/// Burn's words for what is spelled otherwise here. Never callable: the rules say how.
macro_rules! spelled_otherwise {
    ($($carrier:ty, [$($params:tt)*];)*) => { $(
        #[doc(hidden)]
        impl<const D: usize, $($params)*> $carrier {
            pub fn inner(self) -> Untracked<Tensor<D>>
            where
                Self: LeavesAutodiff,
            {
                Untracked::strip(self.into_inner())
            }

            pub fn without_autodiff(self) -> Untracked<Tensor<D>>
            where
                Self: LeavesAutodiff,
            {
                Untracked::strip(self.into_inner())
            }

            pub fn autodiff(self) -> Self
            where
                Self: EntersAutodiff,
            {
                self
            }

            pub fn set_require_grad(self, _: bool) -> Self
            where
                Self: Switches,
            {
                self
            }
        }
    )* };
}
spelled_otherwise! {
    Untracked<Tensor<D>>, [];
    Tracked<Tensor<D>, C>, [C: Context];
    Leaf<Tensor<D>, C>, [C: Context];
}

/// Never callable: gradients are kept for leaves.
macro_rules! keeps_no_gradient {
    ($($carrier:ty, [$($params:tt)*];)*) => { $(
        #[doc(hidden)]
        impl<const D: usize, $($params)*> $carrier {
            pub fn grad(&self, _: &Gradients) -> Option<Untracked<Tensor<D>>>
            where
                Self: KeepsGradient,
            {
                None
            }

            pub fn grad_remove(&self, _: &mut Gradients) -> Option<Untracked<Tensor<D>>>
            where
                Self: KeepsGradient,
            {
                None
            }

            pub fn replace_grad(&self, _: &mut Gradients, _: Untracked<Tensor<D>>) -> Result<(), ReplaceGradError>
            where
                Self: KeepsGradient,
            {
                Err(ReplaceGradError::NoGradient)
            }
        }
    )* };
}
keeps_no_gradient! {
    Untracked<Tensor<D>>, [];
    Tracked<Tensor<D>, C>, [C: Context];
}
