//! The handwritten digits: the file that ships with the example, or one of your own.
//!
//! `digits.csv.gz` is the test half, 1,797 images, of *Optical Recognition of Handwritten Digits*
//! by E. Alpaydin and C. Kaynak, UCI Machine Learning Repository, licensed under
//! [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/); the values are unchanged.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use burn::tensor::{Device, Int, Tensor, TensorData};
use fireproof::Untracked;
use flate2::read::GzDecoder;

/// Pixels of one 8 × 8 image.
const PIXELS: usize = 64;
/// The pixels, then the label.
const COLUMNS: usize = PIXELS + 1;
/// A pixel counts the inked dots of a block of 4 × 4.
const DARKEST: u8 = 16;

const SHIPPED: &str = "digits.csv.gz";

/// Why a file of digits could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The file could not be read, or is no text.
    #[error(
        "cannot read the digits from `{}`: {source}; name a CSV file, plain or compressed with \
         gzip", path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A line is too short or too long.
    #[error(
        "`{origin}`, line {line}: the number of columns is {found} instead of 65; give 64 pixels \
         and then the label, separated by commas"
    )]
    Columns {
        /// Where the text came from.
        origin: String,
        /// The line, from 1.
        line: usize,
        /// How many columns it has.
        found: usize,
    },
    /// Something else than a number.
    #[error(
        "`{origin}`, line {line}, column {column}: cannot read {text:?} as a whole number; write 0 \
         to 16 for a pixel and 0 to 9 for the label, and no header line"
    )]
    NotANumber {
        /// Where the text came from.
        origin: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        text: String,
    },
    /// A pixel of another scale.
    #[error(
        "`{origin}`, line {line}, column {column}: the pixel {value} is outside of 0 to 16; rescale \
         the images, 0 for blank paper and 16 for ink all over"
    )]
    Pixel {
        /// Where the text came from.
        origin: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The pixel.
        value: i64,
    },
    /// A label that is no digit.
    #[error(
        "`{origin}`, line {line}: the label {value} is outside of 0 to 9; give the digit that the \
         image shows in the last column"
    )]
    Label {
        /// Where the text came from.
        origin: String,
        /// The line, from 1.
        line: usize,
        /// The label.
        value: i64,
    },
    /// Nothing to train on.
    #[error(
        "`{origin}` holds no images; give one a line, 64 pixels from 0 to 16 and then the label \
         from 0 to 9, separated by commas"
    )]
    Empty {
        /// Where the text came from.
        origin: String,
    },
}

/// Images of digits with their labels, in the order of the file.
#[derive(Debug)]
pub struct Digits {
    /// Rows of [`PIXELS`], each from 0 to 1.
    pixels: Vec<f32>,
    labels: Vec<i64>,
}

impl Digits {
    /// The images to train on, and those that are held out to measure with.
    ///
    /// Every seventh image is held out, the ones with `index % 7 == 6`: 256 of the 1,797 that ship.
    /// (The file runs through the digits in tens, so a step of five or ten would favour some.)
    /// The split is the same in every run, so the figures of two runs can be compared.
    pub fn split(&self) -> (Split, Split) {
        let mut train = Split::default();
        let mut held_out = Split::default();
        let images = self.pixels.chunks_exact(PIXELS).zip(&self.labels);
        for (index, (image, &label)) in images.enumerate() {
            let side = if index % 7 == 6 {
                &mut held_out
            } else {
                &mut train
            };
            side.pixels.extend_from_slice(image);
            side.labels.push(label);
        }
        (train, held_out)
    }

    fn push(&mut self, text: &str, origin: &str, line: usize) -> Result<(), DataError> {
        let columns: Vec<&str> = text.split(',').map(str::trim).collect();
        if columns.len() != COLUMNS {
            // Splitting an empty line gives one empty column.
            let blank = text.trim().is_empty();
            return Err(DataError::Columns {
                origin: origin.to_owned(),
                line,
                found: if blank { 0 } else { columns.len() },
            });
        }
        let number = |index: usize| {
            let text = columns[index];
            text.parse::<i64>().map_err(|_| DataError::NotANumber {
                origin: origin.to_owned(),
                line,
                column: index + 1,
                text: text.to_owned(),
            })
        };
        for index in 0..PIXELS {
            let value = number(index)?;
            let Ok(level @ 0..=DARKEST) = u8::try_from(value) else {
                return Err(DataError::Pixel {
                    origin: origin.to_owned(),
                    line,
                    column: index + 1,
                    value,
                });
            };
            self.pixels.push(f32::from(level) / f32::from(DARKEST));
        }
        let value = number(PIXELS)?;
        if !(0..=9).contains(&value) {
            return Err(DataError::Label {
                origin: origin.to_owned(),
                line,
                value,
            });
        }
        self.labels.push(value);
        Ok(())
    }
}

