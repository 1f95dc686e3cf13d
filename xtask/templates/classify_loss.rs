
/// The mean negative log-likelihood of the labels.
#[fusible]
pub fn cross_entropy(logits: Tensor<2>, labels: Tensor<1, Int>) -> Tensor<1> {
    let logs = burn::tensor::activation::log_softmax(logits, 1);
    -logs.gather(1, labels.unsqueeze_dim(1)).mean()
}
