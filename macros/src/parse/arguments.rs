//! `#[fusible(…)]` above an item and above a field.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, Path, Token, Type, parenthesized};

use super::words;
use crate::model::Arguments;
use crate::report::Report;

/// What stands above an item. `allowed` are the words that this kind of item takes.
pub(crate) fn arguments(tokens: TokenStream, allowed: &[&str], report: &mut Report) -> Arguments {
    let mut arguments = Arguments::default();
    let mut seen = Vec::new();
    let parser = |input: ParseStream| {
        while !input.is_empty() {
            let word = input.call(Ident::parse_any)?;
            if known(&word, allowed, &mut seen, report) {
                if word == words::TENSORS {
                    let listed;
                    parenthesized!(listed in input);
                    let listed = listed.parse_terminated(Path::parse_mod_style, Token![,])?;
                    let names = listed.iter().filter_map(|path| path.segments.last());
                    arguments
                        .tensors
                        .extend(names.map(|segment| segment.ident.clone()));
                    comma(input)?;
                    continue;
                }
                input.parse::<Token![=]>()?;
                if word == words::CRATE {
                    arguments.krate = Some(input.call(Path::parse_mod_style)?);
                } else {
                    arguments.scheme = Some(input.parse::<Type>()?);
                }
            } else {
                skip_value(input);
            }
            comma(input)?;
        }
        Ok(())
    };
    if let Err(error) = parser.parse2(tokens) {
        report.error(error);
    }
    arguments
}

/// Takes the `#[fusible(…)]` attributes of a field off; whether one says `skip`.
pub(crate) fn field(attrs: &mut Vec<Attribute>, report: &mut Report) -> bool {
    let mut seen = Vec::new();
    attrs.retain(|attr| {
        if !attr.path().is_ident(words::FUSIBLE) {
            return true;
        }
        let before = seen.len();
        let parsed = attr.parse_args_with(|input: ParseStream| {
            if input.is_empty() {
                return Err(input.error("no argument"));
            }
            while !input.is_empty() {
                let word = input.call(Ident::parse_any)?;
                if !known(&word, &[words::SKIP], &mut seen, report) {
                    skip_value(input);
                }
                comma(input)?;
            }
            Ok(())
        });
        match parsed {
            Err(_) if seen.len() == before => {
                report.fault(attr, "write `#[fusible(skip)]` to keep this field in float");
            }
            Err(error) => report.error(error),
            Ok(()) => {}
        }
        false
    });
    !seen.is_empty()
}

/// Whether the word is one to read on; faults are reported at the word.
fn known(word: &Ident, allowed: &[&str], seen: &mut Vec<Ident>, report: &mut Report) -> bool {
    let text = word.to_string();
    if !allowed.contains(&text.as_str()) {
        let list = allowed
            .iter()
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", ");
        match words::closest(&text, allowed) {
            Some(close) => report.fault(
                word,
                format_args!("unknown argument `{text}`: did you mean `{close}`?"),
            ),
            None => report.fault(
                word,
                format_args!("unknown argument `{text}`: `#[fusible]` takes {list} here"),
            ),
        }
        return false;
    }
    if seen.contains(word) {
        report.fault(
            word,
            format_args!("duplicate argument `{text}`: it stands there already, remove one"),
        );
        // Reported; its value is read and the last one wins.
        return true;
    }
    seen.push(word.clone());
    true
}

/// Reads on to the comma behind a value; those between `<` and `>` are inside of it.
fn skip_value(input: ParseStream) {
    let mut depth = 0_usize;
    // The `>` of `->` and `=>` closes nothing.
    let mut arrow = false;
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        let Ok(token) = input.parse::<TokenTree>() else {
            return;
        };
        let TokenTree::Punct(punct) = token else {
            arrow = false;
            continue;
        };
        match punct.as_char() {
            '<' => depth += 1,
            '>' if !arrow => depth = depth.saturating_sub(1),
            _ => {}
        }
        arrow = matches!(punct.as_char(), '-' | '=') && punct.spacing() == Spacing::Joint;
    }
}

fn comma(input: ParseStream) -> syn::Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    input.parse::<Token![,]>().map(drop)
}
