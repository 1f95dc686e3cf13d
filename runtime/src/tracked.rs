//! [`Tracked`]: values inside of an autodiff context.

use core::fmt;
use core::marker::PhantomData;
use std::collections::HashMap;

use burn::module::{ModuleMapper, ModuleVisitor, Param, ParamId};
use burn::tensor::{GradientCheckpointingStrategy as Checkpointing, Tensor};

use crate::context::{Context, Ctx, Scoped};
use crate::gradients::{BackwardError, Gradients, Path};
use crate::leaf::Leaf;
use crate::model::{Model, Slot};
use crate::quantize::is_packed;
use crate::rules::{
    Differentiable, Never, OwnBackward, OwnsGradients, Quantizable, Source, TrainingForm, Typed,
};
use crate::states::Graph;
use crate::untracked::Untracked;

/// A value inside of an autodiff context: a node of a graph, or a model in training form.
///
/// # Tensors
/// What a model in training form, or any operation on a [`Leaf`], returns. Has every operation,
/// [`backward`](Tracked::backward) and [`detach`](Tracked::detach), but no `require_grad` (only a
/// source takes gradients) and no `quantize` (that would cut the graph without a word).
///
/// A body may return something that touches no parameter, so being tracked is a promise about the
/// context; whether there is a path to a source is checked by `backward`.
///
/// # Models
/// Made by [`Tracked::train`]. Its methods are those that [`#[fusible]`](crate::fusible) lifted;
/// each brings its inputs into the model's context first, so that dropout drops and batch norm
/// counts whatever the input's device is.
///
/// The context `C` is [`Ctx`] unless you chose another.
#[must_use = "a tracked value does nothing until `backward`, `detach` or a step"]
#[repr(transparent)]
pub struct Tracked<T: Typed, C = Ctx> {
    held: T::Held,
    context: PhantomData<fn() -> C>,
}

impl<T: Typed, C> Differentiable for Tracked<T, C> {}
impl<M: Model, C> TrainingForm for Tracked<M, C> {
    type Model = M;
    fn slot(&mut self) -> &mut Slot<M> {
        &mut self.held
    }
}
impl<M: Model, C> OwnsGradients<M> for Tracked<M, C> {}
// Keeps the compiler from settling the gradients' type by the only impl there is.
#[diagnostic::do_not_recommend]
impl<M: Model, C> OwnsGradients<Never<M>> for Tracked<M, C> {}
// A wrong state has one error, not two: see `TrainingForm`.
impl<M: Model> OwnsGradients<M> for Untracked<M> {}

impl<T: Typed, C> Tracked<T, C> {
    fn hold(held: T::Held) -> Self {
        Self {
            held,
            context: PhantomData,
        }
    }
}

impl<const D: usize, C: Context> Tracked<Tensor<D>, C> {
    /// Types a tensor that is known to be in the context `C`.
    pub(crate) fn sealed(tensor: Tensor<D>) -> Self {
        Self::hold(tensor)
    }

    pub(crate) fn get(&self) -> &Tensor<D> {
        &self.held
    }

    /// The Burn tensor. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> Tensor<D> {
        self.held
    }

    /// Leaves the graph: the values, with no way back to the parameters.
    pub fn detach(self) -> Untracked<Tensor<D>> {
        Untracked::strip(self.held)
    }

    /// Goes back through the graph and collects the gradient of this loss for every source.
    ///
    /// Moves the loss: the recorded steps are consumed, and a second `backward` over them is an
    /// error of the borrow checker (E0382). A clone does not help, it shares the steps. Losses that
    /// share an intermediate result are one loss; add them up first, or use
    /// [`value_and_grad`](crate::value_and_grad), which takes exactly one.
    ///
    /// # Shapes
    /// - `self`: any shape of one element
    ///
    /// # Errors
    /// - [`BackwardError::NotOneElement`] with the shape, where Burn would seed every element
    ///   with one.
    /// - [`BackwardError::NotTracked`] when no source reaches this loss.
    ///
    /// # Panics
    /// When a clone of this loss, or another loss over the same intermediate results, went
    /// backward before. Burn answers that with "graph tape has already been consumed".
    pub fn backward(self) -> Result<Gradients, BackwardError>
    where
        Self: Differentiable,
        C: OwnBackward,
    {
        self.go_back()
    }

    /// The backward pass, also for the graph of `value_and_grad`.
    pub(crate) fn go_back(self) -> Result<Gradients, BackwardError> {
        let shape = self.held.shape();
        if shape.num_elements() != 1 {
            return Err(BackwardError::NotOneElement {
                shape: shape.as_slice().to_vec(),
            });
        }
        if !self.held.is_tracked() {
            return Err(BackwardError::NotTracked);
        }
        Ok(Gradients::new(self.held.backward()))
    }

    /// Never callable: only a source takes gradients, and this is a result.
    #[doc(hidden)]
    pub fn require_grad(self) -> Leaf<Tensor<D>, C>
    where
        Self: Source,
    {
        Leaf::plant(self.held)
    }

    /// Never callable: quantizing would cut the graph without a word.
    #[doc(hidden)]
    pub fn quantize<S: crate::FusibleScheme>(
        &self,
    ) -> Result<crate::Fusible<S, Tensor<D>>, crate::QuantizeError>
    where
        Self: Quantizable,
    {
        Untracked::strip(self.held.clone()).quantize()
    }
}

