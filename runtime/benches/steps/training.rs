//! What most steps are: one model, one batch, one loss, one optimizer.

/// Writes both forms of a step that trains a model to tell classes apart, as a user would write
/// each. The file imports Burn's prelude.
macro_rules! training {
    (
        model: $new:path,
        optimizer: $optimizer:expr,
        input: $input:ty = $data:expr,
        labels: $labels:expr $(,)?
    ) => {
        pub(crate) fn raw(steps: usize) {
            let device = Device::flex().autodiff();
            device.seed(1);
            let mut model = $new(&device).train();
            let mut optimizer = $optimizer.init();
            let input = <$input>::from_data($data, &device);
            let labels = Tensor::<1, Int>::from_data($labels, &device);
            for _ in 0..steps {
                let logits = model.forward(input.clone());
                let loss: Tensor<1> = crate::model::cross_entropy(logits, labels.clone());
                let gradients = burn::optim::GradientsParams::from_grads(loss.backward(), &model);
                model = optimizer.step(1e-3, model, gradients);
            }
        }

        pub(crate) fn typed(steps: usize) -> crate::Outcome {
            let device = Device::flex();
            device.seed(1);
            let mut model = fireproof::Tracked::train($new(&device))?;
            let mut optimizer = fireproof::Optimizer::from($optimizer.init());
            let input = fireproof::Untracked::<$input>::from_data($data, &device);
            let labels = fireproof::Untracked::<Tensor<1, Int>>::from_data($labels, &device);
            for _ in 0..steps {
                let logits = model.forward(input.clone());
                let loss = crate::model::cross_entropy(logits, labels.clone());
                let gradients = loss.backward()?.of(&model);
                optimizer.step(1e-3, &mut model, gradients)?;
            }
            Ok(())
        }
    };
}
