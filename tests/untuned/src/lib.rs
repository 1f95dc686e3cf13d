//! What a device without autotune does with packed weights. The tests are in `tests/`; they mean
//! something only when this package is tested alone, because cargo would turn autotune on for all
//! packages of one call:
//!
//! ```text
//! cargo test --package fireproof-tests-untuned --features alone
//! ```
