
/// The mean squared distance to the targets.
#[fusible]
pub fn mean_squares(values: Tensor<2>, targets: Tensor<2>) -> Tensor<1> {
    (values - targets).square().mean()
}
