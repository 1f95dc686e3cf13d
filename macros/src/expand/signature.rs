//! What methods and functions have in common: operands in, a state folded over them, results out.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{GenericParam, Lifetime, ReturnType, Signature, Type};

use super::hidden::is_harmless;
use crate::model::{Lifted, Parameter};
use crate::paths::{self, Private, unraw};

/// The typed signature of a lifted function.
pub(crate) struct Typed<'l> {
    lifted: &'l Lifted,
    private: &'l Private,
    /// Lifetimes, parameters and bounds beside the user's: a parameter for each operand and one for
    /// its state. As tokens, because parsing them would take longer than all the rest.
    lifetimes: Vec<Lifetime>,
    params: Vec<TokenStream>,
    bounds: Vec<TokenStream>,
    /// The state in which results leave.
    pub(crate) state: TokenStream,
}

impl<'l> Typed<'l> {
    /// `start` is the state of the model, if there is one.
    pub(crate) fn new(
        lifted: &'l Lifted,
        private: &'l Private,
        start: Option<TokenStream>,
    ) -> Self {
        let mut state = start;
        let (mut lifetimes, mut params, mut bounds) = (Vec::new(), Vec::new(), Vec::new());
        for (index, param) in lifted.operands().enumerate() {
            let (operand, own) = (paths::operand(index), paths::state(index));
            let ty = asked(param, &mut lifetimes, &mut bounds);
            // The state is a parameter of its own: as a projection in the result it would be asked
            // for there once more, and a wrong operand would be two errors.
            params.push(quote!(#operand, #own));
            bounds.push(match &state {
                None => quote!(#operand: #private::Operand<#ty, State = #own>),
                Some(before) => quote!(#operand: #private::Enters<#ty, #before, Out = #own>),
            });
            bounds.push(quote!(#own: #private::State));
            state = Some(quote!(#own));
        }
        Self {
            lifted,
            private,
            lifetimes,
            params,
            bounds,
            state: state.unwrap_or_default(),
        }
    }

    /// The generic parameters, in their brackets.
    pub(crate) fn generics(&self) -> TokenStream {
        let theirs = &self.lifted.sig.generics.params;
        let is_lifetime = |param: &&GenericParam| matches!(param, GenericParam::Lifetime(_));
        let their_lifetimes = theirs.iter().filter(is_lifetime);
        let others = theirs.iter().filter(|param| !is_lifetime(param));
        let (lifetimes, params) = (&self.lifetimes, &self.params);
        quote!(<#(#their_lifetimes,)* #(#lifetimes,)* #(#others,)* #(#params),*>)
    }

    /// The where-clause.
    pub(crate) fn clause(&self) -> TokenStream {
        let theirs = self.lifted.sig.generics.where_clause.iter();
        let theirs = theirs.flat_map(|clause| &clause.predicates);
        let bounds = &self.bounds;
        quote!(where #(#theirs,)* #(#bounds),*)
    }

    /// The arguments as the twin declares them.
    pub(crate) fn inputs(&self) -> Vec<TokenStream> {
        let mut operands = 0..;
        let params = self.lifted.params.iter();
        params
            .map(
                |Parameter {
                     ident, operand, ty, ..
                 }| match operand {
                    true => {
                        let operand = paths::operand(operands.next().unwrap_or_default());
                        quote!(#ident: #operand)
                    }
                    false => quote!(#ident: #ty),
                },
            )
            .collect()
    }

    /// The arguments as the original takes them.
    pub(crate) fn arguments(&self) -> Vec<TokenStream> {
        let (private, state) = (self.private, &self.state);
        let params = self.lifted.params.iter();
        params
            .map(|Parameter { ident, operand, .. }| match operand {
                true => quote!(#private::enter::<_, _, #state>(#ident)),
                false => quote!(#ident),
            })
            .collect()
    }

    /// The typed result, with its arrow. A plain one is as it was, so that a type that is neither is
    /// one error, in [`known`](Self::known), and not one at every use.
    pub(crate) fn output(&self) -> TokenStream {
        let (private, state) = (self.private, &self.state);
        match self.result() {
            Some(ty) if self.lifted.returns_tensors => quote!(-> #private::Left<#ty, #state>),
            Some(ty) => quote!(-> #ty),
            None => quote!(),
        }
    }

    /// Types the result of the call `call`.
    pub(crate) fn leave(&self, call: &TokenStream) -> TokenStream {
        let (private, state) = (self.private, &self.state);
        match self.result() {
            Some(_) if self.lifted.returns_tensors => {
                quote!(#private::leave::<_, #state>(#call))
            }
            _ => call.clone(),
        }
    }

    /// Asks whether a result that mentions no tensor is one that may leave: a struct could hold some.
    ///
    /// ```text
    /// <Output as LeavesState<Plain>>::known();
    /// ```
    pub(crate) fn known(&self) -> TokenStream {
        let private = self.private;
        match self.result() {
            Some(Type::ImplTrait(_)) | None => quote!(),
            Some(_) if self.lifted.returns_tensors => quote!(),
            Some(ty) if is_harmless(ty) => quote!(),
            Some(ty) => quote!(<#ty as #private::LeavesState<#private::Plain>>::known();),
        }
    }

    fn result(&self) -> Option<&'l Type> {
        match &self.lifted.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(ty),
        }
    }
}

/// The type that an operand stands for. A borrowed model's reference gets a lifetime with a name,
/// which bounds have to say.
fn asked(param: &Parameter, lifetimes: &mut Vec<Lifetime>, bounds: &mut Vec<TokenStream>) -> Type {
    let mut ty = param.ty.clone();
    if param.model
        && let Type::Reference(reference) = &mut ty
    {
        let name = format!("'__{}", unraw(&param.ident));
        let lifetime = reference.lifetime.get_or_insert_with(|| {
            let named = Lifetime::new(&name, Span::mixed_site());
            lifetimes.push(named.clone());
            named
        });
        let model = &reference.elem;
        bounds.push(quote!(#model: #lifetime));
    }
    ty
}

/// The user's type and const parameters, spelled out for a call: not every one of them can be
/// inferred from the arguments. Lifetimes can, and an `impl Trait` is none that could be named.
pub(crate) fn turbofish(sig: &Signature) -> TokenStream {
    let parameters: Vec<_> = sig
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(param) => Some(&param.ident),
            GenericParam::Const(param) => Some(&param.ident),
        })
        .collect();
    if parameters.is_empty() {
        return quote!();
    }
    quote!(::<#(#parameters),*>)
}

/// Lints that depend on what the user wrote, silenced for the twin: the original is linted.
///
/// All but for dead code, which is lost: a twin that may be unused still uses the original.
pub(crate) fn allowances() -> TokenStream {
    quote! {
        #[allow(
            dead_code,
            clippy::missing_errors_doc,
            clippy::missing_panics_doc,
            clippy::must_use_candidate,
            clippy::return_self_not_must_use,
            clippy::too_many_arguments,
            clippy::type_complexity,
            reason = "a typed twin, written by `#[fusible]`"
        )]
    }
}
