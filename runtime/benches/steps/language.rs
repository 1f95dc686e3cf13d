//! A training step of a language model, embedding and linear, 4 sequences of 8 tokens of 32.

use burn::nn::{Embedding, EmbeddingConfig, Linear, LinearConfig};
use burn::optim::AdamConfig;
use burn::prelude::*;
use fireproof::fusible;

use crate::labels;

#[fusible]
#[derive(Module, Debug)]
struct Language {
    #[fusible(skip)]
    embedding: Embedding,
    head: Linear,
}

impl Language {
    fn new(device: &Device) -> Self {
        Self {
            embedding: EmbeddingConfig::new(32, 16).init(device),
            head: LinearConfig::new(16, 32).init(device),
        }
    }
}

#[fusible]
impl Language {
    /// The logits of the token after each, one row a token.
    fn forward(&self, tokens: Tensor<2, Int>) -> Tensor<2> {
        let logits = self.head.forward(self.embedding.forward(tokens));
        logits.flatten(0, 1)
    }
}

training! {
    model: Language::new,
    optimizer: AdamConfig::new(),
    input: Tensor<2, Int> = labels([4, 8], 32),
    labels: labels([4 * 8], 31),
}
