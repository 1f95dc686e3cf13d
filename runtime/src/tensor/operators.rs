//! `+ - * / %` and unary minus on the carriers.
//!
//! One impl for each left-hand carrier; what may stand on the right is decided by [`Elementwise`].
//! That trait has one impl for all scalars, as Burn's operators have: with one for each, the type of
//! the literal in `(x * 2.0).sum()`, and with it the result's, would stay open.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use burn::tensor::kind::Numeric;
use burn::tensor::{ElementConversion, Tensor};

use crate::context::Context;
use crate::leaf::Leaf;
use crate::rules::{Elementwise, SameContext, TakesConstants};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// The operators of one left-hand carrier.
macro_rules! operators {
    ($lhs:ty, [$($params:tt)*]) => {
        operators! { @one Add add $lhs, [$($params)*] }
        operators! { @one Sub sub $lhs, [$($params)*] }
        operators! { @one Mul mul $lhs, [$($params)*] }
        operators! { @one Div div $lhs, [$($params)*] }
        operators! { @one Rem rem $lhs, [$($params)*] }
    };
    (@one $trait:ident $method:ident $lhs:ty, [$($params:tt)*]) => {
        impl<const D: usize, $($params)*, R: Elementwise<Self>> $trait<R> for $lhs {
            type Output = R::Out;
            fn $method(self, rhs: R) -> R::Out {
                R::$method(self, rhs)
            }
        }
    };
}
operators! { Untracked<Tensor<D, K>>, [K: Numeric] }
operators! { Tracked<Tensor<D>, C>, [C: Context] }
operators! { Leaf<Tensor<D>, C>, [C: Context] }

/// Right-hand sides; `$right` makes what Burn's operator takes out of one.
macro_rules! right {
    ($rhs:ty, beside $lhs:ty => $out:ty, $seal:path, $right:expr, [$($params:tt)*]) => {
        #[diagnostic::do_not_recommend]
        impl<const D: usize, $($params)*> Elementwise<$lhs> for $rhs {
            type Out = $out;
            right! { @methods $lhs, $out, $seal, $right; Add add, Sub sub, Mul mul, Div div, Rem rem }
        }
    };
    (@methods $lhs:ty, $out:ty, $seal:path, $right:expr; $($trait:ident $method:ident),*) => { $(
        fn $method(lhs: $lhs, rhs: Self) -> $out {
            $seal($trait::$method(lhs.into_inner(), $right(rhs)))
        }
    )* };
}

// Scalars.
right! { E, beside Untracked<Tensor<D, K>> => Untracked<Tensor<D, K>>, Untracked::sealed, core::convert::identity, [K: Numeric, E: ElementConversion] }
right! { E, beside Tracked<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, core::convert::identity, [C: Context, E: ElementConversion] }
right! { E, beside Leaf<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, core::convert::identity, [C: Context, E: ElementConversion] }

// Plain with plain, of any kind.
right! { Untracked<Tensor<D, K>>, beside Untracked<Tensor<D, K>> => Untracked<Tensor<D, K>>, Untracked::sealed, Untracked::into_inner, [K: Numeric] }

// Plain with graph, either way round.
right! { Tracked<Tensor<D>, C>, beside Untracked<Tensor<D>> => Tracked<Tensor<D>, C>, Tracked::sealed, Tracked::<Tensor<D>, C>::into_inner, [C: Context + TakesConstants] }
right! { Leaf<Tensor<D>, C>, beside Untracked<Tensor<D>> => Tracked<Tensor<D>, C>, Tracked::sealed, Leaf::<Tensor<D>, C>::into_inner, [C: Context + TakesConstants] }
right! { Untracked<Tensor<D>>, beside Tracked<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, Untracked::into_inner, [C: Context + TakesConstants] }
right! { Untracked<Tensor<D>>, beside Leaf<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, Untracked::into_inner, [C: Context + TakesConstants] }

// Graph with graph, of one context.
right! { Tracked<Tensor<D>, E>, beside Tracked<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, Tracked::<Tensor<D>, E>::into_inner, [C: Context + SameContext<E>, E: Context] }
right! { Leaf<Tensor<D>, E>, beside Tracked<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, Leaf::<Tensor<D>, E>::into_inner, [C: Context + SameContext<E>, E: Context] }
right! { Tracked<Tensor<D>, E>, beside Leaf<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, Tracked::<Tensor<D>, E>::into_inner, [C: Context + SameContext<E>, E: Context] }
right! { Leaf<Tensor<D>, E>, beside Leaf<Tensor<D>, C> => Tracked<Tensor<D>, C>, Tracked::sealed, Leaf::<Tensor<D>, E>::into_inner, [C: Context + SameContext<E>, E: Context] }

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

impl<const D: usize, K: Numeric> Neg for Untracked<Tensor<D, K>> {
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
