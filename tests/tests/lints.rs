//! Expansions pass the strictest lints, whatever a user turns on.
//!
//! To be run under clippy. `missing_docs` is silent in a test harness; for that one,
//! `tests/renamed/src/lib.rs` is a library.
#![deny(warnings, missing_docs, unused_qualifications, clippy::pedantic)]
#![forbid(unsafe_code)]

use std::error::Error;

use burn::tensor::{Device, Tensor};
use fireproof::{Fusible, Q8, Tracked, Untracked};

use crate::api::{Net, distance};

pub mod api {
    //! One of everything, documented and public.

    use std::error::Error;
    use std::fmt;

    use burn::module::Module;
    use burn::nn::{Gelu, Linear, LinearConfig};
    use burn::tensor::{Device, Tensor};
    use fireproof::fusible;

    /// A hidden layer and a head.
    #[fusible]
    #[derive(Module, Debug)]
    pub struct Net {
        hidden: Linear,
        gelu: Gelu,
        #[fusible(skip)]
        head: Linear,
    }

    /// A batch without examples.
    #[derive(Debug)]
    pub struct EmptyBatch;

    impl fmt::Display for EmptyBatch {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the batch has no examples")
        }
    }

    impl Error for EmptyBatch {}

    impl Net {
        /// A new model.
        #[must_use]
        pub fn new(device: &Device) -> Self {
            Self {
                hidden: LinearConfig::new(8, 8).init(device),
                gelu: Gelu::new(),
                head: LinearConfig::new(8, 4).init(device),
            }
        }
    }

    #[fusible]
    impl Net {
        /// The outputs of a batch.
        #[must_use]
        pub fn forward(&self, inputs: Tensor<2>) -> Tensor<2> {
            let hidden = self.gelu.forward(self.hidden.forward(inputs));
            self.head.forward(hidden)
        }

        /// The outputs of a batch that must not be empty.
        ///
        /// # Errors
        /// [`EmptyBatch`] when there is no example.
        pub fn checked(&self, inputs: Tensor<2>) -> Result<Tensor<2>, EmptyBatch> {
            if inputs.dims().contains(&0) {
                return Err(EmptyBatch);
            }
            Ok(self.forward(inputs))
        }

        /// The number of outputs.
        #[must_use]
        pub fn outputs(&self) -> usize {
            let [_, outputs] = self.head.weight.dims();
            outputs
        }
    }

    /// The mean squared distance, in parts of `unit`.
    #[must_use]
    #[fusible]
    pub fn distance(outputs: Tensor<2>, targets: Tensor<2>, unit: f32) -> Tensor<1> {
        (outputs - targets).square().mean().div_scalar(unit)
    }
}

#[test]
fn every_state() -> Result<(), Box<dyn Error>> {
    let device = Device::flex();
    let inputs = Untracked::<Tensor<2>>::ones([2, 8], &device);
    let targets = Untracked::<Tensor<2>>::zeros([2, 4], &device);

    let tracked = Tracked::train(Net::new(&device))?;
    let loss = distance(tracked.forward(inputs.clone()), targets.clone(), 2.0);
    assert_eq!(loss.dims(), [1]);
    let gradients = loss.backward()?.of(&tracked);
    assert_eq!(gradients.len(), 4);

    let untracked = tracked.valid();
    let outputs = untracked.checked(inputs.clone())?;
    assert_eq!(distance(outputs, targets, 2.0).dims(), [1]);

    let fusible: Fusible<Q8, Net> = untracked.quantize()?;
    assert_eq!(fusible.forward(inputs).dims(), [2, fusible.outputs()]);
    Ok(())
}