impl<M: Model> Tracked<M> {
    /// Puts a model into training form, in the default context.
    ///
    /// # Errors
    /// Names every parameter that could not be trained: quantized ones, and results of operations
    /// (as Burn's `to_device` and `Param::map` leave them, after which an optimizer would skip
    /// them in silence). A model without a single trainable parameter is an error too.
    pub fn train(model: M) -> Result<Self, TrainError> {
        Self::train_in(model)
    }
}

impl<M: Model, C: Context> Tracked<M, C> {
    /// Puts a model into training form, in the context `C`.
    ///
    /// # Errors
    /// As [`Tracked::train`].
    #[expect(
        clippy::needless_pass_by_value,
        reason = "moves the model, as Burn's `train`: two forms of one model would share parameters"
    )]
    pub fn train_in(model: M) -> Result<Self, TrainError> {
        let mut survey = Survey::default();
        model.visit(&mut survey);
        if !survey.problems.is_empty() {
            return Err(TrainError::Untrainable(survey.problems));
        }
        // Through validation form, so that a model which was built in another context starts with
        // leaves of this one.
        let model = model.valid().train();
        let mut count = Leaves(0);
        model.visit(&mut count);
        if count.0 == 0 {
            return Err(TrainError::NothingToTrain);
        }
        let model = if C::STRATEGY == Checkpointing::default() {
            model
        } else {
            model.map(&mut Enter(C::STRATEGY))
        };
        Ok(Self::hold(Slot::new(model)))
    }

    /// The model in validation form; this one goes on training.
    pub fn valid(&self) -> Untracked<M> {
        Untracked::valid(self.model())
    }

    /// The number of parameters, as Burn counts them.
    #[must_use]
    pub fn num_params(&self) -> usize {
        self.model().num_params()
    }

    /// The Burn model. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> M {
        self.held.into_inner()
    }

    pub(crate) fn model(&self) -> &M {
        self.held.get()
    }

    /// The same model in the context of one closure call.
    pub(crate) fn scoped<'g>(&self) -> &Tracked<M, Scoped<'g, C>> {
        let this: *const Self = self;
        #[expect(
            unsafe_code,
            reason = "`Tracked<M, _>` is transparent over `M::Held` whatever its context is"
        )]
        unsafe {
            &*this.cast()
        }
    }

    /// Never callable: quantizing would cut the graph without a word.
    #[doc(hidden)]
    pub fn quantize<S: crate::FusibleScheme>(
        &self,
    ) -> Result<crate::Fusible<S, M>, crate::QuantizeError>
    where
        Self: Quantizable,
        M: crate::FusibleModule,
    {
        self.valid().quantize()
    }
}

impl<M: Model, C: Context> core::ops::Deref for Tracked<M, C> {
    type Target = M::View<Graph<C>>;

    fn deref(&self) -> &Self::Target {
        crate::model::view(self.model())
    }
}

impl<T: Typed, C> Clone for Tracked<T, C>
where
    T::Held: Clone,
{
    fn clone(&self) -> Self {
        Self::hold(self.held.clone())
    }
}

impl<T: Typed, C> fmt::Debug for Tracked<T, C>
where
    T::Held: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tracked").field(&self.held).finish()
    }
}

impl<T: Typed, C> fmt::Display for Tracked<T, C>
where
    T::Held: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.held, f)
    }
}

/// Why a model cannot be put into training form.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// These parameters cannot take gradients.
    #[error("this model cannot be trained:\n{}", .0.join("\n"))]
    Untrainable(Vec<String>),
    /// No parameter takes gradients.
    #[error(
        "this model has no parameter that takes gradients: unfreeze at least one, or use it as \
         `Untracked::valid(&model)`"
    )]
    NothingToTrain,
}

/// Finds the parameters that could not be trained.
#[derive(Default)]
struct Survey {
    path: Path,
    seen: HashMap<ParamId, String>,
    problems: Vec<String>,
}

impl ModuleVisitor for Survey {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.enter(name);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.exit();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let path = self.path.as_str();
        if let Some(first) = self.seen.insert(param.id, path.to_owned()) {
            // In training form they would be two leaves of one id, and one gradient would be lost.
            self.problems.push(format!(
                "{path}: the parameter is that of {first}; hold a shared layer once and call it twice"
            ));
        }
        // A parameter that was never used is built on first use, and built right.
        if !param.is_initialized() {
            return;
        }
        let tensor = param.base();
        if is_packed(&tensor) {
            self.problems.push(format!(
                "{path}: the parameter is quantized, and quantized values take no gradients; train \
                 the float model and quantize the result"
            ));
        } else if tensor.is_tracked() && !tensor.is_require_grad() {
            self.problems.push(format!(
                "{path}: the parameter is the result of an operation, not a leaf (`to_device` and \
                 `Param::map` leave it so), and an optimizer would skip it in silence; move models \
                 with `fork`, and change parameters before training form"
            ));
        }
    }
}

struct Leaves(usize);

impl ModuleVisitor for Leaves {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0 += usize::from(param.is_require_grad());
    }
}

/// Sets the strategy of every parameter.
struct Enter(Checkpointing);

impl ModuleMapper for Enter {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|tensor| tensor.with_gradient_checkpointing_strategy(self.0))
    }
}
