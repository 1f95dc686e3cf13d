//! Losses, as in [`burn::tensor::loss`].

use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    use burn::tensor::loss;

    fn cross_entropy_with_logits<const D: usize>(
        logits: Tensor<D>,
        target_probs: Tensor<D>,
    ) -> Tensor<1>;
}
