//! Gradients: what a backward pass leaves behind, and whose they are.

use core::marker::PhantomData;

use burn::module::{Module, ModuleVisitor, Param, ParamId};
use burn::optim::GradientsParams;
use burn::tensor::{DType, FloatDType, Tensor};

use crate::context::{Context, Scoped};
use crate::model::{Mark, Model};
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

/// Why a gradient could not be looked up, clipped or accumulated. The model was not changed; the gradients handed in are dropped.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GradientsError {
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
    /// There is no gradient at all.
    #[error(
        "there is no gradient here: the loss was not computed from this model, or nothing was \
         accumulated since the gradients were last taken"
    )]
    Empty,
    /// A norm cannot be bounded by this number.
    #[error("a norm cannot be bounded by {max_norm}: the bound is positive and finite")]
    MaxNorm {
        /// The bound.
        max_norm: f32,
    },
    /// The model has no such parameter.
    #[error("this model has no float parameter `{path}`; it has {}", .known.join(", "))]
    NoSuchParameter {
        /// The path that was asked for.
        path: String,
        /// The paths of the model's float parameters.
        known: Vec<String>,
    },
    /// The parameter has another rank than the gradient that was asked for.
    #[error("`{path}` has rank {rank}, and a gradient of rank {asked} was asked for")]
    OtherRank {
        /// The path of the parameter.
        path: String,
        /// Its rank.
        rank: usize,
        /// The rank that was asked for.
        asked: usize,
    },
    /// The parameter has no gradient.
    #[error(
        "`{path}` has no gradient: the loss does not depend on it, it is frozen, or the gradients \
         were taken from another instance of this model"
    )]
    NoGradient {
        /// The path of the parameter.
        path: String,
    },
}

/// Why a gradient was not replaced. It is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplaceGradError {
    /// There is no gradient to replace.
    #[error(
        "this leaf has no gradient to replace: the loss does not depend on it, or the gradient \
         was removed before"
    )]
    NoGradient,
    /// The new gradient has another shape.
    #[error("a gradient has the shape of its leaf, {leaf:?}, and this one has {gradient:?}")]
    Shape {
        /// The shape of the leaf.
        leaf: Vec<usize>,
        /// The shape of the new gradient.
        gradient: Vec<usize>,
    },
    /// The new gradient has another element type.
    #[error(
        "a gradient has the element type of its leaf, {leaf:?}, and this one has {gradient:?}: \
         `cast` it first"
    )]
    DType {
        /// The element type of the leaf.
        leaf: DType,
        /// The element type of the new gradient.
        gradient: DType,
    },
    /// The new gradient is on another device.
    #[error("a gradient is on the device of its leaf, {leaf}, and this one is on {gradient}")]
    Device {
        /// The device of the leaf, as Burn prints it.
        leaf: String,
        /// The device of the new gradient, as Burn prints it.
        gradient: String,
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

    pub(crate) fn raw_mut(&mut self) -> &mut burn::tensor::Gradients {
        &mut self.raw
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
        GradientsOf::new(
            collect.found,
            collect.updates,
            collect.missing,
            Some(model.mark()),
        )
    }
}

/// The gradients of the parameters of an `M`: the only thing that steps an `M`.
#[must_use = "gradients do nothing until an optimizer steps with them"]
pub struct GradientsOf<M> {
    pub(crate) params: GradientsParams,
    /// The parameters with a gradient, in the order the model is visited.
    pub(crate) updates: Vec<ParamId>,
    pub(crate) missing: Vec<String>,
    /// The model they were taken from, if it was one.
    pub(crate) mark: Option<Mark>,
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
    /// `updates` are the parameters that `params` has, in the order the model is visited.
    pub(crate) fn new(
        params: GradientsParams,
        updates: Vec<ParamId>,
        missing: Vec<String>,
        mark: Option<Mark>,
    ) -> Self {
        Self {
            params,
            updates,
            missing,
            mark,
            model: PhantomData,
        }
    }

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

impl<M: Model> GradientsOf<M> {
    /// The gradient of the parameter at a path, as `hidden.weight`.
    ///
    /// # Shapes
    /// The shape of the parameter.
    ///
    /// # Errors
    /// [`GradientsError::NoSuchParameter`] lists the paths that there are,
    /// [`GradientsError::OtherRank`] names both ranks (Burn's container panics there), and
    /// [`GradientsError::NoGradient`] is for a parameter that the loss does not depend on.
    pub fn get_at<const D: usize>(
        &self,
        model: &Tracked<M, impl Context>,
        path: &str,
    ) -> Result<Untracked<Tensor<D>>, GradientsError> {
        let (mut found, mut known) = (None, Vec::new());
        each_float(model.model(), |param| {
            if param.path == path {
                found = Some((param.id, param.rank));
            }
            known.push(param.path.to_owned());
        });
        let path = path.to_owned();
        match found {
            None => Err(GradientsError::NoSuchParameter { path, known }),
            Some((_, rank)) if rank != D => Err(GradientsError::OtherRank {
                path,
                rank,
                asked: D,
            }),
            Some((id, _)) => self
                .params
                .get::<D>(id)
                .map(Untracked::strip)
                .ok_or(GradientsError::NoGradient { path }),
        }
    }

