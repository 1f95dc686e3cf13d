//! What is emitted beside faults: enough for the rest of the program to be judged on its own.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::structure::{self, Fields};
use crate::model::{Arguments, Structure};
use crate::paths::Private;

/// The faults, and the item with its model impls but without checks on its fields.
pub(crate) fn structure(
    item: &TokenStream,
    arguments: &Arguments,
    structure: &Structure,
    error: &syn::Error,
) -> TokenStream {
    let error = error.to_compile_error();
    let private = Private::new(arguments.krate.as_ref());
    let impls = structure::impls(structure, &private, Fields::Unchecked);
    quote!(#item #impls #error)
}

/// The faults and what could be made of the item.
pub(crate) fn item(item: &TokenStream, error: &syn::Error) -> TokenStream {
    let error = error.to_compile_error();
    quote!(#item #error)
}
