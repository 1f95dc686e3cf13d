//! What a caught panic said. The tests read it with this as well.

use std::any::Any;

/// The text of a panic, which is one of two types.
#[must_use]
pub fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("(a panic without a text)").to_owned()
}