    /// The norm of all gradients as if they were one vector. Nothing is read from the device.
    ///
    /// # Shapes
    /// - the result: `[1]`, of `f32`
    ///
    /// # Errors
    /// [`GradientsError::Empty`], and [`GradientsError::OtherModel`] when these are the gradients
    /// of another instance.
    pub fn global_norm(
        &self,
        model: &Tracked<M, impl Context>,
    ) -> Result<Untracked<Tensor<1>>, GradientsError> {
        self.norm(model).map(Untracked::strip)
    }

    /// Scales all gradients by one factor, so that their [`global_norm`](GradientsOf::global_norm)
    /// is at most `max_norm`: the direction of the step stays. Nothing is read from the device.
    ///
    /// Burn's own clipping, which [`Optimizer::with_grad_clipping`] turns on, bounds every
    /// parameter for itself.
    ///
    /// [`Optimizer::with_grad_clipping`]: crate::Optimizer::with_grad_clipping
    ///
    /// # Errors
    /// [`GradientsError::MaxNorm`] for a bound that is not positive and finite, and as
    /// [`global_norm`](GradientsOf::global_norm).
    ///
    /// # Source
    /// R. Pascanu, T. Mikolov, Y. Bengio, *On the difficulty of training recurrent neural
    /// networks* (2013), algorithm 1; the factor `min(1, max_norm / (norm + tiny))` is that of
    /// burn-optim 0.22.1 `grad_clipping/base.rs` for one parameter.
    pub fn clip_by_global_norm(
        mut self,
        model: &Tracked<M, impl Context>,
        max_norm: f32,
    ) -> Result<Self, GradientsError> {
        if !(max_norm.is_finite() && max_norm > 0.0) {
            return Err(GradientsError::MaxNorm { max_norm });
        }
        let norm = self.norm(model)?;
        let mut scale = Scale {
            gradients: &mut self.params,
            factor: (max_norm / norm.add_scalar(f32::MIN_POSITIVE)).clamp_max(1.0),
        };
        model.model().visit(&mut scale);
        Ok(self)
    }

    fn norm(&self, model: &Tracked<M, impl Context>) -> Result<Tensor<1>, GradientsError> {
        self.check_owner(model)?;
        let mut squares = Squares {
            gradients: &self.params,
            sum: None,
        };
        model.model().visit(&mut squares);
        squares.sum.map(Tensor::sqrt).ok_or(GradientsError::Empty)
    }

