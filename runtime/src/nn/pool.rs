//! Pooling.

use burn::nn::pool::{
    AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d, AvgPool1d, AvgPool2d, MaxPool1d,
    MaxPool2d,
};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl AvgPool1d {
        fn forward(&self, input: Tensor<3>) -> Tensor<3>;
    }

    impl AvgPool2d {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }

    impl MaxPool1d {
        fn forward(&self, input: Tensor<3>) -> Tensor<3>;
    }

    impl MaxPool2d {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }

    impl AdaptiveAvgPool1d {
        fn forward(&self, input: Tensor<3>) -> Tensor<3>;
    }

    impl AdaptiveAvgPool2d {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }

    impl AdaptiveAvgPool3d {
        fn forward(&self, input: Tensor<5>) -> Tensor<5>;
    }
}
