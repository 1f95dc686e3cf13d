//! Typed methods of Burn's own layers, so that `Tracked<Linear>` or `Untracked<Conv2d>` can be used
//! without a model around it.
//!
//! A table a family: the rows are Burn's signatures, and `mirror!` makes them methods of the view
//! that the carriers dereference to, as `#[fusible]` does for models. Every type of burn-nn 0.22.1
//! that derives `Module` has its table here, with every public `&self` method that takes or returns
//! tensors; what has no row is in `OMITTED_METHODS`.

mod activation;
mod attention;
mod conv;
mod distance;
mod embedding;
mod linear;
mod loss;
mod noise;
mod norm;
mod pool;
mod resample;
mod rnn;
mod state;
mod transformer;

pub use state::{
    LstmStateFields, MhaInput, MhaOutputFields, RnnStateFields, TransformerDecoderInput,
    TransformerEncoderInput,
};

/// Burn's methods on layers that have no typed form, each with the reason.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "documents the gaps; tests read it")
)]
pub(crate) const OMITTED_METHODS: &[(&str, &str)] = &[
    (
        "CrossAttention::forward_cache",
        "keeps tensors of one call for the next in a `&mut` cache, whose type has no state",
    ),
    (
        "MultiHeadAttention::forward_cache",
        "keeps tensors of one call for the next in a `&mut` cache, whose type has no state",
    ),
    (
        "TransformerEncoder::forward_autoregressive_inference",
        "keeps tensors of one call for the next in a `&mut` cache, whose type has no state",
    ),
    (
        "TransformerEncoder::new_autoregressive_cache",
        "makes a cache that no typed method takes",
    ),
    (
        "TransformerEncoderLayer::forward_autoregressive_inference",
        "keeps tensors of one call for the next in a `&mut` cache, whose type has no state",
    ),
    (
        "TransformerDecoderLayer::forward",
        "returns its input type, which cannot be taken apart; take the whole `TransformerDecoder`",
    ),
    (
        "TransformerDecoder::forward_autoregressive_inference",
        "keeps tensors of one call for the next in a `&mut` cache, whose type has no state",
    ),
    (
        "TransformerDecoder::new_autoregressive_cache",
        "makes a cache that no typed method takes",
    ),
    (
        "TransformerDecoderLayer::forward_autoregressive_inference",
        "keeps tensors of one call for the next in a `&mut` cache, whose type has no state",
    ),
    (
        "Lstm::forward_iter",
        "takes an iterator of tensors; `forward` takes them as one tensor",
    ),
    (
        "RotaryEncoding::shift",
        "changes the layer in place, and takes no tensor: call it before the layer is typed",
    ),
    (
        "RotaryEncoding::reset",
        "changes the layer in place, and takes no tensor: call it before the layer is typed",
    ),
];

#[cfg(test)]
mod tests {
    use super::OMITTED_METHODS;

    const TABLES: &str = concat!(
        include_str!("activation.rs"),
        include_str!("attention.rs"),
        include_str!("conv.rs"),
        include_str!("distance.rs"),
        include_str!("embedding.rs"),
        include_str!("linear.rs"),
        include_str!("loss.rs"),
        include_str!("noise.rs"),
        include_str!("norm.rs"),
        include_str!("pool.rs"),
        include_str!("resample.rs"),
        include_str!("rnn.rs"),
        include_str!("transformer.rs"),
    );

    /// As many as derive `Module` in burn-nn 0.22.1.
    #[test]
    fn every_layer_has_a_table() {
        let heads = TABLES.lines().filter(|line| line.starts_with("    impl "));
        assert_eq!(heads.count(), 95);
    }

    #[test]
    fn what_is_omitted_has_no_row() {
        for (path, reason) in OMITTED_METHODS {
            let (layer, method) = path.split_once("::").unwrap();
            let head = format!("    impl {layer} {{");
            let (_, table) = TABLES.split_once(&head).unwrap();
            // An empty table closes where it opens.
            let rows = table.split('}').next().unwrap_or_default();
            for opening in ["(", "<"] {
                let row = format!("fn {method}{opening}");
                assert!(!rows.contains(&row), "{path} has a row, though it {reason}");
            }
        }
    }
}
