//! Grids, as in [`burn::tensor::grid`].

use burn::tensor::Tensor;
use burn::tensor::grid::{GridOptions, IndexPos};
use burn::tensor::kind::Basic;
use fireproof_macros::mirror;

use crate::__private::Left;
use crate::operand::Operand;
use crate::rules::LeavesState;

mirror! {
    use burn::tensor::grid;

    fn affine_grid_2d(transform: Tensor<3>, dims: [usize; 4]) -> Tensor<4>;
}

/// As Burn's [`meshgrid`](burn::tensor::grid::meshgrid), for coordinates of any kind in any one
/// state.
///
/// # Shapes
/// `N` vectors give `N` tensors of rank `N`.
pub fn meshgrid<const N: usize, K, A, O>(
    tensors: &[A; N],
    options: O,
) -> [Left<Tensor<N, K>, A::State>; N]
where
    K: Basic,
    A: Operand<Tensor<1, K>> + Clone,
    O: Into<GridOptions>,
    Tensor<N, K>: LeavesState<A::State>,
{
    burn::tensor::grid::meshgrid(&entered(tensors), options).map(LeavesState::<A::State>::leave)
}

/// As Burn's [`meshgrid_stack`](burn::tensor::grid::meshgrid_stack), for coordinates of any
/// kind in any one state.
///
/// # Shapes
/// `D` vectors give one tensor of rank `D2`, which is `D + 1`.
///
/// # Panics
/// When `D2` is not `D + 1`, as Burn does.
pub fn meshgrid_stack<const D: usize, const D2: usize, K, A>(
    tensors: &[A; D],
    index_pos: IndexPos,
) -> Left<Tensor<D2, K>, A::State>
where
    K: Basic,
    A: Operand<Tensor<1, K>> + Clone,
    Tensor<D2, K>: LeavesState<A::State>,
{
    let stacked: Tensor<D2, K> = burn::tensor::grid::meshgrid_stack(&entered(tensors), index_pos);
    LeavesState::<A::State>::leave(stacked)
}

/// The Burn values of operands that share a state.
fn entered<const N: usize, K, A>(tensors: &[A; N]) -> [Tensor<1, K>; N]
where
    K: Basic,
    A: Operand<Tensor<1, K>> + Clone,
{
    tensors
        .each_ref()
        .map(|tensor| tensor.clone().enter::<A::State>())
}
