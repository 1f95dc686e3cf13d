//! [`Optimizer`]: Burn's optimizers, with a step that cannot do nothing.

use std::path::PathBuf;

use burn::grad_clipping::GradientClipping;
use burn::lr_scheduler::module_lr_scheduler::ModuleLearningRate;
use burn::module::{Module, ModuleVisitor, Param, ParamGroup, ParamId};
use burn::optim::{DynOptimizer, GradientsParams, ModuleOptimizer, OptimizerRecord};
use burn::store::RecordError;
use burn::tensor::{Bytes, Device, Tensor};

use crate::context::Context;
use crate::gradients::{self, GradientsOf, each_float};
use crate::model::Model;
use crate::rules::{OwnsGradients, TrainingForm};
use crate::tracked::Tracked;

/// A Burn optimizer that steps models in training form with gradients of their own.
///
/// ```
/// use burn::optim::AdamConfig;
/// use fireproof::Optimizer;
///
/// let optimizer = Optimizer::from(AdamConfig::new().init());
/// ```
///
/// Takes every optimizer of Burn's that has an `init`, and whatever was set up on it: clipping,
/// weight decay, groups. [`Lbfgs`](crate::Lbfgs) has a step of another kind. The rate of a step is
/// a number, or what a scheduler's `step()` returns. Burn's `step_multi` has no typed form: its
/// gradients come from several devices and belong to no model.
#[derive(Clone)]
pub struct Optimizer {
    inner: ModuleOptimizer,
}

impl core::fmt::Debug for Optimizer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Optimizer(..)")
    }
}

impl From<ModuleOptimizer> for Optimizer {
    fn from(inner: ModuleOptimizer) -> Self {
        Self { inner }
    }
}

/// What a step did.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepReport {
    /// The updated parameters, in the order the model is visited;
    /// [`names`](StepReport::names) gives their paths.
    pub updated: Vec<ParamId>,
    /// The paths of the trainable parameters that had no gradient, as `output.bias`.
    pub missing: Vec<String>,
}

impl StepReport {
    /// The paths of the updated parameters in `model`, as `hidden.weight`.
    #[must_use]
    pub fn names<M: Model, C: Context>(&self, model: &Tracked<M, C>) -> Vec<String> {
        // Looked up on demand: most steps are never asked, and a name is a `String`.
        let mut names = Vec::new();
        each_float(model.model(), |param| {
            if self.updated.contains(&param.id) {
                names.push(param.path.to_owned());
            }
        });
        names
    }
}

impl core::fmt::Display for StepReport {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} parameters updated", self.updated.len())?;
        if !self.missing.is_empty() {
            write!(f, "; without a gradient: {}", self.missing.join(", "))?;
        }
        Ok(())
    }
}

/// Why a step was refused. The model is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// No parameter has a gradient, so the step would change nothing.
    #[error("{}", nothing_to_update(.missing))]
    NothingToUpdate {
        /// The paths of all trainable parameters.
        missing: Vec<String>,
    },
    /// The gradients were taken from another model of the same type, or the model was frozen in
    /// the meantime.
    #[error(
        "{strangers} of {gradients} gradients do not belong to a trainable parameter of this \
         model: they were taken from another instance, or the model was frozen since"
    )]
    OtherModel {
        /// How many gradients have no parameter here.
        strangers: usize,
        /// How many gradients there are.
        gradients: usize,
    },
    /// The model was moved after its gradients were computed. Burn would move its parameters back
    /// to the gradients, one by one.
    #[error(
        "the gradients are on {gradients} and the model is on {model}: it was moved after they \
         were computed; compute them again"
    )]
    OtherDevice {
        /// The device of the model, as Burn prints it.
        model: String,
        /// The device of the gradients, as Burn prints it.
        gradients: String,
    },
}

fn nothing_to_update(missing: &[String]) -> String {
    if missing.is_empty() {
        return "these gradients are empty, so the step would change nothing: nothing was \
                accumulated since they were last taken"
            .to_owned();
    }
    format!(
        "no parameter of this model has a gradient, so the step would change nothing; without a \
         gradient: {}. The loss was not computed from this model",
        missing.join(", ")
    )
}

/// A group that no parameter is in. It was not added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no trainable parameter of this model is in the group, so its optimizer would never run; the \
     parameters are {}", .parameters.join(", ")
)]
#[non_exhaustive]
pub struct EmptyGroup {
    /// The paths of the model's trainable parameters.
    pub parameters: Vec<String>,
}

