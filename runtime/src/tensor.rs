//! The tensor API on the carriers, written as tables: a row says what Burn's function is called,
//! what it takes and what rank comes out, and the state out follows from the carrier.

mod operators;

use burn::tensor::kind::Basic;
use burn::tensor::{
    AsIndex, Bool, DType, Device, Element, ElementConversion, Int, ReshapeArgs, Shape, SliceArg,
    Tensor, TensorData, TensorReadError, activation,
};

use crate::context::Context;
use crate::leaf::Leaf;
use crate::operand::Operand;
use crate::rules::{MatmulOperand, Meets, MixesWith};
use crate::states::{Graph, Plain, State};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// The carrier of a result, `C` being the context of the impl around.
macro_rules! carrier {
    (Untracked $tensor:ty) => { Untracked<$tensor> };
    (Tracked $tensor:ty) => { Tracked<$tensor, C> };
}

/// Writes one carrier's half of a table; `$to` types the result.
macro_rules! rows {
    ($carrier:ident, $to:path;
     $( fn $name:ident $(<{$($g:tt)*}>)? ($($arg:ident: $ty:ty),*) -> $result:ty = $path:expr; )*) => { $(
        #[doc = concat!("As Burn's `", stringify!($name), "`.")]
        pub fn $name $(<$($g)*>)? (self, $($arg: $ty),*) -> carrier!($carrier $result) {
            $to($path(self.into_inner(), $($arg),*))
        }
    )* };
}

/// Float in, float out: the state stays; a leaf leaves as a node of its graph.
macro_rules! float_to_float {
    ($($table:tt)*) => {
        impl<const D: usize> Untracked<Tensor<D>> {
            rows! { Untracked, Untracked::sealed; $($table)* }
        }
        impl<const D: usize, C: Context> Tracked<Tensor<D>, C> {
            rows! { Tracked, Tracked::sealed; $($table)* }
        }
        impl<const D: usize, C: Context> Leaf<Tensor<D>, C> {
            rows! { Tracked, Tracked::sealed; $($table)* }
        }
    };
}

/// Float in, integers or booleans out: no gradient, so really no autodiff association either.
macro_rules! float_to_constant {
    ($($table:tt)*) => {
        impl<const D: usize> Untracked<Tensor<D>> {
            rows! { Untracked, Untracked::sealed; $($table)* }
        }
        impl<const D: usize, C: Context> Tracked<Tensor<D>, C> {
            rows! { Untracked, Untracked::strip; $($table)* }
        }
        impl<const D: usize, C: Context> Leaf<Tensor<D>, C> {
            rows! { Untracked, Untracked::strip; $($table)* }
        }
    };
}

float_to_float! {
    fn abs() -> Tensor<D> = Tensor::abs;
    fn exp() -> Tensor<D> = Tensor::exp;
    fn log() -> Tensor<D> = Tensor::log;
    fn sqrt() -> Tensor<D> = Tensor::sqrt;
    fn square() -> Tensor<D> = Tensor::<D>::square;
    fn tanh() -> Tensor<D> = Tensor::tanh;
    fn recip() -> Tensor<D> = Tensor::recip;
    fn powf_scalar<{E: ElementConversion}>(exponent: E) -> Tensor<D> = Tensor::powf_scalar;
    fn add_scalar<{E: ElementConversion}>(other: E) -> Tensor<D> = Tensor::add_scalar;
    fn sub_scalar<{E: ElementConversion}>(other: E) -> Tensor<D> = Tensor::sub_scalar;
    fn mul_scalar<{E: ElementConversion}>(other: E) -> Tensor<D> = Tensor::mul_scalar;
    fn div_scalar<{E: ElementConversion}>(other: E) -> Tensor<D> = Tensor::div_scalar;
    fn clamp<{E: ElementConversion}>(min: E, max: E) -> Tensor<D> = Tensor::clamp;
    fn sum() -> Tensor<1> = Tensor::sum;
    fn mean() -> Tensor<1> = Tensor::mean;
    fn max() -> Tensor<1> = Tensor::max;
    fn min() -> Tensor<1> = Tensor::min;
    fn sum_dim<{I: AsIndex}>(dim: I) -> Tensor<D> = Tensor::sum_dim;
    fn mean_dim<{I: AsIndex}>(dim: I) -> Tensor<D> = Tensor::mean_dim;
    fn max_dim<{I: AsIndex}>(dim: I) -> Tensor<D> = Tensor::max_dim;
    fn min_dim<{I: AsIndex}>(dim: I) -> Tensor<D> = Tensor::min_dim;
    fn transpose() -> Tensor<D> = Tensor::transpose;
    fn swap_dims<{I: AsIndex, J: AsIndex}>(dim1: I, dim2: J) -> Tensor<D> = Tensor::swap_dims;
    fn reshape<{const D2: usize, S: ReshapeArgs<D2>}>(shape: S) -> Tensor<D2> = Tensor::reshape;
    fn flatten<{const D2: usize}>(start: impl AsIndex, end: impl AsIndex) -> Tensor<D2> = Tensor::flatten;
    fn squeeze<{const D2: usize}>() -> Tensor<D2> = Tensor::squeeze;
    fn unsqueeze<{const D2: usize}>() -> Tensor<D2> = Tensor::unsqueeze;
    fn slice<{S: SliceArg}>(slices: S) -> Tensor<D> = Tensor::slice;
    fn repeat_dim(dim: impl AsIndex, times: usize) -> Tensor<D> = Tensor::repeat_dim;
    fn select(dim: impl AsIndex, indices: Untracked<Tensor<1, Int>>) -> Tensor<D> = select;
    fn gather(dim: impl AsIndex, indices: Untracked<Tensor<D, Int>>) -> Tensor<D> = gather;
}

