// fusible()
impl Net {
    /// Without a receiver: stays as it is, and has no twin.
    pub fn new(device: &Device) -> Self {
        Self {
            layer: LinearConfig::new(8, 4).init(device),
        }
    }

    /// The scores of a batch.
    ///
    /// # Shapes
    /// - `inputs`: `[batch, 8]`
    /// - `mask`: `[batch, 4]`
    #[must_use]
    #[expect(clippy::let_and_return, reason = "stays with the body")]
    pub fn forward(&self, inputs: Tensor<2>, mask: Tensor<2, Bool>, mut fill: f32) -> Tensor<2> {
        fill += 1.0;
        let scores = self.layer.forward(inputs).mask_fill(mask, fill);
        scores
    }

    /// Tensors out, none in.
    pub(crate) fn weight(&self) -> Tensor<2> {
        self.layer.weight.val()
    }

    /// No tensor at all.
    fn fits(&self, (rows, columns): (usize, usize), _: &Self) -> bool {
        self.layer.weight.dims() == [rows, columns]
    }
}
