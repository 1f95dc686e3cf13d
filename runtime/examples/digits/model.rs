//! The digit classifier: plain Burn code under `#[fusible]`.

use burn::nn::{Dropout, DropoutConfig, Gelu, LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::prelude::*;
use burn::tensor::activation::log_softmax;
use fireproof::fusible;

/// Pixels of one 8 × 8 image.
const PIXELS: usize = 64;
/// The digits 0 to 9.
const CLASSES: usize = 10;

/// Two hidden layers and a head.
///
/// The head stays float: it is small, and the answer is read off it directly.
#[fusible]
#[derive(Module, Debug)]
pub struct Classifier {
    first: Linear,
    norm: LayerNorm,
    gelu: Gelu,
    dropout: Dropout,
    second: Linear,
    #[fusible(skip)]
    head: Linear,
}

impl Classifier {
    /// A new model with `width` hidden units, a multiple of 32 to be quantized in blocks.
    pub fn new(width: usize, device: &Device) -> Self {
        Self {
            first: LinearConfig::new(PIXELS, width).init(device),
            norm: LayerNormConfig::new(width).init(device),
            gelu: Gelu::new(),
            dropout: DropoutConfig::new(0.1).init(),
            second: LinearConfig::new(width, width).init(device),
            head: LinearConfig::new(width, CLASSES).init(device),
        }
    }
}

#[fusible]
impl Classifier {
    /// What the hidden layers make of a batch.
    ///
    /// # Shapes
    /// - `images`: `[batch, PIXELS]`, each pixel from 0 to 1
    /// - output: `[batch, width]`
    pub fn features(&self, images: Tensor<2>) -> Tensor<2> {
        let hidden = self.norm.forward(self.first.forward(images));
        let hidden = self.dropout.forward(self.gelu.forward(hidden));
        self.gelu.forward(self.second.forward(hidden))
    }

    /// The logits of a batch.
    ///
    /// # Shapes
    /// - `images`: `[batch, PIXELS]`, each pixel from 0 to 1
    /// - output: `[batch, CLASSES]`
    pub fn forward(&self, images: Tensor<2>) -> Tensor<2> {
        self.head.forward(self.features(images))
    }
}

/// The mean negative log-likelihood of the labels.
///
/// # Shapes
/// - `logits`: `[batch, classes]`
/// - `labels`: `[batch]`
#[fusible]
pub fn cross_entropy(logits: Tensor<2>, labels: Tensor<1, Int>) -> Tensor<1> {
    let picked = log_softmax(logits, 1).gather(1, labels.unsqueeze_dim(1));
    -picked.mean()
}
