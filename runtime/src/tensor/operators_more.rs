//! The operators of booleans, and tensors from values on the default device.
//!
//! Burn has no assigning operators and no indexing, so neither have we.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use burn::tensor::kind::Autodiff;
use burn::tensor::{Bool, Tensor, TensorData, bf16, f16, flex32};

use crate::untracked::Untracked;

impl<const D: usize> Not for Untracked<Tensor<D, Bool>> {
    type Output = Self;
    fn not(self) -> Self {
        Untracked::sealed(!self.into_inner())
    }
}

/// Booleans with booleans; Burn has these for no other kind.
macro_rules! logic {
    ($($trait:ident $method:ident)*) => { $(
        impl<const D: usize> $trait for Untracked<Tensor<D, Bool>> {
            type Output = Self;
            fn $method(self, rhs: Self) -> Self {
                Untracked::sealed($trait::$method(self.into_inner(), rhs.into_inner()))
            }
        }
    )* };
}
logic! { BitAnd bitand BitOr bitor BitXor bitxor }

/// Values that a tensor can be made of: Burn's `TensorData`, and arrays and slices of elements.
///
/// Burn bounds its own conversion by `Into<TensorData>`. Ours cannot: which types have that is for
/// Burn to change, and the compiler would not tell this conversion from the one of Burn tensors.
#[diagnostic::on_unimplemented(
    message = "a tensor cannot be made of a `{Self}`",
    label = "neither `TensorData` nor an array or a slice of elements",
    note = "a Burn tensor is typed by `Untracked::try_from(tensor)?`"
)]
pub trait TensorValues {
    #[doc(hidden)]
    fn into_tensor_data(self) -> TensorData;
}

/// As Burn's `From`: on the default device. Panics for quantized data.
#[diagnostic::do_not_recommend]
impl<const D: usize, K: Autodiff, V: TensorValues> From<V> for Untracked<Tensor<D, K>> {
    fn from(values: V) -> Self {
        Self::made(Tensor::from(values.into_tensor_data()))
    }
}

macro_rules! tensor_values {
    ($([$($params:tt)*] $values:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($params)*> TensorValues for $values {
            fn into_tensor_data(self) -> TensorData {
                self.into()
            }
        }
    )* };
    ($($element:ident)*) => { $(
        tensor_values! {
            [] &[$element];
            [const A: usize] [$element; A];
            [const A: usize, const B: usize] [[$element; B]; A];
            [const A: usize, const B: usize, const C: usize] [[[$element; C]; B]; A];
            [const A: usize, const B: usize, const C: usize, const D: usize]
            [[[[$element; D]; C]; B]; A];
            [const A: usize, const B: usize, const C: usize, const D: usize, const E: usize]
            [[[[[$element; E]; D]; C]; B]; A];
        }
    )* };
}
tensor_values! {
    [] TensorData;
    // No element of Burn's, but it has these two.
    [] &[usize];
    [const A: usize] [usize; A];
}
tensor_values! { f64 f32 f16 bf16 flex32 i64 i32 i16 i8 u64 u32 u16 u8 bool }
