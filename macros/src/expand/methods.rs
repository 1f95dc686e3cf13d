//! The typed twins of a model's methods.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    ExprPath, FnArg, Generics, Path, PathArguments, QSelf, Safety, Signature, TypePath, parse_quote,
};

use super::hidden;
use super::signature::{Typed, allowances, turbofish};
use super::structure::with_state;
use crate::check::is_shared;
use crate::model::{Lifted, Methods};
use crate::parse::{allowed, cfgs};
use crate::paths::{self, Private};

/// The impl block of the view:
///
/// ```text
/// impl<S: State> __FusibleNet<S> {
///     pub fn forward<A, S0>(&self, x: A) -> Left<Tensor<2>, S0>
///     where
///         A: Enters<Tensor<2>, S, Out = S0>,
///     {
///         leave(<Net>::forward(self.__model.unveil(), enter(x)))
///     }
/// }
/// ```
pub(crate) fn twins(methods: &Methods, private: &Private) -> TokenStream {
    // Of anything else than a model there is no view; that was reported.
    let Some(model) = methods.model() else {
        return quote!();
    };
    let state = paths::ours("__State");
    let mut generics: Generics = with_state(&methods.item.generics, &state);
    SelfIs(model).visit_generics_mut(&mut generics);
    let clause = generics.make_where_clause();
    clause
        .predicates
        .push(parse_quote!(#state: #private::State));
    let (params, _, clause) = generics.split_for_impl();
    let state = state.to_token_stream();
    let view = view_type(model, &state);
    let twins = methods
        .lifted
        .iter()
        .filter(|method| has_twin(method))
        .map(|method| {
            let method = on_the_view(method, model);
            twin(&method, &methods.item.generics, model, private, &state)
        });
    let (cfgs, allowed) = (cfgs(&methods.item.attrs), allowed(&methods.item.attrs));
    let allowances = allowances();
    quote! {
        #(#cfgs)*
        #(#allowed)*
        #allowances
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

/// A model in one of our carriers is only ever borrowed, so other receivers have no twin. Nor have
/// async and unsafe methods, whose twins would have to repeat what these promise and ask for. If
/// such a method has tensors, that was reported; the twin keeps its callers from being blamed too.
fn has_twin(method: &Lifted) -> bool {
    let sig = &method.sig;
    let plain = sig.asyncness.is_none() && !matches!(sig.safety, Safety::Unsafe(_));
    sig.receiver().is_some_and(is_shared) && (plain || method.touches_tensors())
}

/// On the view, `Self` is the view; the user meant the model.
fn on_the_view(method: &Lifted, model: &TypePath) -> Lifted {
    let mut method = method.clone();
    SelfIs(model).visit_signature_mut(&mut method.sig);
    for param in &mut method.params {
        SelfIs(model).visit_type_mut(&mut param.ty);
    }
    method
}

fn twin(
    method: &Lifted,
    around: &Generics,
    model: &TypePath,
    private: &Private,
    state: &TokenStream,
) -> TokenStream {
    let (attrs, vis, ident) = (&method.attrs, &method.vis, &method.sig.ident);
    // The user's own `self`: one that comes out of a `macro_rules!` is another word than ours.
    let receiver = method.sig.receiver();
    let this = receiver.map(|receiver| receiver.self_token);
    let parameters = turbofish(&method.sig);
    let call = |arguments: Vec<TokenStream>| {
        quote! {
            <#model>::#ident #parameters (#this.__model.unveil(), #(#arguments),*)
        }
    };
    let hidden = hidden::checks(method, Some(around), private);
    if !method.touches_tensors() {
        // Nothing to lift: the same signature, on the view.
        let arguments = method
            .params
            .iter()
            .map(|param| param.ident.to_token_stream());
        let call = call(arguments.collect());
        let sig = plain_signature(method);
        return quote!(#(#attrs)* #vis #sig { #hidden #call });
    }
    let typed = Typed::new(method, private, Some(state.clone()));
    let (params, clause) = (typed.generics(), typed.clause());
    let (inputs, output, known) = (typed.inputs(), typed.output(), typed.known());
    let body = if method.faulty {
        let names = method.params.iter().map(|param| &param.ident);
        quote!(let _ = (#(#names,)*); #private::core::unreachable!())
    } else {
        typed.leave(&call(typed.arguments()))
    };
    quote! {
        #(#attrs)*
        #vis fn #ident #params (#receiver, #(#inputs),*) #output #clause {
            #hidden
            #known
            #body
        }
    }
}

/// The signature of a method without tensors, with every argument under the name that the call
/// uses. What calls it is our function, so it is neither `const` nor `extern`.
fn plain_signature(method: &Lifted) -> Signature {
    let mut sig = method.sig.clone();
    sig.constness = None;
    sig.abi = None;
    let typed = sig.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    for (argument, param) in typed.zip(&method.params) {
        let ident = &param.ident;
        *argument.pat = parse_quote!(#ident);
    }
    sig
}

/// Puts the model's own name in place of `Self`.
struct SelfIs<'m>(&'m TypePath);

impl SelfIs<'_> {
    /// `Self::N` becomes `<Net>::N`.
    fn qualified(&self, qself: Option<&QSelf>, path: &Path) -> Option<TokenStream> {
        let model = self.0;
        let mut segments = path.segments.iter();
        if qself.is_some() || segments.next()?.ident != "Self" || path.segments.len() == 1 {
            return None;
        }
        Some(quote!(<#model>::#(#segments)::*))
    }
}

impl VisitMut for SelfIs<'_> {
    fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
        if ty.qself.is_none() && ty.path.is_ident("Self") {
            *ty = self.0.clone();
        } else if let Some(qualified) = self.qualified(ty.qself.as_ref(), &ty.path) {
            *ty = parse_quote!(#qualified);
        }
        visit_mut::visit_type_path_mut(self, ty);
    }

    // In the length of an array, and in `Tensor<{ Self::RANK }>`.
    fn visit_expr_path_mut(&mut self, expr: &mut ExprPath) {
        if let Some(qualified) = self.qualified(expr.qself.as_ref(), &expr.path) {
            *expr = parse_quote!(#qualified);
        }
        visit_mut::visit_expr_path_mut(self, expr);
    }

    // `&self` is short for `self: &Self`, and that one is meant.
    fn visit_receiver_mut(&mut self, _: &mut syn::Receiver) {}
}
