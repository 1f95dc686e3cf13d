//! [`AnyState`]: for code that learns at run time what a value is.

use core::fmt;
use core::marker::PhantomData;

use burn::tensor::Tensor;

use crate::context::{Context, Ctx};
use crate::gradients::{BackwardError, Gradients};
use crate::leaf::Leaf;
use crate::model::Model;
use crate::rules::{Differentiable, TakesConstants, Typed};
use crate::tracked::{NotTracked, Tracked};
use crate::training;
use crate::untracked::Untracked;

/// A tensor or model that is in the autodiff context `C` or in none, which the run decides.
///
/// The way out of the types where a program really has to decide late: values of several states in
/// one vector, a function that gets whatever a plug-in made. It enters `#[fusible]` functions like
/// any other operand, and what comes out of operations with nothing tracked is an `AnyState` again.
/// Ask, and be typed from there on:
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use fireproof::{AnyState, Untracked};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let x = Untracked::<Tensor<1>>::ones([2], &Device::flex());
/// let mixed: Vec<AnyState<Tensor<1>>> =
///     vec![x.clone().into(), x.clone().into_leaf().into(), (x.into_leaf() * 2.0).into()];
/// let mut losses = 0;
/// for value in mixed {
///     match value.try_tracked() {
///         Ok(tracked) => {
///             tracked.sum().backward()?;
///             losses += 1;
///         }
///         Err(other) => drop(other.value.try_untracked()?), // nothing is lost
///     }
/// }
/// assert_eq!(losses, 2);
/// # Ok(())
/// # }
/// ```
#[must_use = "a value of any state does nothing until it is asked for its state or handed on"]
#[repr(transparent)]
pub struct AnyState<T, C = Ctx> {
    inner: T,
    context: PhantomData<fn() -> C>,
}

/// A value is not in the state that was asked for. It is handed back.
#[derive(thiserror::Error)]
#[error("asked for a value that is {wanted}, and this one is {found}")]
#[non_exhaustive]
pub struct WrongState<T, C = Ctx> {
    /// The value, as it was.
    pub value: Box<AnyState<T, C>>,
    /// What was asked for.
    pub wanted: &'static str,
    /// What it is.
    pub found: &'static str,
}

impl<T, C> fmt::Debug for WrongState<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrongState")
            .field("wanted", &self.wanted)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}

/// A tensor or model of another context was offered.
#[derive(Debug, thiserror::Error)]
#[error(
    "this value is in an autodiff context of another checkpointing strategy ({found}) than the \
     type says ({wanted}); name the right context in the type"
)]
#[non_exhaustive]
pub struct OtherContext {
    /// The strategy of the type.
    pub wanted: String,
    /// The strategy of the value.
    pub found: String,
}

const TRACKED: &str = "tracked";
const LEAF: &str = "a leaf";
const UNTRACKED: &str = "untracked";

impl<T, C> AnyState<T, C> {
    pub(crate) fn sealed(inner: T) -> Self {
        Self {
            inner,
            context: PhantomData,
        }
    }

    /// The Burn value. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.inner
    }

    fn refused(self, wanted: &'static str, found: &'static str) -> WrongState<T, C> {
        WrongState {
            value: Box::new(self),
            wanted,
            found,
        }
    }
}

