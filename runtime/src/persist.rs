//! Saving and loading models in Burn's record format.

use std::path::{Path, PathBuf};

use burn::module::{Module, ModuleVisitor, Param};
use burn::store::RecordError;
use burn::tensor::Tensor;

use crate::context::Context;
use crate::model::Model;
use crate::quantize::is_packed;
use crate::tracked::Tracked;
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
}

impl<M: Model> Untracked<M> {
    /// Saves the model to a file, as Burn's `save_file`.
    ///
    /// # Errors
    /// [`LoadError::Save`] names the file.
    pub fn save_file(&self, path: impl AsRef<Path>) -> Result<(), LoadError> {
        save(self.get().clone(), path.as_ref())
    }

    /// This model with the parameters of a file.
    ///
    /// # Errors
    /// [`LoadError`] names the file and what does not fit: a missing tensor, another shape,
    /// quantized weights. This model is as it was.
    pub fn load_file(&self, path: impl AsRef<Path>) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let model = self
            .get()
            .clone()
            .try_load_file(path)
            .map_err(|source| LoadError::Load {
                path: path.to_owned(),
                source,
            })?;
        // Burn takes the dtypes of the record, so a quantized one would go through in silence.
        let mut packed = AnyPacked(false);
        model.visit(&mut packed);
        if packed.0 {
            return Err(LoadError::Quantized {
                path: path.to_owned(),
            });
        }
        Ok(Self::valid(&model))
    }
}

impl<M: Model, C: Context> Tracked<M, C> {
    /// Saves the model to a file, as Burn's `save_file`.
    ///
    /// # Errors
    /// [`LoadError::Save`] names the file.
    pub fn save_file(&self, path: impl AsRef<Path>) -> Result<(), LoadError> {
        save(self.model().clone(), path.as_ref())
    }
}

fn save<M: Module>(model: M, path: &Path) -> Result<(), LoadError> {
    model.save_file(path).map_err(|source| LoadError::Save {
        path: path.to_owned(),
        source,
    })
}

struct AnyPacked(bool);

impl ModuleVisitor for AnyPacked {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0 |= is_packed(&param.base());
    }
}
