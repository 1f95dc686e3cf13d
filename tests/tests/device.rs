//! The device is asked before weights are packed, and says no where Burn would go wrong.

#![expect(clippy::float_cmp, reason = "these values are exact")]

use burn::cubecl::features::TypeUsage;
use burn::cubecl::ir::{ElemType, FloatKind};
use burn::nn::{Linear, LinearConfig};
use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::quantization::{QuantScheme, QuantValue, ScaleDtype};
use fireproof::{
    BF16, Block, F16, F32, Native, PerTensor, Q2, Q4, Q8, QuantizeError, UE4M3, Untracked, fusible,
};
use fireproof_tests::{alone, cube_device, distance};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    first: Linear,
    second: Linear,
    #[fusible(skip)]
    head: Linear,
}

#[fusible]
impl Net {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.head
            .forward(self.second.forward(self.first.forward(input)))
    }
}

fn net(first: usize, second: usize, device: &Device) -> Untracked<Net> {
    Untracked::valid(&Net {
        first: LinearConfig::new(first, second).init(device),
        second: LinearConfig::new(second, 7).init(device),
        head: LinearConfig::new(7, 3).init(device),
    })
}

fn weight(device: &Device) -> Untracked<Tensor<2>> {
    Untracked::random([64, 64], Distribution::Default, device)
}

/// Whether the device can keep and convert values of this type, by its own account.
fn keeps(device: &Device, elem: ElemType) -> bool {
    let burn::backend::DispatchDevice::Cube(cube) = device.as_dispatch() else {
        panic!("{device:?} is no CubeCL device");
    };
    cube.client()
        .properties_shared()
        .type_usage(elem)
        .is_superset(TypeUsage::Buffer | TypeUsage::Conversion)
}

/// Burn computes with zeros where a device has no bf16, or fails at the read.
#[test]
fn bf16_scales_are_refused_where_the_device_has_none() {
    let _alone = alone();
    let device = cube_device();
    if keeps(&device, ElemType::Float(FloatKind::BF16)) {
        let _ = weight(&device).quantize::<Q8<Block<32>, BF16>>().unwrap();
        return;
    }
    let error = weight(&device)
        .quantize::<Q8<Block<32>, BF16>>()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot quantize to Q8S, blocks of 32, BF16 scales:\n  this device cannot keep BF16 scales \
         in memory, and its kernels would leave what was there before; use F32 scales, which every \
         device has"
    );

    // What Burn does with it: the kernels do not run, and either the read fails or it succeeds with
    // what the memory held before. (The input is kept, so that its memory is not the one.)
    let scheme = QuantScheme::default()
        .with_value(QuantValue::Q8S)
        .per_block([32], ScaleDtype::BF16);
    let input = Tensor::<2>::full([64, 64], 3.0, &device);
    let read = input.clone().quantize_dynamic(&scheme).dequantize();
    if let Ok(data) = read.try_into_data() {
        assert!(data.iter::<f32>().all(|value| value != 3.0));
    }
    drop(input);

    let _ = weight(&device).quantize::<Q8<Block<32>, F16>>().unwrap();
}

/// Without autotune this is refused: `tests/untuned`.
#[test]
fn two_bits_run_where_autotune_finds_a_matmul_that_fits() {
    let _alone = alone();
    let device = cube_device();
    let values = Untracked::<Tensor<2>>::from_data(
        TensorData::new(
            (0..64 * 64_u16)
                .map(|i| f32::from(i % 3) - 1.0)
                .collect::<Vec<_>>(),
            [64, 64],
        ),
        &device,
    );
    // Exact in two bits, so the product is that of whole numbers.
    let packed = values.quantize::<Q2<Block<32>>>().unwrap();
    let input = Untracked::<Tensor<2>>::ones([8, 64], &device);
    let expected = input.clone().matmul(values).try_into_data().unwrap();
    let product = input.matmul(packed).try_into_data().unwrap();
    assert!(distance(&product, &expected) < 1e-3);
}

