//! The states of tensors: what each operation makes of them, held against Burn's own accessors.

use burn::tensor::{Device, Int, Tensor};
use fireproof::{BackwardError, Checkpointed, Leaf, Tracked, Untracked};
use static_assertions::{assert_eq_size, assert_not_impl_any};

assert_eq_size!(Untracked<Tensor<2>>, Tensor<2>);
assert_eq_size!(Tracked<Tensor<2>>, Tensor<2>);
assert_eq_size!(Leaf<Tensor<2>>, Tensor<2>);
assert_eq_size!(Tracked<Tensor<2>, Checkpointed>, Tensor<2>);
assert_eq_size!(fireproof::Fusible<fireproof::Q8>, Tensor<2>);
assert_not_impl_any!(Tracked<Tensor<1>>: Copy);

fn plain(values: [f32; 2]) -> Untracked<Tensor<1>> {
    Untracked::from_data(values, &Device::flex())
}

fn leaf(values: [f32; 2]) -> Leaf<Tensor<1>> {
    plain(values).into_leaf()
}

fn is_plain<const D: usize>(tensor: Untracked<Tensor<D>>) -> bool {
    !tensor.into_inner().is_autodiff()
}

fn is_tracked<const D: usize>(tensor: Tracked<Tensor<D>>) -> bool {
    let tensor = tensor.into_inner();
    tensor.is_autodiff() && tensor.is_tracked() && !tensor.is_require_grad()
}

#[test]
fn the_operand_table_of_operators() {
    assert!(is_plain(plain([1., 2.]) + plain([1., 2.])));
    assert!(is_tracked(plain([1., 2.]) * leaf([1., 2.])));
    assert!(is_tracked(leaf([1., 2.]) - plain([1., 2.])));
    assert!(is_tracked(leaf([1., 2.]) / leaf([1., 2.])));
    let node = || leaf([1., 2.]) * 2.0;
    assert!(is_tracked(node() + plain([1., 2.])));
    assert!(is_tracked(plain([1., 2.]) + node()));
    assert!(is_tracked(node() * node()));
    assert!(is_tracked(node() - leaf([1., 2.])));
    assert!(is_tracked(leaf([1., 2.]) - node()));
    assert!(is_tracked(2.0 * leaf([1., 2.])));
    assert!(is_tracked(1.0 / node()));
    assert!(is_plain(1 - plain([1., 2.])));
    assert!(is_tracked(-node()));
    // A literal leaves its type open until after the call.
    assert!(is_tracked((leaf([1., 2.]) * 2.0).sum()));
    let factor = 0.5_f32;
    assert!(is_tracked((leaf([1., 2.]) * factor).exp()));
}

#[test]
fn the_operand_table_of_matmul_and_methods() {
    let matrix = || Untracked::<Tensor<2>>::ones([4, 4], &Device::flex());
    let packed = || matrix().quantize::<fireproof::Q8>().unwrap();
    let weight = || matrix().into_leaf();
    assert!(is_plain(matrix().matmul(matrix())));
    assert!(is_plain(matrix().matmul(packed())));
    assert!(is_tracked(matrix().matmul(weight())));
    assert!(is_tracked(weight().matmul(matrix())));
    assert!(is_tracked(weight().matmul(weight())));
    assert!(is_tracked(weight().matmul(packed())));
    assert!(is_tracked(weight().exp().matmul(packed())));
    assert!(is_tracked(weight().exp().add(matrix())));
    assert!(is_tracked(matrix().sub(weight())));
}

#[test]
fn integers_and_booleans_carry_no_state() {
    let scores = leaf([1., 2.]) * 2.0;
    let best = scores.clone().argmax(0);
    assert!(!best.clone().into_inner().is_autodiff());
    // Burn's `argmax(..).float()` is on autodiff again.
    let raw = scores.clone().into_inner().argmax(0).float();
    assert!(raw.is_autodiff() && !raw.is_tracked());
    assert!(is_plain(best.float()));
    let above = scores.greater_scalar(3.0);
    assert!(!above.clone().into_inner().is_autodiff());
    assert!(is_plain(above.float()));
}

#[test]
fn gradients_are_those_of_the_tracked_side() {
    let (x, c) = (leaf([2., 3.]), plain([5., 7.]));
    let gradients = (x.clone() * c).sum().backward().unwrap();
    let gradient = x.grad(&gradients).unwrap();
    assert!(is_plain(gradient.clone()));
    gradient
        .into_data()
        .assert_eq(&[5.0_f32, 7.0].into(), false);
}

