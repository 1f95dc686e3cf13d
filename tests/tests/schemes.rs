//! Our verdict on schemes against Burn's own, and the values they give.

use std::panic::catch_unwind;

use burn::tensor::quantization::QuantScheme;
use burn::tensor::{Device, Tensor};
use burn_cubecl_fusion::engine::codegen::ir::FuseType;
use fireproof::{
    BF16, Block, F16, F32, FusibleScheme, Native, OneLevel, PackedU32, PerTensor, Q2, Q2F, Q2S, Q4,
    Q4F, Q4S, Q8, Q8F, Q8S, Runnable, Scheme, SchemeSpec, UE4M3, UE8M0, Untracked,
};
use static_assertions::{assert_impl_all, assert_not_impl_any};

/// Burn's own answer: `None` when its conversion panics.
fn burn_reads(scheme: QuantScheme) -> Option<bool> {
    catch_unwind(|| {
        FuseType::from_quant_scheme(scheme).is_some()
            && FuseType::from_scale_dtype(scheme.scale_dtype()).is_some()
    })
    .ok()
}

macro_rules! every_scheme {
    ($check:ident) => { every_scheme! { @values $check; Q8S Q8F Q4S Q4F Q2S Q2F } };
    (@values $check:ident; $($value:ident)*) => { $(
        every_scheme! { @stores $check; $value; PackedU32 Native }
    )* };
    (@stores $check:ident; $value:ident; $($store:ident)*) => { $(
        every_scheme! { @scales $check; $value; $store; F32 F16 BF16 UE4M3 UE8M0 }
    )* };
    (@scales $check:ident; $value:ident; $store:ident; $($scale:ident)*) => { $(
        $check!(Scheme<$value, $store, OneLevel<PerTensor, $scale>>);
        $check!(Scheme<$value, $store, OneLevel<Block<32>, $scale>>);
    )* };
}

/// Whether a type is a `FusibleScheme`, as a value: an inherent constant wins over a trait's.
struct Ask<S>(std::marker::PhantomData<S>);
trait Otherwise {
    const FUSIBLE: bool = false;
    const RUNNABLE: bool = false;
}
impl<S> Otherwise for Ask<S> {}
impl<S: FusibleScheme> Ask<S> {
    const FUSIBLE: bool = true;
}
struct AskRunnable<S>(std::marker::PhantomData<S>);
impl<S> Otherwise for AskRunnable<S> {}
impl<S: Runnable> AskRunnable<S> {
    const RUNNABLE: bool = true;
}

#[test]
fn the_types_agree_with_burns_fusion_engine() {
    let (mut fusible, mut refused, mut panicking) = (0, 0, 0);
    macro_rules! check {
        ($scheme:ty) => {
            let ours = <Ask<$scheme>>::FUSIBLE;
            let runs = <AskRunnable<$scheme>>::RUNNABLE;
            match burn_reads(<$scheme>::scheme()) {
                Some(reads) => {
                    assert_eq!(ours, reads, "{}", <$scheme>::name());
                    assert!(runs, "{}", <$scheme>::name());
                    if reads { fusible += 1 } else { refused += 1 }
                }
                None => {
                    assert!(!ours && !runs, "{}", <$scheme>::name());
                    panicking += 1;
                }
            }
        };
    }
    every_scheme!(check);
    // 6 values packed and 2 native, of 3 and of 2 scale types, at 2 granularities; 4 values cannot
    // be native at all.
    assert_eq!((fusible, refused, panicking), (48, 32, 40));
}

assert_impl_all!(Q8: FusibleScheme);
assert_impl_all!(Q4<Block<32>, F16>: FusibleScheme);
assert_impl_all!(Q2<Block<16>, BF16>: FusibleScheme);
assert_impl_all!(Q8<Block<32>, UE4M3>: Runnable);
assert_not_impl_any!(Q8<Block<32>, UE4M3>: FusibleScheme);
assert_impl_all!(Q4<PerTensor, F32, Native>: SchemeSpec);
assert_not_impl_any!(Q4<PerTensor, F32, Native>: Runnable);
assert_not_impl_any!(Q4<Block<12>>: Runnable);
assert_impl_all!(Q8<Block<12>>: Runnable);
assert_not_impl_any!(Q2<Block<8>>: Runnable);
assert_not_impl_any!(Q8<Block<0>>: Runnable);
assert_not_impl_any!(Q8<Block<256>>: Runnable);

/// Small numbers worked out by hand: the scale is the largest magnitude over the largest step.
#[test]
fn values_are_rounded_to_steps_of_the_scale() {
    let device = Device::flex();
    // Two columns of four inputs; per tensor, the scale is 7/7 = 1 for 4 bits.
    let weight = [
        [7.0, -1.4],
        [0.4, 2.6],
        [-3.5, 0.0],
        [-7.0, 1.0],
        [1.0, 1.0],
        [2.0, 2.0],
        [3.0, 3.0],
        [4.0, 4.0],
    ];
    let weight = Untracked::<Tensor<2>>::from_data(weight, &device);
    let packed = weight.quantize::<Q4>().unwrap();
    let expected = [
        [7.0_f32, -1.0],
        [0.0, 3.0],
        [-4.0, 0.0],
        [-7.0, 1.0],
        [1.0, 1.0],
        [2.0, 2.0],
        [3.0, 3.0],
        [4.0, 4.0],
    ];
    packed
        .dequantize()
        .into_data()
        .assert_eq(&expected.into(), false);
}

/// Blocks run down the columns: one input of a thousand spoils its own block only.
#[test]
fn a_block_is_a_run_of_inputs_to_one_output() {
    let device = Device::flex();
    let mut values = vec![0.5_f32; 64 * 2];
    values[0] = 1000.0; // input 0 of output 0
    let weight =
        Untracked::<Tensor<2>>::from_data(burn::tensor::TensorData::new(values, [64, 2]), &device);
    let read = weight
        .quantize::<Q8<Block<32>>>()
        .unwrap()
        .dequantize()
        .into_data()
        .iter::<f32>()
        .collect::<Vec<_>>();
    // The block of inputs 0 to 31 of output 0 has steps of 1000/127; all others are exact.
    for input in 1..64 {
        let spoiled = input < 32;
        assert_eq!((read[input * 2] == 0.0), spoiled, "input {input}");
        assert!((read[input * 2 + 1] - 0.5).abs() < 1e-6, "input {input}");
    }
}

#[test]
fn names_are_readable() {
    assert_eq!(
        <Q4<Block<32>, F16>>::name(),
        "Q4S, blocks of 32, F16 scales"
    );
    assert_eq!(<Q8 as SchemeSpec>::name(), "Q8S, per tensor, F32 scales");
}