/// The activations, which Burn has as free functions and users write as methods on our carriers.
macro_rules! activations {
    ($($name:ident($($arg:ident: $ty:ty),*);)*) => {
        float_to_float! { $( fn $name($($arg: $ty),*) -> Tensor<D> = activation::$name; )* }
    };
}

activations! {
    relu();
    gelu();
    sigmoid();
    leaky_relu(negative_slope: f64);
    softmax(dim: impl AsIndex);
    log_softmax(dim: impl AsIndex);
}

float_to_constant! {
    fn argmax(dim: impl AsIndex) -> Tensor<D, Int> = Tensor::argmax;
    fn argmin(dim: impl AsIndex) -> Tensor<D, Int> = Tensor::argmin;
    fn int() -> Tensor<D, Int> = Tensor::<D>::int;
    fn greater_scalar<{E: ElementConversion}>(other: E) -> Tensor<D, Bool> = Tensor::greater_scalar;
    fn lower_scalar<{E: ElementConversion}>(other: E) -> Tensor<D, Bool> = Tensor::lower_scalar;
    fn is_nan() -> Tensor<D, Bool> = Tensor::is_nan;
    fn is_finite() -> Tensor<D, Bool> = Tensor::is_finite;
}

fn select<const D: usize>(
    tensor: Tensor<D>,
    dim: impl AsIndex,
    indices: Untracked<Tensor<1, Int>>,
) -> Tensor<D> {
    tensor.select(dim, indices.into_inner())
}

fn gather<const D: usize>(
    tensor: Tensor<D>,
    dim: impl AsIndex,
    indices: Untracked<Tensor<D, Int>>,
) -> Tensor<D> {
    tensor.gather(dim, indices.into_inner())
}

/// Float with float, in any pair of states.
macro_rules! binary {
    ($carrier:ty, $state:ty, [$($ctx:tt)*]) => {
        impl<const D: usize $($ctx)*> $carrier {
            binary! { @row $state; add sub mul div }

            /// As Burn's [`matmul`](Tensor::matmul); the right side may be packed weights.
            ///
            /// # Shapes
            /// `[.., rows, inner]` with `[.., inner, columns]` gives `[.., rows, columns]`.
            pub fn matmul<R>(self, rhs: R) -> <<$state as Meets<R::State>>::Out as State>::Float<D>
            where
                R: MatmulOperand<D>,
                $state: MixesWith<R::State> + Meets<R::State>,
            {
                <$state as Meets<R::State>>::Out::leave(self.into_inner().matmul(rhs.into_matrix()))
            }
        }
    };
    (@row $state:ty; $($name:ident)*) => { $(
        #[doc = concat!("As Burn's `", stringify!($name), "`.")]
        #[expect(clippy::should_implement_trait, reason = "as Burn has it; the operator is there too")]
        pub fn $name<R>(self, rhs: R) -> <<$state as Meets<R::State>>::Out as State>::Float<D>
        where
            R: Operand<Tensor<D>>,
            $state: MixesWith<R::State> + Meets<R::State>,
        {
            <$state as Meets<R::State>>::Out::leave(self.into_inner().$name(rhs.enter::<$state>()))
        }
    )* };
}
binary! { Untracked<Tensor<D>>, Plain, [] }
binary! { Tracked<Tensor<D>, C>, Graph<C>, [, C: Context] }
binary! { Leaf<Tensor<D>, C>, Graph<C>, [, C: Context] }

