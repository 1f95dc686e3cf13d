//! Model to tokens. Nothing is parsed or refused below this file.

pub(crate) mod function;
pub(crate) mod hidden;
pub(crate) mod methods;
pub(crate) mod signature;
pub(crate) mod structure;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Item;

use crate::parse::words;
use crate::paths::Private;
use crate::report::Report;
use crate::{check, fallback, parse};

/// The entry point: always tokens, never a panic.
pub(crate) fn fusible(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    match parse::item(item) {
        Ok(Item::Struct(item)) => model(arguments, item),
        Ok(Item::Enum(item)) => model(arguments, item),
        Ok(Item::Impl(parsed)) => impl_block(arguments, parsed, item),
        Ok(Item::Fn(item)) => free_function(arguments, item),
        Ok(other) => {
            let error = syn::Error::new_spanned(
                keyword(&other),
                "`#[fusible]` goes above a model struct or enum, its inherent `impl`, or a free \
                 function over tensors",
            );
            fallback::item(item, &error)
        }
        Err(error) => fallback::item(item, &error),
    }
}

fn model<I: parse::Declares + ToTokens>(arguments: TokenStream, mut item: I) -> TokenStream {
    let mut report = Report::new();
    let arguments = parse::arguments(arguments, &[words::CRATE, words::SCHEME], &mut report);
    let structure = parse::structure(&mut item, &mut report);
    let item = item.to_token_stream();
    if let Err(error) = report.close() {
        return fallback::structure(&item, &arguments, &structure, &error);
    }
    let private = Private::new(arguments.krate.as_ref());
    let impls = structure::impls(&structure, &private, structure::Fields::Checked);
    let pinned = structure::pinned(&structure, &arguments, &private);
    quote!(#item #impls #pinned)
}

fn impl_block(arguments: TokenStream, item: syn::ItemImpl, tokens: &TokenStream) -> TokenStream {
    let mut report = Report::new();
    let arguments = parse::arguments(arguments, &[words::CRATE, words::TENSORS], &mut report);
    let mut methods = parse::methods(item, arguments.tensors);
    check::methods(&mut methods, &mut report);
    // As it came, unless attributes of ours were taken off: printing it anew takes its time.
    let mut params = methods.lifted.iter().flat_map(|method| &method.params);
    let item = if params.any(|param| param.model) {
        methods.item.to_token_stream()
    } else {
        tokens.clone()
    };
    let private = Private::new(arguments.krate.as_ref());
    let twins = methods::twins(&methods, &private);
    match report.close() {
        Ok(()) => quote!(#item #twins),
        Err(error) => fallback::item(&quote!(#item #twins), &error),
    }
}

fn free_function(arguments: TokenStream, item: syn::ItemFn) -> TokenStream {
    let mut report = Report::new();
    let arguments = parse::arguments(arguments, &[words::CRATE, words::TENSORS], &mut report);
    let mut function = parse::function(item, arguments.tensors);
    check::function(&mut function, &mut report);
    let private = Private::new(arguments.krate.as_ref());
    match report.close() {
        Ok(()) => function::lifted(&function, &private),
        Err(error) if function.lifted.faulty => {
            fallback::item(&function.item.to_token_stream(), &error)
        }
        Err(error) => fallback::item(&function::lifted(&function, &private), &error),
    }
}

/// The word that says what kind of item this is.
fn keyword(item: &Item) -> TokenStream {
    match item {
        Item::Trait(item) => item.trait_token.to_token_stream(),
        Item::Mod(item) => item.mod_token.to_token_stream(),
        Item::Const(item) => item.const_token.to_token_stream(),
        Item::Static(item) => item.static_token.to_token_stream(),
        Item::Type(item) => item.type_token.to_token_stream(),
        Item::Union(item) => item.union_token.to_token_stream(),
        Item::Use(item) => item.use_token.to_token_stream(),
        Item::Macro(item) => item.mac.path.to_token_stream(),
        other => other.to_token_stream(),
    }
}
