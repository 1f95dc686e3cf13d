//! The names that expansions use: where the runtime is, and what we call what we invent.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Path;

/// The path to the runtime's `__private` module.
pub(crate) struct Private {
    path: TokenStream,
    internal: bool,
}

impl Private {
    /// `krate` is what the user wrote after `crate =`.
    pub(crate) fn new(krate: Option<&Path>) -> Self {
        Self {
            path: match krate {
                Some(path) => quote!(#path::__private),
                None => quote!(::fireproof::__private),
            },
            internal: false,
        }
    }

    /// From within the runtime.
    pub(crate) fn internal() -> Self {
        Self {
            internal: true,
            ..Self::new(None)
        }
    }

    /// Keeps an impl of the runtime's own out of the compiler's lists of types that would do. Not
    /// for a user's: in a module without the prelude the attribute does not resolve.
    pub(crate) fn unlisted(&self) -> TokenStream {
        if self.internal {
            quote!(#[diagnostic::do_not_recommend])
        } else {
            TokenStream::new()
        }
    }
}

impl ToTokens for Private {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.path.to_tokens(tokens);
    }
}

/// The hidden type beside `model` on which its typed methods are written.
///
/// At the user's ident, so that an impl block whose struct lacks the attribute is blamed there; the
/// name says what is missing.
pub(crate) fn view(model: &Ident) -> Ident {
    Ident::new(
        &format!("__Fusible{}", unraw(model)),
        model
            .span()
            .resolved_at(Span::mixed_site())
            .located_at(model.span()),
    )
}

/// The type parameter for the `index`-th operand.
pub(crate) fn operand(index: usize) -> Ident {
    format_ident!("__Operand{index}", span = Span::mixed_site())
}

/// The type parameter for the state of the `index`-th operand.
pub(crate) fn state(index: usize) -> Ident {
    format_ident!("__State{index}", span = Span::mixed_site())
}

/// The name for the `index`-th argument where the user gave none.
pub(crate) fn argument(index: usize) -> Ident {
    format_ident!("__argument{index}", span = Span::mixed_site())
}

/// An identifier of ours that no user's can meet.
pub(crate) fn ours(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The name without `r#`.
pub(crate) fn unraw(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").unwrap_or(&text).to_owned()
}
