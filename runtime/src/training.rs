//! Models between their two forms, and in another context, on another device, through a mapper:
//! whatever happens to a model in training form, its parameters are leaves of its context after it.
//!
//! Nearly every change goes through validation form and back. That form holds no graph, remembers
//! what is frozen, and shares nothing with clones of the model; in Burn, clones of a batch norm
//! share its running statistics.

mod freeze;
mod lora;
mod paths;

use core::marker::PhantomData;

use burn::module::{Flag, Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::kind::Autodiff;
use burn::tensor::{Bool, Device, GradientCheckpointingStrategy as Checkpointing, Int, Tensor};

use crate::context::Context;
use crate::gradients::Path;
use crate::model::Model;
use crate::quantize::is_packed;
use crate::rules::TakesConstants;
use crate::tracked::{Survey, Tracked, TrainError};
use crate::untracked::Untracked;

pub use freeze::{FreezeError, NoMatch};
pub use paths::{ParamError, ParamInfo, Params};

impl<M: Model> Tracked<M> {
    /// Takes a model that is in training form in the default context already, as it is.
    ///
    /// [`Tracked::train`] makes new leaves; this keeps those that there are, so gradients of an
    /// open graph still find them.
    ///
    /// # Errors
    /// Names every parameter that is not as [`Tracked::train`] would leave it, and every dropout
    /// and norm that is switched off as in validation form. Plain tensors in fields cannot be seen.
    pub fn check(model: M) -> Result<Self, TrainError> {
        Self::check_in(model)
    }
}

impl<M: Model, C: Context> Tracked<M, C> {
    /// Takes a model that is in training form in the context `C` already, as it is.
    ///
    /// # Errors
    /// As [`Tracked::check`].
    pub fn check_in(model: M) -> Result<Self, TrainError>
    where
        C: TakesConstants,
    {
        let mut survey = Survey::default();
        model.visit(&mut survey);
        if !survey.problems.is_empty() {
            return Err(TrainError::Untrainable(survey.problems));
        }
        let mut form = Form::new(Some(C::STRATEGY));
        model.visit(&mut form);
        if !form.problems.is_empty() {
            return Err(TrainError::NotInTraining(form.problems));
        }
        if leaves(&model) == 0 {
            return Err(TrainError::NothingToTrain);
        }
        Ok(Self::sealed(model))
    }

    /// A model on another device, with leaves of its own there, in the same context.
    ///
    /// Burn's `to_device` would leave the parameters as results of a move, which an optimizer
    /// skips in silence; there is none on models in training form.
    pub fn fork(self, device: &Device) -> Self
    where
        C: TakesConstants,
    {
        // Without autodiff a move is not recorded, and `enter` makes the leaves there.
        let model = self.into_inner().valid().to_device(&plain(device));
        Self::sealed(enter::<M, C>(&model))
    }

    /// Changes the parameters with a Burn mapper, and goes on training.
    ///
    /// Values are as the mapper leaves them. In Burn a changed parameter is the result of an
    /// operation, which an optimizer skips in silence; here it is a leaf again when it was one, and
    /// stays frozen when it was not. Ids stay too, so an optimizer keeps its state. Packed values
    /// are unpacked: packing a model is what [`quantize`](Untracked::quantize) is for.
    ///
    /// # Panics
    /// When the mapper makes a `Param::from_tensor` of a result of the parameter it was handed,
    /// which Burn refuses; use `param.map(..)`.
    pub fn map(self, mapper: &mut impl ModuleMapper) -> Self
    where
        C: TakesConstants,
    {
        let model = enter::<M, C>(&self.into_inner());
        let model = model.map(&mut Through { mapper });
        Self::sealed(enter::<M, C>(&model))
    }

    /// The devices of this model, without an autodiff association: what is made on one is data.
    #[must_use]
    pub fn devices(&self) -> Vec<Device> {
        devices(self.model())
    }
}

/// A model was offered as one in validation form and is not.
#[derive(Debug, thiserror::Error)]
#[error(
    "this model is not in validation form:\n{}\n`Untracked::valid(&model)` puts it there",
    .problems.join("\n")
)]
#[non_exhaustive]
pub struct NotValid {
    /// What is not as it should be, each with its path.
    pub problems: Vec<String>,
}

