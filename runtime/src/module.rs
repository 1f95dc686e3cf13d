//! Convolutions, pooling, norms and attention as functions, as in [`burn::tensor::module`].
//!
//! The options are Burn's, from `burn::tensor::ops`. An optional tensor that is left out is
//! [`NONE`](crate::NONE):
//!
//! ```
//! use burn::tensor::{Device, Tensor, ops::ConvOptions};
//! use fireproof::module::conv2d;
//! use fireproof::{NONE, Tracked, Untracked};
//!
//! let device = Device::flex();
//! let images = Untracked::<Tensor<4>>::ones([1, 3, 8, 8], &device);
//! let kernel = Untracked::<Tensor<4>>::ones([2, 3, 3, 3], &device).into_leaf();
//! let options = ConvOptions::new([1, 1], [0, 0], [1, 1], 1);
//! let output: Tracked<Tensor<4>> = conv2d(images, kernel, NONE, options);
//! assert_eq!(output.dims(), [1, 2, 6, 6]);
//! ```

use burn::tensor::ops::{
    AttentionModuleOptions, AvgPoolOptions, ConvOptions, ConvTransposeOptions, DeformConvOptions,
    InterpolateOptions, MaxPoolOptions, UnfoldOptions,
};
use burn::tensor::{Bool, Int, Tensor};
use fireproof_macros::mirror;

use crate::__private::Meet;
use crate::operand::Operand;
use crate::rules::{MatmulOperand, Meets, MixesWith};
use crate::states::State;

mirror! {
    use burn::tensor::module;

    fn batch_norm<const D: usize>(
        input: Tensor<D>,
        gamma: Tensor<1>,
        beta: Tensor<1>,
        mean: Tensor<1>,
        variance: Tensor<1>,
        epsilon: f64,
    ) -> Tensor<D>;
    fn ctc_loss(
        log_probs: Tensor<3>,
        targets: Tensor<2, Int>,
        input_lengths: Tensor<1, Int>,
        target_lengths: Tensor<1, Int>,
        blank: usize,
    ) -> Tensor<1>;
    fn embedding(weights: Tensor<2>, indices: Tensor<2, Int>) -> Tensor<3>;
    fn conv1d(
        x: Tensor<3>,
        weight: Tensor<3>,
        bias: Option<Tensor<1>>,
        options: impl Into<ConvOptions<1>>,
    ) -> Tensor<3>;
    fn conv2d(
        x: Tensor<4>,
        weight: Tensor<4>,
        bias: Option<Tensor<1>>,
        options: impl Into<ConvOptions<2>>,
    ) -> Tensor<4>;
    fn conv3d(
        x: Tensor<5>,
        weight: Tensor<5>,
        bias: Option<Tensor<1>>,
        options: impl Into<ConvOptions<3>>,
    ) -> Tensor<5>;
    fn deform_conv2d(
        x: Tensor<4>,
        offset: Tensor<4>,
        weight: Tensor<4>,
        mask: Option<Tensor<4>>,
        bias: Option<Tensor<1>>,
        options: DeformConvOptions<2>,
    ) -> Tensor<4>;
    fn conv_transpose1d(
        x: Tensor<3>,
        weight: Tensor<3>,
        bias: Option<Tensor<1>>,
        options: ConvTransposeOptions<1>,
    ) -> Tensor<3>;
    fn conv_transpose2d(
        x: Tensor<4>,
        weight: Tensor<4>,
        bias: Option<Tensor<1>>,
        options: ConvTransposeOptions<2>,
    ) -> Tensor<4>;
    fn conv_transpose3d(
        x: Tensor<5>,
        weight: Tensor<5>,
        bias: Option<Tensor<1>>,
        options: ConvTransposeOptions<3>,
    ) -> Tensor<5>;
    fn unfold4d(x: Tensor<4>, kernel_size: [usize; 2], options: UnfoldOptions) -> Tensor<3>;
    fn fold4d(
        x: Tensor<3>,
        output_size: [usize; 2],
        kernel_size: [usize; 2],
        options: UnfoldOptions,
    ) -> Tensor<4>;
    fn max_pool1d(x: Tensor<3>, options: MaxPoolOptions<1>) -> Tensor<3>;
    fn max_pool2d(x: Tensor<4>, options: MaxPoolOptions<2>) -> Tensor<4>;
    fn avg_pool2d(x: Tensor<4>, options: AvgPoolOptions<2>) -> Tensor<4>;
    fn avg_pool1d(x: Tensor<3>, options: AvgPoolOptions<1>) -> Tensor<3>;
    fn max_pool1d_with_indices(
        x: Tensor<3>,
        options: MaxPoolOptions<1>,
    ) -> (Tensor<3>, Tensor<3, Int>);
    fn max_pool2d_with_indices(
        x: Tensor<4>,
        options: MaxPoolOptions<2>,
    ) -> (Tensor<4>, Tensor<4, Int>);
    fn adaptive_avg_pool2d(x: Tensor<4>, output_size: [usize; 2]) -> Tensor<4>;
    fn adaptive_avg_pool3d(x: Tensor<5>, output_size: [usize; 3]) -> Tensor<5>;
    fn adaptive_avg_pool1d(x: Tensor<3>, output_size: usize) -> Tensor<3>;
    fn interpolate(x: Tensor<4>, options: InterpolateOptions) -> Tensor<4>;
    fn attention(
        query: Tensor<4>,
        key: Tensor<4>,
        value: Tensor<4>,
        mask: Option<Tensor<4, Bool>>,
        attn_bias: Option<Tensor<4>>,
        options: AttentionModuleOptions,
    ) -> Tensor<4>;
    fn attention_fallback(
        query: Tensor<4>,
        key: Tensor<4>,
        value: Tensor<4>,
        mask: Option<Tensor<4, Bool>>,
        attn_bias: Option<Tensor<4>>,
        options: AttentionModuleOptions,
    ) -> Tensor<4>;
    fn layer_norm<const D: usize>(
        input: Tensor<D>,
        gamma: Tensor<1>,
        beta: Option<Tensor<1>>,
        epsilon: f64,
    ) -> Tensor<D>;
}

