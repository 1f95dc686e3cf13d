//! The methods of Burn's tensors whose elements have an order, on the carriers.

use burn::tensor::kind::Ordered;
use burn::tensor::{AsIndex, Bool, ElementConversion, Int, Tensor};
use fireproof_macros::mirror;

mirror! {
    impl<const D: usize, K: Ordered> Tensor<D, K> {
        fn sort<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn sort_descending<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn sort_with_indices<I: AsIndex>(self, dim: I) -> (Tensor<D, K>, Tensor<D, Int>);
        fn sort_descending_with_indices<I: AsIndex>(self, dim: I) -> (Tensor<D, K>, Tensor<D, Int>);
        fn argsort<I: AsIndex>(self, dim: I) -> Tensor<D, Int>;
        fn argsort_descending<I: AsIndex>(self, dim: I) -> Tensor<D, Int>;
        fn topk<I: AsIndex>(self, k: usize, dim: I) -> Tensor<D, K>;
        fn topk_with_indices<I: AsIndex>(self, k: usize, dim: I) -> (Tensor<D, K>, Tensor<D, Int>);
        /// A constant, whatever `self` is: the values are read and used as indices.
        #[constant]
        fn one_hot<const D2: usize>(self, num_classes: usize) -> Tensor<D2, K>;
        /// A constant, whatever `self` is: the values are read and used as indices.
        #[constant]
        fn one_hot_fill<const D2: usize>(
            self,
            num_classes: usize,
            on_value: f32,
            off_value: f32,
            axis: impl AsIndex,
        ) -> Tensor<D2, K>;
        fn greater(self, other: Tensor<D, K>) -> Tensor<D, Bool>;
        fn greater_equal(self, other: Tensor<D, K>) -> Tensor<D, Bool>;
        fn lower(self, other: Tensor<D, K>) -> Tensor<D, Bool>;
        fn lower_equal(self, other: Tensor<D, K>) -> Tensor<D, Bool>;
        fn greater_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn greater_equal_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn lower_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn lower_equal_scalar<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn greater_elem<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn greater_equal_elem<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn lower_elem<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn lower_equal_elem<E: ElementConversion>(self, other: E) -> Tensor<D, Bool>;
        fn argmax(self, dim: impl AsIndex) -> Tensor<D, Int>;
        fn argtopk(self, k: usize, dim: impl AsIndex) -> Tensor<D, Int>;
        fn max(self) -> Tensor<1, K>;
        fn max_dim_with_indices<I: AsIndex>(self, dim: I) -> (Tensor<D, K>, Tensor<D, Int>);
        fn max_abs(self) -> Tensor<1, K>;
        fn max_pair(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn max_abs_dim<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn max_abs_dims<I: AsIndex>(self, dims: &[I]) -> Tensor<D, K>;
        fn argmin(self, dim: impl AsIndex) -> Tensor<D, Int>;
        fn min(self) -> Tensor<1, K>;
        fn min_dim<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn min_dims<I: AsIndex>(self, dims: &[I]) -> Tensor<D, K>;
        fn min_dim_with_indices<I: AsIndex>(self, dim: I) -> (Tensor<D, K>, Tensor<D, Int>);
        fn min_pair(self, other: Tensor<D, K>) -> Tensor<D, K>;
        fn clamp<E: ElementConversion>(self, min: E, max: E) -> Tensor<D, K>;
        fn clamp_min<E: ElementConversion>(self, min: E) -> Tensor<D, K>;
        fn clamp_max<E: ElementConversion>(self, max: E) -> Tensor<D, K>;
        fn cummin<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn cummax<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn max_dim<I: AsIndex>(self, dim: I) -> Tensor<D, K>;
        fn max_dims<I: AsIndex>(self, dims: &[I]) -> Tensor<D, K>;
    }
}
