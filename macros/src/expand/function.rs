//! A free function, generic over the state of its operands.

use proc_macro2::TokenStream;
use quote::quote;

use super::hidden;
use super::signature::{Typed, turbofish};
use crate::model::{Function, Lifted};
use crate::parse::{carried_over, silences};
use crate::paths::{self, Private};

/// The function with its body in an inner one:
///
/// ```text
/// fn loss<A, S0, B, S1>(logits: A, labels: B) -> Left<Tensor<1>, S1>
/// where
///     A: Operand<Tensor<2>, State = S0>,
///     B: Enters<Tensor<1, Int>, S0, Out = S1>,
/// {
///     let (argument0, argument1) = (enter(logits), enter(labels));
///     {
///         fn loss(logits: Tensor<2>, labels: Tensor<1, Int>) -> Tensor<1> { … }
///         leave(loss(argument0, argument1))
///     }
/// }
/// ```
///
/// The arguments are read outside of the block, because in it the inner function hides an argument
/// of its name.
pub(crate) fn lifted(function: &Function, private: &Private) -> TokenStream {
    let Lifted { vis, sig, .. } = &function.lifted;
    let typed = Typed::new(&function.lifted, private, None);
    let (params, clause) = (typed.generics(), typed.clause());
    let (inputs, output, known) = (typed.inputs(), typed.output(), typed.known());
    let entered = typed.arguments();
    let names: Vec<_> = (0..entered.len()).map(paths::argument).collect();
    let (ident, parameters) = (&sig.ident, turbofish(sig));
    let call = typed.leave(&quote!(#ident #parameters (#(#names),*)));
    // What is written above the outer function about lints holds for the inner one as well, and an
    // `expect` may be about either. It comes behind our own, which would otherwise overrule it. The
    // rest goes with the code that it is about.
    let attrs = function.item.attrs.iter();
    let (above, inside): (Vec<_>, Vec<_>) =
        attrs.partition(|attr| carried_over(attr) || silences(attr));
    let block = &function.item.block;
    let hidden = hidden::checks(&function.lifted, None, private);
    quote! {
        #[allow(clippy::type_complexity, reason = "written by `#[fusible]`")]
        #(#above)*
        #vis fn #ident #params (#(#inputs),*) #output #clause {
            #hidden
            #known
            let (#(#names,)*) = (#(#entered,)*);
            {
                #(#inside)*
                #sig #block
                #call
            }
        }
    }
}
