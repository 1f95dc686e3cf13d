//! Models: how user code gets typed methods onto our carriers.
//!
//! An inherent impl on [`Tracked`](crate::Tracked) is refused outside of this crate (E0116), and a
//! trait would have to be imported wherever a model is used. So `#[fusible]` writes a hidden view
//! type beside the model, generic over the state, and puts the methods there; our carriers
//! dereference to it.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};

use burn::module::Module;
use burn::tensor::Tensor;
use burn::tensor::kind::Basic;

use crate::rules::{Holds, Typed, Viewed};

/// A model under [`#[fusible]`](crate::fusible): what [`Tracked`](crate::Tracked),
/// [`Untracked`](crate::Untracked) and [`Fusible`](crate::Fusible) carry besides tensors.
///
/// Never Burn's `Module` alone: tensors, options, vectors and numbers are modules too.
pub trait Model: Module + Viewed<Holder = Slot<Self>> + Typed<Held = Slot<Self>> {}

#[diagnostic::do_not_recommend]
impl<M: Module + Viewed<Holder = Slot<M>>> Model for M {}

/// What a view holds: the value, out of reach of field access, and of the compiler's advice to use
/// it.
#[repr(transparent)]
pub struct Veiled<T>(T);

impl<T> Veiled<T> {
    #[doc(hidden)]
    pub fn unveil(&self) -> &T {
        &self.0
    }
}

/// The value seen in the state `S`.
pub(crate) fn view<T: Viewed, S>(value: &T) -> &T::View<S> {
    let value: *const T = value;
    #[expect(
        unsafe_code,
        reason = "`Viewed` promises that `View<S>` is transparent over `T`; the lifetime is kept"
    )]
    unsafe {
        &*value.cast()
    }
}

/// Holds the model of a [`Tracked`](crate::Tracked).
///
/// Burn's optimizers take a model by value and hand it back; between the two the slot is empty. A
/// panic inside of an optimizer is the only way to see that.
#[derive(Clone)]
pub struct Slot<M> {
    model: Option<M>,
    mark: Mark,
}

/// Which model this is: the same after steps and in clones, another after any other change. What
/// carries a model's mark fits it without a look at every parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark(u64);

impl Mark {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl<M> Slot<M> {
    pub(crate) fn new(model: M) -> Self {
        Self {
            model: Some(model),
            mark: Mark::new(),
        }
    }

    pub(crate) fn get(&self) -> &M {
        match &self.model {
            Some(model) => model,
            None => lost(),
        }
    }

    pub(crate) fn into_inner(self) -> M {
        match self.model {
            Some(model) => model,
            None => lost(),
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        self.mark
    }

    /// Replaces the model by what `step` makes of it.
    pub(crate) fn replace(&mut self, step: impl FnOnce(M) -> M) {
        let Some(model) = self.model.take() else {
            lost()
        };
        self.model = Some(step(model));
    }
}

impl<M> Holds<M> for Slot<M> {
    fn hold(model: M) -> Self {
        Self::new(model)
    }
    fn held(&self) -> &M {
        self.get()
    }
    fn release(self) -> M {
        self.into_inner()
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
