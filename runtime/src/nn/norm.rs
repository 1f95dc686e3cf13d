//! Normalization.

use burn::nn::norm::Normalization;
use burn::nn::{BatchNorm, GroupNorm, InstanceNorm, LayerNorm, LocalResponseNorm, RmsNorm};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl BatchNorm {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl GroupNorm {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl InstanceNorm {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl LayerNorm {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl LocalResponseNorm {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl RmsNorm {
        fn forward<const D: usize>(&self, x: Tensor<D>) -> Tensor<D>;
    }

    impl Normalization {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
        fn num_features(&self) -> usize;
    }
}
