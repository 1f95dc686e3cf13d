// derive(Tensors)
/// A batch of any rank, and what is beside it.
#[derive(Debug, Clone)]
pub struct Batch<const D: usize> {
    pub images: Tensor<D>,
    labels: Option<Tensor<1, Int>>,
    /// A raw identifier is a field by its plain name.
    #[tensors(nested)]
    pub(crate) r#type: Inner,
    // The carriers have a method of this name: the field has none.
    into_fields: Vec<Tensor<2>>,
    source: Source,
}
