//! Saving and loading models in Burn's record format.

use std::path::{Path, PathBuf};

use burn::module::{ModuleVisitor, Param};
use burn::store::{ModuleRecord, RecordError};
use burn::tensor::Tensor;

use crate::context::Context;
use crate::model::Model;
use crate::quantize::is_packed;
use crate::tracked::{Tracked, TrainError};
use crate::untracked::Untracked;

/// Why a model could not be saved to or loaded from a file. A model is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file could not be written.
    #[error("cannot save the model to `{}`: {source}", path.display())]
    Save {
        /// The file.
        path: PathBuf,
        /// Burn's reason.
        source: RecordError,
    },
    /// The file could not be read, or holds another model.
    #[error("cannot load the model from `{}`: {source}", path.display())]
    Load {
        /// The file.
        path: PathBuf,
        /// Burn's reason; names tensors and shapes.
        source: RecordError,
    },
    /// The file holds quantized weights and would turn this float model into a quantized one.
    #[error(
        "`{}` holds quantized weights, and this is a float model: load the float record and \
         quantize it", path.display()
    )]
    Quantized {
        /// The file.
        path: PathBuf,
    },
    /// The record holds another model.
    #[error("cannot load the model from this record: {source}")]
    Record {
        /// Burn's reason; names tensors and shapes.
        source: RecordError,
    },
    /// The record holds quantized weights and would turn this float model into a quantized one.
    #[error(
        "this record holds quantized weights, and this is a float model: load the float record and \
         quantize it"
    )]
    QuantizedRecord,
    /// The parameters fit, and the model that they make cannot be trained.
    #[error("the record was loaded, and {source}")]
    Untrainable {
        /// What is wrong with which parameter.
        source: TrainError,
    },
}

impl<M: Model> Untracked<M> {
    /// Saves the model to a file, as Burn's `save_file`.
    ///
    /// # Errors
    /// [`LoadError::Save`] names the file.
    pub fn save_file(&self, path: impl AsRef<Path>) -> Result<(), LoadError> {
        save(self.get(), path.as_ref())
    }

    /// This model with the parameters of a file.
    ///
    /// # Errors
    /// [`LoadError`] names the file and what does not fit: a missing tensor, another shape,
    /// quantized weights. This model is as it was.
    pub fn load_file(&self, path: impl AsRef<Path>) -> Result<Self, LoadError> {
        load_file(self.get(), path.as_ref()).map(Self::sealed)
    }

    /// This model with the parameters of a record.
    ///
    /// # Errors
    /// As [`load_file`](Untracked::load_file).
    pub fn load_record(&self, record: ModuleRecord) -> Result<Self, LoadError> {
        load(self.get(), record, None).map(Self::sealed)
    }

    /// The parameters as Burn's record, which can be kept in memory or saved.
    #[must_use]
    pub fn to_record(&self) -> ModuleRecord {
        record(self.get())
    }
}

impl<M: Model, C: Context> Tracked<M, C> {
    /// Saves the model to a file, as Burn's `save_file`.
    ///
    /// # Errors
    /// [`LoadError::Save`] names the file.
    pub fn save_file(&self, path: impl AsRef<Path>) -> Result<(), LoadError> {
        save(self.model(), path.as_ref())
    }

    /// This model with the parameters of a file, ready to go on training: on the devices of this
    /// model, in its context, and what is frozen here is frozen there.
    ///
    /// The parameters take the ids that were saved, so that an optimizer's record finds them.
    ///
    /// # Errors
    /// [`LoadError`] names the file and what does not fit: a missing tensor, another shape,
    /// quantized weights. This model is as it was.
    pub fn load_file(&self, path: impl AsRef<Path>) -> Result<Self, LoadError> {
        resume(load_file(self.model(), path.as_ref())?)
    }

    /// This model with the parameters of a record, as [`load_file`](Tracked::load_file).
    ///
    /// # Errors
    /// As [`load_file`](Tracked::load_file).
    pub fn load_record(&self, record: ModuleRecord) -> Result<Self, LoadError> {
        resume(load(self.model(), record, None)?)
    }

    /// The parameters as Burn's record, which can be kept in memory or saved.
    #[must_use]
    pub fn to_record(&self) -> ModuleRecord {
        record(self.model())
    }
}

fn resume<M: Model, C: Context>(model: M) -> Result<Tracked<M, C>, LoadError> {
    Tracked::train_here(model).map_err(|source| LoadError::Untrainable { source })
}

/// The record of a model in any form.
fn record<M: Model>(model: &M) -> ModuleRecord {
    // Validation form brings the statistics of a batch norm up to date; a visit alone would miss
    // those of the last batch.
    model.valid().into_record()
}

fn save<M: Model>(model: &M, path: &Path) -> Result<(), LoadError> {
    record(model).save(path).map_err(|source| LoadError::Save {
        path: path.to_owned(),
        source,
    })
}

fn load_file<M: Model>(model: &M, path: &Path) -> Result<M, LoadError> {
    let record = ModuleRecord::load(path).map_err(|source| LoadError::Load {
        path: path.to_owned(),
        source,
    })?;
    load(model, record, Some(path))
}

/// A copy of `model` in validation form, with the parameters of a record.
fn load<M: Model>(model: &M, record: ModuleRecord, file: Option<&Path>) -> Result<M, LoadError> {
    // Of validation form, not of a clone: clones of a batch norm share its statistics, and loading
    // into one would change the others, whether it succeeds or not.
    let loaded = model
        .valid()
        .try_load_record(record)
        .map_err(|source| match file {
            Some(path) => LoadError::Load {
                path: path.to_owned(),
                source,
            },
            None => LoadError::Record { source },
        })?;
    // Burn takes the dtypes of the record, so a quantized one would go through in silence.
    let mut packed = AnyPacked(false);
    loaded.visit(&mut packed);
    if packed.0 {
        return Err(match file {
            Some(path) => LoadError::Quantized {
                path: path.to_owned(),
            },
            None => LoadError::QuantizedRecord,
        });
    }
    Ok(loaded.valid())
}

struct AnyPacked(bool);

impl ModuleVisitor for AnyPacked {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0 |= is_packed(&param.base());
    }
}
