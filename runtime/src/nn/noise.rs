//! Layers that are random in training and pass their input on in validation.

use burn::nn::{Dropout, GaussianNoise};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl Dropout {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl GaussianNoise {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }
}
