//! Tokens to model. Each function reports what it finds and goes on with what it can use.

mod arguments;
mod lifted;
mod structure;
pub(crate) mod words;

pub(crate) use arguments::arguments;
pub(crate) use lifted::{carried_over, function, methods};
pub(crate) use structure::{Declares, structure};
