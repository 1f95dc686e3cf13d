// fusible()
// Burn's derive takes named fields only; a `Module` written by hand may be a tuple.
#[derive(Debug, Clone)]
pub(crate) struct Pair(Linear, #[fusible(skip)] Linear);
