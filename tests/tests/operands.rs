//! What goes in beside single tensors: what is left out, tuples, Burn's own structs of tensors; and
//! the conversions between carriers.

use burn::nn::attention::MultiHeadAttentionConfig;
use burn::nn::transformer::{TransformerDecoderConfig, TransformerEncoderConfig};
use burn::nn::{GruConfig, LstmConfig, LstmState, RnnConfig};
use burn::prelude::*;
use burn::tensor::GradientCheckpointingStrategy as Checkpointing;
use burn::tensor::Tolerance;
use burn::tensor::ops::ConvOptions;
use fireproof::module::conv2d;
use fireproof::nn::{
    LstmStateFields, MhaInput, MhaOutputFields, TransformerDecoderInput, TransformerEncoderInput,
};
use fireproof::{
    Checkpointed, Ctx, Graph, Leaf, NONE, NotTracked, Operand, Plain, Q8, SchemeSpec, State,
    Tracked, Untracked, fusible,
};

fn device() -> Device {
    Device::flex()
}

fn ones<const D: usize>(shape: [usize; D]) -> Untracked<Tensor<D>> {
    Untracked::ones(shape, &device())
}

#[track_caller]
fn assert_values<const D: usize>(tensor: Untracked<Tensor<D>>, expected: impl Into<TensorData>) {
    tensor.into_data().assert_eq(&expected.into(), false);
}

#[fusible]
fn biased(input: Tensor<1>, bias: Option<Tensor<1>>) -> Tensor<1> {
    match bias {
        Some(bias) => input + bias,
        None => input * 2.0,
    }
}

/// Nothing but what may be left out.
#[fusible]
fn counted(first: Option<Tensor<1>>, second: Option<Tensor<1, Int>>) -> (Tensor<1>, usize) {
    let given = usize::from(first.is_some()) + second.into_iter().count();
    let device = Device::flex();
    (first.unwrap_or_else(|| Tensor::zeros([1], &device)), given)
}

#[test]
fn what_is_left_out_has_no_state() {
    let plain: Untracked<Tensor<1>> = biased(ones([2]), NONE);
    assert_values(plain, [2.0_f32, 2.0]);
    let tracked: Tracked<Tensor<1>> = biased(ones([2]).into_leaf(), NONE);
    assert!(tracked.into_inner().is_tracked());
    let raw: Tensor<1> = biased(ones([2]).into_inner(), NONE);
    assert!(!raw.is_autodiff());
    let checkpointed: Tracked<Tensor<1>, Checkpointed> =
        biased(ones([2]).into_leaf_in::<Checkpointed>(), NONE);
    assert!(checkpointed.into_inner().is_tracked());
    // A `None` of some carrier counts as one of that carrier.
    let nothing: Option<Leaf<Tensor<1>>> = None;
    let tracked: Tracked<Tensor<1>> = biased(ones([2]), nothing);
    assert!(!tracked.into_inner().is_tracked());

    // In front of what decides, and with nothing that could.
    let (tracked, given): (Tracked<Tensor<1>>, usize) = counted(Some(ones([1]).into_leaf()), NONE);
    assert_eq!((tracked.dims(), given), ([1], 1));
    let labels = Untracked::<Tensor<1, Int>>::zeros([1], &device());
    let (plain, given): (Untracked<Tensor<1>>, usize) = counted(NONE, Some(labels));
    assert_eq!((plain.dims(), given), ([1], 1));
    let (plain, given): (Untracked<Tensor<1>>, usize) = counted(NONE, NONE);
    assert_eq!((plain.dims(), given), ([1], 0));
}

#[test]
fn a_convolution_without_a_bias() {
    let options = || ConvOptions::new([1, 1], [0, 0], [1, 1], 1);
    let (x, w) = (|| ones([1, 2, 4, 4]), || ones([3, 2, 3, 3]));
    let plain: Untracked<Tensor<4>> = conv2d(x(), w(), NONE, options());
    assert_values(plain, [[[[18.0_f32; 2]; 2]; 3]; 1]);
    let kernel = w().into_leaf();
    let tracked: Tracked<Tensor<4>> = conv2d(x(), kernel.clone(), NONE, options());
    let gradients = tracked.sum().backward().unwrap();
    assert_values(
        kernel.grad(&gradients).unwrap(),
        [[[[4.0_f32; 3]; 3]; 2]; 3],
    );
    // A bias alone is enough to be tracked through.
    let bias = ones([3]).into_leaf();
    let tracked: Tracked<Tensor<4>> = conv2d(x(), w(), Some(bias.clone()), options());
    let gradients = tracked.sum().backward().unwrap();
    assert_values(bias.grad(&gradients).unwrap(), [4.0_f32; 3]);
    let raw: Tensor<4> = conv2d(x().into_inner(), w().into_inner(), NONE, options());
    assert_eq!(raw.dims(), [1, 3, 2, 2]);
}

