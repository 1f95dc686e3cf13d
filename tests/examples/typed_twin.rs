//! The example's classifier with its typed loop, for `cargo xtask check-time`.

use std::error::Error;

use burn::optim::AdamConfig;
use burn::tensor::{Device, Int, Tensor};
use fireproof::{Optimizer, Tracked, Untracked};

#[expect(unreachable_pub, reason = "a module of the example")]
#[path = "../../runtime/examples/digits/model.rs"]
mod model;

use model::{Classifier, cross_entropy};

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::flex();
    let mut model = Tracked::train(Classifier::new(64, &device))?;
    let mut optimizer = Optimizer::from(AdamConfig::new().init());
    let images = Untracked::<Tensor<2>>::ones([8, 64], &device);
    let labels = Untracked::<Tensor<1, Int>>::zeros([8], &device);
    for _ in 0..3 {
        let loss = cross_entropy(model.forward(images.clone()), labels.clone());
        println!("{}", loss.clone().detach().try_into_scalar::<f32>()?);
        let gradients = loss.backward()?.of(&model);
        optimizer.step(1e-3, &mut model, gradients)?;
    }
    println!("{}", model.valid().features(images));
    Ok(())
}
