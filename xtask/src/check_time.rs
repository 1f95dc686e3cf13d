//! `cargo check` of a typed model against its raw twin, warm, side by side.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use crate::{ROOT, program};

const ROUNDS: usize = 9;

pub(crate) fn run() -> Result<(), String> {
    let twins = ["raw_twin", "typed_twin"];
    for twin in twins {
        check(twin)?;
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (twin, times) in twins.iter().zip(&mut times) {
            times.push(check(twin)?);
        }
    }
    let [raw, typed] = times.map(median);
    println!(
        "cargo check, median of {ROUNDS}: raw {raw:?}, typed {typed:?}, {:.2} times",
        typed.as_secs_f64() / raw.as_secs_f64()
    );
    Ok(())
}

fn check(twin: &str) -> Result<Duration, String> {
    // A newer source is checked again; all else is warm.
    let source = format!("{ROOT}/tests/examples/{twin}.rs");
    File::options()
        .append(true)
        .open(&source)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .map_err(|error| format!("cannot touch `{source}`: {error}"))?;
    let start = Instant::now();
    let status = Command::new(program())
        .current_dir(ROOT)
        .args(["check", "--quiet", "--package", "fireproof-tests"])
        .args(["--example", twin])
        .stdout(Stdio::null())
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() {
        Ok(start.elapsed())
    } else {
        Err(format!("`cargo check` of {twin} failed"))
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
