//! Interpolation and pixel shuffling: layers that change the resolution.

use burn::nn::interpolate::{Interpolate1d, Interpolate2d};
use burn::nn::{PixelShuffle, PixelUnshuffle};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl Interpolate1d {
        fn forward(&self, input: Tensor<3>) -> Tensor<3>;
    }

    impl Interpolate2d {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }

    impl PixelShuffle {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }

    impl PixelUnshuffle {
        fn forward(&self, input: Tensor<4>) -> Tensor<4>;
    }
}
