//! Autodiff contexts: what two tensors must share to meet in one operation.

use core::marker::PhantomData;

use burn::tensor::GradientCheckpointingStrategy as Checkpointing;

use crate::rules::OwnBackward;

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

/// Two calls never have the same context.
type Invariant<'g> = fn(&'g ()) -> &'g ();

impl sealed::Sealed for Ctx {}
impl sealed::Sealed for Checkpointed {}
impl<C> sealed::Sealed for Scoped<'_, C> {}
impl OwnBackward for Ctx {}
impl OwnBackward for Checkpointed {}

impl Context for Ctx {
    const STRATEGY: Checkpointing = Checkpointing::Disabled;
}

impl Context for Checkpointed {
    const STRATEGY: Checkpointing = Checkpointing::Balanced;
}

impl<C: Context> Context for Scoped<'_, C> {
    const STRATEGY: Checkpointing = C::STRATEGY;
}

mod sealed {
    pub trait Sealed {}
}
