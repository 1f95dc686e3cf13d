//! The methods of Burn's tensors with analytic functions, on the carriers.

use burn::tensor::Tensor;
use burn::tensor::kind::FloatMath;
use fireproof_macros::mirror;

mirror! {
    impl<const D: usize, K: FloatMath> Tensor<D, K> {
        fn exp(self) -> Tensor<D, K>;
        fn log1p(self) -> Tensor<D, K>;
        fn log(self) -> Tensor<D, K>;
        fn sqrt(self) -> Tensor<D, K>;
        fn cos(self) -> Tensor<D, K>;
        fn sin(self) -> Tensor<D, K>;
        fn tan(self) -> Tensor<D, K>;
        fn cosh(self) -> Tensor<D, K>;
        fn sinh(self) -> Tensor<D, K>;
        fn tanh(self) -> Tensor<D, K>;
        fn acos(self) -> Tensor<D, K>;
        fn acosh(self) -> Tensor<D, K>;
        fn asin(self) -> Tensor<D, K>;
        fn asinh(self) -> Tensor<D, K>;
        fn atan(self) -> Tensor<D, K>;
        fn atanh(self) -> Tensor<D, K>;
        fn atan2(self, other: Tensor<D, K>) -> Tensor<D, K>;
    }
}

// Burn has a `square` for integers as well. Here it would overlap with this one: outside of
// burn-tensor, nobody may assume that `Int` never gets the bound `FloatMath`.
mirror! {
    impl<const D: usize> Tensor<D> {
        fn square(self) -> Tensor<D>;
    }
}
