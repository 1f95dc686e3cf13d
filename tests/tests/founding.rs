//! The two failures that fireproof exists for, in raw Burn, beside their everyday kin.
//!
//! Both founding texts sit below the plain tensor API: the context panic is reached through Burn's
//! `extension` layer, the fusion one by calling Burn's own conversion. Their kin are what people
//! meet: `backward` on something that is not tracked, and 4-bit values in native storage. The
//! programs that do not compile are in `ui-tests`: `tracking/backward_on_untracked.rs`,
//! `quantize/tracked_tensor.rs`, `scheme/four_bits_in_native_storage.rs`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use burn::backend::DispatchAutodiffContext;
use burn::tensor::quantization::{QuantScheme, QuantStore, QuantValue, ScaleDtype};
use burn::tensor::{DType, Device, Tensor};
use burn_cubecl_fusion::engine::codegen::ir::FuseType;
use fireproof::{Q8, Untracked};
use fireproof_tests::{alone, cube_device, text};

fn panic_of<T>(run: impl FnOnce() -> T) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(run)) else {
        panic!("raw Burn did not panic");
    };
    text(&*panic)
}

fn packed(device: &Device) -> Tensor<2> {
    Tensor::<2>::ones([4, 4], device).quantize_dynamic(&QuantScheme::default())
}

#[test]
fn q_matmul_given_an_autodiff_float_in_a_disabled_context() {
    let plain = Device::flex();
    let leaf = Tensor::<2>::ones([4, 4], &plain.clone().autodiff()).require_grad();
    // Only a backend extension can take the context off and leave the primitive in.
    let mut bare = leaf.into_dispatch();
    bare.autodiff = DispatchAutodiffContext::Disabled;
    let text = panic_of(|| Tensor::<2>::from_dispatch(bare).matmul(packed(&plain)));
    assert_eq!(
        text,
        "an autodiff float primitive must have an enabled autodiff context"
    );
}

/// The everyday kin of the context panic.
#[test]
fn backward_on_what_is_not_tracked() {
    let plain = Device::flex();
    let autodiff = plain.clone().autodiff();
    let expected = "Tensor::backward requires a tracked autodiff tensor; call \
                    Tensor::autodiff().require_grad() on the source leaf before computing the output";
    // Plain, or on autodiff without a source.
    for device in [&plain, &autodiff] {
        let loss = Tensor::<1>::ones([1], device);
        assert_eq!(panic_of(|| loss.backward()), expected);
    }
    // Everything quantized, then backward.
    let loss = packed(&autodiff)
        .matmul(Tensor::ones([4, 1], &autodiff))
        .sum();
    assert_eq!(panic_of(|| loss.backward()), expected);
    // Quantizing cuts the graph, and nothing says so.
    let x = Tensor::<2>::ones([4, 4], &autodiff).require_grad();
    let w = Tensor::<2>::ones([4, 4], &autodiff).require_grad();
    let through = x
        .clone()
        .quantize_dynamic(&QuantScheme::default())
        .dequantize();
    let gradients = through.matmul(w.clone()).sum().backward();
    assert!(w.grad(&gradients).is_some());
    assert!(x.grad(&gradients).is_none());
}

/// The corrected program: what is cut is cut by name, and the rest has its gradient.
#[test]
fn packed_weights_with_a_tracked_input() {
    let device = Device::flex();
    let weight = Untracked::<Tensor<2>>::ones([4, 4], &device)
        .quantize::<Q8>()
        .unwrap();
    let x = Untracked::<Tensor<2>>::ones([4, 4], &device).into_leaf();
    let gradients = x.clone().matmul(weight).sum().backward().unwrap();
    assert!(x.grad(&gradients).is_some());
}

fn four_bits_native() -> QuantScheme {
    QuantScheme::default()
        .with_value(QuantValue::Q4S)
        .with_store(QuantStore::Native)
}

#[test]
fn the_fusion_engine_given_a_scheme_it_cannot_lower() {
    // UE4M3 scales: declined, and the conversion that takes no refusal panics.
    let narrow = QuantScheme::default().per_block([32], ScaleDtype::UE4M3);
    assert!(FuseType::from_scale_dtype(narrow.scale_dtype()).is_none());
    let two_levels = narrow.per_tensor(ScaleDtype::F32);
    let text = panic_of(|| FuseType::from(DType::QFloat(two_levels)));
    assert_eq!(text, "not implemented: Unsupported precision for fusion");
    // 4-bit values in native storage: not even declined.
    let text = panic_of(|| FuseType::from_quant_scheme(four_bits_native()));
    assert_eq!(text, "Can't store native sub-byte values");
}

/// The everyday kin of the fusion panic: it surfaces at a later read.
#[test]
fn four_bit_values_in_native_storage() {
    let _alone = alone();
    let device = cube_device();
    // The corrected program. First, because the failure below poisons the device for good.
    let weight = Untracked::<Tensor<2>>::ones([8, 8], &device);
    let packed = weight.quantize::<fireproof::Q4>().unwrap();
    packed.dequantize().try_into_data().unwrap();

    // Nothing fails here: fusion only queues it.
    let weight = Tensor::<2>::ones([8, 8], &device).quantize_dynamic(&four_bits_native());
    let read = catch_unwind(AssertUnwindSafe(|| weight.dequantize().try_into_data()));
    let text = match read {
        Ok(Ok(data)) => panic!("raw Burn read {data}"),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => text(&*panic),
    };
    assert!(
        text.contains("Can't store native sub-byte values"),
        "{text}"
    );
}
