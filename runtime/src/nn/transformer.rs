//! Transformers and their parts.

use burn::nn::transformer::{
    PositionWiseFeedForward, TransformerDecoder, TransformerDecoderInput, TransformerDecoderLayer,
    TransformerEncoder, TransformerEncoderInput, TransformerEncoderLayer,
};
use burn::tensor::{Bool, Tensor};
use fireproof_macros::mirror;

mirror! {
    impl PositionWiseFeedForward {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl TransformerEncoder {
        fn forward(&self, input: TransformerEncoderInput) -> Tensor<3>;
    }

    impl TransformerEncoderLayer {
        fn forward(
            &self,
            input: Tensor<3>,
            mask_pad: Option<Tensor<2, Bool>>,
            mask_attn: Option<Tensor<3, Bool>>,
        ) -> Tensor<3>;
    }

    impl TransformerDecoder {
        fn forward(&self, input: TransformerDecoderInput) -> Tensor<3>;
    }

    impl TransformerDecoderLayer {}
}