impl<const D: usize, C: Context> AnyState<Tensor<D>, C> {
    fn found(&self) -> &'static str {
        if self.inner.is_require_grad() {
            LEAF
        } else if self.inner.is_autodiff() {
            TRACKED
        } else {
            UNTRACKED
        }
    }

    /// Whether the tensor is in an autodiff context.
    #[must_use]
    pub fn is_tracked(&self) -> bool {
        self.inner.is_autodiff()
    }

    /// The tensor as a tracked one, a leaf included.
    ///
    /// # Errors
    /// Hands the value back when it is untracked.
    pub fn try_tracked(self) -> Result<Tracked<Tensor<D>, C>, WrongState<Tensor<D>, C>> {
        match self.found() {
            UNTRACKED => Err(self.refused(TRACKED, UNTRACKED)),
            _ => Ok(Tracked::sealed(self.inner)),
        }
    }

    /// The tensor as a leaf.
    ///
    /// # Errors
    /// Hands the value back when it is untracked, or the result of an operation.
    pub fn try_leaf(self) -> Result<Leaf<Tensor<D>, C>, WrongState<Tensor<D>, C>> {
        match self.found() {
            LEAF => Ok(Leaf::sealed(self.inner)),
            found => Err(self.refused(LEAF, found)),
        }
    }

    /// The tensor as an untracked one.
    ///
    /// # Errors
    /// Hands the value back when it is in an autodiff context.
    pub fn try_untracked(self) -> Result<Untracked<Tensor<D>>, WrongState<Tensor<D>, C>> {
        match self.found() {
            UNTRACKED => Ok(Untracked::sealed(self.inner)),
            found => Err(self.refused(UNTRACKED, found)),
        }
    }

    /// The values, outside of every graph, whatever the state was.
    pub fn detach(self) -> Untracked<Tensor<D>> {
        Untracked::strip(self.inner)
    }

    /// Never callable: whether there is a graph to go back through is what has to be asked first.
    #[doc(hidden)]
    pub fn backward(self) -> Result<Gradients, BackwardError>
    where
        Self: Differentiable,
    {
        Tracked::<Tensor<D>, C>::sealed(self.inner).go_back()
    }
}

impl<M: Model, C: Context> AnyState<M, C> {
    fn trains(&self) -> bool {
        training::leaves(&self.inner) > 0
    }

    /// The model as one in training form.
    ///
    /// # Errors
    /// Hands the model back when no parameter takes gradients.
    pub fn try_tracked(self) -> Result<Tracked<M, C>, WrongState<M, C>> {
        if self.trains() {
            Ok(Tracked::sealed(self.inner))
        } else {
            Err(self.refused("in training form", "in validation form"))
        }
    }

    /// The model as one in validation form.
    ///
    /// # Errors
    /// Hands the model back when a parameter takes gradients.
    pub fn try_untracked(self) -> Result<Untracked<M>, WrongState<M, C>> {
        if self.trains() {
            Err(self.refused("in validation form", "in training form"))
        } else {
            Ok(Untracked::sealed(self.inner))
        }
    }
}

impl<T, C: TakesConstants> From<Untracked<T>> for AnyState<T, C> {
    fn from(value: Untracked<T>) -> Self {
        Self::sealed(value.into_inner())
    }
}

impl<T: Typed, C> From<Tracked<T, C>> for AnyState<T, C> {
    fn from(value: Tracked<T, C>) -> Self {
        Self::sealed(value.into_inner())
    }
}

impl<const D: usize, C: Context> From<Leaf<Tensor<D>, C>> for AnyState<Tensor<D>, C> {
    fn from(value: Leaf<Tensor<D>, C>) -> Self {
        Self::sealed(value.into_inner())
    }
}

/// A Burn tensor, in whatever state it is. Refused when it is quantized, or in a context of another
/// strategy than `C`.
impl<const D: usize, C: Context + TakesConstants> TryFrom<Tensor<D>> for AnyState<Tensor<D>, C> {
    type Error = NotTracked;

    fn try_from(tensor: Tensor<D>) -> Result<Self, NotTracked> {
        match NotTracked::check::<D, C>(&tensor) {
            // Outside of every graph is a state as well.
            Ok(()) | Err(NotTracked::Plain { .. }) => Ok(Self::sealed(tensor)),
            Err(error) => Err(error),
        }
    }
}

impl OtherContext {
    pub(crate) fn check<const D: usize, C: Context>(tensor: &Tensor<D>) -> Result<(), Self> {
        match tensor.gradient_checkpointing_strategy() {
            Some(found) if found != C::STRATEGY => Err(Self {
                wanted: format!("{:?}", C::STRATEGY),
                found: format!("{found:?}"),
            }),
            _ => Ok(()),
        }
    }
}

impl<T: Clone, C> Clone for AnyState<T, C> {
    fn clone(&self) -> Self {
        Self::sealed(self.inner.clone())
    }
}

impl<T: fmt::Debug, C> fmt::Debug for AnyState<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyState").field(&self.inner).finish()
    }
}

impl<T: fmt::Display, C> fmt::Display for AnyState<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, f)
    }
}
