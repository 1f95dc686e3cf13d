//! Signal processing, as in `burn::tensor::signal`, with the feature `signal`.

use burn::tensor::signal::StftOptions;
use burn::tensor::{AsIndex, Tensor, TensorCreationOptions};
use fireproof_macros::mirror;

use crate::untracked::Untracked;

mirror! {
    use burn::tensor::signal;

    fn rfft<const D: usize>(
        signal: Tensor<D>,
        dim: impl AsIndex,
        n: Option<usize>,
    ) -> (Tensor<D>, Tensor<D>);
    fn irfft<const D: usize>(
        spectrum_re: Tensor<D>,
        spectrum_im: Tensor<D>,
        dim: impl AsIndex,
        n: Option<usize>,
    ) -> Tensor<D>;
    fn cfft<const D: usize>(
        signal_re: Tensor<D>,
        signal_im: Tensor<D>,
        dim: impl AsIndex,
        n: Option<usize>,
    ) -> (Tensor<D>, Tensor<D>);
    fn stft(signal: Tensor<2>, window: Option<Tensor<1>>, options: StftOptions) -> Tensor<4>;
    fn istft(
        stft_matrix: Tensor<4>,
        window: Option<Tensor<1>>,
        length: Option<usize>,
        options: StftOptions,
    ) -> Tensor<2>;
}

/// Windows take no tensor, so they are constants.
macro_rules! windows {
    ($($name:ident)*) => { $(
        #[doc = concat!(
            "As Burn's [`", stringify!($name), "`](burn::tensor::signal::", stringify!($name),
            "), on the device without its autodiff association."
        )]
        pub fn $name(
            size: usize,
            periodic: bool,
            options: impl Into<TensorCreationOptions>,
        ) -> Untracked<Tensor<1>> {
            Untracked::strip(burn::tensor::signal::$name(size, periodic, options))
        }
    )* };
}
windows! { blackman_window hamming_window hann_window }