#[fusible]
fn of_three(parts: (Tensor<1>, Tensor<1>, Tensor<1>)) -> Tensor<1> {
    parts.0 + parts.1 + parts.2
}

#[fusible]
fn of_four(parts: (Tensor<1>, Tensor<1, Int>, Option<Tensor<1>>, Vec<Tensor<1>>)) -> Tensor<1> {
    let (input, index, bias, others) = parts;
    let picked = others
        .into_iter()
        .fold(input, |a, b| a + b)
        .select(0, index);
    match bias {
        Some(bias) => picked + bias,
        None => picked,
    }
}

/// As the arguments of a function: one tracked part makes the tuple tracked.
#[test]
fn tuples_are_folded() {
    let plain = || ones([2]);
    let leaf = || plain().into_leaf();
    let sum: Untracked<Tensor<1>> = of_three((plain(), plain(), plain()));
    assert_values(sum, [3.0_f32, 3.0]);
    let _: Tracked<Tensor<1>> = of_three((leaf(), plain(), plain()));
    let _: Tracked<Tensor<1>> = of_three((plain(), leaf() * 2.0, plain()));
    let _: Tracked<Tensor<1>> = of_three((plain(), plain(), leaf()));
    let raw = || plain().into_inner();
    let _: Tensor<1> = of_three((raw(), raw(), raw()));

    let index = || Untracked::<Tensor<1, Int>>::from_data([1], &device());
    let sum: Untracked<Tensor<1>> = of_four((plain(), index(), NONE, vec![plain()]));
    assert_values(sum, [2.0_f32]);
    let source = leaf();
    let sum: Tracked<Tensor<1>> =
        of_four((plain(), index(), Some(ones([1])), vec![source.clone()]));
    let gradients = sum.sum().backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [0.0_f32, 1.0]);
}

#[test]
fn into_tracked() {
    let source = ones([2]).into_leaf();
    // Results, sources and constants of one graph in one vector.
    let nodes: Vec<Tracked<Tensor<1>>> = vec![
        source.clone() * 3.0,
        source.clone().into(),
        ones([2]).into(),
    ];
    let sum = nodes.into_iter().reduce(|a, b| a + b).unwrap();
    let gradients = sum.sum().backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [4.0_f32, 4.0]);

    let constant = Tracked::<Tensor<1>, Checkpointed>::from(ones([2])).into_inner();
    assert!(constant.is_autodiff() && !constant.is_tracked());
    assert_eq!(
        constant.gradient_checkpointing_strategy(),
        Some(Checkpointing::Balanced)
    );
}

#[test]
fn raw_tensors_are_asked_what_they_are() {
    let plain = || Tensor::<1>::ones([2], &device());
    let constant = || Tensor::<1>::ones([2], &device().autodiff());
    let leaf = || constant().require_grad();
    let result = || leaf() * 2.0;

    // The same leaf as before.
    let source = leaf();
    let typed = Leaf::<Tensor<1>>::try_from(source.clone()).unwrap();
    let gradients = (typed.clone() * 3.0).sum().backward().unwrap();
    assert_values(typed.grad(&gradients).unwrap(), [3.0_f32, 3.0]);
    assert!(Tracked::<Tensor<1>>::try_from(source).is_ok());
    assert!(Tracked::<Tensor<1>>::try_from(result()).is_ok());
    assert!(Tracked::<Tensor<1>>::try_from(constant()).is_ok());

    let error = Tracked::<Tensor<1>>::try_from(plain()).unwrap_err();
    assert!(matches!(&error, NotTracked::Plain { shape } if shape == &[2]));
    assert!(error.to_string().contains("`into_leaf()`"), "{error}");
    let error = Leaf::<Tensor<1>>::try_from(plain()).unwrap_err();
    assert!(matches!(error, NotTracked::Plain { .. }));
    for raw in [result(), constant()] {
        let error = Leaf::<Tensor<1>>::try_from(raw).unwrap_err();
        assert!(matches!(error, NotTracked::NotALeaf { .. }));
    }

    // In Burn, the first operation of two strategies panics.
    let checkpointed = || {
        let device = device().autodiff().gradient_checkpointing();
        Tensor::<1>::ones([2], &device).require_grad()
    };
    let error = Tracked::<Tensor<1>>::try_from(checkpointed()).unwrap_err();
    assert!(matches!(error, NotTracked::OtherContext(_)));
    assert!(error.to_string().contains("Balanced"), "{error}");
    let error = Leaf::<Tensor<1>, Checkpointed>::try_from(leaf()).unwrap_err();
    assert!(matches!(error, NotTracked::OtherContext(_)));
    assert!(Leaf::<Tensor<1>, Checkpointed>::try_from(checkpointed()).is_ok());

    let packed = Tensor::<2>::ones([4, 4], &device().autodiff())
        .quantize_dynamic(&<Q8 as SchemeSpec>::scheme());
    let error = Tracked::<Tensor<2>>::try_from(packed.clone()).unwrap_err();
    assert!(matches!(error, NotTracked::Quantized { .. }));
    let error = Leaf::<Tensor<2>>::try_from(packed).unwrap_err();
    assert!(matches!(error, NotTracked::Quantized { .. }));
}