impl<M: Model> Untracked<M> {
    /// Takes a model that is in validation form already, as it is.
    ///
    /// # Errors
    /// Names every parameter that is in an autodiff context, and every dropout and norm that is
    /// switched on as in training form. Plain tensors in fields cannot be seen.
    pub fn check(model: M) -> Result<Self, NotValid> {
        let mut form = Form::new(None);
        model.visit(&mut form);
        if !form.problems.is_empty() {
            return Err(NotValid {
                problems: form.problems,
            });
        }
        Ok(Self::sealed(model))
    }

    /// Puts the model (back) into training form, in the context `C`.
    ///
    /// # Errors
    /// As [`Tracked::train`].
    pub fn train_in<C: Context + TakesConstants>(self) -> Result<Tracked<M, C>, TrainError> {
        Tracked::train_in(self.into_inner())
    }

    /// Changes the parameters with a Burn mapper.
    ///
    /// Values are as the mapper leaves them; ids stay, and so does what a later
    /// [`train`](Untracked::train) finds frozen. Packed values are unpacked: packing a model is
    /// what [`quantize`](Untracked::quantize) is for.
    pub fn map(self, mapper: &mut impl ModuleMapper) -> Self {
        let model = self.into_inner().valid();
        Self::sealed(model.map(&mut Through { mapper }).valid())
    }

    /// The devices of this model.
    #[must_use]
    pub fn devices(&self) -> Vec<Device> {
        devices(self.get())
    }
}

/// A model of any form, in the training form of the context `C`. What was frozen stays frozen.
pub(crate) fn enter<M: Model, C: Context>(model: &M) -> M {
    // Validation form first, so that a model of another context starts with leaves of this one.
    let model = model.valid();
    if C::STRATEGY == Checkpointing::default() {
        return model.train();
    }
    // Burn's `train` knows one strategy. Plain tensors in fields would keep that one, as nothing
    // but `train` reaches them, and Burn panics when two meet; so they stay out of every context,
    // and enter an operation as constants do.
    model.map(&mut Enter::<C>(PhantomData))
}

/// How many parameters take gradients.
pub(crate) fn leaves<M: Module>(model: &M) -> usize {
    let mut count = Leaves(0);
    model.visit(&mut count);
    count.0
}

/// The model, with new leaves when a parameter that takes gradients is none: one that was frozen
/// outside of autodiff, where Burn only remembers that it should.
pub(crate) fn planted<M: Model, C: Context>(model: M) -> M {
    struct Missing(bool);
    impl ModuleVisitor for Missing {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            self.0 |= is_trainable(param) && !param.is_require_grad();
        }
    }
    let mut missing = Missing(false);
    model.visit(&mut missing);
    if missing.0 {
        enter::<M, C>(&model)
    } else {
        model
    }
}

/// Whether training form makes, or has made, a leaf of this parameter.
fn is_trainable<const D: usize>(param: &Param<Tensor<D>>) -> bool {
    let tensor = param.base();
    if is_packed(&tensor) {
        return false;
    }
    if tensor.is_tracked() {
        return tensor.is_require_grad();
    }
    // Burn keeps the intent to itself, and this is the one question that tells.
    Module::train(param.clone()).base().is_require_grad()
}

fn devices<M: Module>(model: &M) -> Vec<Device> {
    model.devices().iter().map(plain).collect()
}

fn plain(device: &Device) -> Device {
    device.clone().without_autodiff()
}

struct Leaves(usize);

impl ModuleVisitor for Leaves {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0 += usize::from(param.is_require_grad());
    }
}

/// As Burn's `train`, in a strategy other than its default; from validation form.
struct Enter<C>(PhantomData<C>);

