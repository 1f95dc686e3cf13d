//! The methods of Burn's boolean tensors, on the carrier of constants.

use burn::tensor::{Bool, Device, Int, Shape, Tensor, TensorData};
use fireproof_macros::mirror;

mirror! {
    impl<const D: usize> Tensor<D, Bool> {
        /// Outside of every graph, on an autodiff device too.
        fn from_bool<A: Into<TensorData>>(data: A, device: &Device) -> Tensor<D, Bool>;
        fn int(self) -> Tensor<D, Int>;
        fn float(self) -> Tensor<D>;
        fn bool_not(self) -> Tensor<D, Bool>;
        fn bool_and(self, rhs: Tensor<D, Bool>) -> Tensor<D, Bool>;
        fn bool_or(self, rhs: Tensor<D, Bool>) -> Tensor<D, Bool>;
        fn bool_xor(self, rhs: Tensor<D, Bool>) -> Tensor<D, Bool>;
        fn nonzero(self) -> Vec<Tensor<1, Int>>;
        async fn nonzero_async(self) -> Vec<Tensor<1, Int>>;
        fn argwhere(self) -> Tensor<2, Int>;
        async fn argwhere_async(self) -> Tensor<2, Int>;
        /// Outside of every graph, on an autodiff device too.
        fn triu_mask<S: Into<Shape>>(shape: S, offset: i64, device: &Device) -> Tensor<D, Bool>;
        /// Outside of every graph, on an autodiff device too.
        fn tril_mask<S: Into<Shape>>(shape: S, offset: i64, device: &Device) -> Tensor<D, Bool>;
        /// Outside of every graph, on an autodiff device too.
        fn diag_mask<S: Into<Shape>>(shape: S, offset: i64, device: &Device) -> Tensor<D, Bool>;
    }
}
