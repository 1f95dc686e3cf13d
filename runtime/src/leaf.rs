//! [`Leaf`]: a source of gradients.

use core::fmt;
use core::marker::PhantomData;

use burn::tensor::Tensor;

use crate::context::{Context, Ctx};
use crate::gradients::{BackwardError, Gradients};
use crate::rules::{IsLeaf, OwnBackward, Quantizable, Source};
use crate::states::{Graph, State};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// A tensor whose gradient is kept: Burn's `is_require_grad()` is `true`.
///
/// Made by [`Untracked::into_leaf`]. Has everything that [`Tracked`] has, which every operation on
/// it returns, and after a backward pass its gradient can be looked up:
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use fireproof::{Leaf, Untracked};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let x: Leaf<Tensor<1>> = Untracked::from_data([1.0, 2.0], &Device::flex()).into_leaf();
/// let loss = (x.clone() * 3.0).sum();
/// let gradients = loss.backward()?;
/// let gradient = x.grad(&gradients).ok_or("x is not in this graph")?;
/// gradient.into_data().assert_eq(&[3.0, 3.0].into(), false);
/// # Ok(())
/// # }
/// ```
#[must_use = "a leaf does nothing until it enters a computation"]
#[repr(transparent)]
pub struct Leaf<T, C = Ctx> {
    inner: T,
    context: PhantomData<fn() -> C>,
}

impl<T, C> Source for Leaf<T, C> {}
impl<T, C> IsLeaf for Leaf<T, C> {}

impl<const D: usize, C: Context> Leaf<Tensor<D>, C> {
    /// Enters a plain tensor as a source.
    pub(crate) fn plant(plain: Tensor<D>) -> Self {
        Self {
            inner: Graph::<C>::enter(plain).require_grad(),
            context: PhantomData,
        }
    }

    /// The same tensor as any other node of a graph.
    pub fn into_tracked(self) -> Tracked<Tensor<D>, C> {
        Tracked::sealed(self.inner)
    }

    /// The gradient of the loss that `gradients` came from, with respect to this tensor.
    ///
    /// `None` when the loss does not depend on it.
    ///
    /// # Shapes
    /// The shape of `self`.
    #[must_use]
    pub fn grad(&self, gradients: &Gradients) -> Option<Untracked<Tensor<D>>> {
        self.inner.grad(gradients.raw()).map(Untracked::strip)
    }

    /// As [`Tracked::backward`]. A leaf is a loss of its own when it has one element.
    ///
    /// # Errors
    /// As [`Tracked::backward`].
    pub fn backward(self) -> Result<Gradients, BackwardError>
    where
        C: OwnBackward,
    {
        self.into_tracked().backward()
    }

    /// Never callable: quantizing would cut the graph without a word.
    #[doc(hidden)]
    pub fn quantize<S: crate::FusibleScheme>(
        &self,
    ) -> Result<crate::Fusible<S, Tensor<D>>, crate::QuantizeError>
    where
        Self: Quantizable,
    {
        self.clone().detach().quantize()
    }

    /// Stops being a source: the values, outside of every graph.
    pub fn detach(self) -> Untracked<Tensor<D>> {
        Untracked::strip(self.inner)
    }

    /// A leaf is a source already.
    #[doc(hidden)]
    pub fn require_grad(self) -> Self {
        self
    }

    pub(crate) fn get(&self) -> &Tensor<D> {
        &self.inner
    }

    /// The Burn tensor. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> Tensor<D> {
        self.inner
    }
}

impl<T: Clone, C> Clone for Leaf<T, C> {
    fn clone(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            context: PhantomData,
        }
    }
}

impl<T: fmt::Debug, C> fmt::Debug for Leaf<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Leaf").field(&self.inner).finish()
    }
}

impl<T: fmt::Display, C> fmt::Display for Leaf<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, f)
    }
}
