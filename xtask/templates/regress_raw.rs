
/// One step of training, and its loss.
pub fn train_step(
    model: __Model__,
    optimizer: &mut ModuleOptimizer,
    input: __Input__,
    targets: Tensor<2>,
) -> Result<(__Model__, f32), Box<dyn Error>> {
    let values = model.forward(input) * 0.5;
    let size = values.clone().abs().mean();
    let loss = mean_squares(values, targets) + size * 1e-4;
    let value = loss.clone().try_into_scalar::<f32>()?;
    let gradients = GradientsParams::from_grads(loss.backward(), &model);
    let model = optimizer.step(1e-3, model, gradients);
    Ok((model, value))
}

/// The loss and the largest error of a batch.
pub fn evaluate(
    model: &__Model__,
    input: __Input__,
    targets: Tensor<2>,
) -> Result<(f32, f32), Box<dyn Error>> {
    let values = model.valid().forward(input) * 0.5;
    let largest = (values.clone() - targets.clone()).abs().max();
    let loss = mean_squares(values, targets);
    Ok((loss.try_into_scalar()?, largest.try_into_scalar()?))
}
