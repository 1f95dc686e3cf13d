//! Functions and methods that are lifted over the state of their tensors.

use syn::{Attribute, FnArg, ImplItem, ItemFn, ItemImpl, Pat, ReturnType, Signature, Visibility};

use super::attributes::{allowed, carried_over};
use crate::model::{Function, Lifted, Methods, Parameter};
use crate::{paths, tensors};

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
            _ => paths::argument(index),
        };
        Some(Parameter {
            ident,
            ty: (*typed.ty).clone(),
            operand: tensors::mentioned(&typed.ty),
        })
    });
    let carried = attrs.iter().filter(|attr| carried_over(attr)).cloned();
    Lifted {
        attrs: carried.chain(allowed(attrs)).collect(),
        vis: vis.clone(),
        sig: sig.clone(),
        params: params.collect(),
        returns_tensors: match &sig.output {
            ReturnType::Default => false,
            ReturnType::Type(_, ty) => tensors::mentioned(ty),
        },
        faulty: false,
    }
}
