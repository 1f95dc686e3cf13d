//! `cargo check` of thirty models with their loops, typed against raw: cold for their crate alone,
//! and warm.

mod generate;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use std::{env, path};

use generate::{Form, Package};

use crate::{ROOT, program};

const ROUNDS: usize = 5;

/// How many times as long as raw Burn the types may take.
const LIMIT: f64 = 1.15;

/// Times both crates; beyond the limit that is an error, unless it is only to be reported.
pub(crate) fn run(only_report: bool) -> Result<(), String> {
    let target = target()?;
    let packages = [
        generate::package(Form::Raw, &target)?,
        generate::package(Form::Typed, &target)?,
    ];
    for package in &packages {
        eprintln!("checking {} and what it depends on", package.name);
        cargo(package, &target, &["check"])?;
    }
    let mut cold = [Vec::new(), Vec::new()];
    let mut warm = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for ((package, cold), warm) in packages.iter().zip(&mut cold).zip(&mut warm) {
            cargo(
                package,
                &target,
                &["clean", "--quiet", "--package", &package.name],
            )?;
            cold.push(cargo(package, &target, &["check", "--quiet"])?);
            touch(&package.source)?;
            warm.push(cargo(package, &target, &["check", "--quiet"])?);
        }
    }
    println!(
        "cargo check of {} models, median of {ROUNDS}",
        generate::MODELS
    );
    let mut beyond = false;
    for (name, times) in [("cold", cold), ("warm", warm)] {
        let [raw, typed] = times.map(median);
        let ratio = typed.as_secs_f64() / raw.as_secs_f64();
        println!("  {name}: raw {raw:.2?}, typed {typed:.2?}, {ratio:.2} times");
        beyond |= ratio > LIMIT;
    }
    if beyond && !only_report {
        Err(format!("the types may take {LIMIT} times as long"))
    } else {
        Ok(())
    }
}

/// Where this workspace is built, so that dependencies of the same features are there already.
fn target() -> Result<PathBuf, String> {
    let target = env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| Path::new(ROOT).join("target"), PathBuf::from);
    path::absolute(&target).map_err(|error| format!("cannot find `{}`: {error}", target.display()))
}

/// Runs cargo in a package, and says how long that took.
fn cargo(package: &Package, target: &Path, args: &[&str]) -> Result<Duration, String> {
    let start = Instant::now();
    let status = Command::new(program())
        .current_dir(&package.folder)
        .args(args)
        .env("CARGO_TARGET_DIR", target)
        .stdout(Stdio::null())
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    let took = start.elapsed();
    if status.success() {
        Ok(took)
    } else {
        Err(format!(
            "`cargo {}` failed in `{}`",
            args.join(" "),
            package.folder.display()
        ))
    }
}

/// A newer source is checked again; all else is warm.
fn touch(source: &Path) -> Result<(), String> {
    File::options()
        .append(true)
        .open(source)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .map_err(|error| format!("cannot touch `{}`: {error}", source.display()))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
