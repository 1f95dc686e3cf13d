//! Calls that would leave the state system from inside of a lifted body.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, ImplItem, ItemImpl, Stmt};

use crate::report::Report;

/// Burn's calls that change what a tensor is, and what to do instead.
const LEAVING: &[(&str, &str)] = &[
    (
        "backward",
        "return the loss, and call `backward` on the typed result",
    ),
    (
        "require_grad",
        "make the source outside: `let x = x.into_leaf();`",
    ),
    (
        "set_require_grad",
        "make the source outside: `let x = x.into_leaf();`",
    ),
    (
        "quantize_dynamic",
        "it would cut the gradients in silence; quantize the typed result",
    ),
    (
        "without_autodiff",
        "return the tensor, and call `detach` on the typed result",
    ),
];

/// Checks the methods of an impl block that have a receiver.
pub(super) fn methods(item: &ItemImpl, report: &mut Report) {
    for item in &item.items {
        if let ImplItem::Fn(method) = item
            && method.sig.receiver().is_some()
        {
            block(&method.block, report);
        }
    }
}

/// Checks one body.
pub(super) fn block(block: &Block, report: &mut Report) {
    for statement in &block.stmts {
        match statement {
            // How a body is carried.
            Stmt::Expr(Expr::Verbatim(tokens), None) => calls(tokens.clone(), report),
            other => calls(other.to_token_stream(), report),
        }
    }
}

/// Looks for `.name(` and `.name::<`.
fn calls(tokens: TokenStream, report: &mut Report) {
    let mut tokens = tokens.into_iter().peekable();
    let mut after_dot = false;
    while let Some(tree) = tokens.next() {
        match &tree {
            TokenTree::Group(group) => calls(group.stream(), report),
            TokenTree::Ident(ident) if after_dot => {
                let called = match tokens.peek() {
                    Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
                    Some(TokenTree::Punct(punct)) => punct.as_char() == ':',
                    _ => false,
                };
                if called
                    && let Some((name, remedy)) = LEAVING.iter().find(|(name, _)| ident == name)
                {
                    report.fault(
                        ident,
                        format_args!(
                            "`{name}` inside of a `#[fusible]` body would break the promised \
                             state: {remedy}"
                        ),
                    );
                }
            }
            _ => {}
        }
        after_dot = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '.');
    }
}
