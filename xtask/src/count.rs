//! Instructions of steps of real programs, typed against raw, counted by callgrind.

use std::process::{Command, Stdio};

use crate::{ROOT, program};

/// Steps of the short and the long run; what lies between is divided by the difference.
const STEPS: (u64, u64) = (10, 60);

/// The step whose operations are so small that the types show, and the number of them.
const SMALL: (&str, u64) = ("small", 12);

/// How much more than raw Burn a typed step may take, in percent.
const LIMIT: u64 = 1;

/// Counts every step of the bench; an error names those beyond the limit.
pub(crate) fn run() -> Result<(), String> {
    let bench = build()?;
    println!("instructions a step, flex, one thread, release");
    println!(
        "  {:<16}{:>12}{:>12}{:>10}{:>12}",
        "", "raw", "raw again", "", "typed"
    );
    let (small, operations) = SMALL;
    let mut beyond = Vec::new();
    for name in names(&bench)? {
        let raw = count(&bench, "raw", &name)?;
        let again = count(&bench, "raw", &name)?;
        let typed = count(&bench, "typed", &name)?;
        println!(
            "  {name:<16}{raw:>12}{again:>12}{:>10}{typed:>12}{:>10}",
            percent(raw, again),
            percent(raw, typed)
        );
        let more = typed.saturating_sub(raw);
        if name == small {
            let each = (more + operations / 2) / operations;
            println!("  {each} more instructions for each of its {operations} operations");
        }
        if more * 100 > raw * LIMIT {
            beyond.push(name);
        }
    }
    if beyond.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "more than {LIMIT} % above raw Burn: {}",
            beyond.join(", ")
        ))
    }
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

/// The names of the bench's steps.
fn names(bench: &str) -> Result<Vec<String>, String> {
    let output = Command::new(bench)
        .arg("list")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run `{bench}`: {error}"))?;
    let names: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect();
    if names.is_empty() {
        return Err(format!("`{bench} list` named no step"));
    }
    Ok(names)
}

/// Instructions a step.
fn count(bench: &str, form: &str, name: &str) -> Result<u64, String> {
    let (short, long) = STEPS;
    let few = callgrind(bench, form, name, short)?;
    let many = callgrind(bench, form, name, long)?;
    match many.saturating_sub(few) / (long - short) {
        0 => Err(format!("`{form} {name}` took no instructions")),
        count => Ok(count),
    }
}

fn callgrind(bench: &str, form: &str, name: &str, steps: u64) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", bench])
        .args([form, name, &steps.to_string()])
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}; install the package `valgrind`"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    // A step that failed has counted instructions as well.
    if !output.status.success() {
        return Err(format!("`{form} {name}` failed:\n{text}"));
    }
    text.split_once("Collected : ")
        .and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok())
        .ok_or_else(|| format!("valgrind did not count `{form} {name}`:\n{text}"))
}

/// The difference in percent, without floats.
fn percent(base: u64, other: u64) -> String {
    let (sign, more) = match other.checked_sub(base) {
        Some(more) => ('+', more),
        None => ('-', base - other),
    };
    let hundredths = more * 10_000 / base;
    format!("{sign}{}.{:02} %", hundredths / 100, hundredths % 100)
}
