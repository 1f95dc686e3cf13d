//! The project's own commands: `cargo xtask demo`, `test`, `count` and `check-time`.

mod check_time;
mod count;
mod runtime_dir;
mod vulkan;

use std::env;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

use runtime_dir::{RuntimeDir, XDG_RUNTIME_DIR};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const USAGE: &str = "\
usage: cargo xtask <command>

  demo [args]   runs the digits example; the arguments go to it
  test          runs every test of the workspace
  count         counts the instructions of steps, typed against raw (needs valgrind), and fails
                where the types take more than 1 %
  check-time    times `cargo check` of thirty models, typed against raw, and fails where the
                types take more than 1.15 times as long; with `--report` it never does";

const DEMO: [&str; 8] = [
    "run",
    "--package",
    "fireproof",
    "--example",
    "digits",
    "--features",
    "flex,wgpu,fusion,autotune",
    "--",
];

/// Autotune is a feature, so a device without it takes a call of its own.
const TEST: [&[&str]; 2] = [
    &["test", "--workspace"],
    &[
        "test",
        "--package",
        "fireproof-tests-untuned",
        "--features",
        "alone",
    ],
];

fn main() -> ExitCode {
    let mut args = env::args_os().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<OsString> = args.collect();
    match (command.to_str(), rest.as_slice()) {
        (Some("demo"), rest) => {
            vulkan::provide();
            cargo(&DEMO, rest)
        }
        (Some("test"), []) => {
            vulkan::provide();
            TEST.iter()
                .map(|args| {
                    eprintln!("$ cargo {}", args.join(" "));
                    cargo(args, &[])
                })
                .find(|code| *code != ExitCode::SUCCESS)
                .unwrap_or(ExitCode::SUCCESS)
        }
        (Some("count"), []) => report(count::run()),
        (Some("check-time"), []) => report(check_time::run(false)),
        (Some("check-time"), [flag]) if flag == "--report" => report(check_time::run(true)),
        (Some("check-time"), [first, ..]) => refuse(&format!(
            "`check-time` takes `--report` or nothing, but got `{}`",
            first.display()
        )),
        (Some("test"), [first, ..]) => refuse(&format!(
            "`test` takes no argument, but got `{}`",
            first.display()
        )),
        (Some(""), _) => refuse("which command?"),
        _ => refuse(&format!("unknown command `{}`", command.display())),
    }
}

fn report(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// The cargo that runs this very command, so that the toolchain is the same.
fn program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn refuse(reason: &str) -> ExitCode {
    eprintln!("{reason}\n\n{USAGE}");
    ExitCode::from(2)
}

/// Runs cargo in the workspace's root, and hands on its exit code.
fn cargo(args: &[&str], more: &[OsString]) -> ExitCode {
    let program = program();
    let mut command = Command::new(&program);
    command.current_dir(ROOT).args(args).args(more);
    // Lives until the command is done.
    let folder = RuntimeDir::unless_set();
    if let Some(folder) = &folder {
        command.env(XDG_RUNTIME_DIR, folder.path());
    }
    match command.status() {
        // A command that a signal ended has no code.
        Ok(status) => match status.code() {
            Some(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
            None => ExitCode::FAILURE,
        },
        Err(error) => {
            eprintln!(
                "cannot run `{}` in `{ROOT}`: {error}; call this as `cargo xtask`, inside of the \
                 repository that it was built in",
                program.display()
            );
            ExitCode::FAILURE
        }
    }
}
