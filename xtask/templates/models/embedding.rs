use burn::nn::{Embedding, EmbeddingConfig, LayerNorm, LayerNormConfig, Linear, LinearConfig};

/// A bag of words.
#[fusible]
#[derive(Module, Debug)]
pub struct Bag {
    #[fusible(skip)]
    embedding: Embedding,
    norm: LayerNorm,
    head: Linear,
}

impl Bag {
    pub fn new(device: &Device) -> Self {
        Self {
            embedding: EmbeddingConfig::new(1000, __WIDTH__).init(device),
            norm: LayerNormConfig::new(__WIDTH__).init(device),
            head: LinearConfig::new(__WIDTH__, 10).init(device),
        }
    }
}

#[fusible]
impl Bag {
    /// One row a token.
    pub fn embed(&self, tokens: Tensor<2, Int>) -> Tensor<3> {
        self.norm.forward(self.embedding.forward(tokens))
    }

    /// The logits of a batch.
    pub fn forward(&self, tokens: Tensor<2, Int>) -> Tensor<2> {
        let mean = self.embed(tokens).mean_dim(1);
        self.head.forward(mean.squeeze_dim(1))
    }

    /// The likeliest classes.
    pub fn predict(&self, tokens: Tensor<2, Int>) -> Tensor<1, Int> {
        self.forward(tokens).argmax(1).squeeze_dim(1)
    }
}
