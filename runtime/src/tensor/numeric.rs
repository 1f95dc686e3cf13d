//! The methods of Burn's float and integer tensors, on the carriers.

use burn::tensor::kind::Numeric;
use burn::tensor::ops::PadMode;
use burn::tensor::{
    AsIndex, Bool, Device, Distribution, ElementConversion, IntoPadding, Shape, Tensor,
    TensorCreationOptions,
};
use fireproof_macros::mirror;

mirror! {
    impl<const D: usize, K: Numeric> Tensor<D, K> {
        fn add(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn add_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, K>;
        fn sub(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn sub_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, K>;
        fn div(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn div_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, K>;
        fn remainder(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn remainder_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, K>;
        fn mul(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn mul_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, K>;
        fn neg(self) -> Tensor<D, K>;
        /// A constant, whatever `self` is: the gradient is zero everywhere.
        #[constant]
        fn sign(self) -> Tensor<D, K>;
        fn mean(self) -> Tensor<1, K>;
        fn sum(self) -> Tensor<1, K>;
        fn mean_dim<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn mean_dims<I: AsIndex>(self, dims: &[I]) -> Tensor<D, K>;
        fn sum_dim<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn sum_dims<I: AsIndex>(self, dims: &[I]) -> Tensor<D, K>;
        fn sum_dims_squeeze<const D2: usize, I: AsIndex>(self, dims: &[I]) -> Tensor<D2, K>;
        fn prod(self) -> Tensor<1, K>;
        fn prod_dim<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn prod_dims<I: AsIndex>(self, dims: &[I]) -> Tensor<D, K>;
        fn cumsum<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn cumprod<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn abs(self) -> Tensor<D, K>;
        fn triu(self, diagonal: i64) -> Tensor<D, K>;
        fn tril(self, diagonal: i64) -> Tensor<D, K>;
        fn powi(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn powi_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, K>;
        fn bool(self) -> Tensor<D, Bool>;
        /// Outside of every graph, on an autodiff device too.
        fn random<S: Into<Shape>>(
            shape: S,
            distribution: Distribution,
            options: impl Into<TensorCreationOptions>,
        ) -> Tensor<D, K>;
    }
}

mirror! {
    impl<K: Numeric> Tensor<1, K> {
        fn dot(self, other: Tensor<1, K>) -> Tensor<1, K>;
    }
}

mirror! {
    impl<K: Numeric> Tensor<2, K> {
        /// Outside of every graph, on an autodiff device too.
        fn eye(size: usize, device: &Device) -> Tensor<2, K>;
    }
}

mirror! {
    impl<const D: usize, K: Numeric> Tensor<D, K> {
        fn pad(self, padding: impl IntoPadding<D>, mode: impl Into<PadMode>) -> Tensor<D, K>;
    }
}
