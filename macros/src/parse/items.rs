//! Items whose bodies are left as they are.
//!
//! What stands in a body is not ours to understand, and reading it as syntax would take longer than
//! all the rest: signatures are parsed, bodies are carried.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Block, Expr, Generics, ImplItem, ImplItemFn, ImplModifiers, Item, ItemFn, ItemImpl,
    Signature, Stmt, Token, Visibility, braced, token,
};

/// Parses an item; the bodies of functions are one verbatim expression each.
pub(crate) fn item(tokens: &TokenStream) -> syn::Result<Item> {
    if declares(tokens) {
        return syn::parse2(tokens.clone());
    }
    match syn::parse2::<Carried>(tokens.clone()) {
        Ok(Carried(item)) => Ok(item),
        // Whatever this is, the parser knows it, or how to say what is wrong with it.
        Err(_) => syn::parse2(tokens.clone()),
    }
}

/// Whether this is a struct or an enum, which have no bodies.
fn declares(tokens: &TokenStream) -> bool {
    let mut words = tokens.clone().into_iter().filter_map(|tree| match tree {
        TokenTree::Ident(ident) => Some(ident),
        _ => None,
    });
    let first = words.find(|word| word != "pub");
    first.is_some_and(|word| word == "struct" || word == "enum")
}

/// An inherent impl or a function.
struct Carried(Item);

impl Parse for Carried {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if input.peek(Token![impl]) {
            return impl_block(attrs, input).map(|item| Self(Item::Impl(item)));
        }
        let (vis, sig) = (input.parse()?, input.parse()?);
        Ok(Self(Item::Fn(ItemFn {
            attrs,
            vis,
            modifiers: syn::FnModifiers::default(),
            sig,
            block: Box::new(body(input)?),
        })))
    }
}

fn impl_block(attrs: Vec<Attribute>, input: ParseStream) -> syn::Result<ItemImpl> {
    let impl_token = input.parse()?;
    let mut generics: Generics = input.parse()?;
    let self_ty = input.parse()?;
    generics.where_clause = input.parse()?;
    let content;
    let brace_token = braced!(content in input);
    let mut items = Vec::new();
    while !content.is_empty() {
        items.push(member(&content)?);
    }
    Ok(ItemImpl {
        attrs,
        modifiers: ImplModifiers::default(),
        unsafety: None,
        impl_token,
        generics,
        trait_: None,
        self_ty,
        brace_token,
        items,
    })
}

fn member(input: ParseStream) -> syn::Result<ImplItem> {
    let ahead = input.fork();
    match method(&ahead) {
        Ok(method) => {
            input.advance_to(&ahead);
            Ok(ImplItem::Fn(method))
        }
        Err(_) => input.parse(),
    }
}

fn method(input: ParseStream) -> syn::Result<ImplItemFn> {
    Ok(ImplItemFn {
        attrs: input.call(Attribute::parse_outer)?,
        vis: input.parse::<Visibility>()?,
        modifiers: syn::FnModifiers::default(),
        sig: input.parse::<Signature>()?,
        block: body(input)?,
    })
}

fn body(input: ParseStream) -> syn::Result<Block> {
    if !input.peek(token::Brace) {
        return Err(input.error("expected a body"));
    }
    let content;
    let brace_token = braced!(content in input);
    Ok(Block {
        brace_token,
        stmts: vec![Stmt::Expr(Expr::Verbatim(content.parse()?), None)],
    })
}
