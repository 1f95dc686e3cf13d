//! Activations, as in [`burn::tensor::activation`].
//!
//! A tensor goes in in any state, and the result is in the state that the operands meet in. Raw
//! Burn tensors come out raw, so these are at home in the body of a lifted function as well.
//!
//! ```
//! use burn::tensor::{Device, Tensor};
//! use fireproof::activation::relu;
//! use fireproof::{Tracked, Untracked};
//!
//! let x = Untracked::<Tensor<1>>::from_data([-1.0, 2.0], &Device::flex()).into_leaf();
//! let y: Tracked<Tensor<1>> = relu(x);
//! y.into_data().assert_eq(&[0.0, 2.0].into(), false);
//! ```

use burn::tensor::{AsIndex, Tensor};
use fireproof_macros::mirror;

mirror! {
    use burn::tensor::activation;

    fn relu<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn hardtanh<const D: usize>(tensor: Tensor<D>, min_val: f64, max_val: f64) -> Tensor<D>;
    fn tanhshrink<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn relu6<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn leaky_relu<const D: usize>(tensor: Tensor<D>, negative_slope: f64) -> Tensor<D>;
    fn gelu<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn gelu_approximate<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn prelu<const D: usize>(tensor: Tensor<D>, alpha: Tensor<1>) -> Tensor<D>;
    fn softmax<const D: usize>(tensor: Tensor<D>, dim: impl AsIndex) -> Tensor<D>;
    fn softmin<const D: usize>(tensor: Tensor<D>, dim: impl AsIndex) -> Tensor<D>;
    fn softplus<const D: usize>(tensor: Tensor<D>, beta: f64) -> Tensor<D>;
    fn softplus_with_threshold<const D: usize>(
        tensor: Tensor<D>,
        beta: f64,
        threshold: f64,
    ) -> Tensor<D>;
    fn quiet_softmax<const D: usize>(tensor: Tensor<D>, dim: impl AsIndex) -> Tensor<D>;
    fn log_softmax<const D: usize>(tensor: Tensor<D>, dim: impl AsIndex) -> Tensor<D>;
    fn sigmoid<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn hard_sigmoid<const D: usize>(tensor: Tensor<D>, alpha: f64, beta: f64) -> Tensor<D>;
    fn log_sigmoid<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn silu<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn hard_swish<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn mish<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn tanh<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn elu<const D: usize>(tensor: Tensor<D>, alpha: f64) -> Tensor<D>;
    fn celu<const D: usize>(tensor: Tensor<D>, alpha: f64) -> Tensor<D>;
    fn selu<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn thresholded_relu<const D: usize>(tensor: Tensor<D>, alpha: f64) -> Tensor<D>;
    fn threshold<const D: usize>(tensor: Tensor<D>, threshold: f64, value: f64) -> Tensor<D>;
    fn glu<const D: usize>(tensor: Tensor<D>, dim: impl AsIndex) -> Tensor<D>;
    fn softsign<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    fn hard_shrink<const D: usize>(tensor: Tensor<D>, lambda: f64) -> Tensor<D>;
    fn soft_shrink<const D: usize>(tensor: Tensor<D>, lambda: f64) -> Tensor<D>;
    fn shrink<const D: usize>(tensor: Tensor<D>, lambda: f64, bias: f64) -> Tensor<D>;
}
