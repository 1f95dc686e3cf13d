// fusible()
/// The mean negative log-likelihood of the labels.
#[must_use]
#[expect(clippy::let_and_return, reason = "stays with the body")]
pub fn loss(logits: Tensor<2>, labels: Tensor<1, Int>, (low, high): (f32, f32)) -> Tensor<1> {
    let picked = log_softmax(logits, 1).gather(1, labels.unsqueeze_dim(1));
    let loss = -picked.clamp(low, high).mean();
    loss
}
