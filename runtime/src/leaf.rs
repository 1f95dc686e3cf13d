//! [`Leaf`]: a source of gradients.

use core::fmt;
use core::marker::PhantomData;

use burn::tensor::Tensor;

use crate::context::{Context, Ctx};
use crate::gradients::{BackwardError, Gradients, ReplaceGradError};
use crate::rules::{IsLeaf, KeepsGradient, OwnBackward, Quantizable, Source};
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
impl<T, C> KeepsGradient for Leaf<T, C> {}

impl<const D: usize, C: Context> Leaf<Tensor<D>, C> {
    /// Enters a plain tensor as a source.
    pub(crate) fn plant(plain: Tensor<D>) -> Self {
        Self::sealed(Graph::<C>::enter(plain).require_grad())
    }

    /// Types a tensor that is known to be a source in the context `C`.
    pub(crate) fn sealed(inner: Tensor<D>) -> Self {
        Self {
            inner,
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

    /// As [`grad`](Leaf::grad), taking the gradient out: its memory can then be used in place.
    ///
    /// # Shapes
    /// The shape of `self`.
    pub fn grad_remove(&self, gradients: &mut Gradients) -> Option<Untracked<Tensor<D>>> {
        self.inner
            .grad_remove(gradients.raw_mut())
            .map(Untracked::strip)
    }

    /// Puts another gradient in the place of this tensor's own, for example a clipped one.
    ///
    /// # Shapes
    /// - `gradient`: the shape of `self`
    ///
    /// # Errors
    /// [`ReplaceGradError`] when there is no gradient to replace, or when the shape, the element
    /// type or the device of the new one is not that of `self`. Burn checks none of the first
    /// three, and panics for some devices.
    pub fn replace_grad(
        &self,
        gradients: &mut Gradients,
        gradient: Untracked<Tensor<D>>,
    ) -> Result<(), ReplaceGradError> {
        let gradient = gradient.into_inner();
        if self.inner.grad(gradients.raw()).is_none() {
            return Err(ReplaceGradError::NoGradient);
        }
        let (leaf, new) = (self.inner.shape(), gradient.shape());
        if leaf != new {
            return Err(ReplaceGradError::Shape {
                leaf: leaf.as_slice().to_vec(),
                gradient: new.as_slice().to_vec(),
            });
        }
        let (leaf, new) = (self.inner.dtype(), gradient.dtype());
        if leaf != new {
            return Err(ReplaceGradError::DType {
                leaf,
                gradient: new,
            });
        }
        // Devices compare by hardware: the leaf's one is in autodiff, the gradient's is not.
        let (leaf, new) = (self.inner.device(), gradient.device());
        if leaf != new {
            return Err(ReplaceGradError::Device {
                leaf: format!("{:?}", leaf.without_autodiff()),
                gradient: format!("{new:?}"),
            });
        }
        self.inner.grad_replace(gradients.raw_mut(), gradient);
        Ok(())
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
