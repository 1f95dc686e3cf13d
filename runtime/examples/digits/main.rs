//! Trains a classifier of handwritten digits, quantizes it, and runs it fused on the best device
//! there is. `cargo xtask demo` runs this with everything it needs.

#![expect(
    unreachable_pub,
    reason = "the tests include the modules of this example"
)]

mod arguments;
mod data;
#[cfg(feature = "wgpu")]
mod devices;
mod failures;
#[cfg(feature = "wgpu")]
mod launches;
mod model;
mod panics;
mod training;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use burn::tensor::Device;
use fireproof::{Block, F16, Fusible, FusibleScheme, Q4, Q8, SchemeSpec, Untracked};

use arguments::Arguments;
use data::Split;
use model::Classifier;
use training::accuracy;

fn main() -> ExitCode {
    let result = Arguments::parse(std::env::args().skip(1)).and_then(|arguments| run(&arguments));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let digits = match &arguments.data {
        Some(path) => data::read(path)?,
        None => data::shipped()?,
    };
    let (seen, held_out) = digits.split();
    if held_out.all().is_empty() {
        return Err(format!(
            "{} images are too few to hold every seventh of them out; give at least 7",
            seen.len()
        )
        .into());
    }
    println!(
        "{} handwritten digits to train on, {} held out\n",
        seen.len(),
        held_out.len()
    );

    let model = match &arguments.model {
        Some(path) => Untracked::valid(&Classifier::new(64, &Device::flex())).load_file(path)?,
        None => train(arguments, &seen)?,
    };
    if let Some(path) = &arguments.save {
        model.save_file(path)?;
        println!("saved to `{}`", path.display());
    }

    let device = Device::flex();
    let images = held_out.images(&held_out.all(), &device);
    let labels = held_out.labels(&held_out.all(), &device);
    let float = accuracy(model.forward(images), labels)?;
    println!(
        "float                           {:>6.2} % of held-out digits",
        float * 100.0
    );
    quantized::<Q8>(&model, &held_out)?;
    quantized::<Q4<Block<32>, F16>>(&model, &held_out)?;

    println!("\n--- fused ---");
    fused(&model, &held_out)?;

    println!("\n--- the failures this exists for ---");
    failures::show(&model);
    Ok(())
}

fn train(arguments: &Arguments, seen: &Split) -> Result<Untracked<Classifier>, Box<dyn Error>> {
    let start = Instant::now();
    let epochs = arguments.epochs;
    let model = training::train(seen, epochs, arguments.seed, |epoch, loss| {
        println!("epoch {epoch:>2} of {epochs}   loss {loss:.4}");
    })?;
    println!("trained in {:.1} s\n", start.elapsed().as_secs_f32());
    Ok(model)
}

/// Quantizes on the CPU and says what it costs.
fn quantized<S: FusibleScheme>(
    model: &Untracked<Classifier>,
    held_out: &Split,
) -> Result<(), Box<dyn Error>> {
    let packed: Fusible<S, Classifier> = model.quantize()?;
    let device = Device::flex();
    let images = held_out.images(&held_out.all(), &device);
    let labels = held_out.labels(&held_out.all(), &device);
    let right = accuracy(packed.forward(images), labels)?;
    let bytes = packed.weight_bytes();
    println!(
        "{:<31} {:>6.2} %   {} bytes of packed weights, {} as f32; {} bytes stay float",
        S::name(),
        right * 100.0,
        bytes.packed,
        bytes.packed_as_f32,
        bytes.float
    );
    Ok(())
}

#[cfg(feature = "wgpu")]
fn fused(model: &Untracked<Classifier>, held_out: &Split) -> Result<(), Box<dyn Error>> {
    let Some(device) = devices::best() else {
        println!(
            "no adapter for wgpu, so the packed models ran on the CPU above, where nothing is \
             fused; what is not shown here is the fused launch. On Debian: \
             `apt-get install -y mesa-vulkan-drivers libvulkan1`"
        );
        return Ok(());
    };
    println!("device: {}", device.name);
    println!(
        "(In a chain of layers Burn 0.22.1 fuses at best the last matmul with what follows it, so \
         the hidden layers alone show one.)\n"
    );
    // Autotune tries kernels that cannot run here, each with a panic of its own on the device's
    // thread, and takes another.
    let _quiet = failures::Quiet::new();
    let model = model.clone().to_device(&device.device);
    on_device::<Q8>(&model, held_out, &device.device)?;
    on_device::<Q4<Block<32>, F16>>(&model, held_out, &device.device)
}

#[cfg(not(feature = "wgpu"))]
fn fused(_: &Untracked<Classifier>, _: &Split) -> Result<(), Box<dyn Error>> {
    println!(
        "built without the feature `wgpu`, so the packed models ran on the CPU above, where \
         nothing is fused; `cargo xtask demo` turns it on"
    );
    Ok(())
}

/// Packs the model on a CubeCL device, and counts what one call launches.
#[cfg(feature = "wgpu")]
fn on_device<S: FusibleScheme>(
    model: &Untracked<Classifier>,
    held_out: &Split,
    device: &Device,
) -> Result<(), Box<dyn Error>> {
    let name = <S as SchemeSpec>::name();
    let packed: Fusible<S, Classifier> = match model.quantize() {
        Ok(packed) => packed,
        Err(refusal) => {
            println!("{name}: this device says no: {refusal}");
            return Ok(());
        }
    };
    // One digit at a time, as an application would ask.
    let one = held_out.images(&held_out.all()[..1], device);
    let start = Instant::now();
    let (hidden, _) = launches::launches(device, || packed.features(one.clone()))?;
    let (whole, _) = launches::launches(device, || packed.forward(one.clone()))?;
    println!("{name}: tuned in {:.1} s", start.elapsed().as_secs_f32());
    for (what, kernels) in [("hidden layers", hidden), ("whole model", whole)] {
        let fused = kernels
            .iter()
            .filter(|kernel| launches::is_fused_matmul(kernel));
        println!(
            "  {what:<14} {} launches for one image, {} of them a packed matmul with its bias and \
             activation inside",
            kernels.len(),
            fused.count()
        );
    }
    let all = held_out.all();
    let logits = packed.forward(held_out.images(&all, device));
    let right = accuracy(logits, held_out.labels(&all, device))?;
    println!("  {:.2} % of held-out digits on this device", right * 100.0);
    Ok(())
}
