//! Attention.

use burn::nn::attention::{CrossAttention, MhaInput, MhaOutput, MultiHeadAttention};
use burn::tensor::{Bool, Tensor};
use fireproof_macros::mirror;

mirror! {
    impl MultiHeadAttention {
        fn forward(&self, input: MhaInput) -> MhaOutput;
    }

    impl CrossAttention {
        fn forward(
            &self,
            query: Tensor<3>,
            context: Tensor<3>,
            mask: Option<Tensor<2, Bool>>,
        ) -> Tensor<3>;
    }
}
