//! [`Untracked`]: values outside of every autodiff graph.

use core::fmt;

use burn::tensor::kind::{Autodiff, Basic};
use burn::tensor::{DType, Device, Tensor};

use crate::context::Ctx;
use crate::fusible::{Fusible, Quantized};
use crate::gradients::Gradients;
use crate::leaf::Leaf;
use crate::model::Model;
use crate::quantize::{self, FusibleModule, PinnedScheme, QuantizeError};
use crate::rules::{Differentiable, IsLeaf, Quantizable, TakesConstants, Viewed};
use crate::scheme::{FusibleScheme, Runnable};
use crate::states::Plain;
use crate::tracked::{Tracked, TrainError};

/// A value outside of every autodiff graph: a plain tensor, or a model in validation form.
///
/// Burn's own accessor agrees: `is_autodiff()` is `false` for every tensor inside.
///
/// # Tensors
/// Data, targets, metrics. Has every operation; [`into_leaf`](Untracked::into_leaf) makes it a
/// source of gradients, [`quantize`](Untracked::quantize) packs it. There is no `backward`:
///
/// ```compile_fail,E0277
/// use burn::tensor::{DType, Device, Tensor};
/// use fireproof::Untracked;
///
/// let loss = Untracked::<Tensor<1>>::from_data([1.0], &Device::flex());
/// loss.backward(); // `backward` needs a tracked tensor
/// ```
///
/// # Models
/// Made by [`Untracked::valid`] or [`Tracked::valid`], so that dropout is off and batch norm reads
/// its statistics whatever the input is.
#[must_use = "an untracked value does nothing until it is read or handed on"]
#[repr(transparent)]
pub struct Untracked<T> {
    inner: T,
}

impl<T> Quantizable for Untracked<T> {}

impl<T> Untracked<T> {
    /// Types a value that is known to be outside of every graph.
    pub(crate) fn sealed(inner: T) -> Self {
        Self { inner }
    }

    pub(crate) fn get(&self) -> &T {
        &self.inner
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        &mut self.inner
    }

    /// The Burn value. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.inner
    }
}

/// A tensor was offered as an [`Untracked`] one and is not.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotUntracked {
    /// It is in a graph.
    #[error(
        "a tensor of shape {shape:?} is part of an autodiff graph: taking it as untracked would \
         cut its gradients; call `detach()` on it first if that is meant"
    )]
    InGraph {
        /// The shape of the tensor.
        shape: Vec<usize>,
    },
    /// It is quantized.
    #[error(
        "a tensor of shape {shape:?} is quantized: every operation but a matmul would unpack it \
         without a word; call `dequantize()` on it first"
    )]
    Quantized {
        /// The shape of the tensor.
        shape: Vec<usize>,
    },
}

impl<const D: usize, K: Autodiff> Untracked<Tensor<D, K>> {
    /// Types a tensor that was just made of values.
    #[track_caller]
    pub(crate) fn made(tensor: Tensor<D, K>) -> Self {
        assert!(
            !matches!(tensor.dtype(), DType::QFloat(_)),
            "this data is quantized, and an untracked tensor holds floats: dequantize it first"
        );
        Self::strip(tensor)
    }

    /// Takes the autodiff association off a tensor that is in no graph.
    pub(crate) fn strip(tensor: Tensor<D, K>) -> Self {
        // The accessor reads one field; `is_autodiff()` would build a device first.
        if tensor.gradient_checkpointing_strategy().is_some() {
            Self::sealed(tensor.without_autodiff())
        } else {
            Self::sealed(tensor)
        }
    }
}

impl NotUntracked {
    pub(crate) fn check<const D: usize>(tensor: &Tensor<D>) -> Result<(), Self> {
        let shape = || tensor.dims().to_vec();
        if tensor.is_tracked() {
            return Err(Self::InGraph { shape: shape() });
        }
        if quantize::is_packed(tensor) {
            return Err(Self::Quantized { shape: shape() });
        }
        Ok(())
    }
}

/// Float tensors: refused when they are in a graph or quantized, stripped when they are mere
/// constants of an autodiff device (as Burn's own batchers make them).
impl<const D: usize> TryFrom<Tensor<D>> for Untracked<Tensor<D>> {
    type Error = NotUntracked;

    fn try_from(tensor: Tensor<D>) -> Result<Self, NotUntracked> {
        NotUntracked::check(&tensor)?;
        Ok(Self::strip(tensor))
    }
}

impl<const D: usize> From<Tensor<D, burn::tensor::Int>>
    for Untracked<Tensor<D, burn::tensor::Int>>
{
    fn from(tensor: Tensor<D, burn::tensor::Int>) -> Self {
        Self::strip(tensor)
    }
}

impl<const D: usize> From<Tensor<D, burn::tensor::Bool>>
    for Untracked<Tensor<D, burn::tensor::Bool>>
{
    fn from(tensor: Tensor<D, burn::tensor::Bool>) -> Self {
        Self::strip(tensor)
    }
}

impl<const D: usize> Untracked<Tensor<D>> {
    /// Makes this tensor a source of gradients in the default context.
    pub fn into_leaf(self) -> Leaf<Tensor<D>> {
        Leaf::plant(self.inner)
    }

