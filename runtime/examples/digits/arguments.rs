//! The example's few arguments.

use std::error::Error;
use std::path::PathBuf;

const USAGE: &str = "usage: digits [--epochs N] [--seed N] [--data FILE.csv[.gz]] \
                     [--model FILE] [--save FILE]";

/// What to do.
#[derive(Debug)]
pub struct Arguments {
    /// Passes over the training images.
    pub epochs: usize,
    /// Seeds the parameters, the shuffling and the dropout.
    pub seed: u64,
    /// Digits to use instead of those that ship.
    pub data: Option<PathBuf>,
    /// A trained model to load instead of training one.
    pub model: Option<PathBuf>,
    /// Where to save the model.
    pub save: Option<PathBuf>,
}

impl Arguments {
    /// # Errors
    /// Names the argument that is unknown, has no value, or has a wrong one.
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut arguments = Self {
            epochs: 30,
            seed: 1,
            data: None,
            model: None,
            save: None,
        };
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .ok_or_else(|| format!("`{word}` needs a value\n{USAGE}"))
            };
            match word.as_str() {
                "--epochs" => arguments.epochs = number(&word, &value()?)?,
                "--seed" => arguments.seed = number(&word, &value()?)?,
                "--data" => arguments.data = Some(value()?.into()),
                "--model" => arguments.model = Some(value()?.into()),
                "--save" => arguments.save = Some(value()?.into()),
                _ => return Err(format!("unknown argument `{word}`\n{USAGE}").into()),
            }
        }
        Ok(arguments)
    }
}

fn number<N: std::str::FromStr>(word: &str, value: &str) -> Result<N, Box<dyn Error>> {
    value
        .parse()
        .map_err(|_| format!("`{word} {value}`: not a whole number\n{USAGE}").into())
}