/// What can be asked of a tensor in any state without changing it.
macro_rules! readers {
    ($carrier:ty, [$($ctx:tt)*]) => {
        impl<const D: usize $($ctx)*> $carrier {
            /// As Burn's [`dims`](Tensor::dims).
            #[must_use]
            pub fn dims(&self) -> [usize; D] {
                self.get().dims()
            }

            /// As Burn's [`shape`](Tensor::shape).
            #[must_use]
            pub fn shape(&self) -> Shape {
                self.get().shape()
            }

            /// As Burn's [`dtype`](Tensor::dtype).
            #[must_use]
            pub fn dtype(&self) -> DType {
                self.get().dtype()
            }

            /// As Burn's [`device`](Tensor::device).
            #[must_use]
            pub fn device(&self) -> Device {
                self.get().device()
            }

            /// As Burn's [`to_data`](Tensor::to_data).
            ///
            /// # Panics
            /// When the device failed earlier; see [`Untracked::try_into_data`].
            #[must_use]
            pub fn to_data(&self) -> TensorData {
                self.get().to_data()
            }

            /// As Burn's [`into_data`](Tensor::into_data).
            ///
            /// # Panics
            /// When the device failed earlier; see [`Untracked::try_into_data`].
            #[must_use]
            pub fn into_data(self) -> TensorData {
                self.into_inner().into_data()
            }

            /// As Burn's [`try_into_scalar`](Tensor::try_into_scalar).
            ///
            /// # Errors
            /// When the tensor has more than one element, or the device failed earlier.
            pub fn try_into_scalar<E: Element>(self) -> Result<E, TensorReadError> {
                self.into_inner().try_into_scalar()
            }

            /// As Burn's [`into_scalar`](Tensor::into_scalar).
            ///
            /// # Panics
            /// When the tensor has more than one element, or the device failed earlier.
            #[must_use]
            pub fn into_scalar<E: Element>(self) -> E {
                self.into_inner().into_scalar()
            }
        }
    };
}
readers! { Untracked<Tensor<D, K>>, [, K: Basic] }
readers! { Tracked<Tensor<D>, C>, [, C: Context] }
readers! { Leaf<Tensor<D>, C>, [, C: Context] }

// Labels and masks.
impl<const D: usize, K: Basic> Untracked<Tensor<D, K>> {
    /// As Burn's [`equal`](Tensor::equal).
    pub fn equal(self, other: Self) -> Untracked<Tensor<D, Bool>> {
        Untracked::sealed(self.into_inner().equal(other.into_inner()))
    }
}

macro_rules! constant_rows {
    ($kind:ty; $($table:tt)*) => {
        impl<const D: usize> Untracked<Tensor<D, $kind>> {
            rows! { Untracked, Untracked::sealed; $($table)* }
        }
    };
}

constant_rows! { Int;
    fn float() -> Tensor<D> = Tensor::<D, Int>::float;
    fn sum() -> Tensor<1, Int> = Tensor::sum;
    fn max() -> Tensor<1, Int> = Tensor::max;
    fn slice<{S: SliceArg}>(slices: S) -> Tensor<D, Int> = Tensor::slice;
    fn reshape<{const D2: usize, S: ReshapeArgs<D2>}>(shape: S) -> Tensor<D2, Int> = Tensor::reshape;
    fn squeeze<{const D2: usize}>() -> Tensor<D2, Int> = Tensor::squeeze;
    fn unsqueeze<{const D2: usize}>() -> Tensor<D2, Int> = Tensor::unsqueeze;
}

constant_rows! { Bool;
    fn int() -> Tensor<D, Int> = Tensor::<D, Bool>::int;
    fn float() -> Tensor<D> = Tensor::<D, Bool>::float;
    fn bool_not() -> Tensor<D, Bool> = Tensor::bool_not;
    fn all() -> Tensor<1, Bool> = Tensor::all;
    fn any() -> Tensor<1, Bool> = Tensor::any;
}
