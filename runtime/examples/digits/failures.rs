//! Two failures, raw and typed side by side: the raw programs really run, the typed ones do not
//! compile, and what the compiler says about them is what the UI tests hold it to.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};

use burn::module::Module;
use burn::tensor::{Device, Tensor};
use fireproof::Untracked;

use crate::model::Classifier;
use crate::panics::text;

/// Keeps panics from printing, until it is dropped.
pub struct Quiet(Option<Hook>);

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;

impl Quiet {
    pub fn new() -> Self {
        let hook = take_hook();
        set_hook(Box::new(|_| {}));
        Self(Some(hook))
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(hook) = self.0.take() {
            set_hook(hook);
        }
    }
}

/// Runs the raw programs and prints both halves.
pub fn show(model: &Untracked<Classifier>) {
    // The panics below are the point; their backtraces are not.
    let _quiet = Quiet::new();

    println!("\n1. backward on a model in validation form");
    println!("   raw Burn:   model.valid().forward(images).mean().backward()");
    let raw = model.clone().into_inner().valid();
    let panic = panic_of(|| {
        let images = Tensor::<2>::ones([1, 64], &Device::flex());
        raw.forward(images).mean().backward()
    });
    println!("   at run time: {panic}");
    println!("   typed:      `backward` on an untracked tensor does not compile");
    told(include_str!(
        "../../../ui-tests/tests/ui/tracking/backward_on_untracked.stderr"
    ));

    println!("\n2. 4-bit values in native storage");
    native_storage();
    println!("   typed:      `Q4<PerTensor, F32, Native>` does not compile where it is used");
    told(include_str!(
        "../../../ui-tests/tests/ui/scheme/four_bits_in_native_storage.stderr"
    ));
}

#[cfg(feature = "wgpu")]
fn native_storage() {
    use burn::tensor::quantization::{QuantScheme, QuantStore, QuantValue};

    println!("   raw Burn:   weight.quantize_dynamic(&scheme.with_value(Q4S).with_store(Native))");
    let Some(best) = crate::devices::best() else {
        println!("   not shown here: it takes a CubeCL device");
        return;
    };
    let scheme = QuantScheme::default()
        .with_value(QuantValue::Q4S)
        .with_store(QuantStore::Native);
    let weight = Tensor::<2>::ones([8, 8], &best.device).quantize_dynamic(&scheme);
    println!("   at run time: nothing yet, the operation is queued ...");
    let text = match catch_unwind(AssertUnwindSafe(|| weight.dequantize().try_into_data())) {
        Ok(Ok(_)) => "(this Burn read it)".to_owned(),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => text(&*panic),
    };
    println!("   at the read: {text}");
}

#[cfg(not(feature = "wgpu"))]
fn native_storage() {
    println!("   raw Burn:   not shown here: it takes a CubeCL device (feature `wgpu`)");
}

fn panic_of<T>(run: impl FnOnce() -> T) -> String {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(_) => "(this Burn did not fail)".to_owned(),
        Err(panic) => text(&*panic),
    }
}

/// The head of a compiler message, up to its notes about our sources.
fn told(stderr: &str) {
    let head = stderr
        .lines()
        .take_while(|line| !line.starts_with("help:") && !line.starts_with("note:"));
    for line in head {
        println!("   | {line}");
    }
}
