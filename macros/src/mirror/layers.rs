//! Burn's own modules as models: a view for each, with typed twins of its methods.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Generics, TypePath, parse_quote};

use super::{Row, as_burns, last};
use crate::expand::{methods, structure};
use crate::model::Structure;
use crate::parse;
use crate::paths::Private;

/// What `#[fusible]` writes beside a user's model, but for the item itself, which is Burn's.
pub(super) fn layer(
    attrs: &[Attribute],
    generics: &Generics,
    ty: &TypePath,
    rows: &[Row],
) -> TokenStream {
    let private = Private::internal();
    let Some(segment) = ty.path.segments.last() else {
        return quote!();
    };
    let structure = Structure {
        cfgs: attrs.to_vec(),
        vis: parse_quote!(pub),
        ident: segment.ident.clone(),
        generics: generics.clone(),
        shapes: Vec::new(),
        is_enum: false,
    };
    let view = structure::view(&structure, &private);
    let twins = rows.iter().map(|row| {
        let Row { docs, sig, .. } = row;
        let shown = format!("{}::{}", last(ty), sig.ident);
        let doc = as_burns(&shown, &shown);
        quote! {
            #doc
            #(#docs)*
            pub #sig {}
        }
    });
    let (params, _, clause) = generics.split_for_impl();
    let item = parse_quote! {
        #(#attrs)*
        impl #params #ty #clause { #(#twins)* }
    };
    let twins = methods::twins(&parse::methods(item, Vec::new()), &private);
    quote!(#view #twins)
}
