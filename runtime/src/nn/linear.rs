//! The linear layer, and the layer that does nothing.

use burn::nn::{Identity, Linear};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl Linear {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Identity {
        fn forward<const R: usize>(&self, input: Tensor<R>) -> Tensor<R>;
    }
}
