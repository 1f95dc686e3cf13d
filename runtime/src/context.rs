//! Autodiff contexts: what two tensors must share to meet in one operation.

use core::marker::PhantomData;

use burn::tensor::GradientCheckpointingStrategy as Checkpointing;

use crate::rules::{OwnBackward, TakesConstants};

/// The autodiff context of a [`Tracked`](crate::Tracked) value.
///
/// Burn panics when tensors of two checkpointing strategies meet in one operation, so the strategy
/// is part of the type. Nobody who uses one strategy ever writes it: [`Ctx`] is the default.
pub trait Context: sealed::Sealed {
    /// The strategy that every tensor of this context carries.
    const STRATEGY: Checkpointing;
}

/// The default context: autodiff without gradient checkpointing.
#[derive(Debug, Clone, Copy)]
pub enum Ctx {}

/// Autodiff with Burn's balanced gradient checkpointing: cheap activations are recomputed during
/// the backward pass instead of being kept.
#[derive(Debug, Clone, Copy)]
pub enum Checkpointed {}

/// The context inside [`value_and_grad`](crate::value_and_grad): as `C`, but of one call only, so
/// that no tensor of that graph can leave the closure.
#[derive(Debug, Clone, Copy)]
pub struct Scoped<'g, C>(PhantomData<(Invariant<'g>, fn() -> C)>);

/// The context `C` on the one device that `B` stands for, for programs with several devices.
///
/// `B` is a type of your own that a [`Place`](crate::Place) ties to a device. Values of two places
/// do not meet in one operation, and data enters through [`Place::enter`](crate::Place::enter),
/// which moves it there. A program with one device never needs it.
#[derive(Debug, Clone, Copy)]
pub struct On<B, C = Ctx>(PhantomData<fn() -> (B, C)>);

/// Two calls never have the same context.
type Invariant<'g> = fn(&'g ()) -> &'g ();

impl sealed::Sealed for Ctx {}
impl sealed::Sealed for Checkpointed {}
impl<C> sealed::Sealed for Scoped<'_, C> {}
impl<B, C> sealed::Sealed for On<B, C> {}
impl OwnBackward for Ctx {}
impl OwnBackward for Checkpointed {}
impl<B, C: OwnBackward> OwnBackward for On<B, C> {}
impl TakesConstants for Ctx {}
impl TakesConstants for Checkpointed {}
impl<C: TakesConstants> TakesConstants for Scoped<'_, C> {}

impl Context for Ctx {
    const STRATEGY: Checkpointing = Checkpointing::Disabled;
}

impl Context for Checkpointed {
    const STRATEGY: Checkpointing = Checkpointing::Balanced;
}

impl<C: Context> Context for Scoped<'_, C> {
    const STRATEGY: Checkpointing = C::STRATEGY;
}

impl<B: 'static, C: Context> Context for On<B, C> {
    const STRATEGY: Checkpointing = C::STRATEGY;
}

mod sealed {
    pub trait Sealed {}
}