#[test]
fn gradients_flow_through_packed_weights_to_the_input() {
    let device = Device::flex();
    let weight = Untracked::<Tensor<2>>::ones([4, 4], &device);
    let x = Untracked::<Tensor<2>>::ones([1, 4], &device).into_leaf();
    let packed = weight.quantize::<fireproof::Q8>().unwrap();
    let gradients = x.clone().matmul(packed).sum().backward().unwrap();
    x.grad(&gradients)
        .unwrap()
        .into_data()
        .assert_approx_eq::<f32>(&[[4.0_f32; 4]].into(), burn::tensor::Tolerance::default());
}

/// Two losses that share only a leaf are two backward passes.
#[test]
fn two_losses_over_one_leaf() {
    let x = leaf([2., 3.]);
    let first = (x.clone() * 3.0).sum().backward().unwrap();
    let second = (x.clone() * 5.0).sum().backward().unwrap();
    for (gradients, expected) in [(first, 3.0_f32), (second, 5.0)] {
        let gradient = x.grad(&gradients).unwrap().into_data();
        gradient.assert_eq(&[expected, expected].into(), false);
    }
}

#[test]
fn backward_is_checked() {
    // Burn seeds every element of a non-scalar with one.
    let raw = Tensor::<1>::ones([2], &Device::flex().autodiff()).require_grad();
    let _ = (raw * 2.0).backward();
    let error = (leaf([1., 2.]) * 2.0).backward().unwrap_err();
    assert!(matches!(&error, BackwardError::NotOneElement { shape } if shape == &[2]));
    assert!(error.to_string().contains("shape [2]"), "{error}");
}

#[test]
fn a_loss_that_no_source_reaches_is_an_error() {
    #[fireproof::fusible]
    fn ignores_its_input(input: Tensor<1>) -> Tensor<1> {
        let zeros = input.zeros_like();
        drop(input);
        zeros.sum()
    }
    let loss: Tracked<Tensor<1>> = ignores_its_input(leaf([1., 2.]));
    assert!(matches!(loss.backward(), Err(BackwardError::NotTracked)));
}

#[test]
fn only_what_is_in_a_graph_is_refused_as_untracked() {
    let device = Device::flex().autodiff();
    // A constant of an autodiff device, as Burn's batchers make them, is stripped.
    let constant = Tensor::<1>::ones([2], &device);
    assert!(is_plain(Untracked::try_from(constant.clone()).unwrap()));
    let node = constant.require_grad() * 2.0;
    let error = Untracked::try_from(node).unwrap_err().to_string();
    assert!(
        error.contains("shape [2]") && error.contains("`detach()`"),
        "{error}"
    );
    // A quantized one would be unpacked by the next operation, in silence.
    let packed = Tensor::<2>::ones([4, 4], &device)
        .quantize_dynamic(&<fireproof::Q8 as fireproof::SchemeSpec>::scheme());
    let error = Untracked::try_from(packed).unwrap_err().to_string();
    assert!(error.contains("`dequantize()`"), "{error}");
    let labels = Tensor::<1, Int>::ones([2], &device);
    assert!(labels.is_autodiff());
    assert!(!Untracked::from(labels).into_inner().is_autodiff());
    // Made on an autodiff device, untracked all the same.
    assert!(is_plain(Untracked::<Tensor<1>>::ones([2], &device)));
}

#[test]
fn detach_leaves_the_graph() {
    let detached = (leaf([1., 2.]) * 2.0).detach();
    assert!(is_plain(detached.clone()));
    // And can start a new one.
    assert!(detached.into_leaf().into_inner().is_require_grad());
}

/// Burn panics when two checkpointing strategies meet.
#[test]
fn a_context_is_one_strategy() {
    let x = plain([1., 2.]).into_leaf_in::<Checkpointed>();
    let y = (x.clone() * 2.0 + plain([1., 1.])).sum();
    let strategy = y.clone().into_inner().gradient_checkpointing_strategy();
    assert_eq!(
        strategy,
        Some(burn::tensor::GradientCheckpointingStrategy::Balanced)
    );
    let gradients = y.backward().unwrap();
    x.grad(&gradients)
        .unwrap()
        .into_data()
        .assert_eq(&[2.0_f32, 2.0].into(), false);

    let raw = std::panic::catch_unwind(|| {
        let plain = Tensor::<1>::ones([2], &Device::flex().autodiff());
        let checkpointed =
            Tensor::<1>::ones([2], &Device::flex().autodiff().gradient_checkpointing());
        plain + checkpointed
    });
    let panic = raw.unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(
        text.contains("Gradient checkpointing strategy mismatch"),
        "{text}"
    );
}

/// Packed data is no float tensor: what runs on packed values is `Fusible`.
#[test]
#[should_panic(expected = "this data is quantized")]
fn quantized_data_makes_no_untracked_tensor() {
    let weight = Untracked::<Tensor<2>>::ones([4, 4], &Device::flex());
    let packed = weight.quantize::<fireproof::Q8>().unwrap().into_inner();
    let _ = Untracked::<Tensor<2>>::from_data(packed.to_data(), &Device::flex());
}
