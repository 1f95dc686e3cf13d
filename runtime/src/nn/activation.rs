//! Activation functions.

use burn::nn::activation::{
    Activation, Celu, Elu, GLU, Gelu, HardShrink, HardSigmoid, HardSwish, Hardtanh, LeakyRelu,
    LogSigmoid, Mish, PRelu, RRelu, Relu, Relu6, Selu, Shrink, SiLU, Sigmoid, SoftShrink, Softplus,
    Softsign, SwiGlu, Tanh, Tanhshrink, Threshold, ThresholdedRelu,
};
use burn::tensor::Tensor;
use fireproof_macros::mirror;

mirror! {
    impl Celu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Elu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl GLU {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Gelu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl HardShrink {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl HardSigmoid {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl HardSwish {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Hardtanh {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl LeakyRelu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl LogSigmoid {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Mish {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl PRelu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl RRelu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Relu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Relu6 {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Selu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Shrink {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl SiLU {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Sigmoid {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl SoftShrink {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Softplus {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Softsign {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl SwiGlu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Tanh {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Tanhshrink {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Threshold {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl ThresholdedRelu {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }

    impl Activation {
        fn forward<const D: usize>(&self, input: Tensor<D>) -> Tensor<D>;
    }
}
