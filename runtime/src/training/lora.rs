//! Low-rank adapters (LoRA): attached to a model in either form, and folded in.

use burn::module::{Lora, ModuleVisitor, Param, ParamGroup};
use burn::tensor::Tensor;

use crate::context::Context;
use crate::gradients::Path;
use crate::model::Model;
use crate::tracked::{Tracked, TrainError};
use crate::untracked::Untracked;

use super::enter;

impl<M: Model, C: Context> Tracked<M, C> {
    /// Freezes every parameter and attaches trainable adapters to the weights of rank 2, as Burn's
    /// [`apply_lora`](burn::module::Module::apply_lora).
    ///
    /// The adapters are leaves of this context. Dropout and batch norm go on as they are.
    ///
    /// # Errors
    /// [`TrainError::Lora`]: the rank is 0, no weight of rank 2 matches the group of `lora`, or
    /// one has an adapter already. All of it is found before anything changes.
    pub fn apply_lora(self, lora: Lora) -> Result<Self, TrainError> {
        let model = adapt(&self.into_inner(), lora)?;
        Ok(Self::sealed(enter::<M, C>(&model)))
    }

    /// Folds the adapters into the weights that they were attached to.
    ///
    /// A folded weight is as frozen as its base was, and after [`apply_lora`](Tracked::apply_lora)
    /// alone that is all of them, so the model is in validation form.
    /// `model.materialize().unfreeze().train()?` goes on with all parameters.
    pub fn materialize(self) -> Untracked<M> {
        self.valid().materialize()
    }
}

impl<M: Model> Untracked<M> {
    /// Freezes every parameter and attaches adapters, as [`Tracked::apply_lora`]: a later training
    /// form trains them alone.
    ///
    /// # Errors
    /// As [`Tracked::apply_lora`].
    pub fn apply_lora(self, lora: Lora) -> Result<Self, TrainError> {
        adapt(&self.into_inner(), lora).map(Self::sealed)
    }

    /// Folds the adapters into the weights that they were attached to.
    pub fn materialize(self) -> Self {
        Self::sealed(self.into_inner().materialize())
    }
}

/// The model with adapters, in validation form.
fn adapt<M: Model>(model: &M, lora: Lora) -> Result<M, TrainError> {
    let mut survey = Weights {
        group: &lora.param_group,
        path: Path::default(),
        matching: 0,
        others: Vec::new(),
        problems: Vec::new(),
    };
    model.visit(&mut survey);
    if survey.matching == 0 {
        survey.problems.push(format!(
            "no weight of rank 2 matches the parameter group; those of this model are: {}",
            survey.others.join(", ")
        ));
    }
    let mut problems = survey.problems;
    if lora.rank == 0 {
        // Burn would divide by it.
        problems.push("an adapter of rank 0 changes nothing; choose a rank of 1 or more".into());
    }
    if !problems.is_empty() {
        return Err(TrainError::Lora(problems));
    }
    Ok(model.valid().apply_lora(lora).valid())
}

/// Finds the weights that adapters would be attached to.
struct Weights<'a> {
    group: &'a ParamGroup,
    path: Path,
    matching: usize,
    /// Weights of rank 2 that do not match.
    others: Vec<String>,
    problems: Vec<String>,
}

impl ModuleVisitor for Weights<'_> {
    fn enter_module(&mut self, name: &str, container: &str) {
        if container == "Reparameterization" {
            // Burn would put adapters on the adapter.
            self.problems.push(format!(
                "{}: the parameter has an adapter already; fold it in first, with `materialize`",
                self.path.as_str()
            ));
        }
        self.path.enter(name);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.exit();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if D != 2 {
            return;
        }
        if self.group.matches(&param.id, Some(self.path.as_str())) {
            self.matching += 1;
        } else {
            self.others.push(self.path.as_str().to_owned());
        }
    }
}
