//! Shared by fireproof's integration tests.

#[path = "../../runtime/examples/digits/launches.rs"]
mod launches;
#[path = "../../runtime/examples/digits/panics.rs"]
mod panics;

use std::sync::{Mutex, MutexGuard, PoisonError};

use burn::tensor::{Device, DeviceKind, DeviceType, TensorData};

pub use launches::{is_fused_matmul, launches};
pub use panics::text;

/// A CubeCL device: a GPU, or software Vulkan.
///
/// # Panics
/// Without any adapter, with what to install.
#[must_use]
pub fn cube_device() -> Device {
    assert!(
        !Device::enumerate(DeviceType::Wgpu).into_vec().is_empty(),
        "no adapter for wgpu: install one, for example software Vulkan with \
         `apt-get install -y mesa-vulkan-drivers libvulkan1`"
    );
    Device::wgpu(DeviceKind::DefaultDevice)
}

/// The largest difference between two tensors of floats.
///
/// # Panics
/// When their shapes differ.
#[must_use]
pub fn distance(a: &TensorData, b: &TensorData) -> f32 {
    assert_eq!(a.shape(), b.shape());
    let pairs = a.iter::<f32>().zip(b.iter::<f32>());
    // A NaN must not look like nearness, as it would to `f32::max`.
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, |far, next| {
        if next > far || next.is_nan() {
            next
        } else {
            far
        }
    })
}

/// One test at a time: the launch observer and the memory pools are of the whole process.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
