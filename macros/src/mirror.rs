//! `mirror!`: Burn's own API on our carriers, from a table of Burn's signatures.
//!
//! The runtime writes rows, which are Burn's signatures with `Self` spelled out; everything that
//! repeats (which carriers, which states go in, which comes out, the link to Burn's docs) is
//! written here. Internal to the workspace: a fault in a table is a fault of ours.

mod functions;
mod layers;
mod tensors;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, ItemStruct, Path, Signature, Token, Type, TypePath, braced};

use crate::parts::Parts;
use crate::paths::{self, Private};

/// One block of a table.
enum Block {
    /// `impl<…> Tensor<…> { … }` or `impl Linear { … }`.
    Impl {
        attrs: Vec<Attribute>,
        generics: Box<Generics>,
        ty: Box<TypePath>,
        rows: Vec<Row>,
    },
    /// `struct MhaOutput { … }`, of Burn's.
    Struct(Box<ItemStruct>),
    /// `use burn::tensor::activation; …`
    Functions { from: Path, rows: Vec<Row> },
}

/// One signature of Burn's.
struct Row {
    docs: Vec<Attribute>,
    /// The float result has no gradient by nature.
    constant: bool,
    sig: Signature,
}

impl Parse for Row {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attrs = Attribute::parse_outer(input)?;
        let (constants, docs): (Vec<_>, Vec<_>) = attrs
            .into_iter()
            .partition(|attr| attr.path().is_ident("constant"));
        let sig = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok(Self {
            docs,
            constant: !constants.is_empty(),
            sig,
        })
    }
}

fn all_rows(input: ParseStream) -> syn::Result<Vec<Row>> {
    let mut rows = Vec::new();
    while !input.is_empty() {
        rows.push(input.parse()?);
    }
    Ok(rows)
}

impl Parse for Block {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(Token![use]) {
            input.parse::<Token![use]>()?;
            let from = input.call(Path::parse_mod_style)?;
            input.parse::<Token![;]>()?;
            let rows = all_rows(input)?;
            return Ok(Self::Functions { from, rows });
        }
        let ahead = input.fork();
        Attribute::parse_outer(&ahead)?;
        if !ahead.peek(Token![impl]) {
            return Ok(Self::Struct(input.parse()?));
        }
        let attrs = Attribute::parse_outer(input)?;
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = input.parse()?;
        let Type::Path(ty) = input.parse()? else {
            return Err(input.error("`mirror!` takes a type with a name"));
        };
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let rows = all_rows(&content)?;
        Ok(Self::Impl {
            attrs,
            generics: Box::new(generics),
            ty: Box::new(ty),
            rows,
        })
    }
}

struct Blocks(Vec<Block>);

impl Parse for Blocks {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut blocks = Vec::new();
        while !input.is_empty() {
            blocks.push(input.parse()?);
        }
        Ok(Self(blocks))
    }
}

/// The entry point.
pub(crate) fn mirror(input: TokenStream) -> TokenStream {
    let parsed = match syn::parse2::<Blocks>(input) {
        Ok(Blocks(parsed)) => parsed,
        Err(error) => return error.to_compile_error(),
    };
    let blocks = parsed.iter().map(|block| match block {
        Block::Functions { from, rows } => functions::lifted(from, rows),
        Block::Struct(item) => Parts {
            vis: &item.vis,
            ident: &item.ident,
            generics: &item.generics,
            fields: &item.fields,
            plain: vec![false; item.fields.len()],
            state: paths::ours("S"),
            allowed: Vec::new(),
        }
        .impls(&Private::internal()),
        Block::Impl {
            attrs,
            generics,
            ty,
            rows,
        } => {
            if last(ty) == "Tensor" {
                tensors::carriers(generics, ty, rows)
            } else {
                layers::layer(attrs, generics, ty, rows)
            }
        }
    });
    quote!(#(#blocks)*)
}

/// The last word of a type's path.
fn last(ty: &TypePath) -> String {
    ty.path
        .segments
        .last()
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}

/// The first line of every mirrored item.
fn as_burns(shown: &str, path: &str) -> TokenStream {
    let doc = format!(" As Burn's [`{shown}`]({path}).");
    quote!(#[doc = #doc])
}

/// `select_assign` with the argument `indices` gives the type parameter `Indices`.
fn type_parameter(argument: &Ident) -> Ident {
    let mut name = String::new();
    for part in argument.to_string().split('_') {
        let mut chars = part.chars();
        if let Some(first) = chars.next() {
            name.extend(first.to_uppercase());
            name.push_str(chars.as_str());
        }
    }
    Ident::new(&name, argument.span())
}
