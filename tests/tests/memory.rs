//! Packed weights take what the scheme promises: in records, and on the device.

#![expect(clippy::unwrap_used, reason = "a test may")]

use burn::nn::{Linear, LinearConfig};
use burn::prelude::*;
use burn::tensor::Distribution;
use fireproof::{Block, F16, FusibleScheme, Q4, Q8, SchemeSpec, Untracked, fusible};
use fireproof_tests::{alone, cube_device};

#[fusible]
#[derive(Module, Debug)]
struct Net {
    layer: Linear,
}

#[test]
fn a_scheme_knows_its_bytes() {
    // 4 bits a value and 2 bytes for each 32 of them: 0.140625 of 4 bytes a value.
    assert_eq!(Q4::<Block<32>, F16>::bytes(64 * 64), 2048 + 256);
    assert_eq!(Q4::<Block<32>, F16>::bytes(4096) * 1000 / (4096 * 4), 140);
    assert_eq!(Q8::<Block<32>>::bytes(4096), 4096 + 512);
    assert_eq!(Q8::bytes_of_a_matrix(), 4096 + 4);
}

/// `Q8` without parameters is an alias with defaults, which expressions do not apply.
trait Bytes {
    fn bytes_of_a_matrix() -> usize;
}
impl Bytes for Q8 {
    fn bytes_of_a_matrix() -> usize {
        <Self as SchemeSpec>::bytes(4096)
    }
}

fn serialized<S: FusibleScheme>(device: &Device) -> (usize, usize) {
    let weight = Untracked::<Tensor<2>>::random([64, 32], Distribution::Default, device);
    let packed = weight.quantize::<S>().unwrap();
    let promised = packed.bytes();
    // Turned back into the layout that Burn packed, which its records hold.
    let data = packed.into_inner().transpose().try_into_data().unwrap();
    (data.as_bytes().len(), promised)
}

#[test]
fn a_serialized_tensor_has_these_bytes() {
    let _alone = alone();
    let device = cube_device();
    for (bytes, promised) in [
        serialized::<Q4<Block<32>, F16>>(&device),
        serialized::<Q8<Block<32>, F16>>(&device),
        serialized::<Q8>(&device),
    ] {
        assert_eq!(bytes, promised);
    }
}

#[test]
fn the_device_holds_these_bytes() {
    let _alone = alone();
    let device = cube_device();
    let burn::backend::DispatchDevice::Cube(cube) = device.as_dispatch() else {
        panic!("{device:?} is no CubeCL device");
    };
    let alignment = cube.client().properties_shared().memory.alignment;
    let in_use = || {
        device.sync().unwrap();
        device.memory_cleanup();
        device.memory_pool_usage().unwrap().bytes_in_use
    };
    let before = in_use();
    let model = Untracked::valid(&Net {
        layer: LinearConfig::new(256, 512).with_bias(false).init(&device),
    });
    let packed = model.quantize::<Q4<Block<32>, F16>>().unwrap();
    let promised = packed.weight_bytes();
    assert_eq!(promised.float, 0);
    assert_eq!(promised.packed_as_f32, 256 * 512 * 4);
    drop(model);
    let values = 256 * 512 / 2_u64;
    let scales = 256 * 512 / 32 * 2_u64;
    assert_eq!(promised.packed as u64, values + scales);
    // One allocation with both parts, each on a boundary of its own.
    let held = in_use() - before;
    assert_eq!(
        held,
        values.next_multiple_of(alignment) + scales.next_multiple_of(alignment)
    );
    drop(packed);
    assert_eq!(in_use(), before);
}
