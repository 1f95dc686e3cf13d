//! A free function, generic over the state of its operands.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::signature::Typed;
use crate::model::{Function, Lifted};
use crate::parse::carried_over;
use crate::paths::Private;

/// The function with its body in an inner one:
///
/// ```ignore
/// fn loss<A, B>(logits: A, labels: B) -> Left<Tensor<1>, Meet<…>>
/// where
///     A: Operand<Tensor<2>>,
///     B: Operand<Tensor<1, Int>>,
///     StateOf<A, Tensor<2>>: Meets<StateOf<B, Tensor<1, Int>>>,
/// {
///     fn loss(logits: Tensor<2>, labels: Tensor<1, Int>) -> Tensor<1> { … }
///     leave(loss(enter(logits), enter(labels)))
/// }
/// ```
pub(crate) fn lifted(function: &Function, private: &Private) -> TokenStream {
    let Lifted { vis, sig, .. } = &function.lifted;
    let typed = Typed::new(&function.lifted, private, None);
    let (params, _, clause) = typed.generics.split_for_impl();
    let (inputs, output) = (typed.inputs(), typed.output());
    let ident = &sig.ident;
    let call = typed.leave(&call(sig, &typed.arguments()));
    // Lints and the like go with the code they are about; the rest stays with the name.
    let carried = &function.lifted.attrs;
    let others = function
        .item
        .attrs
        .iter()
        .filter(|attr| !carried_over(attr));
    let block = &function.item.block;
    quote! {
        #(#carried)*
        #[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
        #vis fn #ident #params (#(#inputs),*) #output #clause {
            #(#others)*
            #sig #block
            #call
        }
    }
}

/// Calls the inner function, with the user's own type and const parameters if they cannot be
/// inferred from the arguments.
fn call(sig: &syn::Signature, arguments: &[TokenStream]) -> TokenStream {
    let ident = &sig.ident;
    let parameters: Vec<_> = sig
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Type(param) => Some(param.ident.to_token_stream()),
            syn::GenericParam::Const(param) => Some(param.ident.to_token_stream()),
        })
        .collect();
    // `impl Trait` arguments forbid naming the others.
    if parameters.is_empty() || has_impl_trait(sig) {
        quote!(#ident(#(#arguments),*))
    } else {
        quote!(#ident::<#(#parameters),*>(#(#arguments),*))
    }
}

fn has_impl_trait(sig: &syn::Signature) -> bool {
    sig.inputs.iter().any(|input| {
        matches!(input, syn::FnArg::Typed(typed) if matches!(&*typed.ty, syn::Type::ImplTrait(_)))
    })
}
