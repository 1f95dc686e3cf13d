//! Instructions of a training step, typed against raw, counted by callgrind.

use std::process::{Command, Stdio};

use crate::{ROOT, program};

/// Steps of the short and the long run; what lies between is divided by the difference.
const STEPS: (u64, u64) = (20, 120);

pub(crate) fn run() -> Result<(), String> {
    let bench = build()?;
    println!("instructions a step, flex, one thread, release");
    for (case, operations) in [("small", Some(12)), ("classifier", None)] {
        let raw = count(&bench, "raw", case)?;
        let again = count(&bench, "raw", case)?;
        let typed = count(&bench, "typed", case)?;
        println!(
            "  {case:<10}  raw {raw}, raw again {again} ({}), typed {typed} ({})",
            percent(raw, again),
            percent(raw, typed)
        );
        if let Some(operations) = operations {
            let more = typed.saturating_sub(raw);
            println!(
                "  {:<10}  {} more instructions for each of {operations} operations",
                "",
                (more + operations / 2) / operations
            );
        }
    }
    Ok(())
}

/// Builds the bench, and finds where cargo put it.
fn build() -> Result<String, String> {
    let output = Command::new(program())
        .current_dir(ROOT)
        .args(["build", "--release", "--package", "fireproof"])
        .args(["--bench", "steps", "--message-format=json"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    messages
        .lines()
        .filter(|line| line.contains("\"name\":\"steps\""))
        .filter_map(|line| line.split_once("\"executable\":\"")?.1.split_once('"'))
        .map(|(path, _)| path.to_owned())
        .next_back()
        .ok_or_else(|| "the bench `steps` was not built".to_owned())
}

/// Instructions a step.
fn count(bench: &str, form: &str, case: &str) -> Result<u64, String> {
    let (short, long) = STEPS;
    let few = callgrind(bench, form, case, short)?;
    let many = callgrind(bench, form, case, long)?;
    Ok(many.saturating_sub(few) / (long - short))
}

fn callgrind(bench: &str, form: &str, case: &str, steps: u64) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", bench])
        .args([form, case, &steps.to_string()])
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}; install the package `valgrind`"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    text.split_once("Collected : ")
        .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok())
        .ok_or_else(|| format!("valgrind did not count `{form} {case}`:\n{text}"))
}

/// The difference in hundredths of a percent, without floats.
fn percent(base: u64, other: u64) -> String {
    let (sign, more) = match other.checked_sub(base) {
        Some(more) => ('+', more),
        None => ('-', base - other),
    };
    let hundredths = more * 10_000 / base.max(1);
    format!("{sign}{}.{:02} %", hundredths / 100, hundredths % 100)
}
