//! A step of a generator and its critic, batch 8: two models, one backward pass, two optimizers.

use burn::nn::{Linear, LinearConfig, Relu};
use burn::optim::{AdamConfig, GradientsParams};
use burn::prelude::*;
use fireproof::{Optimizer, Tracked, Untracked, fusible};

use crate::{Outcome, floats};

#[fusible]
#[derive(Module, Debug)]
struct Generator {
    hidden: Linear,
    relu: Relu,
    output: Linear,
}

#[fusible]
impl Generator {
    fn new(device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(8, 32).init(device),
            relu: Relu::new(),
            output: LinearConfig::new(32, 16).init(device),
        }
    }

    fn forward(&self, noise: Tensor<2>) -> Tensor<2> {
        let hidden = self.relu.forward(self.hidden.forward(noise));
        self.output.forward(hidden)
    }
}

#[fusible]
#[derive(Module, Debug)]
struct Critic {
    hidden: Linear,
    relu: Relu,
    output: Linear,
}

#[fusible]
impl Critic {
    fn new(device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(16, 32).init(device),
            relu: Relu::new(),
            output: LinearConfig::new(32, 1).init(device),
        }
    }

    fn forward(&self, samples: Tensor<2>) -> Tensor<2> {
        let hidden = self.relu.forward(self.hidden.forward(samples));
        self.output.forward(hidden)
    }
}

pub(crate) fn raw(steps: usize) {
    let device = Device::flex().autodiff();
    device.seed(1);
    let mut generator = Generator::new(&device).train();
    let mut critic = Critic::new(&device).train();
    let optimizer = || AdamConfig::new().init();
    let (mut for_generator, mut for_critic) = (optimizer(), optimizer());
    let noise = Tensor::<2>::from_data(floats([8, 8]), &device);
    let real = Tensor::<2>::from_data(floats([8, 16]), &device);
    for _ in 0..steps {
        let fake = generator.forward(noise.clone());
        // The same values with the gradient turned round: one model climbs what the other descends.
        let turned = fake.clone().detach() * 2.0 - fake;
        let loss = critic.forward(turned).mean() - critic.forward(real.clone()).mean();
        let mut gradients = loss.backward();
        let of_critic = GradientsParams::from_module(&mut gradients, &critic);
        let of_generator = GradientsParams::from_module(&mut gradients, &generator);
        critic = for_critic.step(1e-3, critic, of_critic);
        generator = for_generator.step(1e-3, generator, of_generator);
    }
}

pub(crate) fn typed(steps: usize) -> Outcome {
    let device = Device::flex();
    device.seed(1);
    let mut generator = Tracked::train(Generator::new(&device))?;
    let mut critic = Tracked::train(Critic::new(&device))?;
    let optimizer = || Optimizer::from(AdamConfig::new().init());
    let (mut for_generator, mut for_critic) = (optimizer(), optimizer());
    let noise = Untracked::<Tensor<2>>::from_data(floats([8, 8]), &device);
    let real = Untracked::<Tensor<2>>::from_data(floats([8, 16]), &device);
    for _ in 0..steps {
        let fake = generator.forward(noise.clone());
        let turned = fake.clone().detach() * 2.0 - fake;
        let loss = critic.forward(turned).mean() - critic.forward(real.clone()).mean();
        let mut gradients = loss.backward()?;
        let of_critic = gradients.take(&critic);
        let of_generator = gradients.take(&generator);
        for_critic.step(1e-3, &mut critic, of_critic)?;
        for_generator.step(1e-3, &mut generator, of_generator)?;
    }
    Ok(())
}
