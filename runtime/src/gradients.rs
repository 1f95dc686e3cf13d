//! Gradients: what a backward pass leaves behind, and whose they are.

use core::marker::PhantomData;

use burn::module::{ModuleVisitor, Param, ParamId};
use burn::optim::GradientsParams;
use burn::tensor::Tensor;

use crate::context::{Context, Scoped};
use crate::model::Model;
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// Why a backward pass did not start. No graph was consumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackwardError {
    /// The loss is in an autodiff context, but no source reaches it.
    #[error(
        "no gradient reaches this loss: none of its inputs is a parameter of a model in training \
         form or a leaf. Compute it from the model's output, and look for a `detach` on the way"
    )]
    NotTracked,
    /// The loss has more than one element, or none.
    #[error(
        "a loss has one element, and this tensor has shape {shape:?}: reduce it first, for \
         example with `.mean()` or `.sum()`"
    )]
    NotOneElement {
        /// The shape of the tensor.
        shape: Vec<usize>,
    },
}

/// The gradients of one loss, by source.
///
/// Handed to the model with [`of`](Gradients::of), or looked up leaf by leaf with
/// [`Leaf::grad`](crate::Leaf::grad).
#[must_use = "gradients do nothing until `of` hands them to a model or a leaf looks its own up"]
pub struct Gradients {
    raw: burn::tensor::Gradients,
}

impl core::fmt::Debug for Gradients {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Gradients(..)")
    }
}

impl Gradients {
    pub(crate) fn new(raw: burn::tensor::Gradients) -> Self {
        Self { raw }
    }

    pub(crate) fn raw(&self) -> &burn::tensor::Gradients {
        &self.raw
    }

    /// The gradients of the parameters of `model`.
    pub fn of<M: Model, C: Context>(mut self, model: &Tracked<M, C>) -> GradientsOf<M> {
        self.take(model)
    }

    /// As [`of`](Gradients::of), leaving the gradients of other models in place: one backward pass
    /// can serve two models.
    pub fn take<M: Model, C: Context>(&mut self, model: &Tracked<M, C>) -> GradientsOf<M> {
        let mut collect = Collect {
            raw: &mut self.raw,
            found: GradientsParams::new(),
            updates: Vec::new(),
            missing: Vec::new(),
            path: Path::default(),
        };
        model.model().visit(&mut collect);
        GradientsOf {
            params: collect.found,
            updates: collect.updates,
            missing: collect.missing,
            model: PhantomData,
        }
    }
}

/// The gradients of the parameters of an `M`: the only thing that steps an `M`.
#[must_use = "gradients do nothing until an optimizer steps with them"]
pub struct GradientsOf<M> {
    pub(crate) params: GradientsParams,
    /// The parameters with a gradient, in the order the model is visited.
    pub(crate) updates: Vec<ParamId>,
    pub(crate) missing: Vec<String>,
    model: PhantomData<fn() -> M>,
}

impl<M> core::fmt::Debug for GradientsOf<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("GradientsOf")
            .field("parameters", &self.updates.len())
            .field("missing", &self.missing)
            .finish_non_exhaustive()
    }
}

impl<M> GradientsOf<M> {
    /// How many parameters have a gradient.
    #[must_use]
    pub fn len(&self) -> usize {
        self.updates.len()
    }

    /// Whether no parameter has a gradient.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.updates.is_empty()
    }

    /// The trainable parameters that the loss does not depend on, as paths (`hidden.weight`).
    #[must_use]
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// The gradient of one parameter.
    ///
    /// # Shapes
    /// The shape of the parameter.
    #[must_use]
    pub fn get<const D: usize>(&self, param: &Param<Tensor<D>>) -> Option<Untracked<Tensor<D>>> {
        // Asked by id alone, Burn's container panics on another rank; the parameter fixes it.
        self.params.get::<D>(param.id).map(Untracked::strip)
    }
}

/// Computes a loss and its gradients in one go: exactly one loss, and no tensor of its graph can
/// leave the closure.
///
/// The closure gets the model in a context of its own, so two losses over shared intermediate
/// results (Burn: "graph tape has already been consumed") cannot be written: inside, `backward` is
/// not yours to call. What should outlive the call leaves as a constant, `kept.detach()`; without
/// that the compiler says "lifetime may not live long enough" at the closure's result.
///
/// # Errors
/// As [`Tracked::backward`].
pub fn value_and_grad<M, C, F, const D: usize>(
    model: &Tracked<M, C>,
    loss: F,
) -> Result<(Untracked<Tensor<D>>, GradientsOf<M>), BackwardError>
where
    M: Model,
    C: Context,
    F: for<'g> FnOnce(&Tracked<M, Scoped<'g, C>>) -> Tracked<Tensor<D>, Scoped<'g, C>>,
{
    let loss = loss(model.scoped());
    let value = loss.clone().detach();
    let gradients = loss.go_back()?;
    Ok((value, gradients.of(model)))
}

/// The path of the parameter being visited, kept in one buffer: building a `String` for every
/// parameter of every step would be the most expensive thing our types do.
#[derive(Default)]
pub(crate) struct Path {
    text: String,
    starts: Vec<usize>,
}

impl Path {
    pub(crate) fn enter(&mut self, name: &str) {
        self.starts.push(self.text.len());
        if !self.text.is_empty() {
            self.text.push('.');
        }
        self.text.push_str(name);
    }

    pub(crate) fn exit(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.text.truncate(start);
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// Takes the gradient of every trainable parameter, and the names of those that have none.
struct Collect<'a> {
    raw: &'a mut burn::tensor::Gradients,
    found: GradientsParams,
    updates: Vec<ParamId>,
    missing: Vec<String>,
    path: Path,
}

impl ModuleVisitor for Collect<'_> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.enter(name);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.exit();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if !param.is_require_grad() {
            return;
        }
        match param.val().grad_remove(self.raw) {
            Some(gradient) => {
                self.found.register(param.id, gradient);
                self.updates.push(param.id);
            }
            None => self.missing.push(self.path.as_str().to_owned()),
        }
    }
}
