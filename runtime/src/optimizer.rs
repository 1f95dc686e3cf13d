//! [`Optimizer`]: Burn's optimizers, with a step that cannot do nothing.

use burn::lr_scheduler::module_lr_scheduler::ModuleLearningRate;
use burn::module::{Module, ModuleVisitor, Param, ParamId};
use burn::optim::ModuleOptimizer;
use burn::tensor::Tensor;

use crate::context::Context;
use crate::gradients::{GradientsOf, Path};
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
        struct Names<'a> {
            path: Path,
            wanted: &'a [ParamId],
            found: Vec<String>,
        }
        impl ModuleVisitor for Names<'_> {
            fn enter_module(&mut self, name: &str, _: &str) {
                self.path.enter(name);
            }
            fn exit_module(&mut self, _: &str, _: &str) {
                self.path.exit();
            }
            fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
                if self.wanted.contains(&param.id) {
                    self.found.push(self.path.as_str().to_owned());
                }
            }
        }
        let mut names = Names {
            path: Path::default(),
            wanted: &self.updated,
            found: Vec::new(),
        };
        model.model().visit(&mut names);
        names.found
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
    #[error(
        "no parameter of this model has a gradient, so the step would change nothing; without a \
         gradient: {}. The loss was not computed from this model", .missing.join(", ")
    )]
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
}

impl Optimizer {
    /// Updates the parameters of `model`, and says which.
    ///
    /// # Errors
    /// Checked before anything moves, so the model and the optimizer's state are as they were:
    /// [`StepError::NothingToUpdate`] and [`StepError::OtherModel`].
    pub fn step<T, M>(
        &mut self,
        lr: impl Into<ModuleLearningRate>,
        model: &mut T,
        gradients: GradientsOf<M>,
    ) -> Result<StepReport, StepError>
    where
        T: TrainingForm + OwnsGradients<M>,
    {
        let slot = model.slot();
        if gradients.is_empty() {
            return Err(StepError::NothingToUpdate {
                missing: gradients.missing,
            });
        }
        let mut check = Strangers {
            expected: &gradients.updates,
        };
        slot.get().visit(&mut check);
        if !check.expected.is_empty() {
            return Err(StepError::OtherModel {
                strangers: check.expected.len(),
                gradients: gradients.len(),
            });
        }
        slot.replace(|model| self.inner.step(lr, model, gradients.params));
        Ok(StepReport {
            updated: gradients.updates,
            missing: gradients.missing,
        })
    }

    /// The Burn optimizer, for its state and its record.
    #[must_use]
    pub fn into_inner(self) -> ModuleOptimizer {
        self.inner
    }
}

/// Ticks off the expected parameters; both sides are in the order of the model's visit.
struct Strangers<'a> {
    expected: &'a [ParamId],
}

impl ModuleVisitor for Strangers<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let [next, rest @ ..] = self.expected
            && *next == param.id
            && param.is_require_grad()
        {
            self.expected = rest;
        }
    }
}
