//! Functions and methods that are lifted over the state of their tensors.

use quote::format_ident;
use syn::visit::{self, Visit};
use syn::{
    Attribute, FnArg, ImplItem, ItemFn, ItemImpl, Pat, ReturnType, Signature, Type, Visibility,
};

use crate::model::{Function, Lifted, Methods, Parameter};

/// The methods of an impl block that have a receiver.
pub(crate) fn methods(item: ItemImpl) -> Methods {
    let lifted = item
        .items
        .iter()
        .filter_map(|item| match item {
            ImplItem::Fn(method) if method.sig.receiver().is_some() => {
                Some(lifted(&method.attrs, &method.vis, &method.sig))
            }
            _ => None,
        })
        .collect();
    Methods { item, lifted }
}

/// A free function.
pub(crate) fn function(item: ItemFn) -> Function {
    let lifted = lifted(&item.attrs, &item.vis, &item.sig);
    Function { item, lifted }
}

fn lifted(attrs: &[Attribute], vis: &Visibility, sig: &Signature) -> Lifted {
    let params = sig.inputs.iter().enumerate().filter_map(|(index, input)| {
        let FnArg::Typed(typed) = input else {
            return None;
        };
        // A pattern belongs to the body; the twin only hands the value on.
        let ident = match &*typed.pat {
            Pat::Ident(name) if name.subpat.is_none() => name.ident.clone(),
            _ => format_ident!("argument{index}"),
        };
        Some(Parameter {
            ident,
            ty: (*typed.ty).clone(),
            operand: mentions_tensor(&typed.ty),
        })
    });
    Lifted {
        attrs: attrs
            .iter()
            .filter(|attr| carried_over(attr))
            .cloned()
            .collect(),
        vis: vis.clone(),
        sig: sig.clone(),
        params: params.collect(),
        returns_tensors: match &sig.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => mentions_tensor(ty),
        },
        faulty: false,
    }
}

/// What holds for the twin as it does for the original.
pub(crate) fn carried_over(attr: &Attribute) -> bool {
    ["doc", "cfg", "must_use", "deprecated", "inline"]
        .iter()
        .any(|word| attr.path().is_ident(word))
}

/// Whether a type names Burn's `Tensor`, at any depth.
fn mentions_tensor(ty: &Type) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
            self.0 |= segment.ident == "Tensor";
            visit::visit_path_segment(self, segment);
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}
