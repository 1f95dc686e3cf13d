//! The attribute goes above models, their methods, and functions.
use fireproof::fusible;

#[fusible]
trait Forward {}
//~^ error: `#[fusible]` goes above a model struct or enum, its inherent `impl`, or a free function over tensors

fn main() {}
