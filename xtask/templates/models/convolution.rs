use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::pool::{MaxPool2d, MaxPool2dConfig};
use burn::nn::{BatchNorm, BatchNormConfig, Linear, LinearConfig, PaddingConfig2d, Relu};

/// A convolution with what goes around it.
#[fusible]
#[derive(Module, Debug)]
pub struct Block {
    #[fusible(skip)]
    convolution: Conv2d,
    norm: BatchNorm,
    relu: Relu,
    #[fusible(skip)]
    pool: MaxPool2d,
}

impl Block {
    pub fn new(channels: [usize; 2], device: &Device) -> Self {
        Self {
            convolution: Conv2dConfig::new(channels, [3, 3])
                .with_padding(PaddingConfig2d::Same)
                .init(device),
            norm: BatchNormConfig::new(channels[1]).init(device),
            relu: Relu::new(),
            pool: MaxPool2dConfig::new([2, 2]).init(),
        }
    }
}

#[fusible]
impl Block {
    /// Half the height, half the width.
    pub fn forward(&self, images: Tensor<4>) -> Tensor<4> {
        let hidden = self.norm.forward(self.convolution.forward(images));
        self.pool.forward(self.relu.forward(hidden))
    }

    /// Without pooling.
    pub fn unpooled(&self, images: Tensor<4>) -> Tensor<4> {
        self.relu.forward(self.convolution.forward(images))
    }
}

/// A classifier of 8 by 8 images.
#[fusible]
#[derive(Module, Debug)]
pub struct Network {
    first: Block,
    second: Block,
    head: Linear,
}

impl Network {
    pub fn new(device: &Device) -> Self {
        Self {
            first: Block::new([1, 8], device),
            second: Block::new([8, __WIDTH__], device),
            head: LinearConfig::new(__WIDTH__ * 4, 10).init(device),
        }
    }
}

#[fusible]
impl Network {
    /// One row an image.
    pub fn features(&self, images: Tensor<4>) -> Tensor<2> {
        let hidden = self.second.forward(self.first.forward(images));
        hidden.flatten(1, 3)
    }

    /// The logits of a batch.
    pub fn forward(&self, images: Tensor<4>) -> Tensor<2> {
        self.head.forward(self.features(images))
    }

    /// The likeliest classes.
    pub fn predict(&self, images: Tensor<4>) -> Tensor<1, Int> {
        self.forward(images).argmax(1).squeeze_dim(1)
    }
}
