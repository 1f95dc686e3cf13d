//! Functions and methods that are lifted over the state of their tensors.

use syn::{
    Attribute, FnArg, Ident, ImplItem, ItemFn, ItemImpl, Pat, ReturnType, Signature, Visibility,
};

use super::attributes::{allowed, carried_over};
use super::words;
use crate::model::{Function, Lifted, Methods, Parameter};
use crate::{paths, tensors};

/// The methods of an impl block that have a receiver. Takes our attributes off their arguments.
pub(crate) fn methods(mut item: ItemImpl, structs: Vec<Ident>) -> Methods {
    let mut found = Vec::new();
    for member in &mut item.items {
        if let ImplItem::Fn(method) = member
            && method.sig.receiver().is_some()
        {
            let models: Vec<_> = method.sig.inputs.iter_mut().map(is_model).collect();
            let (attrs, vis, sig) = (&method.attrs, &method.vis, &method.sig);
            found.push(lifted(attrs, vis, sig, &models, &structs));
        }
    }
    Methods {
        item,
        lifted: found,
        structs,
    }
}

/// A free function. Takes our attributes off its arguments.
pub(crate) fn function(mut item: ItemFn, structs: Vec<Ident>) -> Function {
    let models: Vec<_> = item.sig.inputs.iter_mut().map(is_model).collect();
    let lifted = lifted(&item.attrs, &item.vis, &item.sig, &models, &structs);
    Function {
        item,
        lifted,
        structs,
    }
}

/// Whether `#[model]` stands before the argument. It is taken off.
fn is_model(input: &mut FnArg) -> bool {
    let FnArg::Typed(typed) = input else {
        return false;
    };
    let before = typed.attrs.len();
    typed
        .attrs
        .retain(|attr| !attr.path().is_ident(words::MODEL));
    typed.attrs.len() < before
}

fn lifted(
    attrs: &[Attribute],
    vis: &Visibility,
    sig: &Signature,
    models: &[bool],
    structs: &[Ident],
) -> Lifted {
    let params = sig.inputs.iter().enumerate().filter_map(|(index, input)| {
        let FnArg::Typed(typed) = input else {
            return None;
        };
        // A pattern belongs to the body; the twin only hands the value on.
        let ident = match &*typed.pat {
            Pat::Ident(name) if name.subpat.is_none() => name.ident.clone(),
            _ => paths::argument(index),
        };
        let model = models.get(index).copied().unwrap_or_default();
        Some(Parameter {
            ident,
            ty: (*typed.ty).clone(),
            operand: model || tensors::mentioned(&typed.ty, structs),
            model,
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
            ReturnType::Type(_, ty) => tensors::mentioned(ty, structs),
        },
        faulty: false,
    }
}
