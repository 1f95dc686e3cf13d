//! The macros with fireproof under another name.
//!
//! A package of its own: cargo refuses one crate under two names in one package, and a `::fireproof`
//! left over in an expansion must fail to resolve. A library, and documented, because `missing_docs`
//! is silent in test harnesses.
#![deny(missing_docs)]

use aliased::Tensors;
use burn::module::Module;
use burn::nn::{Linear, LinearConfig};
use burn::tensor::{Bool, Device, Tensor};

/// One layer and a head.
#[aliased::fusible(crate = aliased, scheme = aliased::Q8)]
#[derive(Module, Debug)]
pub struct Net {
    layer: Linear,
    #[fusible(skip)]
    head: Linear,
}

#[aliased::fusible(crate = aliased)]
impl Net {
    /// A new model.
    #[must_use]
    pub fn new(device: &Device) -> Self {
        Self {
            layer: LinearConfig::new(8, 8).init(device),
            head: LinearConfig::new(8, 4).init(device),
        }
    }

    /// The outputs of a batch.
    #[must_use]
    pub fn forward(&self, inputs: Tensor<2>) -> Tensor<2> {
        self.head.forward(self.layer.forward(inputs))
    }

    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        let [_, outputs] = self.head.weight.dims();
        outputs
    }
}

/// The mean squared distance.
#[must_use]
#[aliased::fusible(crate = ::aliased)]
pub fn distance(outputs: Tensor<2>, targets: Tensor<2>) -> Tensor<1> {
    (outputs - targets).square().mean()
}

/// Inputs, and where they are held back.
#[derive(Tensors, Debug, Clone)]
#[tensors(crate = aliased)]
pub struct Batch<const D: usize> {
    /// The inputs.
    pub inputs: Tensor<D>,
    /// What is held back.
    pub masks: Option<Tensor<D, Bool>>,
    /// Where they came from.
    pub source: &'static str,
}

/// Inputs without a name.
#[derive(Tensors, Debug, Clone)]
#[tensors(crate = ::aliased)]
pub struct Pair(pub Tensor<1>, Tensor<1>);

impl Pair {
    /// A pair of one and the same.
    #[must_use]
    pub fn of(one: Tensor<1>) -> Self {
        Self(one.clone(), one)
    }
}

/// The mean output of a batch, twice.
#[must_use]
#[aliased::fusible(crate = aliased, tensors(Batch, Pair))]
pub fn twice(#[model] net: &Net, batch: Batch<2>) -> Pair {
    Pair::of(net.forward(batch.inputs).mean())
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use aliased::{Tracked, Untracked};
    use burn::tensor::{Device, Tensor};

    use super::{Batch, Net, PairFields, distance, twice};

    #[test]
    fn the_runtime_is_found_under_its_other_name() -> Result<(), Box<dyn Error>> {
        let device = Device::flex();
        let inputs = Untracked::<Tensor<2>>::ones([2, 8], &device);
        let targets = Untracked::<Tensor<2>>::zeros([2, 4], &device);

        let tracked = Tracked::train(Net::new(&device))?;
        let loss = distance(tracked.forward(inputs.clone()), targets);
        assert_eq!(loss.backward()?.of(&tracked).len(), 4);

        let packed = tracked.valid().quantize_pinned()?;
        assert_eq!(packed.forward(inputs).dims(), [2, packed.outputs()]);
        Ok(())
    }

    #[test]
    fn structs_of_tensors_find_it_as_well() -> Result<(), Box<dyn Error>> {
        let device = Device::flex();
        let batch = Untracked::try_from(Batch {
            inputs: Tensor::<2>::ones([2, 8], &device),
            masks: None,
            source: "made up",
        })?;
        assert_eq!(*batch.source(), "made up");
        assert_eq!(batch.inputs().dims(), [2, 8]);

        let model = Tracked::train(Net::new(&device))?;
        let PairFields(first, second) = twice(&model, batch.clone()).into_fields();
        let loss: Tracked<Tensor<1>> = first + second;
        assert_eq!(loss.backward()?.of(&model).len(), 4);
        let PairFields(first, _) = twice(&model.valid(), batch).into_fields();
        let _: Untracked<Tensor<1>> = first;
        Ok(())
    }
}
