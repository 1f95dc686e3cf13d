//! What a device can do, asked of the device.

use burn::tensor::Device;

use crate::scheme::SchemeSpec;

/// Why weights of the scheme `S` would not work on this device, or `None`.
///
/// Burn's own `supports_dtype` is no answer: it is `false` for every quantized type on flex, and
/// panics for some schemes on CubeCL devices.
pub(crate) fn refusal<S: SchemeSpec>(device: &Device) -> Option<String> {
    #[cfg(feature = "cubecl")]
    if let Some(properties) = cube::properties(device) {
        return cube::refusal::<S>(&properties);
    }
    let _ = device;
    None
}

/// Whether the backend really packs values into words: all of CubeCL's do, flex keeps bytes.
pub(crate) fn packs_words(device: &Device) -> bool {
    #[cfg(feature = "cubecl")]
    {
        cube::properties(device).is_some()
    }
    #[cfg(not(feature = "cubecl"))]
    {
        let _ = device;
        false
    }
}

#[cfg(feature = "cubecl")]
mod cube {
    use std::sync::Arc;

    use burn::cubecl::features::TypeUsage;
    use burn::cubecl::ir::{DeviceProperties, ElemType, FloatKind, IntKind};
    use burn::tensor::Device;
    use burn::tensor::quantization::ScaleDtype;
    use burn_cubecl::kernel::matmul::MatmulStrategy;
    use burn_dispatch::DispatchDevice;

    use crate::scheme::SchemeSpec;

    /// The properties of a CubeCL device; `None` for other backends. Opens the device.
    pub(super) fn properties(device: &Device) -> Option<Arc<DeviceProperties>> {
        match device.clone().without_autodiff().as_dispatch() {
            DispatchDevice::Cube(cube) => Some(cube.client().properties_shared()),
            #[expect(
                clippy::allow_attributes,
                reason = "whether the arm is reachable depends on the features"
            )]
            #[allow(unreachable_patterns, reason = "other backends are features")]
            _ => None,
        }
    }

    pub(super) fn refusal<S: SchemeSpec>(properties: &DeviceProperties) -> Option<String> {
        if !keeps(properties, scale_type(S::SCALE)) {
            return Some(format!(
                "this device cannot keep {:?} scales in memory, and its kernels would leave what was \
                 there before; use F32 scales, which every device has",
                S::SCALE
            ));
        }
        if !S::PACKED && !keeps(properties, ElemType::Int(IntKind::I8)) {
            return Some(
                "this device has no 8-bit integers in memory, which native storage needs; pack \
                 the values into 32-bit words with `PackedU32`"
                    .to_owned(),
            );
        }
        // With autotune a matmul that does not fit is passed over, and another one found.
        if autotune() {
            return None;
        }
        let (needs, has) = shared_memory(properties, S::PER_WORD)?;
        Some(format!(
            "without autotune, the packed matmul needs {needs} bytes of shared memory for {}-bit \
             values and this device has {has} a cube; turn on the feature `autotune`, or take \
             values of more bits",
            S::BITS
        ))
    }

    /// Whether Burn was built with autotune, by this crate's feature or by any other's.
    fn autotune() -> bool {
        !matches!(MatmulStrategy::default(), MatmulStrategy::Cube)
    }

    /// Whether values of this type can lie in a buffer and be converted from there.
    fn keeps(properties: &DeviceProperties, elem: ElemType) -> bool {
        properties
            .type_usage(elem)
            .is_superset(TypeUsage::Buffer | TypeUsage::Conversion)
    }

    fn scale_type(scale: ScaleDtype) -> ElemType {
        ElemType::Float(match scale {
            ScaleDtype::F32 => FloatKind::F32,
            ScaleDtype::F16 => FloatKind::F16,
            ScaleDtype::BF16 => FloatKind::BF16,
            ScaleDtype::UE8M0 => FloatKind::UE8M0,
            ScaleDtype::UE4M3 => FloatKind::E4M3,
        })
    }

    /// The shared memory that the packed matmul needs and the device has, in bytes per cube, when
    /// the first exceeds the second.
    ///
    /// # Source
    /// cubek-matmul 0.3.1 `selector/unit.rs`: without tensor cores the tile's edge is at least the
    /// number of values in a word, the partition of `8 * plane` units is halved down to one tile
    /// but the tile never is, and both operands and the accumulator are staged.
    fn shared_memory(properties: &DeviceProperties, per_word: usize) -> Option<(usize, usize)> {
        const FLOAT: usize = 4;
        const TILE: usize = 4;
        const PLANES: usize = 8;
        if !properties.features.matmul.cmma.is_empty() {
            return None;
        }
        let plane = match properties.hardware.plane_size_min {
            0 => 32,
            size => size as usize,
        };
        let units = PLANES * plane;
        let columns = (1..=units)
            .take_while(|side| side * side <= units)
            .filter(|side| units.is_multiple_of(*side))
            .last()
            .unwrap_or(1);
        let rows = units / columns;
        let edge = TILE.max(per_word);
        let needs = edge * edge * FLOAT * (rows + columns + rows * columns);
        let has = properties.hardware.max_shared_memory_size;
        (needs > has).then_some((needs, has))
    }
}
