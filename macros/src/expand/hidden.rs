//! Tensors that a type alias hides.
//!
//! Whether an argument is an operand is read off its tokens, the one thing that is. An alias of a
//! tensor would slip through as a plain value, without a state; so each type that passes as plain is
//! asked, at compile time, whether it holds tensors after all.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Generics, ReturnType, Type};

use crate::model::Lifted;
use crate::paths::Private;

/// A check for each plain argument, and for a plain result:
///
/// ```text
/// const _: () = {
///     use ::fireproof::__private::{HoldsNoTensor as _, spelled_out as __spelled_out};
///     __spelled_out(<::fireproof::__private::Probe<Image>>::HOLDS_TENSORS)
/// };
/// ```
///
/// For a type that holds tensors an inherent constant wins over the trait's. `around` are the
/// generics of the impl block, whose parameters a constant cannot name.
pub(crate) fn checks(lifted: &Lifted, around: Option<&Generics>, private: &Private) -> TokenStream {
    let arguments = lifted.params.iter().filter(|param| !param.operand);
    let result = match &lifted.sig.output {
        ReturnType::Type(_, ty) if !lifted.returns_tensors => Some(&**ty),
        _ => None,
    };
    let types = arguments.map(|param| &param.ty).chain(result);
    types
        .map(|ty| match ty {
            Type::Reference(reference) => &*reference.elem,
            ty => ty,
        })
        .flat_map(parts)
        .filter(|ty| !is_harmless(ty))
        .filter(|ty| stands_alone(ty, [Some(&lifted.sig.generics), around]))
        .map(|ty| probe(ty, "spelled_out", private))
        .collect()
}

/// The parts of a tuple, each of which is asked; any other type as it is.
fn parts(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(parts).collect(),
        other => vec![other],
    }
}

/// The check for one type, at the user's token and in our words.
fn probe(ty: &Type, check: &str, private: &Private) -> TokenStream {
    // The call is by a bare name, because a path to the runtime would be blamed where it begins.
    let at = ty.span().resolved_at(Span::mixed_site());
    let (check, renamed) = (Ident::new(check, at), Ident::new(&format!("__{check}"), at));
    quote_spanned! { at =>
        const _: () = {
            #[allow(unused_imports, reason = "written by `#[fusible]`")]
            use #private::{HoldsNoTensor as _, #check as #renamed};
            #renamed(<#private::Probe<#ty>>::HOLDS_TENSORS)
        };
    }
}

/// The check for a field that is left alone, as far as a constant can ask it.
pub(crate) fn check(ty: &Type, around: &Generics, private: &Private) -> TokenStream {
    parts(ty)
        .into_iter()
        .filter(|ty| !is_harmless(ty) && stands_alone(ty, [Some(around), None]))
        .map(|ty| probe(ty, "left_alone", private))
        .collect()
}

/// Types of the prelude that are no alias of a tensor; most arguments are of these.
pub(crate) fn is_harmless(ty: &Type) -> bool {
    const HARMLESS: &[&str] = &[
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
        "u16", "u32", "u64", "u128", "usize", "String",
    ];
    match ty {
        Type::Path(path) if path.qself.is_none() => path
            .path
            .get_ident()
            .is_some_and(|ident| HARMLESS.iter().any(|known| ident == known)),
        Type::Array(array) => is_harmless(&array.elem),
        Type::Slice(slice) => is_harmless(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_harmless),
        _ => false,
    }
}

/// Whether the type is one of those and copied: numbers, truths and characters.
pub(crate) fn is_copy(ty: &Type) -> bool {
    let owned = matches!(ty, Type::Path(path) if path.path.is_ident("String"));
    matches!(ty, Type::Path(_)) && is_harmless(ty) && !owned
}

/// Whether the type means the same outside of its function.
fn stands_alone(ty: &Type, generics: [Option<&Generics>; 2]) -> bool {
    struct Search<'g>([Option<&'g Generics>; 2], bool);

    impl Visit<'_> for Search<'_> {
        fn visit_path(&mut self, path: &syn::Path) {
            let first = path.segments.first().map(|segment| &segment.ident);
            let named = |generics: &&Generics| {
                let types = generics.type_params().map(|param| &param.ident);
                let consts = generics.const_params().map(|param| &param.ident);
                types.chain(consts).any(|param| Some(param) == first)
            };
            let mut generics = self.0.iter().flatten();
            self.1 &= !generics.any(named) && first.is_none_or(|first| first != "Self");
            visit::visit_path(self, path);
        }

        fn visit_type(&mut self, ty: &Type) {
            self.1 &= !matches!(
                ty,
                Type::ImplTrait(_) | Type::TraitObject(_) | Type::Reference(_) | Type::FnPtr(_)
            );
            visit::visit_type(self, ty);
        }

        fn visit_lifetime(&mut self, _: &syn::Lifetime) {
            self.1 = false;
        }
    }

    let mut search = Search(generics, true);
    search.visit_type(ty);
    search.1
}