#[test]
fn native_storage_is_refused_where_the_device_has_no_bytes() {
    let _alone = alone();
    let device = cube_device();
    let packed = weight(&device).quantize::<Q8<PerTensor, F32, Native>>();
    if keeps(&device, ElemType::Int(burn::cubecl::ir::IntKind::I8)) {
        let _ = packed.unwrap();
    } else {
        let text = packed.unwrap_err().to_string();
        assert!(text.contains("no 8-bit integers in memory"), "{text}");
        assert!(text.contains("`PackedU32`"), "{text}");
    }
}

#[test]
fn every_problem_of_a_model_is_named_with_its_numbers() {
    for device in [Device::flex(), cube_device()] {
        let _alone = alone();
        let error: QuantizeError = net(10, 36, &device)
            .quantize::<Q4<Block<32>>>()
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot quantize to Q4S, blocks of 32, F32 scales:\n  first.weight: 10 inputs (shape \
             [10, 36]) do not fill whole blocks of 32 values; make it 32, or leave the layer in \
             float with `#[fusible(skip)]`\n  second.weight: 36 inputs (shape [36, 7]) do \
             not fill whole blocks of 32 values; make it 64, or leave the layer in float with \
             `#[fusible(skip)]`"
        );
        let error = net(10, 36, &device).quantize::<Q8>().unwrap_err();
        assert_eq!(error.problems.len(), 1);
        assert_eq!(error.problems[0].parameter, "first.weight");
        assert!(
            error.problems[0]
                .reason
                .contains("10 inputs (shape [10, 36]) do not fill whole 32-bit words of 4 8-bit"),
            "{error}"
        );
    }
}

#[test]
fn values_that_are_not_finite_are_counted() {
    let device = Device::flex();
    let weight = Untracked::<Tensor<2>>::from_data(
        [
            [f32::NAN, 1.0],
            [f32::INFINITY, 2.0],
            [0.0, 0.0],
            [1.0, 1.0],
        ],
        &device,
    );
    let error = weight.quantize::<Q8>().unwrap_err();
    assert!(
        error.to_string().contains("2 of 8 values are not finite"),
        "{error}"
    );
    // The tensor is as it was.
    assert_eq!(weight.dims(), [4, 2]);
}

#[test]
fn nothing_to_pack_is_an_error() {
    let device = Device::flex();
    let error = Untracked::<Tensor<2>>::zeros([0, 4], &device)
        .quantize::<Q8>()
        .unwrap_err();
    assert!(error.to_string().contains("[0, 4]"), "{error}");
}

#[test]
fn packed_weights_are_right_on_every_device() {
    let _alone = alone();
    let flex = Device::flex();
    let values = weight(&flex);
    let input = Untracked::<Tensor<2>>::random([8, 64], Distribution::Default, &flex);
    let expected = input.clone().matmul(values.clone()).into_data();
    for device in [flex, cube_device()] {
        let values = Untracked::<Tensor<2>>::from_data(values.to_data(), &device);
        let input = Untracked::<Tensor<2>>::from_data(input.to_data(), &device);
        let packed = values.quantize::<Q8<Block<32>, F16>>().unwrap();
        // Half a step of 1/127 for values below one, and the rounding of the f16 scale.
        let read = packed.clone().dequantize().try_into_data().unwrap();
        let far = distance(&read, &values.to_data());
        assert!(far < 0.5 / 127.0 + 0.001, "{device:?}: {far}");
        let product = input.matmul(packed).try_into_data().unwrap();
        let far = distance(&product, &expected);
        assert!(far < 0.2, "{device:?}: {far}");
    }
}

/// UE4M3 scales run, where a device has the type or keeps floats; they are never fused.
#[test]
fn narrow_scales_run_unfused() {
    let flex = Device::flex();
    let values = weight(&flex);
    let packed = values.quantize_unfused::<Q8<Block<32>, UE4M3>>().unwrap();
    let far = distance(&packed.dequantize().into_data(), &values.to_data());
    assert!(far < 0.05, "{far}");
}
