//! Linear algebra, as in `burn::tensor::linalg`, with the feature `linalg`.
//!
//! Where Burn's function is generic over a rank that no argument fixes, as in `lu::<2, 1>(x)`, the
//! operands and their states have type parameters here too: `lu::<2, 1, _, _>(x)`.

use burn::tensor::kind::{Autodiff, Basic, Numeric, Ordered};
use burn::tensor::linalg::Norm;
use burn::tensor::{AsIndex, ElementConversion, Tensor};
use fireproof_macros::mirror;

use crate::__private::{Left, Meet};
use crate::operand::Operand;
use crate::rules::{LeavesState, Meets, MixesWith};
use crate::states::State;
use crate::untracked::Untracked;

mirror! {
    use burn::tensor::linalg;

    fn cosine_similarity<const D: usize>(
        x1: Tensor<D>,
        x2: Tensor<D>,
        dim: impl AsIndex,
        eps: Option<f64>,
    ) -> Tensor<D>;
    fn det<const D: usize, const D1: usize, const D2: usize>(tensor: Tensor<D>) -> Tensor<D2>;
    fn lu<const D: usize, const D1: usize>(
        tensor: Tensor<D>,
    ) -> (Tensor<D>, Tensor<D>, Tensor<D>);
    fn qr<const D: usize>(tensor: Tensor<D>, reduced: bool) -> (Tensor<D>, Tensor<D>);
    fn trace<const D: usize, const DO: usize>(tensor: Tensor<D>) -> Tensor<DO>;
    fn vector_norm_dims<const D: usize, I: AsIndex>(
        x: Tensor<D>,
        norm: impl Into<Norm>,
        dims: &[I],
    ) -> Tensor<D>;
    fn vector_norm<const D: usize>(
        x: Tensor<D>,
        norm: impl Into<Norm>,
        dim: impl AsIndex,
    ) -> Tensor<D>;
    fn lp_norm_dims<const D: usize, I: AsIndex>(x: Tensor<D>, p: f64, dims: &[I]) -> Tensor<D>;
    fn lp_norm<const D: usize>(x: Tensor<D>, p: f64, dim: impl AsIndex) -> Tensor<D>;
    fn vector_normalize<const D: usize, E: ElementConversion>(
        x: Tensor<D>,
        norm: impl Into<Norm>,
        dim: impl AsIndex,
        eps: E,
    ) -> Tensor<D>;
    fn l2_norm_dims<const D: usize, I: AsIndex>(x: Tensor<D>, dims: &[I]) -> Tensor<D>;
    fn l2_norm<const D: usize>(x: Tensor<D>, dim: impl AsIndex) -> Tensor<D>;
}

/// One operand of any kind that Burn's function takes; `-> rank` is that of the result.
macro_rules! any_kind {
    ($(
        fn $name:ident<{$($generic:tt)*} K: $kind:path>(
            $($argument:ident: $type:ty),*
        ) -> $rank:ident;
    )*) => { $(
        #[doc = concat!(
            "As Burn's [`", stringify!($name), "`](burn::tensor::linalg::", stringify!($name), ")."
        )]
        pub fn $name<const D: usize, $($generic)* K: $kind, A>(
            x: A,
            $($argument: $type),*
        ) -> Left<Tensor<$rank, K>, A::State>
        where
            A: Operand<Tensor<D, K>>,
            Tensor<$rank, K>: LeavesState<A::State>,
        {
            let result: Tensor<$rank, K> =
                burn::tensor::linalg::$name(x.enter::<A::State>(), $($argument),*);
            LeavesState::<A::State>::leave(result)
        }
    )* };
}

any_kind! {
    fn diag<{const DO: usize,} K: Basic>() -> DO;
    fn l1_norm_dims<{I: AsIndex,} K: Numeric>(dims: &[I]) -> D;
    fn l1_norm<{} K: Numeric>(dim: impl AsIndex) -> D;
    fn max_abs_norm_dims<{I: AsIndex,} K: Ordered>(dims: &[I]) -> D;
    fn max_abs_norm<{} K: Ordered>(dim: impl AsIndex) -> D;
    fn min_abs_norm_dims<{I: AsIndex,} K: Ordered>(dims: &[I]) -> D;
    fn min_abs_norm<{} K: Ordered>(dim: impl AsIndex) -> D;
}

