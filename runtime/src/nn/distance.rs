//! Distances and similarities of rows.

use burn::nn::{CosineSimilarity, PairwiseDistance};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl CosineSimilarity {
        fn forward(&self, x1: Tensor<2>, x2: Tensor<2>) -> Tensor<1>;
    }

    impl PairwiseDistance {
        fn forward(&self, x1: Tensor<2>, x2: Tensor<2>) -> Tensor<1>;
    }
}
