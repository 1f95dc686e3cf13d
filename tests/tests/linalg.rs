//! Linear algebra and signal processing, behind their features: states in, state out, Burn's values.

use burn::tensor::{Device, Int, Tensor, Tolerance};
use fireproof::linalg::{diag, l2_norm, matvec, outer, trace, vector_norm};
use fireproof::signal::{hann_window, rfft};
use fireproof::{Leaf, Tracked, Untracked};

fn matrix() -> Untracked<Tensor<2>> {
    Untracked::from_data([[3.0, 4.0], [6.0, 8.0]], &Device::flex())
}

fn vector() -> Untracked<Tensor<1>> {
    Untracked::from_data([1.0, 2.0], &Device::flex())
}

#[test]
fn norms_are_in_the_state_of_their_operand() {
    let plain: Untracked<Tensor<2>> = l2_norm(matrix(), 1);
    plain
        .into_data()
        .assert_approx_eq::<f32>(&[[5.0_f32], [10.0]].into(), Tolerance::default());
    let leaf: Leaf<Tensor<2>> = matrix().into_leaf();
    let norm: Tracked<Tensor<2>> = l2_norm(leaf.clone(), 1);
    let gradients = norm.sum().backward().unwrap();
    let gradient = leaf.grad(&gradients).unwrap();
    gradient
        .into_data()
        .assert_approx_eq::<f32>(&[[0.6_f32, 0.8], [0.6, 0.8]].into(), Tolerance::default());
    let raw: Tensor<2> = vector_norm(matrix().into_inner(), 2.0, 1);
    assert_eq!(raw.dims(), [2, 1]);
}

#[test]
fn products_meet_in_one_state() {
    let product: Tracked<Tensor<1>> = matvec(matrix(), vector().into_leaf());
    product
        .detach()
        .into_data()
        .assert_eq(&[11.0_f32, 22.0].into(), false);
    let square: Untracked<Tensor<2>> = outer(vector(), vector());
    square
        .into_data()
        .assert_eq(&[[1.0_f32, 2.0], [2.0, 4.0]].into(), false);
    let sum: Tracked<Tensor<1>> = trace::<2, 1, _, _>(matrix().into_leaf());
    sum.detach()
        .into_data()
        .assert_eq(&[11.0_f32].into(), false);
}

#[test]
fn integers_have_diagonals_too() {
    let numbers = Untracked::<Tensor<2, Int>>::from_data([[1, 2], [3, 4]], &Device::flex());
    let diagonal: Untracked<Tensor<1, Int>> = diag(numbers);
    diagonal.into_data().assert_eq(&[1, 4].into(), false);
}

#[test]
fn a_window_is_a_constant_and_a_spectrum_is_not() {
    let window = hann_window(4, true, &Device::flex().autodiff());
    assert!(!window.clone().into_inner().is_autodiff());
    let signal = Untracked::<Tensor<1>>::ones([4], &Device::flex()).into_leaf();
    let (real, _): (Tracked<Tensor<1>>, Tracked<Tensor<1>>) = rfft(signal * window, 0, None);
    assert_eq!(real.dims(), [3]);
}
