//! The methods of Burn's integer tensors, on the carrier of constants.

use core::ops::Range;

use burn::tensor::{
    Device, ElementConversion, Float, Int, Shape, Tensor, TensorCreationOptions, TensorData,
};
use fireproof_macros::mirror;

mirror! {
    impl Tensor<1, Int> {
        /// Outside of every graph, on an autodiff device too.
        fn arange(range: Range<i64>, options: impl Into<TensorCreationOptions>) -> Tensor<1, Int>;
        /// Outside of every graph, on an autodiff device too.
        fn arange_step(
            range: Range<i64>,
            step: usize,
            options: impl Into<TensorCreationOptions>,
        ) -> Tensor<1, Int>;
    }
}

mirror! {
    impl<const D: usize> Tensor<D, Int> {
        /// Outside of every graph, on an autodiff device too.
        fn from_ints<A: Into<TensorData>>(ints: A, device: &Device) -> Tensor<D, Int>;
        fn float(self) -> Tensor<D, Float>;
        /// Outside of every graph, on an autodiff device too.
        fn cartesian_grid<S: Into<Shape>, const D2: usize>(
            shape: S,
            device: &Device,
        ) -> Tensor<D2, Int>;
        fn square(self) -> Tensor<D, Int>;
        fn bitwise_and(self, other: Tensor<D, Int>) -> Tensor<D, Int>;
        fn bitwise_or(self, other: Tensor<D, Int>) -> Tensor<D, Int>;
        fn bitwise_xor(self, other: Tensor<D, Int>) -> Tensor<D, Int>;
        fn bitwise_not(self) -> Tensor<D, Int>;
        fn bitwise_and_scalar(self, other: impl ElementConversion) -> Tensor<D, Int>;
        fn bitwise_or_scalar(self, other: impl ElementConversion) -> Tensor<D, Int>;
        fn bitwise_xor_scalar(self, other: impl ElementConversion) -> Tensor<D, Int>;
        fn bitwise_left_shift(self, other: Tensor<D, Int>) -> Tensor<D, Int>;
        fn bitwise_right_shift(self, other: Tensor<D, Int>) -> Tensor<D, Int>;
        fn bitwise_left_shift_scalar(self, other: impl ElementConversion) -> Tensor<D, Int>;
        fn bitwise_right_shift_scalar(self, other: impl ElementConversion) -> Tensor<D, Int>;
    }
}
