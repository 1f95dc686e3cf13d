//! Burn's free functions, lifted as `#[fusible]` lifts a user's.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, Pat, Path, parse_quote};

use super::{Row, as_burns};
use crate::expand::function;
use crate::expand::signature::turbofish;
use crate::parse;
use crate::paths::Private;

/// One lifted function for each row.
pub(super) fn lifted(from: &Path, rows: &[Row]) -> TokenStream {
    let private = Private::internal();
    let functions = rows.iter().map(|row| {
        let Row { docs, sig, .. } = row;
        let ident = &sig.ident;
        let parameters = turbofish(sig);
        let arguments = sig.inputs.iter().map(|input| match input {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(name) => name.ident.to_token_stream(),
                other => other.to_token_stream(),
            },
            FnArg::Receiver(receiver) => receiver.to_token_stream(),
        });
        let link = format!("{}::{ident}", path(from));
        let doc = as_burns(&ident.to_string(), &link);
        // The states in and out are in the bounds; the rest is Burn's.
        let item = parse_quote! {
            #doc
            #(#docs)*
            pub #sig { #from::#ident #parameters (#(#arguments),*) }
        };
        function::lifted(&parse::function(item, Vec::new()), &private)
    });
    quote!(#(#functions)*)
}

fn path(path: &Path) -> String {
    let segments: Vec<_> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    segments.join("::")
}
