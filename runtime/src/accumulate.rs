//! [`GradientsAccumulator`]: several backward passes, one step.

use core::fmt;

use burn::module::{ModuleVisitor, Param, ParamId};
use burn::optim;
use burn::tensor::Tensor;

use crate::context::Context;
use crate::gradients::{GradientsError, GradientsOf};
use crate::model::{Mark, Model};
use crate::tracked::Tracked;

/// Adds up the gradients of several losses of one model, for one step.
///
/// A sum, as Burn's accumulator makes it: for the mean over batches, divide each loss by their
/// number.
///
/// ```
/// use burn::nn::{Linear, LinearConfig};
/// use burn::optim::SgdConfig;
/// use burn::prelude::*;
/// use fireproof::GradientsAccumulator;
/// use fireproof::prelude::*;
///
/// #[fusible]
/// #[derive(Module, Debug)]
/// struct Net {
///     layer: Linear,
/// }
///
/// #[fusible]
/// impl Net {
///     fn loss(&self, input: Tensor<2>) -> Tensor<1> {
///         self.layer.forward(input).square().mean()
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let device = Device::flex();
/// let mut model = Tracked::train(Net { layer: LinearConfig::new(4, 2).init(&device) })?;
/// let mut optimizer = Optimizer::from(SgdConfig::new().init());
/// let mut accumulator = GradientsAccumulator::new();
/// for _ in 0..4 {
///     let batch = Untracked::<Tensor<2>>::ones([8, 4], &device);
///     let loss = model.loss(batch) / 4.0;
///     accumulator.accumulate(&model, loss.backward()?.of(&model))?;
/// }
/// optimizer.step(0.1, &mut model, accumulator.grads())?;
/// # Ok(())
/// # }
/// ```
pub struct GradientsAccumulator<M> {
    inner: optim::GradientsAccumulator<M>,
    /// The parameters with a gradient, in the order the model is visited.
    updates: Vec<ParamId>,
    /// The parameters that had no gradient in any loss, once there was one.
    missing: Option<Vec<String>>,
    /// The model that all of them were taken from, if it is one.
    mark: Option<Mark>,
}

impl<M> GradientsAccumulator<M> {
    /// Starts with nothing.
    #[must_use]
    pub fn new() -> Self {
        Self {
            inner: optim::GradientsAccumulator::new(),
            updates: Vec::new(),
            missing: None,
            mark: None,
        }
    }

    /// The sums, for a step; starts again with nothing.
    ///
    /// A parameter is [missing](GradientsOf::missing) when it had no gradient in any of the losses.
    pub fn grads(&mut self) -> GradientsOf<M> {
        GradientsOf::new(
            self.inner.grads(),
            core::mem::take(&mut self.updates),
            self.missing.take().unwrap_or_default(),
            self.mark.take(),
        )
    }
}

impl<M: Model> GradientsAccumulator<M> {
    /// Adds the gradients of one more loss.
    ///
    /// # Errors
    /// [`GradientsError::OtherModel`] when these gradients, or those before, are of another
    /// instance of the model, or the model was frozen since; Burn drops them without a word.
    /// What was accumulated is as it was.
    pub fn accumulate(
        &mut self,
        model: &Tracked<M, impl Context>,
        gradients: GradientsOf<M>,
    ) -> Result<(), GradientsError> {
        gradients.check_owner(model)?;
        let mark = Some(model.mark());
        let model = model.model();
        if self.mark != mark {
            let strangers = crate::gradients::strangers(model, &self.updates);
            if strangers != 0 {
                return Err(GradientsError::OtherModel {
                    strangers,
                    gradients: self.updates.len(),
                });
            }
        }
        // Of one model only when the first ones were, and all since.
        let first = self.missing.is_none();
        self.mark = mark.filter(|_| gradients.mark == mark && (first || self.mark == mark));
        self.inner.accumulate(model, gradients.params);
        if self.updates.is_empty() {
            self.updates = gradients.updates;
        } else if self.updates != gradients.updates {
            let mut union = Union {
                parts: [&self.updates, &gradients.updates],
                all: Vec::new(),
            };
            model.visit(&mut union);
            self.updates = union.all;
        }
        match &mut self.missing {
            Some(missing) => missing.retain(|path| gradients.missing.contains(path)),
            None => self.missing = Some(gradients.missing),
        }
        Ok(())
    }
}

impl<M> Default for GradientsAccumulator<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> fmt::Debug for GradientsAccumulator<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GradientsAccumulator")
            .field("parameters", &self.updates.len())
            .field("missing", &self.missing)
            .finish_non_exhaustive()
    }
}

/// The parameters of both parts, in the order of the model's visit.
struct Union<'a> {
    parts: [&'a [ParamId]; 2],
    all: Vec<ParamId>,
}

impl ModuleVisitor for Union<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if self.parts.iter().any(|part| part.contains(&param.id)) {
            self.all.push(param.id);
        }
    }
}
