//! [`Fusible`] and [`Quantized`]: packed weights, by what kernels may do with them.

use core::fmt;
use core::marker::PhantomData;

use burn::module::{ModuleVisitor, Param};
use burn::tensor::{DType, Tensor};

use crate::model::Model;
use crate::rules::{MatmulOperand, OwnsGradients};
use crate::scheme::{FusibleScheme, Runnable};
use crate::states::Plain;
use crate::untracked::Untracked;

/// The bytes of a model's parameters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WeightBytes {
    /// Packed values and their scales.
    pub packed: usize,
    /// Parameters that stayed float.
    pub float: usize,
    /// What the packed parameters would take in 32-bit floats.
    pub packed_as_f32: usize,
}

macro_rules! packed {
    ($(#[$doc:meta])* $name:ident: $scheme:ident, $label:literal) => {
        $(#[$doc])*
        #[must_use = "packed weights do nothing until they enter a computation"]
        #[repr(transparent)]
        pub struct $name<S, T = Tensor<2>> {
            inner: T,
            scheme: PhantomData<fn() -> S>,
        }

        impl<S, T> $name<S, T> {
            /// Types a value that was just quantized with `S`.
            pub(crate) fn sealed(inner: T) -> Self {
                Self {
                    inner,
                    scheme: PhantomData,
                }
            }

            pub(crate) fn get(&self) -> &T {
                &self.inner
            }

            /// The Burn value. From here on nothing is checked.
            #[must_use]
            pub fn into_inner(self) -> T {
                self.inner
            }
        }

        impl<S: $scheme, const D: usize> $name<S, Tensor<D>> {
            /// Unpacks: the values as floats, each within half a step of what was packed.
            pub fn dequantize(self) -> Untracked<Tensor<D>> {
                Untracked::strip(self.inner.dequantize())
            }

            /// The shape, in values.
            #[must_use]
            pub fn dims(&self) -> [usize; D] {
                self.inner.dims()
            }

            /// The bytes of the packed values and their scales.
            #[must_use]
            pub fn bytes(&self) -> usize {
                S::bytes(self.inner.shape().num_elements())
            }
        }

        // Weights are constants: the result is in a graph exactly when the left side is.
        #[diagnostic::do_not_recommend]
        impl<S: $scheme, const D: usize> MatmulOperand<D> for $name<S, Tensor<D>> {
            type State = Plain;
            fn into_matrix(self) -> Tensor<D> {
                self.inner
            }
        }

        // A packed model in a step has one error, not two: see `TrainingForm`.
        impl<S, M: Model> OwnsGradients<M> for $name<S, M> {}

        impl<S: $scheme, M: Model> $name<S, M> {
            /// The bytes of this model's parameters.
            #[must_use]
            pub fn weight_bytes(&self) -> WeightBytes {
                let mut count = Count::<S>(WeightBytes::default(), PhantomData);
                self.inner.visit(&mut count);
                count.0
            }
        }

        impl<S: $scheme, M: Model> core::ops::Deref for $name<S, M> {
            type Target = M::View<Plain>;

            fn deref(&self) -> &Self::Target {
                crate::model::view(&self.inner)
            }
        }

        impl<S, T: Clone> Clone for $name<S, T> {
            fn clone(&self) -> Self {
                Self::sealed(self.inner.clone())
            }
        }

        impl<S, T: fmt::Debug> fmt::Debug for $name<S, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple($label).field(&self.inner).finish()
            }
        }
    };
}

packed! {
    /// Weights packed with a scheme that fused kernels read.
    ///
    /// Made by `quantize::<S>()` on an [`Untracked`] tensor or model, which asks the device whether
    /// it can keep the promise. `T` is a tensor, or a model whose linear weights are packed while
    /// biases, norms and skipped fields stay float.
    ///
    /// Packed weights enter `matmul` and linear layers, with inputs of either state, and
    /// `dequantize`. What Burn would silently unpack, requantize or refuse at run time (`flip`,
    /// float `cast`, `zeros_like`, mixed `cat`, `einsum`, `detach`, `fork`) is not here.
    Fusible: FusibleScheme, "Fusible"
}

packed! {
    /// Weights packed with a scheme that runs, but that no fused kernel reads.
    ///
    /// Made by `quantize_unfused::<S>()`. The slow path, by name: Burn unpacks the whole weight
    /// before, or in a kernel apart from, each use. The same in everything else as [`Fusible`].
    Quantized: Runnable, "Quantized"
}

/// Adds up the bytes of a model whose packed parameters follow the scheme `S`.
struct Count<S>(WeightBytes, PhantomData<fn() -> S>);

impl<S: Runnable> ModuleVisitor for Count<S> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let tensor = param.base();
        let values = tensor.shape().num_elements();
        match tensor.dtype() {
            DType::QFloat(_) => {
                self.0.packed += S::bytes(values);
                self.0.packed_as_f32 += values * size_of::<f32>();
            }
            dtype => self.0.float += values * dtype.size(),
        }
    }
}
