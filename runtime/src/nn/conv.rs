//! Convolutions, and the folds that write them as matrix products.

use burn::nn::conv::{
    Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, DeformConv2d,
};
use burn::nn::{Fold4d, Unfold4d};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl Conv1d {
        fn forward(&self, input: Tensor<3>) -> Tensor<3>;
    }

    impl Conv2d {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }

    impl Conv3d {
        fn forward(&self, input: Tensor<5>) -> Tensor<5>;
    }

    impl ConvTranspose1d {
        fn forward(&self, input: Tensor<3>) -> Tensor<3>;
    }

    impl ConvTranspose2d {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }

    impl ConvTranspose3d {
        fn forward(&self, input: Tensor<5>) -> Tensor<5>;
    }

    impl DeformConv2d {
        fn forward(
            &self,
            input: Tensor<4>,
            offset: Tensor<4>,
            mask: Option<Tensor<4>>,
        ) -> Tensor<4>;
    }

    impl Fold4d {
        fn forward(&self, input: Tensor<3>) -> Tensor<4>;
    }

    impl Unfold4d {
        fn forward(&self, input: Tensor<4>) -> Tensor<3>;
    }
}