    /// That every gradient belongs to a trainable parameter of this model.
    pub(crate) fn check_owner(
        &self,
        model: &Tracked<M, impl Context>,
    ) -> Result<(), GradientsError> {
        if self.mark == Some(model.mark()) {
            return Ok(());
        }
        let model = model.model();
        match strangers(model, &self.updates) {
            0 => Ok(()),
            strangers => Err(GradientsError::OtherModel {
                strangers,
                gradients: self.updates.len(),
            }),
        }
    }
}

/// How many of these parameters are not trainable parameters of the model. They are in the order
/// in which a model of this type is visited.
pub(crate) fn strangers<M: Module>(model: &M, parameters: &[ParamId]) -> usize {
    let mut check = TickOff {
        expected: parameters,
    };
    model.visit(&mut check);
    if check.expected.is_empty() {
        return 0;
    }
    // After the first stranger nothing was ticked off, so they are counted one by one.
    let mut trainable = Vec::new();
    each_float(model, |param| {
        if param.trains {
            trainable.push(param.id);
        }
    });
    let is_stranger = |id: &&ParamId| !trainable.contains(*id);
    parameters.iter().filter(is_stranger).count()
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

/// As [`value_and_grad`], with something beside the loss: an accuracy, a count, predictions.
///
/// What comes beside must not hold a tensor of the graph; `detach` those first.
///
/// ```
/// use burn::nn::{Linear, LinearConfig};
/// use burn::prelude::*;
/// use fireproof::prelude::*;
/// use fireproof::value_and_grad_aux;
///
/// #[fusible]
/// #[derive(Module, Debug)]
/// struct Net {
///     layer: Linear,
/// }
///
/// #[fusible]
/// impl Net {
///     fn forward(&self, input: Tensor<2>) -> Tensor<2> {
///         self.layer.forward(input)
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let device = Device::flex();
/// let model = Tracked::train(Net { layer: LinearConfig::new(4, 2).init(&device) })?;
/// let input = Untracked::<Tensor<2>>::ones([3, 4], &device);
/// let (loss, predictions, gradients) = value_and_grad_aux(&model, |model| {
///     let output = model.forward(input);
///     (output.clone().square().mean(), output.detach())
/// })?;
/// # let _: (Untracked<Tensor<1>>, Untracked<Tensor<2>>) = (loss, predictions);
/// assert_eq!(gradients.len(), 2);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`Tracked::backward`].
pub fn value_and_grad_aux<M, C, F, A, const D: usize>(
    model: &Tracked<M, C>,
    loss: F,
) -> Result<(Untracked<Tensor<D>>, A, GradientsOf<M>), BackwardError>
where
    M: Model,
    C: Context,
    F: for<'g> FnOnce(&Tracked<M, Scoped<'g, C>>) -> (Tracked<Tensor<D>, Scoped<'g, C>>, A),
{
    let (loss, aux) = loss(model.scoped());
    let value = loss.clone().detach();
    let gradients = loss.go_back()?;
    Ok((value, aux, gradients.of(model)))
}

/// As [`value_and_grad`], for one loss of two models: an encoder and a decoder, a generator and
/// its critic. Each model has its own gradients.
///
/// # Errors
/// As [`Tracked::backward`].
#[expect(
    clippy::type_complexity,
    reason = "the value and the gradients, as of one model"
)]
pub fn value_and_grad2<M, N, C, F, const D: usize>(
    first: &Tracked<M, C>,
    second: &Tracked<N, C>,
    loss: F,
) -> Result<(Untracked<Tensor<D>>, (GradientsOf<M>, GradientsOf<N>)), BackwardError>
where
    M: Model,
    N: Model,
    C: Context,
    F: for<'g> FnOnce(
        &Tracked<M, Scoped<'g, C>>,
        &Tracked<N, Scoped<'g, C>>,
    ) -> Tracked<Tensor<D>, Scoped<'g, C>>,
{
    let loss = loss(first.scoped(), second.scoped());
    let value = loss.clone().detach();
    let mut gradients = loss.go_back()?;
    let of_first = gradients.take(first);
    Ok((value, (of_first, gradients.of(second))))
}

/// A float parameter on a walk through a model.
pub(crate) struct Visited<'a> {
    pub(crate) path: &'a str,
    pub(crate) id: ParamId,
    pub(crate) rank: usize,
    /// Whether it takes gradients.
    pub(crate) trains: bool,
}

/// Calls `each` for every float parameter of a model. For what asks for no tensor: Burn's visitor
/// is generic over the rank there, which no closure can be.
pub(crate) fn each_float<M: Module>(model: &M, each: impl FnMut(Visited<'_>)) {
    struct Walk<F> {
        path: Path,
        each: F,
    }
    impl<F: FnMut(Visited<'_>)> ModuleVisitor for Walk<F> {
        fn enter_module(&mut self, name: &str, _: &str) {
            self.path.enter(name);
        }

        fn exit_module(&mut self, _: &str, _: &str) {
            self.path.exit();
        }

        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            (self.each)(Visited {
                path: self.path.as_str(),
                id: param.id,
                rank: D,
                trains: param.is_require_grad(),
            });
        }
    }
    let path = Path::default();
    model.visit(&mut Walk { path, each });
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

/// Ticks off the expected parameters; both sides are in the order of the model's visit.
struct TickOff<'a> {
    expected: &'a [ParamId],
}

impl ModuleVisitor for TickOff<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let [next, rest @ ..] = self.expected
            && *next == param.id
            && param.is_require_grad()
        {
            self.expected = rest;
        }
    }
}

/// Adds up the squares of all gradients, on the device of the first.
struct Squares<'a> {
    gradients: &'a GradientsParams,
    sum: Option<Tensor<1>>,
}

impl ModuleVisitor for Squares<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let Some(gradient) = self.gradients.get::<D>(param.id) else {
            return;
        };
        // Squares of half precision overflow from 256 on.
        let squares = gradient.cast(FloatDType::F32).square().sum();
        self.sum = Some(match self.sum.take() {
            Some(sum) => squares.to_device(&sum.device()) + sum,
            None => squares,
        });
    }
}

/// Multiplies every gradient by one factor.
struct Scale<'a> {
    gradients: &'a mut GradientsParams,
    factor: Tensor<1>,
}

impl ModuleVisitor for Scale<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let Some(gradient) = self.gradients.remove::<D>(param.id) else {
            return;
        };
        let dtype = gradient.dtype();
        // As Burn's clipping: a small factor may be below what half precision can hold.
        let gradient = match dtype {
            DType::F16 | DType::BF16 => gradient.cast(FloatDType::F32),
            _ => gradient,
        };
        let factor = self.factor.clone().to_device(&gradient.device());
        let factor = factor.cast(gradient.dtype()).unsqueeze();
        self.gradients
            .register(param.id, gradient.mul(factor).cast(dtype));
    }
}
