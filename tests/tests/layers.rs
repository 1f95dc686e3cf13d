//! Burn's own layers under the carriers: typed results, and the values of Burn's own call.

use std::iter::successors;
use std::ops::Range;

use burn::module::Initializer;
use burn::nn::activation::{
    Activation, CeluConfig, EluConfig, GLU, Gelu, HardShrinkConfig, HardSigmoidConfig, HardSwish,
    HardtanhConfig, LeakyReluConfig, LogSigmoid, Mish, PReluConfig, RReluConfig, Relu, Relu6, Selu,
    ShrinkConfig, SiLU, Sigmoid, SoftShrinkConfig, SoftplusConfig, Softsign, SwiGluConfig, Tanh,
    Tanhshrink, ThresholdConfig, ThresholdedReluConfig,
};
use burn::nn::attention::CrossAttentionConfig;
use burn::nn::conv::{
    Conv1dConfig, Conv2dConfig, Conv3dConfig, ConvTranspose1dConfig, ConvTranspose2dConfig,
    ConvTranspose3dConfig, DeformConv2dConfig,
};
use burn::nn::interpolate::{Interpolate1dConfig, Interpolate2dConfig};
use burn::nn::loss::{
    BinaryCrossEntropyLossConfig, CTCLossConfig, CosineEmbeddingLossConfig, CrossEntropyLossConfig,
    GaussianNLLLossConfig, HingeEmbeddingLossConfig, HuberLossConfig, KLDivLossConfig,
    LpLossConfig, MarginRankingLossConfig, MseLoss, MultiMarginLossConfig, PoissonNllLossConfig,
    RNNTLossConfig, Reduction, SmoothL1LossConfig, SoftMarginLoss, TripletMarginLossConfig,
};
use burn::nn::norm::Normalization;
use burn::nn::pool::{
    AdaptiveAvgPool1dConfig, AdaptiveAvgPool2dConfig, AdaptiveAvgPool3dConfig, AvgPool1dConfig,
    AvgPool2dConfig, MaxPool1dConfig, MaxPool2dConfig,
};
use burn::nn::transformer::{
    PositionWiseFeedForwardConfig, TransformerEncoderConfig, TransformerEncoderLayer,
};
use burn::nn::{
    BatchNormConfig, BiGruConfig, CosineSimilarityConfig, DropoutConfig, EmbeddingConfig,
    Fold4dConfig, GateController, GaussianNoiseConfig, GroupNormConfig, GruConfig, Identity,
    InstanceNormConfig, LayerNormConfig, LinearConfig, LocalResponseNormConfig,
    PairwiseDistanceConfig, PixelShuffleConfig, PixelUnshuffleConfig, PositionalEncodingConfig,
    RmsNormConfig, RotaryEncodingConfig, Unfold4dConfig,
};
use burn::prelude::*;
use burn::tensor::Tolerance;
use fireproof::{Tracked, TrainError, Untracked};

fn device() -> Device {
    Device::flex()
}

/// Values in `least..least + 1`, in no order.
fn filled<const D: usize>(shape: [usize; D], least: f32) -> Untracked<Tensor<D>> {
    let values: Vec<f32> = successors(Some(0.3_f32), |x| Some((x * 7.3 + 0.17) % 1.0))
        .map(|x| x + least)
        .take(shape.iter().product())
        .collect();
    Untracked::from_data(TensorData::new(values, shape), &device())
}

fn floats<const D: usize>(shape: [usize; D]) -> Untracked<Tensor<D>> {
    filled(shape, -0.5)
}

fn positives<const D: usize>(shape: [usize; D]) -> Untracked<Tensor<D>> {
    filled(shape, 0.1)
}

fn classes<const D: usize>(shape: [usize; D], of: Range<i64>) -> Untracked<Tensor<D, Int>> {
    let values: Vec<i64> = of.cycle().take(shape.iter().product()).collect();
    Untracked::from_data(TensorData::new(values, shape), &device())
}

/// What Burn's own method is given for an argument of ours.
trait Plain {
    type Burn;
    fn burn(self) -> Self::Burn;
}

impl<T> Plain for Untracked<T> {
    type Burn = T;
    fn burn(self) -> T {
        self.into_inner()
    }
}

impl<T> Plain for Option<Untracked<T>> {
    type Burn = Option<T>;
    fn burn(self) -> Option<T> {
        self.map(Untracked::into_inner)
    }
}