    /// Makes this tensor a source of gradients in the context `C`. The context of a
    /// [`Place`](crate::Place) is entered through the place.
    pub fn into_leaf_in<C: crate::Context + TakesConstants>(self) -> Leaf<Tensor<D>, C> {
        Leaf::plant(self.inner)
    }

    /// Never callable: `into_leaf` makes a source.
    #[doc(hidden)]
    pub fn require_grad(self) -> Leaf<Tensor<D>>
    where
        Self: IsLeaf,
    {
        self.into_leaf()
    }

    /// Never callable: an untracked tensor has no graph to go back through.
    #[doc(hidden)]
    pub fn backward(self) -> Result<Gradients, crate::BackwardError>
    where
        Self: Differentiable,
    {
        Tracked::<Tensor<D>, Ctx>::sealed(self.inner).backward()
    }
}

impl<M: Model> Untracked<M> {
    /// Puts a model into validation form: no parameter takes gradients, dropout is off, batch norm
    /// reads its statistics.
    pub fn valid(model: &M) -> Self {
        Self::sealed(model.valid())
    }

    /// Puts the model (back) into training form.
    ///
    /// # Errors
    /// As [`Tracked::train`].
    pub fn train(self) -> Result<Tracked<M>, TrainError> {
        Tracked::train(self.inner)
    }

    /// Moves the model to another device.
    pub fn to_device(self, device: &Device) -> Self {
        // Through validation form: in Burn, clones of a batch norm share its statistics, and the
        // move of one would take those of the others along.
        let model = self.inner.valid();
        Self::sealed(model.to_device(&device.clone().without_autodiff()))
    }

    /// The number of parameters, as Burn counts them.
    #[must_use]
    pub fn num_params(&self) -> usize {
        self.inner.num_params()
    }
}

impl<const D: usize> Untracked<Tensor<D>> {
    /// Packs this tensor with a scheme that fused kernels read.
    ///
    /// Packed along the inner axis, the one that a matmul sums over: words and blocks run along the
    /// inputs of a layer, as in every inference format.
    ///
    /// # Shapes
    /// - `self`: `[.., inner, columns]` (or `[inner]`), with `inner` filling whole blocks, or whole
    ///   32-bit words when one scale serves the tensor
    ///
    /// # Units
    /// A scale is in units of `self` per integer step: a stored `q` stands for `q * scale`, and the
    /// scale is the largest magnitude divided by the largest step.
    ///
    /// # Errors
    /// [`QuantizeError`] lists what stands in the way: the shape, values that are not finite, a
    /// device without the scale type or without the memory that the packed matmul needs.
    pub fn quantize<S: FusibleScheme>(&self) -> Result<Fusible<S, Tensor<D>>, QuantizeError> {
        quantize::tensor::<S, D>(&self.inner).map(Fusible::sealed)
    }

    /// Packs this tensor with a scheme that runs, fused or not.
    ///
    /// # Errors
    /// As [`quantize`](Untracked::quantize).
    pub fn quantize_unfused<S: Runnable>(&self) -> Result<Quantized<S, Tensor<D>>, QuantizeError> {
        quantize::tensor::<S, D>(&self.inner).map(Quantized::sealed)
    }
}

impl<M: Model + FusibleModule> Untracked<M> {
    /// Packs the weights of this model with a scheme that fused kernels read.
    ///
    /// Field by field: linear weights are packed; biases, norms and fields under
    /// `#[fusible(skip)]` stay float.
    ///
    /// # Errors
    /// [`QuantizeError`] lists every parameter that cannot be packed, with the numbers.
    pub fn quantize<S: FusibleScheme>(&self) -> Result<Fusible<S, M>, QuantizeError> {
        quantize::model::<S, M>(&self.inner).map(Fusible::sealed)
    }

    /// Packs the weights of this model with the scheme that its `#[fusible(scheme = …)]` names.
    ///
    /// # Errors
    /// As [`quantize`](Untracked::quantize).
    pub fn quantize_pinned(&self) -> Result<Fusible<M::Scheme, M>, QuantizeError>
    where
        M: PinnedScheme,
    {
        self.quantize()
    }

    /// Packs the weights of this model with a scheme that runs, fused or not.
    ///
    /// # Errors
    /// As [`quantize`](Untracked::quantize).
    pub fn quantize_unfused<S: Runnable>(&self) -> Result<Quantized<S, M>, QuantizeError> {
        quantize::model::<S, M>(&self.inner).map(Quantized::sealed)
    }
}

impl<T: Viewed> core::ops::Deref for Untracked<T> {
    type Target = T::View<Plain>;

    fn deref(&self) -> &Self::Target {
        crate::model::view(&self.inner)
    }
}

impl<T: Clone> Clone for Untracked<T> {
    fn clone(&self) -> Self {
        Self::sealed(self.inner.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for Untracked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Untracked").field(&self.inner).finish()
    }
}

impl<const D: usize, K: Basic> fmt::Display for Untracked<Tensor<D, K>>
where
    Tensor<D, K>: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, f)
    }
}
