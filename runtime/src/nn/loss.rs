//! Losses. None of them has parameters, so their state is that of their arguments.

use burn::nn::loss::{
    BinaryCrossEntropyLoss, CTCLoss, CosineEmbeddingLoss, CrossEntropyLoss, GaussianNLLLoss,
    HingeEmbeddingLoss, HuberLoss, KLDivLoss, LpLoss, MarginRankingLoss, MseLoss, MultiMarginLoss,
    PoissonNllLoss, RNNTLoss, Reduction, SmoothL1Loss, SoftMarginLoss, TripletMarginLoss,
};
use burn::tensor::{AsIndex, Int, Tensor};
use fireproof_macros::mirror;

mirror! {
    impl BinaryCrossEntropyLoss {
        fn forward<const D: usize>(&self, logits: Tensor<D>, targets: Tensor<D, Int>) -> Tensor<1>;
    }

    impl CosineEmbeddingLoss {
        fn forward(
            &self,
            input1: Tensor<2>,
            input2: Tensor<2>,
            target: Tensor<1, Int>,
        ) -> Tensor<1>;
        fn forward_no_reduction(
            &self,
            input1: Tensor<2>,
            input2: Tensor<2>,
            target: Tensor<1, Int>,
        ) -> Tensor<1>;
    }

    impl CrossEntropyLoss {
        fn forward(&self, logits: Tensor<2>, targets: Tensor<1, Int>) -> Tensor<1>;
    }

    impl CTCLoss {
        fn forward(
            &self,
            log_probs: Tensor<3>,
            targets: Tensor<2, Int>,
            input_lengths: Tensor<1, Int>,
            target_lengths: Tensor<1, Int>,
        ) -> Tensor<1>;
        fn forward_with_reduction(
            &self,
            log_probs: Tensor<3>,
            targets: Tensor<2, Int>,
            input_lengths: Tensor<1, Int>,
            target_lengths: Tensor<1, Int>,
            reduction: Reduction,
        ) -> Tensor<1>;
    }

    impl GaussianNLLLoss {
        fn forward<const D: usize>(
            &self,
            input: Tensor<D>,
            target: Tensor<D>,
            var: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            input: Tensor<D>,
            target: Tensor<D>,
            var: Tensor<D>,
        ) -> Tensor<D>;
    }

    impl HingeEmbeddingLoss {
        fn forward<const D: usize>(
            &self,
            input: Tensor<D>,
            target: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            input: Tensor<D>,
            target: Tensor<D>,
        ) -> Tensor<D>;
    }

    impl HuberLoss {
        fn forward<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
        ) -> Tensor<D>;
        fn forward_residuals<const D: usize>(&self, residuals: Tensor<D>) -> Tensor<D>;
    }

    impl KLDivLoss {
        fn forward<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
        ) -> Tensor<D>;
    }

    impl LpLoss {
        fn forward<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
        ) -> Tensor<D>;
        fn forward_reduce_dims<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
            dims: &[impl AsIndex],
        ) -> Tensor<D>;
    }

    impl MarginRankingLoss {
        fn forward<const D: usize>(
            &self,
            first: Tensor<D>,
            second: Tensor<D>,
            target: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            first: Tensor<D>,
            second: Tensor<D>,
            target: Tensor<D>,
        ) -> Tensor<D>;
    }

    impl MseLoss {
        fn forward<const D: usize>(
            &self,
            logits: Tensor<D>,
            targets: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            logits: Tensor<D>,
            targets: Tensor<D>,
        ) -> Tensor<D>;
    }

    impl MultiMarginLoss {
        fn forward(
            &self,
            input: Tensor<2>,
            target: Tensor<1, Int>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction(&self, input: Tensor<2>, target: Tensor<1, Int>) -> Tensor<1>;
    }

    impl PoissonNllLoss {
        fn forward<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
        ) -> Tensor<D>;
    }

    impl RNNTLoss {
        fn forward(
            &self,
            logits: Tensor<4>,
            targets: Tensor<2, Int>,
            logit_lengths: Tensor<1, Int>,
            target_lengths: Tensor<1, Int>,
        ) -> Tensor<1>;
        fn forward_with_reduction(
            &self,
            logits: Tensor<4>,
            targets: Tensor<2, Int>,
            logit_lengths: Tensor<1, Int>,
            target_lengths: Tensor<1, Int>,
            reduction: Reduction,
        ) -> Tensor<1>;
    }

    impl SmoothL1Loss {
        fn forward<const D: usize>(&self, predictions: Tensor<D>, targets: Tensor<D>) -> Tensor<D>;
        fn forward_with_reduction<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_reduce_dims<const D: usize>(
            &self,
            predictions: Tensor<D>,
            targets: Tensor<D>,
            dims: &[impl AsIndex],
        ) -> Tensor<D>;
    }

    impl SoftMarginLoss {
        fn forward<const D: usize>(
            &self,
            logits: Tensor<D>,
            targets: Tensor<D>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction<const D: usize>(
            &self,
            logits: Tensor<D>,
            targets: Tensor<D>,
        ) -> Tensor<D>;
    }

    impl TripletMarginLoss {
        fn forward(
            &self,
            anchor: Tensor<2>,
            positive: Tensor<2>,
            negative: Tensor<2>,
            reduction: Reduction,
        ) -> Tensor<1>;
        fn forward_no_reduction(
            &self,
            anchor: Tensor<2>,
            positive: Tensor<2>,
            negative: Tensor<2>,
        ) -> Tensor<1>;
    }
}