/// Why an optimizer's state could not be saved or loaded. The optimizer is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptimizerRecordError {
    /// The file could not be written.
    #[error("cannot save the optimizer to `{}`: {source}", path.display())]
    Save {
        /// The file.
        path: PathBuf,
        /// Burn's reason.
        source: RecordError,
    },
    /// The file could not be read.
    #[error("cannot load the optimizer from `{}`: {source}", path.display())]
    Load {
        /// The file.
        path: PathBuf,
        /// Burn's reason.
        source: RecordError,
    },
    /// The bytes could not be written or read.
    #[error("cannot read or write the bytes of an optimizer: {source}")]
    Bytes {
        /// Burn's reason.
        source: RecordError,
    },
    /// The state is that of another kind of optimizer. Burn would start afresh without a word.
    #[error(
        "the record holds {found} tensors of state, and this optimizer can take {kept} of them: \
         it was saved by another kind of optimizer, or by one with other settings"
    )]
    Foreign {
        /// How many tensors the record holds.
        found: usize,
        /// How many of them this optimizer can take.
        kept: usize,
    },
}

impl Optimizer {
    /// Updates the parameters of `model`, and says which.
    ///
    /// The rate is a number, or what a scheduler's `step()` returns.
    ///
    /// # Errors
    /// Checked before anything moves, so the model and the optimizer's state are as they were:
    /// [`StepError::NothingToUpdate`], [`StepError::OtherModel`] and [`StepError::OtherDevice`].
    ///
    /// # Panics
    /// Where Burn does: a `ModuleLearningRate::default()` has no rate, and Muon steps matrices
    /// only. The model is lost then, and says so when it is next used.
    pub fn step<T, M>(
        &mut self,
        lr: impl Into<ModuleLearningRate>,
        model: &mut T,
        gradients: GradientsOf<M>,
    ) -> Result<StepReport, StepError>
    where
        T: TrainingForm + OwnsGradients<M>,
    {
        let slot = model.__slot();
        if gradients.is_empty() {
            return Err(StepError::NothingToUpdate {
                missing: gradients.missing,
            });
        }
        // Taken from this very model, they fit; it is asked only when they were not.
        if gradients.mark != Some(slot.mark()) {
            fits(slot.get(), &gradients)?;
        }
        slot.replace(|model| self.inner.step(lr, model, gradients.params));
        Ok(StepReport {
            updated: gradients.updates,
            missing: gradients.missing,
        })
    }

    /// Steps the parameters of a group of `model` with another optimizer; of groups that share a
    /// parameter, the last one has it. As Burn's, this drops the state of the group's parameters.
    ///
    /// ```
    /// use burn::module::ParamGroup;
    /// use burn::nn::{Linear, LinearConfig};
    /// use burn::optim::{MuonConfig, SgdConfig};
    /// use burn::prelude::*;
    /// use fireproof::prelude::*;
    ///
    /// #[fusible]
    /// #[derive(Module, Debug)]
    /// struct Net {
    ///     layer: Linear,
    /// }
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let model = Tracked::train(Net { layer: LinearConfig::new(4, 2).init(&Device::flex()) })?;
    /// let weights = || ParamGroup::from_predicate("weight");
    /// let optimizer = Optimizer::from(SgdConfig::new().init());
    /// let optimizer = optimizer.with_group(&model, weights(), MuonConfig::new().build(), None)?;
    ///
    /// let typo = ParamGroup::from_predicate("wieght");
    /// let error = optimizer.with_group(&model, typo, MuonConfig::new().build(), None);
    /// assert!(error.unwrap_err().to_string().contains("layer.weight, layer.bias"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`EmptyGroup`] when no trainable parameter of `model` is in the group, which in Burn is a
    /// group without effect.
    pub fn with_group<M: Model>(
        self,
        model: &Tracked<M, impl Context>,
        group: ParamGroup,
        optimizer: impl DynOptimizer + 'static,
        clipping: Option<GradientClipping>,
    ) -> Result<Self, EmptyGroup> {
        let (mut any, mut parameters) = (false, Vec::new());
        each_float(model.model(), |param| {
            if param.trains {
                any |= group.matches(&param.id, Some(param.path));
                parameters.push(param.path.to_owned());
            }
        });
        if !any {
            return Err(EmptyGroup { parameters });
        }
        Ok(self.inner.with_group(group, optimizer, clipping).into())
    }

    /// Clips the gradient of every parameter, by value or by its norm, before it is used; as
    /// Burn's, this does not reach into groups.
    ///
    /// [`GradientsOf::clip_by_global_norm`] bounds all parameters together.
    #[must_use]
    pub fn with_grad_clipping(self, clipping: GradientClipping) -> Self {
        self.inner.with_grad_clipping(clipping).into()
    }

