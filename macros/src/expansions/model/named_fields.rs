// fusible(scheme = Q4<Block<32>, F16>)
/// Two layers, of which the second stays float.
#[derive(Module, Debug)]
pub struct Net {
    hidden: Linear,
    #[fusible(skip)]
    pub output: Linear,
    /// A raw identifier is visited by its plain name.
    r#type: Vec<Linear>,
}
