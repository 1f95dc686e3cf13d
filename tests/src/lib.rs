//! Shared by fireproof's integration tests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use burn::cubecl::logging::{LaunchObservation, LaunchObserver};
use burn::tensor::{Device, DeviceKind, DeviceType, TensorData};

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
#[must_use]
pub fn distance(a: &TensorData, b: &TensorData) -> f32 {
    assert_eq!(a.shape(), b.shape());
    let pairs = a.iter::<f32>().zip(b.iter::<f32>());
    // A NaN must not look like nearness, as it would to `f32::max`.
    pairs
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, |far, next| if next > far || next.is_nan() { next } else { far })
}

/// One test at a time: the launch observer and the memory pools are of the whole process.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The kernels that one call of `run` launches, as cubecl reports them, with what it returned.
///
/// Autotune runs its candidates in the first calls, and fusion looks for its plan, so `run` is
/// called until two calls in a row launch the same.
///
/// # Panics
/// When the device fails, or the launches never settle.
pub fn launches<T>(device: &Device, run: impl Fn() -> T) -> (Vec<&'static str>, T) {
    let mut before = observed(device, &run).0;
    for _ in 0..20 {
        let (now, result) = observed(device, &run);
        if now == before {
            return (now, result);
        }
        before = now;
    }
    panic!("the launches of one call do not settle: {before:#?}");
}

fn observed<T>(device: &Device, run: impl Fn() -> T) -> (Vec<&'static str>, T) {
    #[derive(Default)]
    struct Names(Mutex<Vec<&'static str>>);
    impl LaunchObserver for Names {
        fn launched(&self, kernel: &'static str) {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(kernel);
        }
    }
    let names = Arc::new(Names::default());
    let observation = LaunchObservation::new(names.clone());
    // Held over the sync, so that nothing is dropped before it ran.
    let result = run();
    device.sync().expect("the device answers");
    drop(observation);
    let names = names.0.lock().unwrap_or_else(PoisonError::into_inner);
    (names.clone(), result)
}

/// Whether a kernel is a matmul over the arguments of a fused block.
#[must_use]
pub fn is_fused_matmul(kernel: &str) -> bool {
    kernel.contains("::MatmulEntry<") && kernel.contains("::FusedMatmulArgs")
}
