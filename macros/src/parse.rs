//! Tokens to model. Each function reports what it finds and goes on with what it can use.

mod arguments;
mod attributes;
mod items;
mod lifted;
mod structure;
pub(crate) mod words;

pub(crate) use arguments::arguments;
pub(crate) use attributes::{allowed, carried_over, cfgs, silences};
pub(crate) use items::item;
pub(crate) use lifted::{function, methods};
pub(crate) use structure::{Declares, structure};
