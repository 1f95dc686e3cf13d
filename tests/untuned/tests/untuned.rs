//! Without autotune, Burn takes the one matmul it would always take, and fails where that one does
//! not fit the device.

use std::panic::{AssertUnwindSafe, catch_unwind};

use burn::module::Module;
use burn::nn::{Gelu, Linear, LinearConfig};
use burn::tensor::{Device, DeviceKind, DeviceType, Distribution, Tensor};
use fireproof::{Block, Fusible, FusibleScheme, Q2, Q4, Q8, Untracked, fusible};

#[expect(unreachable_pub, reason = "a module of the example")]
#[path = "../../../runtime/examples/digits/launches.rs"]
mod launches;
#[expect(unreachable_pub, reason = "a module of the example")]
#[path = "../../../runtime/examples/digits/panics.rs"]
mod panics;

#[fusible]
#[derive(Module, Debug)]
struct Layer {
    linear: Linear,
    gelu: Gelu,
}

#[fusible]
impl Layer {
    fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        self.gelu.forward(self.linear.forward(input))
    }
}

fn device() -> Device {
    assert!(
        !Device::enumerate(DeviceType::Wgpu).into_vec().is_empty(),
        "no adapter for wgpu: install one, for example software Vulkan with \
         `apt-get install -y mesa-vulkan-drivers libvulkan1`"
    );
    Device::wgpu(DeviceKind::DefaultDevice)
}

fn layer(device: &Device) -> Untracked<Layer> {
    Untracked::valid(&Layer {
        linear: LinearConfig::new(64, 64).init(device),
        gelu: Gelu::new(),
    })
}

/// The kernels of one call, with the largest difference from the float layer.
fn run<S: FusibleScheme>(rows: usize) -> (Vec<&'static str>, f32) {
    let device = device();
    let layer = layer(&device);
    let packed: Fusible<S, Layer> = layer.quantize().unwrap();
    let input = Untracked::<Tensor<2>>::random([rows, 64], Distribution::Default, &device);
    let float = layer.forward(input.clone());
    let (kernels, output) = launches::launches(&device, || packed.forward(input.clone())).unwrap();
    (kernels, (output - float).abs().max().into_scalar())
}

// One test, in this order: the failure at its end poisons the device.
#[test]
fn without_autotune() {
    // What is accepted launches, and is right.
    for (kernels, far) in [run::<Q8<Block<32>>>(8), run::<Q4<Block<32>>>(8)] {
        assert!(far < 0.3, "{far}");
        // The fused block falls back inside, so launches show it where blocks would not.
        assert!(
            !kernels
                .iter()
                .any(|kernel| launches::is_fused_matmul(kernel)),
            "{kernels:#?}"
        );
    }

    let device = device();
    let burn_dispatch::DispatchDevice::Cube(cube) = device.as_dispatch() else {
        panic!("{device:?} is no CubeCL device");
    };
    let properties = cube.client().properties_shared();
    let small = properties.hardware.max_shared_memory_size < 81_920;
    if properties.hardware.plane_size_min != 8 || !small {
        // Another device, another answer.
        return;
    }
    let error = layer(&device).quantize::<Q2<Block<32>>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot quantize to Q2S, blocks of 32, F32 scales:\n  linear.weight: without autotune, the \
         packed matmul needs 81920 bytes of shared memory for 2-bit values and this device has \
         32768 a cube; turn on the feature `autotune`, or take values of more bits"
    );

    // What Burn does with it: it fails at the read.
    let mut raw = layer(&device).into_inner();
    let scheme = <Q2<Block<32>> as fireproof::SchemeSpec>::scheme();
    raw.linear.weight = raw
        .linear
        .weight
        .map(|weight| weight.quantize_dynamic(&scheme));
    let input = Tensor::<2>::ones([8, 64], &device);
    let read = catch_unwind(AssertUnwindSafe(|| raw.forward(input).try_into_data()));
    let text = match read {
        Ok(Ok(data)) => panic!("raw Burn read {data}"),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panics::text(&*panic),
    };
    assert!(text.contains("Shared memory budget exceeded"), "{text}");
}
