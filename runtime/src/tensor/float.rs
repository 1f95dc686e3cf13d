//! The methods of Burn's float tensors, on the carriers.

use burn::tensor::ops::GridSampleOptions;
use burn::tensor::{
    AsIndex, Bool, Device, Distribution, ElementConversion, Float, Int, Tensor, TensorData,
};
use fireproof_macros::mirror;

mirror! {
    impl<const D: usize> Tensor<D> {
        fn erf(self) -> Tensor<D>;
        fn hypot(self, other: Tensor<D>) -> Tensor<D>;
        fn recip(self) -> Tensor<D>;
        fn deg2rad(self) -> Tensor<D>;
        fn rad2deg(self) -> Tensor<D>;
        /// A constant, whatever `self` is: the gradient is zero everywhere.
        #[constant]
        fn round(self) -> Tensor<D>;
        /// A constant, whatever `self` is: the gradient is zero everywhere.
        #[constant]
        fn floor(self) -> Tensor<D>;
        /// A constant, whatever `self` is: the gradient is zero everywhere.
        #[constant]
        fn ceil(self) -> Tensor<D>;
        /// Outside of every graph, on an autodiff device too.
        fn from_floats<A: Into<TensorData>>(floats: A, device: &Device) -> Tensor<D>;
        fn int(self) -> Tensor<D, Int>;
        /// A constant, whatever `self` is.
        #[constant]
        fn random_like(&self, distribution: Distribution) -> Tensor<D>;
        fn var<I: AsIndex>(self, dim: I) -> Tensor<D>;
        fn var_bias<I: AsIndex>(self, dim: I) -> Tensor<D>;
        fn var_mean<I: AsIndex>(self, dim: I) -> (Tensor<D>, Tensor<D>);
        fn var_mean_bias<I: AsIndex>(self, dim: I) -> (Tensor<D>, Tensor<D>);
        fn median<I: AsIndex>(self, dim: I) -> Tensor<D>;
        fn median_with_indices<I: AsIndex>(self, dim: I) -> (Tensor<D>, Tensor<D, Int>);
        fn cov<I: AsIndex>(self, dim: I, correction_factor: usize) -> Tensor<D>;
        fn is_close(
            self,
            other: Tensor<D>,
            rtol: Option<f64>,
            atol: Option<f64>,
        ) -> Tensor<D, Bool>;
        fn all_close(self, other: Tensor<D>, rtol: Option<f64>, atol: Option<f64>) -> bool;
        fn is_nan(self) -> Tensor<D, Bool>;
        fn contains_nan(self) -> Tensor<1, Bool>;
        fn is_inf(self) -> Tensor<D, Bool>;
        fn is_finite(self) -> Tensor<D, Bool>;
        ///
        /// # Panics
        /// In a graph, Burn 0.22.1 knows no other mode than the bilinear one.
        fn grid_sample_2d(
            self,
            grid: Tensor<D>,
            options: impl Into<GridSampleOptions>,
        ) -> Tensor<D>;
        fn cross<Dim: AsIndex>(self, other: Tensor<D>, dim: Dim) -> Tensor<D>;
        fn powf(self, other: Tensor<D>) -> Tensor<D>;
        fn powf_scalar<E: ElementConversion>(self, other: E) -> Tensor<D>;
    }
}

mirror! {
    impl<const D: usize> Tensor<D> {
        fn categorical(self, num_samples: usize) -> Tensor<D, Int>;
    }
}

mirror! {
    impl<const D: usize> Tensor<D, Float> {
        fn fmod(self, other: Tensor<D, Float>) -> Tensor<D, Float>;
        fn fmod_scalar(self, scalar: f32) -> Tensor<D, Float>;
    }
}

mirror! {
    impl<const D: usize> Tensor<D, Float> {
        /// A constant, whatever `self` is: the gradient is zero everywhere.
        #[constant]
        fn trunc(self) -> Tensor<D, Float>;
    }
}