/// As Burn's [`l0_norm_dims`](burn::tensor::linalg::l0_norm_dims). A count has no
/// gradient, so the result is untracked whatever goes in.
pub fn l0_norm_dims<const D: usize, K, I: AsIndex, A>(
    x: A,
    dims: &[I],
) -> <A::State as State>::Constant<Tensor<D, K>>
where
    K: Numeric + Autodiff,
    A: Operand<Tensor<D, K>>,
{
    let norm = burn::tensor::linalg::l0_norm_dims(x.enter::<A::State>(), dims);
    A::State::leave_constant(norm)
}

/// As Burn's [`l0_norm`](burn::tensor::linalg::l0_norm). A count has no gradient, so the
/// result is untracked whatever goes in.
pub fn l0_norm<const D: usize, K, A>(
    x: A,
    dim: impl AsIndex,
) -> <A::State as State>::Constant<Tensor<D, K>>
where
    K: Numeric + Autodiff,
    A: Operand<Tensor<D, K>>,
{
    let norm = burn::tensor::linalg::l0_norm(x.enter::<A::State>(), dim);
    A::State::leave_constant(norm)
}

/// As Burn's [`matvec`](burn::tensor::linalg::matvec).
///
/// # Shapes
/// `[.., rows, columns]` with `[.., columns]` gives `[.., rows]`; `DM` is `DV + 1`.
pub fn matvec<const DM: usize, const DV: usize, K, A, B>(
    matrix: A,
    vector: B,
) -> Left<Tensor<DV, K>, Meet<A::State, B::State>>
where
    K: Numeric,
    A: Operand<Tensor<DM, K>>,
    B: Operand<Tensor<DV, K>>,
    A::State: MixesWith<B::State> + Meets<B::State>,
    Tensor<DV, K>: LeavesState<Meet<A::State, B::State>>,
{
    let result: Tensor<DV, K> = burn::tensor::linalg::matvec(
        matrix.enter::<Meet<A::State, B::State>>(),
        vector.enter::<Meet<A::State, B::State>>(),
    );
    LeavesState::<Meet<A::State, B::State>>::leave(result)
}

/// As Burn's [`outer`](burn::tensor::linalg::outer).
///
/// # Shapes
/// Two tensors of rank `D` give one of rank `R`, which is `D + 1`.
pub fn outer<const D: usize, const R: usize, K, A, B>(
    lhs: A,
    rhs: B,
) -> Left<Tensor<R, K>, Meet<A::State, B::State>>
where
    K: Numeric,
    A: Operand<Tensor<D, K>>,
    B: Operand<Tensor<D, K>>,
    A::State: MixesWith<B::State> + Meets<B::State>,
    Tensor<R, K>: LeavesState<Meet<A::State, B::State>>,
{
    outer_dim::<D, R, _, K, A, B>(lhs, rhs, -1)
}

/// As Burn's [`outer_dim`](burn::tensor::linalg::outer_dim).
///
/// # Shapes
/// Two tensors of rank `D` give one of rank `R`, which is `D + 1`.
pub fn outer_dim<const D: usize, const R: usize, Dim: AsIndex, K, A, B>(
    lhs: A,
    rhs: B,
    dim: Dim,
) -> Left<Tensor<R, K>, Meet<A::State, B::State>>
where
    K: Numeric,
    A: Operand<Tensor<D, K>>,
    B: Operand<Tensor<D, K>>,
    A::State: MixesWith<B::State> + Meets<B::State>,
    Tensor<R, K>: LeavesState<Meet<A::State, B::State>>,
{
    let result: Tensor<R, K> = burn::tensor::linalg::outer_dim(
        lhs.enter::<Meet<A::State, B::State>>(),
        rhs.enter::<Meet<A::State, B::State>>(),
        dim,
    );
    LeavesState::<Meet<A::State, B::State>>::leave(result)
}

/// As Burn's [`svd`](burn::tensor::linalg::svd), of untracked tensors only: it has no gradient in
/// Burn, which panics for a source and has no form of it for autodiff.
///
/// # Shapes
/// `[.., m, n]` gives `[.., m, k]`, `[.., k]` and `[.., k, n]`, `k` being the smaller of `m` and
/// `n`; `D1` is `D - 1`.
///
/// # Panics
/// When `sweeps` is zero or too few, as Burn does.
pub fn svd<const D: usize, const D1: usize>(
    tensor: Untracked<Tensor<D>>,
    sweeps: usize,
) -> (
    Untracked<Tensor<D>>,
    Untracked<Tensor<D1>>,
    Untracked<Tensor<D>>,
) {
    let (u, s, vt) = burn::tensor::linalg::svd::<D, D1>(tensor.into_inner(), sweeps);
    (
        Untracked::sealed(u),
        Untracked::sealed(s),
        Untracked::sealed(vt),
    )
}
