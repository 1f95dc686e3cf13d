//! [`Tensors`]: structs of tensors, such as batches and outputs.

use burn::tensor::Tensor;

use crate::any_state::AnyState;
use crate::context::Context;
use crate::rules::{LeavesState, Viewed};
use crate::states::{Any, Graph, Plain, State};
use crate::tracked::Tracked;
use crate::untracked::{NotUntracked, Untracked};

/// A struct of tensors, such as a batch or an output, that the carriers reach through.
///
/// Written by `#[derive(Tensors)]`, which also writes the struct's typed twin: for `Batch` it is
/// `BatchFields<S>`, with the same fields, each in the state `S`.
///
/// ```
/// use burn::prelude::*;
/// use fireproof::prelude::*;
///
/// #[derive(Tensors, Debug, Clone)]
/// struct Batch {
///     images: Tensor<2>,
///     labels: Tensor<1, Int>,
///     source: String,
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let device = Device::flex();
/// let raw = Batch {
///     images: Tensor::ones([2, 4], &device),
///     labels: Tensor::zeros([2], &device),
///     source: "digits".into(),
/// };
/// let batch = Untracked::try_from(raw)?;
/// let images: Untracked<Tensor<2>> = batch.images(); // a handle, as Burn's `clone`
/// let BatchFields { labels, source, .. } = batch.into_fields(); // or all of them, moved
/// # let _: (Untracked<Tensor<1, Int>>, String) = (labels, source);
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no struct of tensors that fireproof knows",
    label = "its tensors would lose their state",
    note = "write `#[derive(Tensors)]` above it"
)]
pub trait Tensors: Viewed + crate::rules::Typed<Held = Self> {
    /// The typed twin of this struct.
    type Fields<S: State>;
    /// Brings every tensor into the state `S`.
    #[doc(hidden)]
    #[must_use]
    fn __settle<S: State>(self) -> Self;
    #[doc(hidden)]
    fn __into_fields<S: State>(self) -> Self::Fields<S>;
    #[doc(hidden)]
    fn __from_fields<S: State>(fields: Self::Fields<S>) -> Self;
    /// The first float tensor that is not untracked, with the path of its field.
    #[doc(hidden)]
    fn __tracked_part(&self) -> Result<(), (String, NotUntracked)>;
}

/// A field of a struct of tensors, in any state.
#[doc(hidden)]
pub trait Part: Sized {
    /// Whether it could be untracked.
    fn untracked(&self, path: &str) -> Result<(), (String, NotUntracked)>;
}

impl<const D: usize> Part for Tensor<D> {
    fn untracked(&self, path: &str) -> Result<(), (String, NotUntracked)> {
        NotUntracked::check(self).map_err(|error| (path.to_owned(), error))
    }
}

macro_rules! harmless {
    ($([$($params:tt)*] $ty:ty;)*) => { $(
        impl<$($params)*> Part for $ty {
            fn untracked(&self, _: &str) -> Result<(), (String, NotUntracked)> {
                Ok(())
            }
        }
    )* };
}
harmless! {
    [const D: usize] Tensor<D, burn::tensor::Int>;
    [const D: usize] Tensor<D, burn::tensor::Bool>;
    [] ();
    [] bool;
    [] char;
    [] f32;
    [] f64;
    [] i8;
    [] i16;
    [] i32;
    [] i64;
    [] i128;
    [] isize;
    [] u8;
    [] u16;
    [] u32;
    [] u64;
    [] u128;
    [] usize;
    [] String;
    [] &'static str;
}

macro_rules! parts_of {
    ($([$($params:tt)*] $ty:ty;)*) => { $(
        impl<T: Part $($params)*> Part for $ty {
            fn untracked(&self, path: &str) -> Result<(), (String, NotUntracked)> {
                self.iter()
                    .enumerate()
                    .try_for_each(|(index, part)| part.untracked(&format!("{path}.{index}")))
            }
        }
    )* };
}
parts_of! {
    [] Vec<T>;
    [, const N: usize] [T; N];
}

impl<T: Part> Part for Option<T> {
    fn untracked(&self, path: &str) -> Result<(), (String, NotUntracked)> {
        self.as_ref().map_or(Ok(()), |part| part.untracked(path))
    }
}

macro_rules! tuples {
    ($(($($t:ident $index:tt),+))*) => { $(
        impl<$($t: Part),+> Part for ($($t,)+) {
            fn untracked(&self, path: &str) -> Result<(), (String, NotUntracked)> {
                $( self.$index.untracked(&format!("{path}.{}", $index))?; )+
                Ok(())
            }
        }
    )* };
}
tuples! {
    (T0 0)
    (T0 0, T1 1)
    (T0 0, T1 1, T2 2)
    (T0 0, T1 1, T2 2, T3 3)
    (T0 0, T1 1, T2 2, T3 3, T4 4)
    (T0 0, T1 1, T2 2, T3 3, T4 4, T5 5)
}

impl<T: Tensors> Part for T {
    fn untracked(&self, path: &str) -> Result<(), (String, NotUntracked)> {
        self.__tracked_part()
            .map_err(|(field, error)| (format!("{path}.{field}"), error))
    }
}

/// A struct was offered as an [`Untracked`] one, and one of its tensors is not.
#[derive(Debug, thiserror::Error)]
#[error("{field}: {problem}")]
#[non_exhaustive]
pub struct NotUntrackedPart {
    /// The path of the field, as `images` or `layers.0`.
    pub field: String,
    /// What is wrong with it.
    pub problem: NotUntracked,
}

impl<T: Tensors> Untracked<T> {
    /// Takes a struct none of whose tensors is in a graph; mere constants are stripped.
    ///
    /// # Errors
    /// Names the field that is in a graph or quantized.
    #[doc(hidden)]
    pub fn gather(parts: T) -> Result<Self, NotUntrackedPart> {
        match parts.__tracked_part() {
            Ok(()) => Ok(Self::sealed(parts.__settle::<Plain>())),
            Err((field, problem)) => Err(NotUntrackedPart { field, problem }),
        }
    }

    /// The fields, each in its own carrier.
    pub fn into_fields(self) -> T::Fields<Plain> {
        self.into_inner().__into_fields::<Plain>()
    }
}

impl<T: Tensors, C: Context> Tracked<T, C> {
    /// The fields, each in its own carrier.
    pub fn into_fields(self) -> T::Fields<Graph<C>> {
        self.into_inner().__into_fields::<Graph<C>>()
    }
}

impl<T: Tensors, C: Context> AnyState<T, C> {
    /// The fields, each in its own carrier.
    pub fn into_fields(self) -> T::Fields<Any<C>> {
        self.into_inner().__into_fields::<Any<C>>()
    }
}

/// Brings one part into a state, for what the derive writes.
#[doc(hidden)]
pub fn settled<T: LeavesState<S>, S: State>(part: T) -> T {
    T::open(part.leave())
}
