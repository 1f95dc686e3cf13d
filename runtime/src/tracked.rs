//! [`Tracked`]: values inside of an autodiff context.

use core::fmt;
use core::marker::PhantomData;
use std::collections::HashMap;

use burn::module::{ModuleVisitor, Param, ParamId};
use burn::tensor::Tensor;

use crate::any_state::OtherContext;
use crate::context::{Context, Ctx, Scoped};
use crate::gradients::{BackwardError, Gradients, Path};
use crate::leaf::Leaf;
use crate::model::{Mark, Model, Slot};
use crate::quantize::is_packed;
use crate::rules::{
    Differentiable, Holds, MovesToDevice, Never, OwnBackward, OwnsGradients, Quantizable, Source,
    TakesConstants, TrainingForm, Typed, Viewed,
};
use crate::states::{Graph, State};
use crate::training;
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
    fn __slot(&mut self) -> &mut Slot<M> {
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

impl<T: Typed, C> Tracked<T, C> {
    /// Types a value that is known to be in the context `C`.
    pub(crate) fn sealed(value: T) -> Self {
        Self::hold(T::Held::hold(value))
    }

    pub(crate) fn get(&self) -> &T {
        self.held.held()
    }

    /// The Burn value. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.held.release()
    }
}

impl<const D: usize, C: Context> Tracked<Tensor<D>, C> {
    pub(crate) fn get_mut(&mut self) -> &mut Tensor<D> {
        &mut self.held
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
    /// Puts a model into training form, in the context `C`. The context of a
    /// [`Place`](crate::Place) is entered through [`Place::train`](crate::Place::train).
    ///
    /// # Errors
    /// As [`Tracked::train`].
    pub fn train_in(model: M) -> Result<Self, TrainError>
    where
        C: TakesConstants,
    {
        Self::train_here(model)
    }

    /// As [`train_in`](Tracked::train_in), for a model that is on the right device.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "moves the model, as Burn's `train`: two forms of one model would share parameters"
    )]
    pub(crate) fn train_here(model: M) -> Result<Self, TrainError> {
        let mut survey = Survey::default();
        model.visit(&mut survey);
        if !survey.problems.is_empty() {
            return Err(TrainError::Untrainable(survey.problems));
        }
        let model = training::enter::<M, C>(&model);
        if training::leaves(&model) == 0 {
            return Err(TrainError::NothingToTrain);
        }
        Ok(Self::sealed(model))
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

    pub(crate) fn mark(&self) -> Mark {
        self.held.mark()
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

    /// Never callable: parameters would be left as results.
    #[doc(hidden)]
    pub fn to_device(self, _: &burn::tensor::Device) -> Self
    where
        Self: MovesToDevice,
    {
        self
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

impl<T: Viewed, C: Context> core::ops::Deref for Tracked<T, C> {
    type Target = T::View<Graph<C>>;

    fn deref(&self) -> &Self::Target {
        crate::model::view(self.get())
    }
}

/// A constant of a graph: what is added to it or stored beside its results, in one vector.
impl<const D: usize, C: TakesConstants + Context> From<Untracked<Tensor<D>>>
    for Tracked<Tensor<D>, C>
{
    fn from(constant: Untracked<Tensor<D>>) -> Self {
        Self::sealed(Graph::<C>::enter(constant.into_inner()))
    }
}

impl<const D: usize, C: Context> From<Leaf<Tensor<D>, C>> for Tracked<Tensor<D>, C> {
    fn from(leaf: Leaf<Tensor<D>, C>) -> Self {
        leaf.into_tracked()
    }
}

/// A tensor was offered as a [`Tracked`] or [`Leaf`] one and is not.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotTracked {
    /// It has nothing to do with autodiff.
    #[error(
        "a tensor of shape {shape:?} is outside of every graph: take it as \
         `Untracked::try_from(tensor)?`, and make it a source with `into_leaf()` if it is one"
    )]
    Plain {
        /// The shape of the tensor.
        shape: Vec<usize>,
    },
    /// It is in a graph, but no source.
    #[error(
        "a tensor of shape {shape:?} is the result of an operation or a constant, not a leaf: \
         take it as `Tracked::try_from(tensor)?`"
    )]
    NotALeaf {
        /// The shape of the tensor.
        shape: Vec<usize>,
    },
    /// It is quantized.
    #[error("a tensor of shape {shape:?} is quantized, and quantized values take no gradients")]
    Quantized {
        /// The shape of the tensor.
        shape: Vec<usize>,
    },
    /// It carries another checkpointing strategy.
    #[error(transparent)]
    OtherContext(#[from] OtherContext),
}

impl NotTracked {
    pub(crate) fn check<const D: usize, C: Context>(tensor: &Tensor<D>) -> Result<(), Self> {
        let shape = || tensor.dims().to_vec();
        if is_packed(tensor) {
            return Err(Self::Quantized { shape: shape() });
        }
        if !tensor.is_autodiff() {
            return Err(Self::Plain { shape: shape() });
        }
        Ok(OtherContext::check::<D, C>(tensor)?)
    }
}

/// Float tensors in an autodiff context: refused when they are plain, quantized, or of another
/// checkpointing strategy.
impl<const D: usize, C: Context + TakesConstants> TryFrom<Tensor<D>> for Tracked<Tensor<D>, C> {
    type Error = NotTracked;

    fn try_from(tensor: Tensor<D>) -> Result<Self, NotTracked> {
        NotTracked::check::<D, C>(&tensor)?;
        Ok(Self::sealed(tensor))
    }
}

/// As for [`Tracked`]; results and constants are refused as well.
impl<const D: usize, C: Context + TakesConstants> TryFrom<Tensor<D>> for Leaf<Tensor<D>, C> {
    type Error = NotTracked;

    fn try_from(tensor: Tensor<D>) -> Result<Self, NotTracked> {
        NotTracked::check::<D, C>(&tensor)?;
        if !tensor.is_require_grad() {
            return Err(NotTracked::NotALeaf {
                shape: tensor.dims().to_vec(),
            });
        }
        Ok(Self::sealed(tensor))
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
    /// The model is not in the training form that it was said to be in.
    #[error(
        "this model is not in training form in this context:\n{}\n`Tracked::train(model)` puts it \
         there", .0.join("\n")
    )]
    NotInTraining(Vec<String>),
    /// Adapters cannot be attached.
    #[error("LoRA cannot be applied to this model:\n{}", .0.join("\n"))]
    Lora(Vec<String>),
}

/// Finds the parameters that could not be trained.
#[derive(Default)]
pub(crate) struct Survey {
    path: Path,
    seen: HashMap<ParamId, String>,
    pub(crate) problems: Vec<String>,
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