macro_rules! as_they_are {
    ($($value:ty),*) => { $(
        impl Plain for $value {
            type Burn = Self;
            fn burn(self) -> Self {
                self
            }
        }
    )* };
}
as_they_are!(usize, Reduction, &[i32; 1]);

/// Takes a tracked result only, and checks that it is.
fn tracked<const D: usize>(result: Tracked<Tensor<D>>) -> Tensor<D> {
    let result = result.into_inner();
    assert!(result.is_tracked());
    result
}

/// Takes an untracked result only, and checks that it is.
fn plain<const D: usize>(result: Untracked<Tensor<D>>) -> Tensor<D> {
    let result = result.into_inner();
    assert!(!result.is_autodiff());
    result
}

fn same<const D: usize>(ours: Tensor<D>, burns: &Tensor<D>) {
    ours.into_data()
        .assert_approx_eq::<f32>(&burns.to_data(), Tolerance::default());
}

/// Layers with parameters: tracked in training form, untracked in validation form.
macro_rules! with_parameters {
    ($($test:ident: $layer:expr =>
        $method:ident($($argument:expr),* $(,)?) $(.$part:tt)?;)*) => { $(
        #[test]
        fn $test() {
            let layer = $layer;
            // Before anything else: Burn builds parameters on their first use.
            let expected = layer.$method($($argument.burn()),*) $(.$part)?;
            let in_validation = layer.valid().$method($($argument.burn()),*) $(.$part)?;

            let model = Tracked::train(layer).unwrap();
            same(tracked(model.$method($($argument),*) $(.$part)?), &expected);
            let model = model.valid();
            same(plain(model.$method($($argument),*) $(.$part)?), &in_validation);
        }
    )* };
}

/// Layers without parameters: nothing to train, so the state is that of the input.
macro_rules! without_parameters {
    ($($test:ident: $layer:expr =>
        $method:ident($first:expr $(, $argument:expr)* $(,)?);)*) => { $(
        #[test]
        fn $test() {
            let layer = $layer;
            let expected = layer.$method($first.burn() $(, $argument.burn())*);

            let model = Untracked::valid(&layer);
            same(plain(model.$method($first $(, $argument)*)), &expected);
            let source = $first.into_leaf();
            same(tracked(model.$method(source $(, $argument)*)), &expected);
            assert!(matches!(Tracked::train(layer), Err(TrainError::NothingToTrain)));
        }
    )* };
}

