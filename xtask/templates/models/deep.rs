use burn::nn::{Linear, LinearConfig};
use burn::tensor::activation::relu;

/// As many layers as are asked for.
#[fusible]
#[derive(Module, Debug)]
pub struct Deep {
    layers: Vec<Linear>,
    head: Linear,
}

impl Deep {
    pub fn new(depth: usize, device: &Device) -> Self {
        let layer = |_| LinearConfig::new(__WIDTH__, __WIDTH__).init(device);
        Self {
            layers: (0..depth).map(layer).collect(),
            head: LinearConfig::new(__WIDTH__, 4).init(device),
        }
    }
}

#[fusible]
impl Deep {
    /// What each layer makes of a batch.
    pub fn all(&self, input: Tensor<2>) -> Vec<Tensor<2>> {
        let mut hidden = input;
        let mut all = Vec::with_capacity(self.layers.len());
        for layer in &self.layers {
            hidden = relu(layer.forward(hidden));
            all.push(hidden.clone());
        }
        all
    }

    /// The values of a batch.
    pub fn forward(&self, input: Tensor<2>) -> Tensor<2> {
        let layers = self.layers.iter();
        let hidden = layers.fold(input, |hidden, layer| relu(layer.forward(hidden)));
        self.head.forward(hidden)
    }

    /// The number of layers before the head.
    pub fn depth(&self) -> usize {
        self.layers.len()
    }
}
