//! `+ - * /` and unary minus on the carriers.
//!
//! One impl for each pair of carriers and one for scalars: a blanket impl over operands would overlap
//! with the scalars (E0119).

use core::ops::{Add, Div, Mul, Neg, Sub};

use burn::tensor::kind::Numeric;
use burn::tensor::{ElementConversion, Tensor};

use crate::context::Context;
use crate::fusible::{Fusible, Quantized};
use crate::leaf::Leaf;
use crate::rules::{SameContext, Unpacked};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

macro_rules! operators {
    ($($trait:ident $method:ident),*) => { $(
        // Plain with plain, of any kind.
        impl<const D: usize, K: Numeric> $trait for Untracked<Tensor<D, K>> {
            type Output = Self;
            fn $method(self, rhs: Self) -> Self {
                Untracked::sealed($trait::$method(self.into_inner(), rhs.into_inner()))
            }
        }

        operators! { @pair $trait $method [C: Context] Untracked<Tensor<D>>, Tracked<Tensor<D>, C> }
        operators! { @pair $trait $method [C: Context] Untracked<Tensor<D>>, Leaf<Tensor<D>, C> }
        operators! { @pair $trait $method [C: Context] Tracked<Tensor<D>, C>, Untracked<Tensor<D>> }
        operators! { @pair $trait $method [C: Context] Leaf<Tensor<D>, C>, Untracked<Tensor<D>> }
        operators! { @pair $trait $method [C: Context + SameContext<E>, E: Context] Tracked<Tensor<D>, C>, Tracked<Tensor<D>, E> }
        operators! { @pair $trait $method [C: Context + SameContext<E>, E: Context] Tracked<Tensor<D>, C>, Leaf<Tensor<D>, E> }
        operators! { @pair $trait $method [C: Context + SameContext<E>, E: Context] Leaf<Tensor<D>, C>, Tracked<Tensor<D>, E> }
        operators! { @pair $trait $method [C: Context + SameContext<E>, E: Context] Leaf<Tensor<D>, C>, Leaf<Tensor<D>, E> }

        // Packed weights, which no element-wise operation reads: present so that the text says so.
        operators! { @packed $trait $method [S] Untracked<Tensor<D>>, Fusible<S, Tensor<D>> }
        operators! { @packed $trait $method [S] Untracked<Tensor<D>>, Quantized<S, Tensor<D>> }
        operators! { @packed $trait $method [S, C: Context] Tracked<Tensor<D>, C>, Fusible<S, Tensor<D>> }
        operators! { @packed $trait $method [S, C: Context] Tracked<Tensor<D>, C>, Quantized<S, Tensor<D>> }
        operators! { @packed $trait $method [S, C: Context] Leaf<Tensor<D>, C>, Fusible<S, Tensor<D>> }
        operators! { @packed $trait $method [S, C: Context] Leaf<Tensor<D>, C>, Quantized<S, Tensor<D>> }

        operators! { @scalar $trait $method }
    )* };

    (@pair $trait:ident $method:ident [$($params:tt)*] $lhs:ty, $rhs:ty) => {
        impl<const D: usize, $($params)*> $trait<$rhs> for $lhs {
            type Output = Tracked<Tensor<D>, C>;
            fn $method(self, rhs: $rhs) -> Self::Output {
                Tracked::sealed($trait::$method(self.into_inner(), rhs.into_inner()))
            }
        }
    };

    (@packed $trait:ident $method:ident [$($params:tt)*] $lhs:ty, $rhs:ty) => {
        impl<const D: usize, $($params)*> $trait<$rhs> for $lhs
        where
            $rhs: Unpacked,
        {
            type Output = Self;
            fn $method(self, _: $rhs) -> Self {
                self
            }
        }
    };

    // One impl for every scalar type, as Burn has it: with one for each, `(x * 2.0).sum()` would
    // leave the type of the literal, and with it the result's, open.
    (@scalar $trait:ident $method:ident) => {
        impl<const D: usize, K: Numeric, E: ElementConversion> $trait<E> for Untracked<Tensor<D, K>> {
            type Output = Self;
            fn $method(self, rhs: E) -> Self {
                Untracked::sealed($trait::$method(self.into_inner(), rhs))
            }
        }
        impl<const D: usize, C: Context, E: ElementConversion> $trait<E> for Tracked<Tensor<D>, C> {
            type Output = Self;
            fn $method(self, rhs: E) -> Self {
                Tracked::sealed($trait::$method(self.into_inner(), rhs))
            }
        }
        impl<const D: usize, C: Context, E: ElementConversion> $trait<E> for Leaf<Tensor<D>, C> {
            type Output = Tracked<Tensor<D>, C>;
            fn $method(self, rhs: E) -> Self::Output {
                Tracked::sealed($trait::$method(self.into_inner(), rhs))
            }
        }
    };
}
operators! { Add add, Sub sub, Mul mul, Div div }

// A scalar on the left, for the scalar types that Burn has; it divides floats only.
macro_rules! scalar_on_the_left {
    ($trait:ident $method:ident $rhs:ty, $out:ty, $to:path, $params:tt, $($scalar:ty)*) => {
        $( scalar_on_the_left! { @one $trait $method $rhs, $out, $to, $params, $scalar } )*
    };
    (@one $trait:ident $method:ident $rhs:ty, $out:ty, $to:path, [$($params:tt)*], $scalar:ty) => {
        impl<const D: usize, $($params)*> $trait<$rhs> for $scalar {
            type Output = $out;
            fn $method(self, rhs: $rhs) -> $out {
                $to($trait::$method(self, rhs.into_inner()))
            }
        }
    };
    (@graph $trait:ident $method:ident $($scalar:ty)*) => {
        scalar_on_the_left! { $trait $method Tracked<Tensor<D>, C>, Tracked<Tensor<D>, C>, Tracked::sealed, [C: Context], $($scalar)* }
        scalar_on_the_left! { $trait $method Leaf<Tensor<D>, C>, Tracked<Tensor<D>, C>, Tracked::sealed, [C: Context], $($scalar)* }
    };
    ($($trait:ident $method:ident)*) => { $(
        scalar_on_the_left! { $trait $method Untracked<Tensor<D, K>>, Untracked<Tensor<D, K>>, Untracked::sealed, [K: Numeric], f32 f64 i32 i64 u32 u64 }
        scalar_on_the_left! { @graph $trait $method f32 f64 i32 i64 u32 u64 }
    )* };
}
scalar_on_the_left! { Add add Sub sub Mul mul }
scalar_on_the_left! { Div div Untracked<Tensor<D>>, Untracked<Tensor<D>>, Untracked::sealed, [], f32 f64 }
scalar_on_the_left! { @graph Div div f32 f64 }

impl<const D: usize> Neg for Untracked<Tensor<D>> {
    type Output = Self;
    fn neg(self) -> Self {
        Untracked::sealed(-self.into_inner())
    }
}

impl<const D: usize, C: Context> Neg for Tracked<Tensor<D>, C> {
    type Output = Self;
    fn neg(self) -> Self {
        Tracked::sealed(-self.into_inner())
    }
}

impl<const D: usize, C: Context> Neg for Leaf<Tensor<D>, C> {
    type Output = Tracked<Tensor<D>, C>;
    fn neg(self) -> Self::Output {
        Tracked::sealed(-self.into_inner())
    }
}
