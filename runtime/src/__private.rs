//! What expansions of `#[fusible]` call. Exempt from semver; the macros pin this version.

pub use burn::module::Module;
pub use burn::tensor::einsum as burn_einsum;
pub use burn::tensor::kind::Autodiff;
pub use core;

pub use crate::context::Context;
pub use crate::leaf::Leaf;
pub use crate::model::{Slot, Veiled};
pub use crate::operand::{Enters, Operand};
pub use crate::quantize::{FusibleModule, PinnedScheme, Quantization};
pub use crate::rules::{LeavesState, Meets, MixesWith, Viewed};
pub use crate::scheme::Runnable;
pub use crate::states::{Graph, Plain, Raw, State};
pub use crate::tensor::einsum::{EinsumStart, EinsumState};
pub use crate::tensor::omitted::{BY_HAND, OMITTED};
pub use crate::tensors::{NotUntrackedPart, Part, Tensors, settled};
pub use crate::tracked::Tracked;
pub use crate::untracked::Untracked;

/// What is wrong with a part, and where it is.
pub type Unfit = (String, crate::untracked::NotUntracked);

/// Whether `T` holds tensors: `HOLDS_TENSORS` is an inherent constant of a probe that does, which
/// wins over the one of [`HoldsNoTensor`].
pub struct Probe<T: ?Sized>(core::marker::PhantomData<T>);

impl<T: HoldsTensors + ?Sized> Probe<T> {
    /// Does.
    pub const HOLDS_TENSORS: bool = true;
}

/// What every probe has.
pub trait HoldsNoTensor {
    /// Does not.
    const HOLDS_TENSORS: bool = false;
}

impl<T: ?Sized> HoldsNoTensor for Probe<T> {}

/// A type that holds tensors.
pub trait HoldsTensors {}

impl<const D: usize, K: burn::tensor::kind::Basic> HoldsTensors for burn::tensor::Tensor<D, K> {}
impl<T: HoldsTensors> HoldsTensors for Option<T> {}
impl<T: HoldsTensors> HoldsTensors for Vec<T> {}
impl<T: HoldsTensors> HoldsTensors for [T] {}
impl<T: HoldsTensors, const N: usize> HoldsTensors for [T; N] {}
impl<T: HoldsTensors, U> HoldsTensors for (T, U) {}
impl<T: HoldsTensors, E> HoldsTensors for Result<T, E> {}
impl<T: HoldsTensors + ?Sized> HoldsTensors for Box<T> {}
impl<T: HoldsTensors + ?Sized> HoldsTensors for std::rc::Rc<T> {}
impl<T: HoldsTensors + ?Sized> HoldsTensors for std::sync::Arc<T> {}
impl<K, T: HoldsTensors, S> HoldsTensors for std::collections::HashMap<K, T, S> {}
impl<K, T: HoldsTensors> HoldsTensors for std::collections::BTreeMap<K, T> {}

/// Fails to evaluate when a plain type of a lifted signature holds tensors.
#[track_caller]
pub const fn spelled_out(holds_tensors: bool) {
    assert!(
        !holds_tensors,
        "this type holds tensors, and they would have no state: write an alias of `Tensor` out, and \
         name a struct that derives `Tensors`, as in `#[fusible(tensors(Batch))]`"
    );
}

/// Fails to evaluate when a field that passes as plain holds tensors.
#[track_caller]
pub const fn left_alone(holds_tensors: bool) {
    assert!(
        !holds_tensors,
        "this field holds tensors, and left alone they would have no state: write \
         `#[tensors(nested)]` above it, or an alias of `Tensor` out"
    );
}

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
