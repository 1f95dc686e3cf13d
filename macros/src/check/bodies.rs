//! Calls that would leave the state system from inside of a lifted body.

use syn::visit::{self, Visit};
use syn::{Block, ExprMethodCall, ImplItem, ItemImpl};

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
    Calls(report).visit_block(block);
}

struct Calls<'r>(&'r mut Report);

impl Visit<'_> for Calls<'_> {
    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        if let Some((name, remedy)) = LEAVING.iter().find(|(name, _)| call.method == name) {
            self.0.fault(
                &call.method,
                format_args!("`{name}` inside of a `#[fusible]` body would break the promised state: {remedy}"),
            );
        }
        visit::visit_expr_method_call(self, call);
    }
}
