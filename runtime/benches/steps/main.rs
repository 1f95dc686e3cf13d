//! Steps of real programs, raw and typed, for counted runs: `cargo xtask count` runs this under
//! callgrind with two numbers of steps and divides the difference.
//!
//! `steps list` names the steps, and `steps <raw|typed> <name> <number>` runs one; one thread, on
//! flex.

use std::error::Error;
use std::process::ExitCode;

use burn::tensor::TensorData;

#[macro_use]
mod training;

mod accumulation;
mod adversaries;
mod attack;
mod classifier;
mod convolution;
mod glue;
mod language;
mod many_parameters;
mod normalization;
mod small;
mod transformer;
mod validation;

#[expect(unreachable_pub, reason = "a module of the example")]
#[path = "../../examples/digits/model.rs"]
mod model;

type Outcome = Result<(), Box<dyn Error>>;

/// One step in its two forms. Each sets itself up and takes the step a number of times.
struct Step {
    name: &'static str,
    raw: fn(usize),
    typed: fn(usize) -> Outcome,
}

/// The steps of these modules.
macro_rules! steps {
    ($($name:ident),* $(,)?) => {
        &[$(Step { name: stringify!($name), raw: $name::raw, typed: $name::typed }),*]
    };
}

const STEPS: &[Step] = steps![
    classifier,
    small,
    convolution,
    normalization,
    transformer,
    language,
    many_parameters,
    validation,
    glue,
    accumulation,
    adversaries,
    attack,
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\nusage: steps list | steps <raw|typed> <name> <number>");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Outcome {
    match words {
        ["list"] => {
            for step in STEPS {
                println!("{}", step.name);
            }
            Ok(())
        }
        [form, name, number] => {
            let step = STEPS.iter().find(|step| step.name == *name);
            let step = step.ok_or("no step of this name")?;
            let number = number.parse()?;
            match *form {
                "raw" => {
                    (step.raw)(number);
                    Ok(())
                }
                "typed" => (step.typed)(number),
                _ => Err("a step is raw or typed".into()),
            }
        }
        // As `cargo test` and `cargo bench` call it.
        _ => STEPS.iter().try_for_each(|step| {
            (step.raw)(1);
            (step.typed)(1)
        }),
    }
}

/// Values from 0 to 1.
fn floats<const D: usize>(shape: [usize; D]) -> TensorData {
    let values = (0_u8..17).cycle().map(|value| f32::from(value) / 16.0);
    TensorData::new(values.take(shape.iter().product()).collect(), shape)
}

/// Labels of so many classes.
fn labels<const D: usize>(shape: [usize; D], classes: i64) -> TensorData {
    let values = (0..classes).cycle();
    TensorData::new(values.take(shape.iter().product()).collect(), shape)
}
