//! The functions that Burn has beside its tensor rather than in a module of its own.

use burn::tensor::{Device, Int, Shape, Tensor};

use crate::operand::Operand;
use crate::untracked::Untracked;

/// As Burn's [`cartesian_grid`](burn::tensor::cartesian_grid), on the device without its autodiff
/// association.
///
/// # Shapes
/// A shape of rank `D` gives a tensor of rank `D2`, which is `D + 1`.
///
/// # Panics
/// When `D2` is not `D + 1`, as Burn does.
pub fn cartesian_grid<S: Into<Shape>, const D: usize, const D2: usize>(
    shape: S,
    device: &Device,
) -> Untracked<Tensor<D2, Int>> {
    Untracked::strip(burn::tensor::cartesian_grid::<S, D, D2>(shape, device))
}

/// As Burn's [`check_closeness`](burn::tensor::check_closeness): prints how close two tensors are,
/// whatever their states.
pub fn check_closeness<const D: usize, A, B>(output: &A, expected: &B)
where
    A: Operand<Tensor<D>> + Clone,
    B: Operand<Tensor<D>> + Clone,
{
    // Only values are compared, so neither side brings its graph along.
    burn::tensor::check_closeness(
        Untracked::strip(output.clone().enter::<A::State>()).get(),
        Untracked::strip(expected.clone().enter::<B::State>()).get(),
    );
}