#[test]
fn straight_through_what_has_no_gradient() {
    let x = Untracked::<Tensor<1>>::from_data([0.4, -1.6], &device()).into_leaf();
    // The values of the function, to the last bit, and the gradient of the identity.
    let signs: Tracked<Tensor<1>> = x.clone().straight_through(Untracked::sign);
    assert_values(signs.clone().detach(), [1.0_f32, -1.0]);
    let gradients = (signs * 3.0).sum().backward().unwrap();
    assert_values(x.grad(&gradients).unwrap(), [3.0_f32, 3.0]);

    // Of a result as well, in any context; what comes before it has its own gradient.
    let x = Untracked::<Tensor<1>>::from_data([0.4, -1.6], &device());
    let x = x.into_leaf_in::<Checkpointed>();
    let rounded = (x.clone() * 2.0).straight_through(Untracked::round);
    assert_values(rounded.clone().detach(), [1.0_f32, -3.0]);
    let strategy = rounded
        .clone()
        .into_inner()
        .gradient_checkpointing_strategy();
    assert_eq!(strategy, Some(Checkpointing::Balanced));
    let gradients = rounded.sum().backward().unwrap();
    assert_values(x.grad(&gradients).unwrap(), [2.0_f32, 2.0]);
}

/// One window after the other, with what the layer keeps taken out of the graph between them.
#[test]
fn a_recurrent_layer_keeps_its_state() {
    let model = Tracked::train(LstmConfig::new(3, 5, true).init(&device())).unwrap();
    let window = || ones([2, 4, 3]);
    let (output, kept): (Tracked<Tensor<3>>, Tracked<LstmState<2>>) = model.forward(window(), NONE);
    assert_eq!((output.dims(), kept.cell().dims()), ([2, 4, 5], [2, 5]));
    let hidden: Tracked<Tensor<2>> = kept.hidden();
    let gradients = hidden.sum().backward().unwrap().of(&model);
    assert!(!gradients.is_empty());

    let LstmStateFields { cell, hidden } = kept.into_fields();
    let kept: Untracked<LstmState<2>> = LstmStateFields::<Plain, 2> {
        cell: cell.detach(),
        hidden: hidden.detach(),
    }
    .gather();
    let (second, kept) = model.forward(window(), Some(kept));
    // The graph of the second window does not reach into the first, which went backward.
    let loss = second.mean() + kept.hidden().mean();
    assert!(!loss.backward().unwrap().of(&model).is_empty());

    let valid = model.valid();
    let (first, kept): (Untracked<Tensor<3>>, Untracked<LstmState<2>>) =
        valid.forward(window(), NONE);
    let (second, _) = valid.forward(window(), Some(kept));
    assert!(first.into_data() != second.into_data());
    // A source in the state of a validation model is tracked through it.
    let cell = ones([2, 5]).into_leaf();
    let raw = LstmState::new(
        Tensor::zeros([2, 5], &device()),
        Tensor::ones([2, 5], &device()),
    );
    let plain = Untracked::try_from(raw).unwrap();
    let state = LstmStateFields::<Graph<Ctx>, 2> {
        cell: cell.clone().into(),
        hidden: plain.hidden().into(),
    };
    let (output, _): (Tracked<Tensor<3>>, _) = valid.forward(window(), Some(state.gather()));
    assert!(cell.grad(&output.sum().backward().unwrap()).is_some());
}

