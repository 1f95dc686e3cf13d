//! The states that a lifted function or model can be in, and what its tensors then are.

use core::marker::PhantomData;

use burn::tensor::Tensor;
use burn::tensor::kind::Autodiff;

use crate::any_state::AnyState;
use crate::context::Context;
use crate::rules::Typed;
use crate::tracked::Tracked;
use crate::untracked::Untracked;

/// What the tensors of one call are: all plain, all of one graph, known at run time only, or raw
/// Burn tensors.
///
/// Sealed: [`Plain`], [`Graph`], [`Any`], [`Raw`], [`Stateless`] and [`Absent`] are all there is.
pub trait State: sealed::Sealed {
    /// The carrier of a float tensor in this state.
    type Float<const D: usize>;
    /// The carrier of an integer or boolean tensor, which never has a gradient.
    type Constant<T>;
    /// The carrier of a struct of tensors.
    type Of<T: Typed>;
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
    /// The Burn tensor again.
    #[doc(hidden)]
    fn open<const D: usize>(tensor: Self::Float<D>) -> Tensor<D>;
    #[doc(hidden)]
    fn open_constant<T>(tensor: Self::Constant<T>) -> T;
    /// Types a struct whose tensors are in this state.
    #[doc(hidden)]
    fn hold<T: Typed>(parts: T) -> Self::Of<T>;
    #[doc(hidden)]
    fn release<T: Typed>(parts: Self::Of<T>) -> T;
}

/// No tensor has anything to do with autodiff.
#[derive(Debug, Clone, Copy)]
pub enum Plain {}

/// Every float tensor is in the autodiff context `C`.
#[derive(Debug, Clone, Copy)]
pub struct Graph<C>(PhantomData<fn() -> C>);

/// In the autodiff context `C` or in none, which the run decides; see [`AnyState`].
#[derive(Debug, Clone, Copy)]
pub struct Any<C>(PhantomData<fn() -> C>);

/// No tensor at all: an optional argument that was left out. Takes the state of what it meets.
#[derive(Debug, Clone, Copy)]
pub enum Absent {}

/// Integers or booleans, which have no gradient: they take the state of what they meet.
#[derive(Debug, Clone, Copy)]
pub enum Stateless {}

/// Burn tensors without a type of ours: in, and therefore out.
#[derive(Debug, Clone, Copy)]
pub enum Raw {}

// Nothing is in a graph, because nothing came in that is: constants, nothing at all, integers.
macro_rules! outside_of_graphs {
    ($($state:ty),*) => { $(
        impl State for $state {
            type Float<const D: usize> = Untracked<Tensor<D>>;
            type Constant<T> = Untracked<T>;
            type Of<T: Typed> = Untracked<T>;

            fn enter<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
                tensor
            }

            fn leave<const D: usize>(tensor: Tensor<D>) -> Untracked<Tensor<D>> {
                leave_plain(tensor)
            }

            fn leave_constant<const D: usize, K: Autodiff>(
                tensor: Tensor<D, K>,
            ) -> Untracked<Tensor<D, K>> {
                Untracked::strip(tensor)
            }

            fn open<const D: usize>(tensor: Untracked<Tensor<D>>) -> Tensor<D> {
                tensor.into_inner()
            }

            fn open_constant<T>(tensor: Untracked<T>) -> T {
                tensor.into_inner()
            }

            fn hold<T: Typed>(parts: T) -> Untracked<T> {
                Untracked::sealed(parts)
            }

            fn release<T: Typed>(parts: Untracked<T>) -> T {
                parts.into_inner()
            }
        }
    )* };
}
outside_of_graphs!(Plain, Absent, Stateless);

/// Types a float tensor that a body returned which was given nothing in a graph.
fn leave_plain<const D: usize>(tensor: Tensor<D>) -> Untracked<Tensor<D>> {
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

impl<C: Context> State for Graph<C> {
    type Float<const D: usize> = Tracked<Tensor<D>, C>;
    type Constant<T> = Untracked<T>;
    type Of<T: Typed> = Tracked<T, C>;

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

    fn open<const D: usize>(tensor: Tracked<Tensor<D>, C>) -> Tensor<D> {
        tensor.into_inner()
    }

    fn open_constant<T>(tensor: Untracked<T>) -> T {
        tensor.into_inner()
    }

    fn hold<T: Typed>(parts: T) -> Tracked<T, C> {
        Tracked::sealed(parts)
    }

    fn release<T: Typed>(parts: Tracked<T, C>) -> T {
        parts.into_inner()
    }
}

impl State for Raw {
    type Float<const D: usize> = Tensor<D>;
    type Constant<T> = T;
    type Of<T: Typed> = T;

    fn enter<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        tensor
    }

    fn leave<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        tensor
    }

    fn leave_constant<const D: usize, K: Autodiff>(tensor: Tensor<D, K>) -> Tensor<D, K> {
        tensor
    }

    fn open<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        tensor
    }

    fn open_constant<T>(tensor: T) -> T {
        tensor
    }

    fn hold<T: Typed>(parts: T) -> T {
        parts
    }

    fn release<T: Typed>(parts: T) -> T {
        parts
    }
}

impl<C: Context> State for Any<C> {
    type Float<const D: usize> = AnyState<Tensor<D>, C>;
    type Constant<T> = Untracked<T>;
    type Of<T: Typed> = AnyState<T, C>;

    fn enter<const D: usize>(tensor: Tensor<D>) -> Tensor<D> {
        tensor
    }

    fn leave<const D: usize>(tensor: Tensor<D>) -> AnyState<Tensor<D>, C> {
        AnyState::sealed(tensor)
    }

    fn leave_constant<const D: usize, K: Autodiff>(
        tensor: Tensor<D, K>,
    ) -> Untracked<Tensor<D, K>> {
        Untracked::strip(tensor)
    }

    fn open<const D: usize>(tensor: AnyState<Tensor<D>, C>) -> Tensor<D> {
        tensor.into_inner()
    }

    fn open_constant<T>(tensor: Untracked<T>) -> T {
        tensor.into_inner()
    }

    fn hold<T: Typed>(parts: T) -> AnyState<T, C> {
        AnyState::sealed(parts)
    }

    fn release<T: Typed>(parts: AnyState<T, C>) -> T {
        parts.into_inner()
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Plain {}
    impl<C> Sealed for super::Graph<C> {}
    impl Sealed for super::Raw {}
    impl<C> Sealed for super::Any<C> {}
    impl Sealed for super::Absent {}
    impl Sealed for super::Stateless {}
}
