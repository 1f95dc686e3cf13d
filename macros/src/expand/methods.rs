//! The typed twins of a model's methods.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Generics, PathArguments, Type, TypePath, parse_quote};

use super::signature::{Typed, allowances};
use super::structure::with_state;
use crate::check::is_shared;
use crate::model::{Lifted, Methods};
use crate::paths::{self, Private};

/// The impl block of the view:
///
/// ```ignore
/// impl<S: State> __FusibleNet<S> {
///     pub fn forward<A>(&self, x: A) -> Left<Tensor<2>, Meet<S, StateOf<A, Tensor<2>>>>
///     where
///         A: Operand<Tensor<2>>,
///         S: MixesWith<…> + Meets<StateOf<A, Tensor<2>>>,
///     {
///         leave(<Net>::forward(&self.0, enter(x)))
///     }
/// }
/// ```
pub(crate) fn twins(methods: &Methods, private: &Private) -> TokenStream {
    let Type::Path(model) = &*methods.item.self_ty else {
        return quote!();
    };
    let state = paths::ours("__State");
    let mut generics: Generics = with_state(&methods.item.generics, &state);
    let clause = generics.make_where_clause();
    clause
        .predicates
        .push(parse_quote!(#state: #private::State));
    let (params, _, clause) = generics.split_for_impl();
    let view = view_type(model, &state.to_token_stream());
    let twins = methods
        .lifted
        .iter()
        .filter(|method| method.sig.receiver().is_some_and(is_shared))
        .map(|method| twin(method, model, private, &state.to_token_stream()));
    let cfgs = methods
        .item
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"));
    quote! {
        #(#cfgs)*
        #[automatically_derived]
        impl #params #view #clause {
            #(#twins)*
        }
    }
}

/// `a::Net<T>` becomes `a::__FusibleNet<S, T>`.
fn view_type(model: &TypePath, state: &TokenStream) -> TypePath {
    let mut view = model.clone();
    if let Some(last) = view.path.segments.last_mut() {
        last.ident = paths::view(&last.ident);
        last.arguments = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => {
                let (lifetimes, others): (Vec<_>, Vec<_>) = arguments
                    .args
                    .iter()
                    .partition(|argument| matches!(argument, syn::GenericArgument::Lifetime(_)));
                PathArguments::AngleBracketed(parse_quote!(<#(#lifetimes,)* #state, #(#others),*>))
            }
            _ => PathArguments::AngleBracketed(parse_quote!(<#state>)),
        };
    }
    view
}

fn twin(method: &Lifted, model: &TypePath, private: &Private, state: &TokenStream) -> TokenStream {
    let Lifted {
        attrs, vis, sig, ..
    } = method;
    let allowances = allowances();
    let ident = &sig.ident;
    let call = |arguments: Vec<TokenStream>| {
        quote! {
            <#model>::#ident(&self.0, #(#arguments),*)
        }
    };
    if !method.touches_tensors() {
        // Nothing to lift: the same signature, on the view.
        let mut sig = sig.clone();
        SelfIs(model).visit_signature_mut(&mut sig);
        name_arguments(&mut sig, method);
        let arguments = method
            .params
            .iter()
            .map(|param| param.ident.to_token_stream());
        let call = call(arguments.collect());
        return quote!(#(#attrs)* #allowances #vis #sig { #call });
    }
    let mut typed = Typed::new(method, private, Some(state.clone()));
    SelfIs(model).visit_generics_mut(&mut typed.generics);
    let (params, _, clause) = typed.generics.split_for_impl();
    let (inputs, output) = (typed.inputs(), typed.output());
    let body = if method.faulty {
        let names = method.params.iter().map(|param| &param.ident);
        quote!(let _ = (#(#names,)*); #private::core::unreachable!())
    } else {
        typed.leave(&call(typed.arguments()))
    };
    quote! {
        #(#attrs)*
        #allowances
        #vis fn #ident #params (&self, #(#inputs),*) #output #clause {
            #body
        }
    }
}

/// Gives every argument the name that the call uses.
fn name_arguments(sig: &mut syn::Signature, method: &Lifted) {
    let typed = sig.inputs.iter_mut().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(typed),
        syn::FnArg::Receiver(_) => None,
    });
    for (argument, param) in typed.zip(&method.params) {
        let ident = &param.ident;
        *argument.pat = parse_quote!(#ident);
    }
}

/// On the view, `Self` is the view; the user meant the model.
struct SelfIs<'m>(&'m TypePath);

impl VisitMut for SelfIs<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.is_ident("Self")
        {
            *ty = Type::Path(self.0.clone());
        }
        visit_mut::visit_type_mut(self, ty);
    }

    // `&self` is short for `self: &Self`, and that one is meant.
    fn visit_receiver_mut(&mut self, _: &mut syn::Receiver) {}
}