with_parameters! {
    linear: LinearConfig::new(4, 3).init(&device()) => forward(floats([2, 4]));
    linear_of_rank_three: LinearConfig::new(4, 3).init(&device()) => forward(floats([2, 3, 4]));
    embedding: EmbeddingConfig::new(5, 3).init(&device()) => forward(classes([2, 3], 0..5));

    conv1d: Conv1dConfig::new(2, 3, 3).init(&device()) => forward(floats([1, 2, 5]));
    conv2d: Conv2dConfig::new([2, 3], [3, 3]).init(&device()) => forward(floats([1, 2, 5, 5]));
    conv3d: Conv3dConfig::new([2, 3], [2, 2, 2]).init(&device()) =>
        forward(floats([1, 2, 3, 3, 3]));
    conv_transpose1d: ConvTranspose1dConfig::new([2, 3], 2).init(&device()) =>
        forward(floats([1, 2, 4]));
    conv_transpose2d: ConvTranspose2dConfig::new([2, 3], [2, 2]).init(&device()) =>
        forward(floats([1, 2, 3, 3]));
    conv_transpose3d: ConvTranspose3dConfig::new([2, 3], [2, 2, 2]).init(&device()) =>
        forward(floats([1, 2, 2, 2, 2]));
    deform_conv2d: DeformConv2dConfig::new([2, 3], [2, 2]).init(&device()) =>
        forward(floats([1, 2, 4, 4]), floats([1, 8, 3, 3]), None::<Untracked<Tensor<4>>>);
    deform_conv2d_with_a_mask: DeformConv2dConfig::new([2, 3], [2, 2]).init(&device()) =>
        forward(floats([1, 2, 4, 4]), floats([1, 8, 3, 3]), Some(positives([1, 4, 3, 3])));

    group_norm: GroupNormConfig::new(2, 4).init(&device()) => forward(floats([2, 4, 3]));
    instance_norm: InstanceNormConfig::new(4).init(&device()) => forward(floats([2, 4, 3]));
    layer_norm: LayerNormConfig::new(4).init(&device()) => forward(floats([2, 4]));
    rms_norm: RmsNormConfig::new(4).init(&device()) => forward(floats([2, 4]));
    normalization: Normalization::from(LayerNormConfig::new(4).init(&device())) =>
        forward(floats([2, 4]));

    prelu: PReluConfig::new().init(&device()) => forward(floats([2, 4]));
    swiglu: SwiGluConfig::new(4, 3).init(&device()) => forward(floats([2, 4]));
    activation: Activation::from(PReluConfig::new().init(&device())) => forward(floats([2, 4]));

    cross_attention: CrossAttentionConfig::new(4, 6, 2, 1, 2).with_dropout(0.0).init(&device()) =>
        forward(floats([2, 3, 4]), floats([2, 5, 6]), None::<Untracked<Tensor<2, Bool>>>);
    transformer_encoder_layer: TransformerEncoderLayer::new(
        &TransformerEncoderConfig::new(4, 8, 2, 1).with_dropout(0.0),
        &device(),
    ) => forward(
        floats([2, 3, 4]),
        None::<Untracked<Tensor<2, Bool>>>,
        None::<Untracked<Tensor<3, Bool>>>,
    );
    feed_forward: PositionWiseFeedForwardConfig::new(4, 8).with_dropout(0.0).init(&device()) =>
        forward(floats([2, 3, 4]));

    gate: GateController::new(4, 3, true, Initializer::XavierNormal { gain: 1.0 }, &device()) =>
        gate_product(floats([2, 4]), floats([2, 3]));
    gru: GruConfig::new(4, 3, true).init(&device()) =>
        forward(floats([2, 5, 4]), None::<Untracked<Tensor<2>>>);
    gru_with_a_state: GruConfig::new(4, 3, true).init(&device()) =>
        forward(floats([2, 5, 4]), Some(floats([2, 3])));
    bidirectional_gru: BiGruConfig::new(4, 3, true).init(&device()) =>
        forward(floats([2, 5, 4]), None::<Untracked<Tensor<3>>>).0;
    bidirectional_gru_state: BiGruConfig::new(4, 3, true).init(&device()) =>
        forward(floats([2, 5, 4]), Some(floats([2, 2, 3]))).1;
}

without_parameters! {
    identity: Identity::new() => forward(floats([2, 4]));
    dropout: DropoutConfig::new(0.5).init() => forward(floats([2, 4]));
    gaussian_noise: GaussianNoiseConfig::new(0.5).init() => forward(floats([2, 4]));
    positional_encoding: PositionalEncodingConfig::new(4).init(&device()) =>
        forward(floats([1, 3, 4]));
    rotary_encoding: RotaryEncodingConfig::new(6, 4).init(&device()) => forward(floats([1, 3, 4]));
    rotary_encoding_from_a_start: RotaryEncodingConfig::new(6, 4).init(&device()) =>
        apply(floats([1, 3, 4]), 2_usize);

    avg_pool1d: AvgPool1dConfig::new(2).init() => forward(floats([1, 2, 6]));
    avg_pool2d: AvgPool2dConfig::new([2, 2]).init() => forward(floats([1, 2, 4, 4]));
    max_pool1d: MaxPool1dConfig::new(2).init() => forward(floats([1, 2, 6]));
    max_pool2d: MaxPool2dConfig::new([2, 2]).init() => forward(floats([1, 2, 4, 4]));
    adaptive_avg_pool1d: AdaptiveAvgPool1dConfig::new(2).init() => forward(floats([1, 2, 4]));
    adaptive_avg_pool2d: AdaptiveAvgPool2dConfig::new([2, 2]).init() =>
        forward(floats([1, 2, 4, 4]));
    adaptive_avg_pool3d: AdaptiveAvgPool3dConfig::new([2, 2, 2]).init() =>
        forward(floats([1, 2, 4, 4, 4]));
    fold4d: Fold4dConfig::new([3, 3], [2, 2]).init() => forward(floats([1, 4, 4]));
    unfold4d: Unfold4dConfig::new([2, 2]).init() => forward(floats([1, 2, 3, 3]));
    pixel_shuffle: PixelShuffleConfig::new(2).init() => forward(floats([1, 4, 2, 2]));
    pixel_unshuffle: PixelUnshuffleConfig::new(2).init() => forward(floats([1, 1, 4, 4]));
    interpolate1d: Interpolate1dConfig::new().with_output_size(Some(6)).init() =>
        forward(floats([1, 2, 3]));
    interpolate2d: Interpolate2dConfig::new().with_output_size(Some([6, 6])).init() =>
        forward(floats([1, 2, 3, 3]));
    local_response_norm: LocalResponseNormConfig::new(2).init() => forward(floats([1, 4, 3]));
    cosine_similarity: CosineSimilarityConfig::new().init() =>
        forward(floats([2, 4]), positives([2, 4]));
    pairwise_distance: PairwiseDistanceConfig::new().init() =>
        forward(floats([2, 4]), positives([2, 4]));
}

