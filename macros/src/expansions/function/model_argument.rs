// fusible(tensors(Batch, Output))
/// One function for training and validation.
pub fn step<const D: usize>(
    #[model] net: &Net<D>,
    batch: Batch<D>,
    previous: Option<Output>,
    keep: bool,
) -> (Tensor<1>, Output) {
    let output = net.forward(batch.images);
    (loss(output.clone(), batch.labels), output)
}
