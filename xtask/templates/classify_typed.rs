
/// One step of training, and its loss.
pub fn train_step(
    model: &mut Tracked<__Model__>,
    optimizer: &mut Optimizer,
    input: Untracked<__Input__>,
    labels: Untracked<Tensor<1, Int>>,
) -> Result<f32, Box<dyn Error>> {
    let logits = model.forward(input).clamp(-30.0, 30.0);
    let spread = logits.clone().square().mean();
    let loss = cross_entropy(logits, labels) + spread * 1e-4;
    let value = loss.clone().try_into_scalar::<f32>()?;
    let gradients = loss.backward()?.of(model);
    optimizer.step(1e-3, model, gradients)?;
    Ok(value)
}

/// The loss and the right answers of a batch.
pub fn evaluate(
    model: &Tracked<__Model__>,
    input: Untracked<__Input__>,
    labels: Untracked<Tensor<1, Int>>,
) -> Result<(f32, i64), Box<dyn Error>> {
    let model = model.valid();
    let loss = cross_entropy(model.forward(input.clone()), labels.clone());
    let right = model.predict(input).equal(labels).int().sum();
    Ok((loss.try_into_scalar()?, right.try_into_scalar()?))
}
