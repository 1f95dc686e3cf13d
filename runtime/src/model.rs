//! Models: how user code gets typed methods onto our carriers.
//!
//! An inherent impl on [`Tracked`](crate::Tracked) is refused outside of this crate (E0116), and a
//! trait would have to be imported wherever a model is used. So `#[fusible]` writes a hidden view
//! type beside the model, generic over the state, and puts the methods there; our carriers
//! dereference to it.

use core::fmt;

use burn::module::Module;
use burn::tensor::Tensor;
use burn::tensor::kind::Basic;

use crate::rules::Typed;

/// A model under [`#[fusible]`](crate::fusible): what [`Tracked`](crate::Tracked),
/// [`Untracked`](crate::Untracked) and [`Fusible`](crate::Fusible) carry besides tensors.
///
/// Never Burn's `Module` alone: tensors, options, vectors and numbers are modules too.
///
/// # Safety
/// `View<S>` must be `#[repr(transparent)]` over `Self`, for every `S`.
#[expect(
    unsafe_code,
    reason = "the one layout promise of the crate; `#[fusible]` keeps it"
)]
pub unsafe trait Model: Module + Typed<Held = Slot<Self>> {
    /// The model in the state `S`; the typed methods are written on it.
    #[doc(hidden)]
    type View<S>;
}

/// The model seen in the state `S`.
pub(crate) fn view<M: Model, S>(model: &M) -> &M::View<S> {
    let model: *const M = model;
    #[expect(
        unsafe_code,
        reason = "`Model` promises that `View<S>` is transparent over `M`; the lifetime is kept"
    )]
    unsafe {
        &*model.cast()
    }
}

/// Holds the model of a [`Tracked`](crate::Tracked).
///
/// Burn's optimizers take a model by value and hand it back; between the two the slot is empty. A
/// panic inside of an optimizer is the only way to see that.
#[derive(Clone)]
pub struct Slot<M>(Option<M>);

impl<M> Slot<M> {
    pub(crate) fn new(model: M) -> Self {
        Self(Some(model))
    }

    pub(crate) fn get(&self) -> &M {
        match &self.0 {
            Some(model) => model,
            None => lost(),
        }
    }

    pub(crate) fn into_inner(self) -> M {
        match self.0 {
            Some(model) => model,
            None => lost(),
        }
    }

    /// Replaces the model by what `step` makes of it.
    pub(crate) fn replace(&mut self, step: impl FnOnce(M) -> M) {
        let Some(model) = self.0.take() else { lost() };
        self.0 = Some(step(model));
    }
}

impl<M: fmt::Debug> fmt::Debug for Slot<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<M: fmt::Display> fmt::Display for Slot<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

#[cold]
#[inline(never)]
fn lost() -> ! {
    panic!(
        "this model was lost when an optimizer panicked in the middle of a step; load it again \
         from its last record"
    )
}

impl<const D: usize, K: Basic> Typed for Tensor<D, K> {
    type Held = Self;
}
