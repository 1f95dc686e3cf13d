//! Faults: gathered, so that a user sees all of them at once.

use std::fmt::Display;

use quote::ToTokens;

/// The faults of one phase. Dropping it unread is a bug of ours, so it panics.
pub(crate) struct Report(Option<Vec<syn::Error>>);

impl Report {
    pub(crate) fn new() -> Self {
        Self(Some(Vec::new()))
    }

    /// Notes a fault at the node `at`: what is wrong, and what to write instead.
    pub(crate) fn fault(&mut self, at: impl ToTokens, text: impl Display) {
        self.error(syn::Error::new_spanned(at, text));
    }

    pub(crate) fn error(&mut self, error: syn::Error) {
        self.0.get_or_insert_default().push(error);
    }

    /// Ends the phase: every fault at once, or leave to go on.
    pub(crate) fn close(mut self) -> syn::Result<()> {
        let faults = self.0.take().into_iter().flatten();
        faults
            .reduce(|mut all, next| {
                all.combine(next);
                all
            })
            .map_or(Ok(()), Err)
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        assert!(
            self.0.is_none() || std::thread::panicking(),
            "a report was not closed"
        );
    }
}