    /// The clipping of what is in no group.
    #[must_use]
    pub fn grad_clipping(&self) -> Option<&GradientClipping> {
        self.inner.grad_clipping()
    }

    /// Whether any gradient is clipped, in a group or out of it.
    #[must_use]
    pub fn has_gradient_clipping(&self) -> bool {
        self.inner.has_gradient_clipping()
    }

    /// The state of the optimizer as Burn's record: moments and counts, parameter by parameter.
    #[must_use]
    pub fn to_record(&self) -> OptimizerRecord {
        self.inner.to_record()
    }

    /// This optimizer with the state of a record.
    ///
    /// State is kept by parameter id, and a model has the ids of its own record: load the model
    /// first, or the state is that of no parameter. The state passes through Burn's default
    /// device, and moves to that of the model with the next step.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Foreign`] when the state is that of another kind of optimizer.
    ///
    /// # Panics
    /// Where Burn does: for a record of L-BFGS, which names no parameters.
    pub fn load_record(&self, record: OptimizerRecord) -> Result<Self, OptimizerRecordError> {
        let found = record.len();
        let inner = self.inner.clone().load_record(record);
        // Burn leaves out what it cannot place, so what was kept is counted.
        let kept = inner.to_record().len();
        if kept == found {
            Ok(inner.into())
        } else {
            Err(OptimizerRecordError::Foreign { found, kept })
        }
    }

    /// Saves the state to a file.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Save`] names the file.
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), OptimizerRecordError> {
        save(self.to_record(), path.as_ref())
    }

    /// This optimizer with the state of a file.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Load`] names the file; and as
    /// [`load_record`](Optimizer::load_record).
    ///
    /// # Panics
    /// As [`load_record`](Optimizer::load_record).
    pub fn load(&self, path: impl AsRef<std::path::Path>) -> Result<Self, OptimizerRecordError> {
        self.load_record(load(path.as_ref())?)
    }

    /// The state as bytes.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Bytes`].
    pub fn to_bytes(&self) -> Result<Bytes, OptimizerRecordError> {
        let bytes = self.to_record().into_bytes();
        bytes.map_err(|source| OptimizerRecordError::Bytes { source })
    }

    /// This optimizer with the state of bytes.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Bytes`]; and as [`load_record`](Optimizer::load_record).
    ///
    /// # Panics
    /// As [`load_record`](Optimizer::load_record).
    pub fn load_bytes(&self, bytes: Bytes) -> Result<Self, OptimizerRecordError> {
        let record = OptimizerRecord::from_bytes(bytes);
        self.load_record(record.map_err(|source| OptimizerRecordError::Bytes { source })?)
    }

    /// The Burn optimizer. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> ModuleOptimizer {
        self.inner
    }
}

/// Saves a record, and names the file when that fails.
pub(crate) fn save(
    record: OptimizerRecord,
    path: &std::path::Path,
) -> Result<(), OptimizerRecordError> {
    record
        .save(path)
        .map_err(|source| OptimizerRecordError::Save {
            path: path.to_owned(),
            source,
        })
}

/// Loads a record, and names the file when that fails.
pub(crate) fn load(path: &std::path::Path) -> Result<OptimizerRecord, OptimizerRecordError> {
    OptimizerRecord::load(path).map_err(|source| OptimizerRecordError::Load {
        path: path.to_owned(),
        source,
    })
}

/// Whether these gradients are of trainable parameters of this model, on its device.
#[cold]
fn fits<M: Module, G>(model: &M, gradients: &GradientsOf<G>) -> Result<(), StepError> {
    let strangers = gradients::strangers(model, &gradients.updates);
    if strangers != 0 {
        return Err(StepError::OtherModel {
            strangers,
            gradients: gradients.len(),
        });
    }
    let Some(&first) = gradients.updates.first() else {
        return Ok(());
    };
    let mut places = Places {
        first,
        gradients: &gradients.params,
        apart: None,
    };
    model.visit(&mut places);
    match places.apart {
        Some((model, gradients)) => Err(StepError::OtherDevice {
            model: format!("{:?}", model.without_autodiff()),
            gradients: format!("{gradients:?}"),
        }),
        None => Ok(()),
    }
}

/// Compares the devices of the first parameter that has a gradient: a model moves as a whole.
struct Places<'a> {
    first: ParamId,
    gradients: &'a GradientsParams,
    apart: Option<(Device, Device)>,
}

impl ModuleVisitor for Places<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if param.id != self.first {
            return;
        }
        if let Some(gradient) = self.gradients.get::<D>(param.id) {
            let (model, gradient) = (param.val().device(), gradient.device());
            if model != gradient {
                self.apart = Some((model, gradient));
            }
        }
    }
}