without_parameters! {
    celu: CeluConfig::new().init() => forward(floats([2, 4]));
    elu: EluConfig::new().init() => forward(floats([2, 4]));
    gelu: Gelu::new() => forward(floats([2, 4]));
    glu: GLU::new(1) => forward(floats([2, 4]));
    hard_shrink: HardShrinkConfig::new().init() => forward(floats([2, 4]));
    hard_sigmoid: HardSigmoidConfig::new().init() => forward(floats([2, 4]));
    hard_swish: HardSwish::new() => forward(floats([2, 4]));
    hardtanh: HardtanhConfig::new().init() => forward(floats([2, 4]));
    leaky_relu: LeakyReluConfig::new().init() => forward(floats([2, 4]));
    log_sigmoid: LogSigmoid::new() => forward(floats([2, 4]));
    mish: Mish::new() => forward(floats([2, 4]));
    relu: Relu::new() => forward(floats([2, 4]));
    relu6: Relu6::new() => forward(floats([2, 4]));
    rrelu: RReluConfig::new().init() => forward(floats([2, 4]));
    selu: Selu::new() => forward(floats([2, 4]));
    shrink: ShrinkConfig::new().init() => forward(floats([2, 4]));
    silu: SiLU::new() => forward(floats([2, 4]));
    sigmoid: Sigmoid::new() => forward(floats([2, 4]));
    soft_shrink: SoftShrinkConfig::new().init() => forward(floats([2, 4]));
    softplus: SoftplusConfig::new().init() => forward(floats([2, 4]));
    softsign: Softsign::new() => forward(floats([2, 4]));
    tanh: Tanh::new() => forward(floats([2, 4]));
    tanhshrink: Tanhshrink::new() => forward(floats([2, 4]));
    threshold: ThresholdConfig::new(0.1, 0.2).init() => forward(floats([2, 4]));
    thresholded_relu: ThresholdedReluConfig::new().init() => forward(floats([2, 4]));
    activation_without_parameters: Activation::from(Gelu::new()) => forward(floats([2, 4]));
}

