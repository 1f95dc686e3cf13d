//! Several losses, one backward pass.

use burn::tensor::Tensor;

use crate::context::Context;
use crate::tracked::Tracked;

/// Why losses could not be joined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// There are none.
    #[error("there is no loss to join: the list is empty")]
    NoLoss,
    /// One of them has more than one element, or none.
    #[error(
        "a loss has one element, and number {index} of these (the first is 0) has shape \
         {shape:?}: reduce it first, for example with `.mean()` or `.sum()`"
    )]
    NotOneElement {
        /// Which one; the first is 0.
        index: usize,
        /// The shape of the tensor.
        shape: Vec<usize>,
    },
}

/// Adds losses up to one, so that they go backward together.
///
/// Losses that share intermediate results have to: the recorded steps are consumed by the first
/// backward pass, and a second one panics in Burn. A weight is a factor on a loss, `loss * 0.5`.
///
/// ```
/// use burn::tensor::{Device, Tensor};
/// use fireproof::{Untracked, join_losses};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let x = Untracked::<Tensor<1>>::from_data([1.0, 2.0], &Device::flex()).into_leaf();
/// let shared = x.clone() * 3.0;
/// let loss = join_losses([shared.clone().sum(), shared.square().mean() * 0.5])?;
/// let gradients = loss.backward()?;
/// assert!(x.grad(&gradients).is_some());
/// # Ok(())
/// # }
/// ```
///
/// # Shapes
/// - `losses`: `[1]` each
/// - the result: `[1]`
///
/// # Errors
/// [`JoinError::NoLoss`], and [`JoinError::NotOneElement`] with the place and the shape, where
/// adding would broadcast without a word.
pub fn join_losses<C: Context>(
    losses: impl IntoIterator<Item = Tracked<Tensor<1>, C>>,
) -> Result<Tracked<Tensor<1>, C>, JoinError> {
    let mut sum: Option<Tensor<1>> = None;
    for (index, loss) in losses.into_iter().enumerate() {
        let loss = loss.into_inner();
        let shape = loss.dims();
        if shape != [1] {
            return Err(JoinError::NotOneElement {
                index,
                shape: shape.to_vec(),
            });
        }
        sum = Some(match sum {
            Some(sum) => sum + loss,
            None => loss,
        });
    }
    sum.map(Tracked::sealed).ok_or(JoinError::NoLoss)
}