/// The digits that ship with the example.
///
/// # Errors
/// None, as long as the file in the repository is whole.
pub fn shipped() -> Result<Digits, DataError> {
    load(include_bytes!("digits.csv.gz"), Path::new(SHIPPED))
}

/// The digits of a file, plain or compressed with gzip.
///
/// # Errors
/// [`DataError`] names the file, the line and what does not fit.
pub fn read(path: &Path) -> Result<Digits, DataError> {
    let bytes = fs::read(path).map_err(|source| unreadable(path, source))?;
    load(&bytes, path)
}

/// Reads text: one image a line, 64 pixels and then the label. Blank lines may follow the last.
///
/// # Errors
/// [`DataError`] names the `origin`, the line and what does not fit.
pub fn parse(text: &str, origin: &str) -> Result<Digits, DataError> {
    let mut digits = Digits {
        pixels: Vec::new(),
        labels: Vec::new(),
    };
    for (index, line) in text.trim_end().lines().enumerate() {
        digits.push(line, origin, index + 1)?;
    }
    if digits.labels.is_empty() {
        return Err(DataError::Empty {
            origin: origin.to_owned(),
        });
    }
    Ok(digits)
}

fn load(bytes: &[u8], path: &Path) -> Result<Digits, DataError> {
    let text = decode(bytes).map_err(|source| unreadable(path, source))?;
    parse(&text, &path.display().to_string())
}

fn decode(mut bytes: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    // The first two bytes of every gzip file (RFC 1952, section 2.3.1); no text begins with them.
    if bytes.starts_with(&[0x1f, 0x8b]) {
        GzDecoder::new(bytes).read_to_string(&mut text)?;
    } else {
        bytes.read_to_string(&mut text)?;
    }
    Ok(text)
}

fn unreadable(path: &Path, source: io::Error) -> DataError {
    DataError::Unreadable {
        path: path.to_owned(),
        source,
    }
}

/// The images of one side of the split.
#[derive(Debug, Default)]
pub struct Split {
    pixels: Vec<f32>,
    labels: Vec<i64>,
}

impl Split {
    /// The number of images.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// The indices of all images, in order.
    pub fn all(&self) -> Vec<usize> {
        (0..self.len()).collect()
    }

    /// A batch of images.
    ///
    /// # Shapes
    /// - output: `[indices.len(), 64]`, each pixel from 0 to 1
    ///
    /// # Panics
    /// When an index is not below [`len`](Split::len).
    pub fn images(&self, indices: &[usize], device: &Device) -> Untracked<Tensor<2>> {
        let mut batch = Vec::with_capacity(indices.len() * PIXELS);
        for &index in indices {
            batch.extend_from_slice(&self.pixels[index * PIXELS..][..PIXELS]);
        }
        let data = TensorData::new(batch, [indices.len(), PIXELS]);
        Untracked::<Tensor<2>>::from_data(data, device)
    }

    /// The labels of the same batch.
    ///
    /// # Shapes
    /// - output: `[indices.len()]`, each from 0 to 9
    ///
    /// # Panics
    /// When an index is not below [`len`](Split::len).
    pub fn labels(&self, indices: &[usize], device: &Device) -> Untracked<Tensor<1, Int>> {
        let batch: Vec<i64> = indices.iter().map(|&index| self.labels[index]).collect();
        let data = TensorData::new(batch, [indices.len()]);
        Untracked::<Tensor<1, Int>>::from_data(data, device)
    }
}

/// Orders to go through the images in: another one each time, the same ones for the same seed.
pub struct Shuffle(u64);

impl Shuffle {
    /// Starts at a seed; any will do.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The numbers below `n`, shuffled.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        // Fisher and Yates: each place, from the last, gets one of those not placed yet.
        for place in (1..n).rev() {
            order.swap(place, self.below(place + 1));
        }
        order
    }

    fn below(&mut self, bound: usize) -> usize {
        // 32 bits fit every `usize`; over some thousand images the remainder is even enough.
        let bits = (self.draw() >> 32) as u32;
        bits as usize % bound
    }

    /// `SplitMix64`.
    ///
    /// # Source
    /// G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
    /// OOPSLA 2014: the increment is its `GOLDEN_GAMMA`, the rest its `mix64variant13`.
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = self.0;
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
