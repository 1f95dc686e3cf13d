//! Embeddings and encodings of positions.

use burn::nn::{Embedding, PositionalEncoding, RotaryEncoding};
use burn::tensor::{Int, Tensor};
use fireproof_macros::mirror;

mirror! {
    impl Embedding {
        fn forward(&self, input: Tensor<2, Int>) -> Tensor<3>;
    }

    impl PositionalEncoding {
        fn forward(&self, input: Tensor<3>) -> Tensor<3>;
    }

    impl RotaryEncoding {
        fn forward<const D: usize>(&self, x: Tensor<D>) -> Tensor<D>;
        fn apply<const D: usize>(&self, x: Tensor<D>, start: usize) -> Tensor<D>;
    }
}