impl<C: Context> ModuleMapper for Enter<C> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let param = Module::train(param);
        param.map(|tensor| tensor.with_gradient_checkpointing_strategy(C::STRATEGY))
    }

    fn map_flag(&mut self, flag: Param<Flag>) -> Param<Flag> {
        Module::train(flag)
    }
}

/// Runs a mapper, and hands back what it made outside of every graph, with the id and the intent
/// of the parameter that went in.
struct Through<'a, A> {
    mapper: &'a mut A,
}

impl<A: ModuleMapper> ModuleMapper for Through<'_, A> {
    fn enter_module(&mut self, name: &str, container_type: &str) {
        self.mapper.enter_module(name, container_type);
    }

    fn exit_module(&mut self, name: &str, container_type: &str) {
        self.mapper.exit_module(name, container_type);
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, trainable) = (param.id, is_trainable(&param));
        let was_packed = is_packed(&param.base());
        let (_, value, load_and_save) = self.mapper.map_float(param).consume();
        let mut value = value.without_autodiff();
        if is_packed(&value) && !was_packed {
            value = value.dequantize();
        }
        // Outside of every graph this is remembered, and nothing else.
        Param::from_mapped_value(id, value, load_and_save).set_require_grad(trainable)
    }

    fn map_int<const D: usize>(&mut self, param: Param<Tensor<D, Int>>) -> Param<Tensor<D, Int>> {
        self.mapper.map_int(param)
    }

    fn map_bool<const D: usize>(
        &mut self,
        param: Param<Tensor<D, Bool>>,
    ) -> Param<Tensor<D, Bool>> {
        self.mapper.map_bool(param)
    }

    fn map_flag(&mut self, flag: Param<Flag>) -> Param<Flag> {
        self.mapper.map_flag(flag)
    }
}

/// Finds what is not in training form of a strategy, or, with none, not in validation form.
struct Form {
    strategy: Option<Checkpointing>,
    path: Path,
    problems: Vec<String>,
}

impl Form {
    fn new(strategy: Option<Checkpointing>) -> Self {
        Self {
            strategy,
            path: Path::default(),
            problems: Vec::new(),
        }
    }

    fn report(&mut self, reason: impl core::fmt::Display) {
        self.problems
            .push(format!("{}: {reason}", self.path.as_str()));
    }

    /// Whether the context was reported as the wrong one.
    fn context<const D: usize, K: Autodiff>(&mut self, tensor: &Tensor<D, K>) -> bool {
        match (self.strategy, tensor.gradient_checkpointing_strategy()) {
            (None, Some(_)) => self.report("the parameter is in an autodiff context"),
            (Some(wanted), Some(found)) if wanted != found => self.report(format_args!(
                "the parameter is in an autodiff context with the checkpointing strategy \
                 {found:?}, and that of this context is {wanted:?}"
            )),
            // A constant outside of every context meets any.
            _ => return false,
        }
        true
    }
}

impl ModuleVisitor for Form {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.enter(name);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.exit();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let tensor = param.base();
        if self.context(&tensor) || self.strategy.is_none() {
            return;
        }
        if is_trainable(param) && !tensor.is_require_grad() {
            self.report("the parameter is meant to be trained, and takes no gradients yet");
        }
    }

    fn visit_int<const D: usize>(&mut self, param: &Param<Tensor<D, Int>>) {
        self.context(&param.val());
    }

    fn visit_bool<const D: usize>(&mut self, param: &Param<Tensor<D, Bool>>) {
        self.context(&param.val());
    }

    fn visit_flag(&mut self, flag: &Param<Flag>) {
        let is_on = flag.is_enabled();
        if self.strategy.is_none() && is_on {
            self.report("this is switched on, as in training form");
        }
        if self.strategy.is_some() && Module::train(flag.clone()).is_enabled() != is_on {
            self.report("this is switched off, as in validation form");
        }
    }
}