/// The state in which three operands leave.
type Meet3<A, B, C> = Meet<Meet<A, B>, C>;

/// As Burn's [`linear`](burn::tensor::module::linear); the weight may be packed.
///
/// Raw Burn tensors are what Burn's own function is for: a weight enters here as it enters
/// `matmul`, typed.
///
/// # Shapes
/// `[.., d_input]` with a weight `[d_input, d_output]` and a bias `[d_output]` gives
/// `[.., d_output]`.
pub fn linear<const D: usize, A, W, B>(
    input: A,
    weight: W,
    bias: Option<B>,
) -> <Meet3<A::State, W::State, B::State> as State>::Float<D>
where
    A: Operand<Tensor<D>>,
    W: MatmulOperand<2>,
    B: Operand<Tensor<1>>,
    A::State: MixesWith<W::State> + Meets<W::State>,
    Meet<A::State, W::State>: MixesWith<B::State> + Meets<B::State>,
{
    let output = burn::tensor::module::linear(
        input.enter::<Meet3<A::State, W::State, B::State>>(),
        weight.into_matrix(),
        bias.map(B::enter::<Meet3<A::State, W::State, B::State>>),
    );
    <Meet3<A::State, W::State, B::State> as State>::leave(output)
}

/// What [`batch_norm_train`] computes: as Burn's
/// [`BatchNormTrainOutput`](burn::tensor::module::BatchNormTrainOutput), in the state `S`.
pub struct BatchNormTrainOutput<S: State, const D: usize> {
    /// The normalized input.
    pub output: S::Float<D>,
    /// The mean of the batch, of shape `[channels]`. Burn detaches it, so it carries no state.
    pub mean: S::Constant<Tensor<1>>,
    /// The biased variance of the batch, of shape `[channels]`, without epsilon. Burn detaches it
    /// as well.
    pub variance: S::Constant<Tensor<1>>,
}

/// As Burn's [`batch_norm_train`](burn::tensor::module::batch_norm_train).
///
/// # Shapes
/// `[batch, channels, ..]` with a gamma and a beta of shape `[channels]` gives the shape of the
/// input.
pub fn batch_norm_train<const D: usize, A, G, B>(
    input: A,
    gamma: G,
    beta: B,
    epsilon: f64,
) -> BatchNormTrainOutput<Meet3<A::State, G::State, B::State>, D>
where
    A: Operand<Tensor<D>>,
    G: Operand<Tensor<1>>,
    B: Operand<Tensor<1>>,
    A::State: MixesWith<G::State> + Meets<G::State>,
    Meet<A::State, G::State>: MixesWith<B::State> + Meets<B::State>,
{
    let result = burn::tensor::module::batch_norm_train(
        input.enter::<Meet3<A::State, G::State, B::State>>(),
        gamma.enter::<Meet3<A::State, G::State, B::State>>(),
        beta.enter::<Meet3<A::State, G::State, B::State>>(),
        epsilon,
    );
    BatchNormTrainOutput {
        output: <Meet3<A::State, G::State, B::State> as State>::leave(result.output),
        mean: <Meet3<A::State, G::State, B::State> as State>::leave_constant(result.mean),
        variance: <Meet3<A::State, G::State, B::State> as State>::leave_constant(result.variance),
    }
}

/// The free functions on tensors in `burn::tensor` that have no typed form, and why.
#[cfg(test)]
pub(crate) const OMITTED_FUNCTIONS: &[(&str, &str)] = &[
    (
        "set_print_options",
        "takes no tensor and sets how all are printed, ours too; it is used as it is",
    ),
    (
        "module::conv2d_weight_backward",
        "one step of a backward pass, which Burn takes by itself for tracked tensors",
    ),
    (
        "module::avg_pool2d_backward",
        "one step of a backward pass; on a tracked tensor Burn panics: \"Can't differentiate\"",
    ),
    (
        "module::max_pool2d_with_indices_backward",
        "one step of a backward pass; on a tracked tensor Burn panics: \"Can't differentiate\"",
    ),
    (
        "quantization::compute_range",
        "one step of quantizing, which `quantize` takes after it has checked scheme and values",
    ),
    (
        "quantization::compute_q_params",
        "one step of quantizing, which `quantize` takes after it has checked scheme and values",
    ),
    (
        "distributed::all_reduce",
        "its result is a handle of a transfer under way, which has no state until it is resolved",
    ),
    (
        "capture",
        "takes a closure that returns anything, typed tensors included, and is used as it is",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::OMITTED_FUNCTIONS;

    #[test]
    fn a_function_is_left_out_once_and_for_a_reason() {
        let names: HashSet<_> = OMITTED_FUNCTIONS.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), OMITTED_FUNCTIONS.len());
        assert!(OMITTED_FUNCTIONS.iter().all(|(_, why)| !why.is_empty()));
    }
}
