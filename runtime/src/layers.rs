//! The layers of burn-nn: which are packed, which pass in float. What is in neither list (first of
//! all the convolutions) has no fused quantized kernel and is refused where it is a field.

use burn::nn::activation::{
    Celu, Elu, GLU, Gelu, HardShrink, HardSigmoid, HardSwish, Hardtanh, LeakyRelu, LogSigmoid,
    Mish, PRelu, RRelu, Relu, Relu6, Selu, Shrink, SiLU, Sigmoid, SoftShrink, Softplus, Softsign,
    Tanh, Tanhshrink, Threshold, ThresholdedRelu,
};
use burn::nn::{BatchNorm, Dropout, GroupNorm, InstanceNorm, LayerNorm, Linear, RmsNorm};

use crate::quantize::{FusibleModule, Quantization};
use crate::scheme::Runnable;

#[diagnostic::do_not_recommend]
impl FusibleModule for Linear {
    fn quantize_fields<S: Runnable>(&self, run: &mut Quantization) -> Self {
        let mut layer = self.clone();
        layer.weight = run.within("weight", |run| {
            layer.weight.map(|weight| run.pack::<S, 2>(weight))
        });
        layer
    }
}

macro_rules! float_only {
    ($($layer:ty),* $(,)?) => { $(
        #[diagnostic::do_not_recommend]
        impl FusibleModule for $layer {
            fn quantize_fields<S: Runnable>(&self, _: &mut Quantization) -> Self {
                self.clone()
            }
        }
    )* };
}
float_only!(
    // Activations
    Celu,
    Elu,
    GLU,
    Gelu,
    HardShrink,
    HardSigmoid,
    HardSwish,
    Hardtanh,
    LeakyRelu,
    LogSigmoid,
    Mish,
    PRelu,
    RRelu,
    Relu,
    Relu6,
    Selu,
    Shrink,
    SiLU,
    Sigmoid,
    SoftShrink,
    Softplus,
    Softsign,
    Tanh,
    Tanhshrink,
    Threshold,
    ThresholdedRelu,
    // Norms: a row of scales and shifts, applied element-wise
    BatchNorm,
    GroupNorm,
    InstanceNorm,
    LayerNorm,
    RmsNorm,
    // Off in validation form
    Dropout,
    // Plain configuration
    (),
    bool,
    char,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    isize,
    u8,
    u16,
    u32,
    u64,
    usize,
    String,
);

#[diagnostic::do_not_recommend]
impl<T: FusibleModule> FusibleModule for Option<T> {
    fn quantize_fields<S: Runnable>(&self, run: &mut Quantization) -> Self {
        self.as_ref().map(|module| module.quantize_fields::<S>(run))
    }
}

#[diagnostic::do_not_recommend]
impl<T: FusibleModule> FusibleModule for Vec<T> {
    fn quantize_fields<S: Runnable>(&self, run: &mut Quantization) -> Self {
        self.iter()
            .enumerate()
            .map(|(index, module)| {
                run.within(&index.to_string(), |run| module.quantize_fields::<S>(run))
            })
            .collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T: FusibleModule, const N: usize> FusibleModule for [T; N] {
    fn quantize_fields<S: Runnable>(&self, run: &mut Quantization) -> Self {
        core::array::from_fn(|index| {
            run.within(&index.to_string(), |run| {
                self[index].quantize_fields::<S>(run)
            })
        })
    }
}