without_parameters! {
    binary_cross_entropy: BinaryCrossEntropyLossConfig::new().with_logits(true).init(&device()) =>
        forward(floats([4]), classes([4], 0..2));
    cosine_embedding: CosineEmbeddingLossConfig::new().init() =>
        forward(floats([2, 4]), positives([2, 4]), classes([2], 0..2));
    cross_entropy: CrossEntropyLossConfig::new().init(&device()) =>
        forward(floats([4, 3]), classes([4], 0..3));
    cross_entropy_with_weights: CrossEntropyLossConfig::new()
        .with_weights(Some(vec![1.0, 2.0, 0.5]))
        .with_smoothing(Some(0.1))
        .init(&device()) => forward(floats([4, 3]), classes([4], 0..3));
    ctc: CTCLossConfig::new().init() => forward(
        floats([4, 2, 3]), classes([2, 2], 1..3), classes([2], 4..5), classes([2], 2..3),
    );
    ctc_reduced: CTCLossConfig::new().init() => forward_with_reduction(
        floats([4, 2, 3]), classes([2, 2], 1..3), classes([2], 4..5), classes([2], 2..3),
        Reduction::Mean,
    );
    gaussian_nll: GaussianNLLLossConfig::new().init() =>
        forward(floats([2, 4]), positives([2, 4]), positives([2, 4]), Reduction::Mean);
    hinge_embedding: HingeEmbeddingLossConfig::new().init() =>
        forward_no_reduction(floats([2, 4]), positives([2, 4]));
    huber: HuberLossConfig::new(0.5).init() =>
        forward(floats([2, 4]), positives([2, 4]), Reduction::Sum);
    huber_of_residuals: HuberLossConfig::new(0.5).init() => forward_residuals(floats([2, 4]));
    kl_divergence: KLDivLossConfig::new().init() =>
        forward(floats([2, 4]), positives([2, 4]), Reduction::BatchMean);
    lp: LpLossConfig::new(2.0).init() =>
        forward(floats([2, 4]), positives([2, 4]), Reduction::Mean);
    lp_of_dimensions: LpLossConfig::new(2.0).init() =>
        forward_reduce_dims(floats([2, 4]), positives([2, 4]), &[1]);
    margin_ranking: MarginRankingLossConfig::new().init() =>
        forward(floats([4]), positives([4]), positives([4]), Reduction::Mean);
    mse: MseLoss::new() => forward(floats([2, 4]), positives([2, 4]), Reduction::Mean);
    mse_not_reduced: MseLoss::new() => forward_no_reduction(floats([2, 4]), positives([2, 4]));
    multi_margin: MultiMarginLossConfig::new().init() =>
        forward(floats([2, 3]), classes([2], 0..3), Reduction::Mean);
    poisson_nll: PoissonNllLossConfig::new().init() =>
        forward(floats([2, 4]), positives([2, 4]), Reduction::Mean);
    rnnt: RNNTLossConfig::new().init() => forward(
        floats([1, 3, 3, 4]), classes([1, 2], 1..4), classes([1], 3..4), classes([1], 2..3),
    );
    smooth_l1: SmoothL1LossConfig::new().init() => forward(floats([2, 4]), positives([2, 4]));
    smooth_l1_reduced: SmoothL1LossConfig::new().init() =>
        forward_with_reduction(floats([2, 4]), positives([2, 4]), Reduction::Mean);
    soft_margin: SoftMarginLoss::new() =>
        forward(floats([2, 4]), positives([2, 4]), Reduction::Mean);
    triplet_margin: TripletMarginLossConfig::new().init() =>
        forward(floats([2, 4]), positives([2, 4]), filled([2, 4], 0.7), Reduction::Mean);
}

/// Batch norm is another function in training than in validation, and keeps what it has seen.
#[test]
fn batch_norm() {
    let input = || floats([3, 4]);
    let layer = BatchNormConfig::new(4).init(&device());
    let expected = layer.forward(input().into_inner());
    same(plain(Untracked::valid(&layer).forward(input())), &expected);

    let burns = layer.clone().train();
    let expected = burns.forward(input().into_inner().autodiff());
    let model = Tracked::train(layer).unwrap();
    same(tracked(model.forward(input())), &expected);
    let expected = burns.valid().forward(input().into_inner());
    same(plain(model.valid().forward(input())), &expected);
}

/// The dropout inside of a layer looks at what reaches it, not at the layer.
#[test]
fn dropout_inside_of_a_layer_follows_the_model() {
    device().seed(1);
    let layer = PositionWiseFeedForwardConfig::new(4, 64)
        .with_dropout(0.9)
        .init(&device());
    let input = || floats([2, 3, 4]);
    let still = layer.forward(input().into_inner()).into_data();
    let model = Tracked::train(layer).unwrap();
    let dropped = tracked(model.forward(input())).into_data();
    assert!(dropped != still, "nothing was dropped");
    let valid = plain(model.valid().forward(input())).into_data();
    valid.assert_approx_eq::<f32>(&still, Tolerance::default());
}

/// One tracked argument is enough, whichever it is.
#[test]
fn a_loss_of_constants_is_untracked() {
    let loss = Untracked::valid(&MseLoss::new());
    let (prediction, target) = (|| floats([2, 4]), || positives([2, 4]));
    let _: Untracked<Tensor<1>> = loss.forward(prediction(), target(), Reduction::Mean);
    let source = target().into_leaf();
    let value: Tracked<Tensor<1>> = loss.forward(prediction(), source.clone(), Reduction::Mean);
    let gradients = value.backward().unwrap();
    assert!(source.grad(&gradients).is_some());
}

/// What a layer computed goes into a loss of Burn's, and back to the layer's parameters.
#[test]
fn a_layer_is_trained_without_a_model_around_it() {
    let model = Tracked::train(LinearConfig::new(4, 3).init(&device())).unwrap();
    let loss = Untracked::valid(&CrossEntropyLossConfig::new().init(&device()));
    let value = loss.forward(model.forward(floats([2, 4])), classes([2], 0..3));
    let gradients = value.backward().unwrap().of(&model);
    assert_eq!(gradients.len(), 2);
}
