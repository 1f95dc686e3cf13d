//! The states that a lifted function or model can be in, and what its tensors then are.

use core::marker::PhantomData;

use burn::tensor::Tensor;
use burn::tensor::kind::Autodiff;

use crate::context::Context;
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// What the tensors of one call are: all plain, all of one graph, or raw Burn tensors.
///
/// Sealed: [`Plain`], [`Graph`] and [`Raw`] are all there is.
pub trait State: sealed::Sealed {
    /// The carrier of a float tensor in this state.
    type Float<const D: usize>;
    /// The carrier of an integer or boolean tensor, which never has a gradient.
    type Constant<T>;
    /// Brings a float tensor into this state before a body runs.
    #[doc(hidden)]
    fn enter<const D: usize>(tensor: Tensor<D>) -> Tensor<D>;
    /// Types a float tensor that a body returned.
    #[doc(hidden)]
    fn leave<const D: usize>(tensor: Tensor<D>) -> Self::Float<D>;
    /// Types an integer or boolean tensor that a body returned.
    #[doc(hidden)]
    fn leave_constant<const D: usize, K: Autodiff>(
        tensor: Tensor<D, K>,
    ) -> Self::Constant<Tensor<D, K>>;
}

/// No tensor has anything to do with autodiff.
#[derive(Debug, Clone, Copy)]
pub enum Plain {}

/// Every float tensor is in the autodiff context `C`.
#[derive(Debug, Clone, Copy)]
pub struct Graph<C>(PhantomData<fn() -> C>);

/// Burn tensors without a type of ours: in, and therefore out.
#[derive(Debug, Clone, Copy)]
pub enum Raw {}

impl State for Plain {
    type Float<const D: usize> = Untracked<Tensor<D>>;
    type Constant<T> = Untracked<T>;

    fn enter<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        tensor
    }

    fn leave<const D: usize>(tensor: Tensor<D>) -> Untracked<Tensor<D>> {
        // A body could have got hold of an autodiff tensor in some other way: a constant, which is
        // stripped, or a node of a graph, which stripping would cut in silence. Asked only then.
        if tensor.gradient_checkpointing_strategy().is_some() {
            assert!(
                !tensor.is_tracked(),
                "a `#[fusible]` body that was given untracked tensors returned one that is in a \
                 graph: hand in every tensor as an argument"
            );
        }
        Untracked::strip(tensor)
    }

    fn leave_constant<const D: usize, K: Autodiff>(
        tensor: Tensor<D, K>,
    ) -> Untracked<Tensor<D, K>> {
        Untracked::strip(tensor)
    }
}

impl<C: Context> State for Graph<C> {
    type Float<const D: usize> = Tracked<Tensor<D>, C>;
    type Constant<T> = Untracked<T>;

    // Burn's dropout, noise and batch norm look at the autodiff flag of their *input* to find out
    // whether they train, so a plain input would switch them off without a word.
    fn enter<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        match tensor.gradient_checkpointing_strategy() {
            Some(strategy) if strategy == C::STRATEGY => tensor,
            Some(_) => tensor.with_gradient_checkpointing_strategy(C::STRATEGY),
            // Now in Burn's default strategy, which is this context's or one of the arms above.
            None => Self::enter(tensor.autodiff()),
        }
    }

    fn leave<const D: usize>(tensor: Tensor<D>) -> Tracked<Tensor<D>, C> {
        Tracked::sealed(Self::enter(tensor))
    }

    fn leave_constant<const D: usize, K: Autodiff>(
        tensor: Tensor<D, K>,
    ) -> Untracked<Tensor<D, K>> {
        Untracked::strip(tensor)
    }
}

impl State for Raw {
    type Float<const D: usize> = Tensor<D>;
    type Constant<T> = T;

    fn enter<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        tensor
    }

    fn leave<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        tensor
    }

    fn leave_constant<const D: usize, K: Autodiff>(tensor: Tensor<D, K>) -> Tensor<D, K> {
        tensor
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Plain {}
    impl<C> Sealed for super::Graph<C> {}
    impl Sealed for super::Raw {}
}
