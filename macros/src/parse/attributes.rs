//! The user's attributes that what we write beside their item needs as well.

use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token, parse_quote};

/// What holds for the twin as it does for the original.
pub(crate) fn carried_over(attr: &Attribute) -> bool {
    ["doc", "cfg", "must_use", "deprecated", "inline"]
        .iter()
        .any(|word| attr.path().is_ident(word))
}

/// The configurations in which the item below these attributes exists.
pub(crate) fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter_map(cfg).collect()
}

/// The part of an attribute that decides whether its item exists.
pub(crate) fn cfg(attr: &Attribute) -> Option<Attribute> {
    if attr.path().is_ident("cfg") {
        return Some(attr.clone());
    }
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    // Of `cfg_attr(unix, doc = "…", cfg(debug_assertions))`, the last part.
    let parts = attr
        .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        .ok()?;
    let mut parts = parts.into_iter();
    let when = parts.next()?;
    let cfgs: Vec<_> = parts.filter(|part| part.path().is_ident("cfg")).collect();
    if cfgs.is_empty() {
        return None;
    }
    Some(parse_quote!(#[cfg_attr(#when, #(#cfgs),*)]))
}

/// Whether this silences lints: `allow` and `expect`.
pub(crate) fn silences(attr: &Attribute) -> bool {
    attr.path().is_ident("allow") || attr.path().is_ident("expect")
}

/// The lints that the user silenced, for code that repeats only a part of theirs: what they expect
/// may not happen there, so it is merely allowed.
pub(crate) fn allowed(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs
        .iter()
        .filter(|attr| silences(attr))
        .filter_map(|attr| match &attr.meta {
            Meta::List(list) => {
                let lints = &list.tokens;
                Some(parse_quote!(#[allow(#lints)]))
            }
            _ => None,
        })
        .collect()
}
