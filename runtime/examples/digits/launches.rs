//! Which kernels one call launches, as cubecl reports them. The tests count with this as well.

use std::sync::{Arc, Mutex, PoisonError};

use burn::cubecl::logging::{LaunchObservation, LaunchObserver};
use burn::tensor::Device;

/// The kernels that one call of `run` launches, with what it returned.
///
/// Autotune runs its candidates in the first calls, and fusion looks for its plan, so `run` is
/// called until two calls in a row launch the same.
///
/// # Errors
/// When the device fails, or the launches do not settle.
pub fn launches<T>(
    device: &Device,
    run: impl Fn() -> T,
) -> Result<(Vec<&'static str>, T), Box<dyn std::error::Error>> {
    let (mut before, _) = observed(device, &run)?;
    for _ in 0..20 {
        let (now, result) = observed(device, &run)?;
        if now == before {
            return Ok((now, result));
        }
        before = now;
    }
    Err(format!("the launches of one call do not settle: {before:#?}").into())
}

fn observed<T>(
    device: &Device,
    run: impl Fn() -> T,
) -> Result<(Vec<&'static str>, T), Box<dyn std::error::Error>> {
    #[derive(Default)]
    struct Names(Mutex<Vec<&'static str>>);
    impl LaunchObserver for Names {
        fn launched(&self, kernel: &'static str) {
            let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            names.push(kernel);
        }
    }
    // What was queued before is not this call's.
    device.sync()?;
    let names = Arc::new(Names::default());
    let observation = LaunchObservation::new(names.clone());
    // Held over the sync, so that nothing is dropped before it ran.
    let result = run();
    device.sync()?;
    drop(observation);
    let names = names.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok((names.clone(), result))
}

/// Whether a kernel is a matmul over the arguments of a fused block.
#[must_use]
pub fn is_fused_matmul(kernel: &str) -> bool {
    kernel.contains("::MatmulEntry<") && kernel.contains("::FusedMatmulArgs")
}