#[test]
fn other_recurrent_layers() {
    let model = Tracked::train(RnnConfig::new(3, 5, true).init(&device())).unwrap();
    let (output, kept) = model.forward(ones([2, 4, 3]), NONE);
    let hidden: Tracked<Tensor<2>> = kept.hidden();
    assert_eq!((output.dims(), hidden.dims()), ([2, 4, 5], [2, 5]));
    let (output, _) = model.forward(ones([2, 4, 3]), Some(kept));
    let _: Tracked<Tensor<3>> = output;

    let model = Tracked::train(GruConfig::new(3, 5, true).init(&device())).unwrap();
    let output: Tracked<Tensor<3>> = model.forward(ones([2, 4, 3]), NONE);
    let last = output.slice([0..2, 3..4]).squeeze_dim::<2>(1);
    let output: Tracked<Tensor<3>> = model.forward(ones([2, 4, 3]), Some(last.detach()));
    assert_eq!(output.dims(), [2, 4, 5]);
}

#[test]
fn attention_takes_an_input_of_any_state() {
    let layer = MultiHeadAttentionConfig::new(8, 2)
        .with_dropout(0.0)
        .init(&device());
    // Burn builds parameters on their first use, and two forms are compared.
    let raw = nn::attention::MhaInput::self_attn(Tensor::ones([1, 4, 8], &device()));
    let _ = layer.forward(raw);
    let sequence = || ones([1, 4, 8]);
    let mask = || Untracked::<Tensor<2, Bool>>::from_data([[false, false, true, true]], &device());
    let valid = Untracked::valid(&layer);
    let input = MhaInput::self_attn(sequence()).mask_pad(mask());
    let MhaOutputFields { weights, context } = valid.forward(input).into_fields();
    let plain: Untracked<Tensor<3>> = context;
    let weights: Untracked<Tensor<4>> = weights;
    assert_eq!(weights.dims(), [1, 2, 4, 4]);
    // What is masked has no weight.
    let masked = weights.slice([0..1, 0..2, 0..4, 2..4]).sum();
    assert!(masked.into_scalar::<f32>() < 1e-6);

    let model = Tracked::train(layer).unwrap();
    let output = model.forward(MhaInput::self_attn(sequence()).mask_pad(mask()));
    let context: Tracked<Tensor<3>> = output.context();
    context
        .clone()
        .into_data()
        .assert_approx_eq::<f32>(&plain.into_data(), Tolerance::default());
    assert!(!context.mean().backward().unwrap().of(&model).is_empty());

    // Three operands, of which one is a source: as for a function.
    let memory = sequence().into_leaf();
    let input = MhaInput::new(sequence(), memory.clone(), sequence());
    let output = valid.forward(input);
    let context: Tracked<Tensor<3>> = output.context();
    assert!(
        memory
            .grad(&context.square().sum().backward().unwrap())
            .is_some()
    );
}

#[test]
fn transformers_take_inputs_of_any_state() {
    let sequence = || ones([1, 3, 8]);
    let encoder = TransformerEncoderConfig::new(8, 16, 2, 1)
        .with_dropout(0.0)
        .init(&device());
    let encoder = Tracked::train(encoder).unwrap();
    let features: Tracked<Tensor<3>> = encoder.forward(TransformerEncoderInput::new(sequence()));
    let decoder = TransformerDecoderConfig::new(8, 16, 2, 1)
        .with_dropout(0.0)
        .init(&device());
    let valid = Untracked::valid(&decoder);
    let plain: Untracked<Tensor<3>> = valid.forward(TransformerDecoderInput::new(
        sequence(),
        features.clone().detach(),
    ));
    assert_eq!(plain.dims(), [1, 3, 8]);
    // A decoder that only judges sends gradients back to the encoder.
    let judged: Tracked<Tensor<3>> =
        valid.forward(TransformerDecoderInput::new(sequence(), features));
    let gradients = judged.square().mean().backward().unwrap().of(&encoder);
    assert!(!gradients.is_empty());
}

#[fusible]
fn scaled_by(x: Tensor<2>, by: f32) -> Tensor<2> {
    x * by
}

/// A signature that names the state itself, as the docs of [`Operand`] show.
fn doubled<A: Operand<Tensor<2>>>(x: A) -> <A::State as State>::Float<2> {
    scaled_by(x, 2.0)
}

#[test]
fn generic_over_the_state_by_hand() {
    let plain: Untracked<Tensor<2>> = doubled(ones([1, 2]));
    assert_values(plain, [[2.0_f32, 2.0]]);
    let source = ones([1, 2]).into_leaf();
    let tracked: Tracked<Tensor<2>> = doubled(source.clone());
    let gradients = tracked.sum().backward().unwrap();
    assert_values(source.grad(&gradients).unwrap(), [[2.0_f32, 2.0]]);
    let raw: Tensor<2> = doubled(ones([1, 2]).into_inner());
    assert_eq!(raw.dims(), [1, 2]);
}
