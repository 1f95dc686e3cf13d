//! The main path.
#[path = "../../runtime/examples/digits/model.rs"]
mod model;
use burn::optim::AdamConfig;
use burn::tensor::{Device, Distribution, Int, Tensor};
use fireproof::{Block, F16, Optimizer, Q4, Q8, Tracked, Untracked};
use model::*;

#[test]
fn end_to_end() -> Result<(), Box<dyn std::error::Error>> {
    let device = Device::flex();
    let mut model = Tracked::train(Classifier::new(64, &device))?;
    let mut optimizer = Optimizer::from(AdamConfig::new().init());
    let images = Untracked::<Tensor<2>>::random([8, 64], Distribution::Default, &device);
    let labels = Untracked::<Tensor<1, Int>>::from_data([0, 1, 2, 3, 4, 5, 6, 7], &device);
    let mut last = f32::INFINITY;
    for _ in 0..30 {
        let loss = cross_entropy(model.forward(images.clone()), labels.clone());
        last = loss.clone().into_scalar();
        let grads = loss.backward()?.of(&model);
        let report = optimizer.step(1e-2, &mut model, grads)?;
        assert_eq!(report.missing, Vec::<String>::new());
    }
    assert!(last < 0.5, "{last}");
    let valid = model.valid();
    let float = valid.forward(images.clone());
    let q = valid.quantize::<Q4<Block<32>, F16>>()?;
    let packed = q.forward(images.clone());
    println!("{} {}", (float.clone() - packed).abs().max(), q.weight_bytes().packed);
    let q = valid.quantize::<Q8>()?;
    println!("{}", (float - q.forward(images)).abs().max());
    Ok(())
}
