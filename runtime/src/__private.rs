//! What expansions of `#[fusible]` call. Exempt from semver; the macros pin this version.

pub use burn::module::Module;
pub use core;

pub use crate::model::{Model, Slot};
pub use crate::operand::Operand;
pub use crate::quantize::{FusibleModule, PinnedScheme, Quantization};
pub use crate::rules::{LeavesState, Meets, MixesWith, Typed};
pub use crate::scheme::{FusibleScheme, Runnable};
pub use crate::states::State;

/// The state in which operands of states `A` and `B` leave.
pub type Meet<A, B> = <A as Meets<B>>::Out;

/// The state of an operand that stands for a `T`.
pub type StateOf<A, T> = <A as Operand<T>>::State;

/// A result of type `T` in the state `S`.
pub type Left<T, S> = <T as LeavesState<S>>::Typed;

/// Brings an operand into the state `S`.
pub fn enter<T, A: Operand<T>, S: State>(operand: A) -> T {
    operand.enter::<S>()
}

/// Types a result that a body returned.
pub fn leave<T: LeavesState<S>, S: State>(result: T) -> T::Typed {
    result.leave()
}
