//! Where a type holds tensors, and what it is when it owns them.

use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Ident, ParenthesizedGenericArguments, PathSegment, Type, TypeFnPtr, parse_quote};

/// Burn's own structs of tensors. They have a typed form in the runtime, as `Tensor` has.
const STRUCTS: &[&str] = &[
    "LstmState",
    "MhaInput",
    "MhaOutput",
    "RnnState",
    "TransformerDecoderInput",
    "TransformerEncoderInput",
];

/// Whether a type names Burn's `Tensor` at any depth, or a struct of tensors: one of Burn's, or one
/// of those that the user listed in `#[fusible(tensors(…))]`.
///
/// What a callable takes and returns does not count: an `impl Fn(Tensor<2>) -> Tensor<2>` holds
/// none, it is a plain argument.
pub(crate) fn mentioned(ty: &Type, structs: &[Ident]) -> bool {
    struct Search<'s>(bool, &'s [Ident]);

    impl Visit<'_> for Search<'_> {
        fn visit_path_segment(&mut self, segment: &PathSegment) {
            let ident = &segment.ident;
            self.0 |= ident == "Tensor"
                || STRUCTS.iter().any(|known| ident == known)
                || self.1.contains(ident);
            visit::visit_path_segment(self, segment);
        }

        fn visit_parenthesized_generic_arguments(&mut self, _: &ParenthesizedGenericArguments) {}

        fn visit_type_fn_ptr(&mut self, _: &TypeFnPtr) {}
    }

    let mut search = Search(false, structs);
    search.visit_type(ty);
    search.0
}

/// The type without its references to tensors: `Option<&Tensor<2>>` becomes `Option<Tensor<2>>`,
/// and `&[Tensor<2>]` a vector. None if it has no such reference.
pub(crate) fn owned(ty: &Type, structs: &[Ident]) -> Option<Type> {
    struct Own<'s>(bool, &'s [Ident]);

    impl VisitMut for Own<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            let inside = match ty {
                Type::Reference(reference) if mentioned(&reference.elem, self.1) => {
                    Some(without_reference(&reference.elem))
                }
                _ => None,
            };
            if let Some(inside) = inside {
                self.0 = true;
                *ty = inside;
                // Behind a reference there may be another.
                self.visit_type_mut(ty);
            } else {
                visit_mut::visit_type_mut(self, ty);
            }
        }

        fn visit_parenthesized_generic_arguments_mut(
            &mut self,
            _: &mut ParenthesizedGenericArguments,
        ) {
        }

        fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}
    }

    let mut owned = ty.clone();
    let mut own = Own(false, structs);
    own.visit_type_mut(&mut owned);
    own.0.then_some(owned)
}

/// What to take for a reference to `referent`.
fn without_reference(referent: &Type) -> Type {
    match referent {
        Type::Slice(slice) => {
            let elem = &slice.elem;
            parse_quote!(Vec<#elem>)
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;
    use syn::{Type, parse_quote};

    use super::{mentioned, owned};

    #[test]
    fn callables_hold_no_tensors() {
        let holding: [Type; 3] = [
            parse_quote!(burn::tensor::Tensor<2>),
            parse_quote!(Option<(Tensor<2>, usize)>),
            parse_quote!((Tensor<2>, fn(Tensor<2>))),
        ];
        assert!(holding.iter().all(|ty| mentioned(ty, &[])));
        let plain: [Type; 5] = [
            parse_quote!(impl Fn(Tensor<2>) -> Tensor<2>),
            parse_quote!(fn(Tensor<2>)),
            parse_quote!(Box<dyn Fn(Tensor<2>)>),
            parse_quote!(&dyn Fn(&Tensor<2>) -> Tensor<2>),
            parse_quote!(&[TensorData]),
        ];
        assert!(!plain.iter().any(|ty| mentioned(ty, &[])));
        let listed: Type = parse_quote!(Option<Batch>);
        assert!(!mentioned(&listed, &[]) && mentioned(&listed, &[parse_quote!(Batch)]));
    }

    #[test]
    fn references_to_tensors_go() {
        let cases: [(Type, Type); 5] = [
            (parse_quote!(&mut Tensor<2>), parse_quote!(Tensor<2>)),
            (parse_quote!(&[&Tensor<2>]), parse_quote!(Vec<Tensor<2>>)),
            (
                parse_quote!(Option<&'a Tensor<2>>),
                parse_quote!(Option<Tensor<2>>),
            ),
            (parse_quote!(&&Tensor<2>), parse_quote!(Tensor<2>)),
            (
                parse_quote!((&str, &Tensor<2>)),
                parse_quote!((&str, Tensor<2>)),
            ),
        ];
        for (borrowed, expected) in cases {
            let owned = owned(&borrowed, &[]).expect("it holds a reference");
            assert_eq!(
                owned.to_token_stream().to_string(),
                expected.to_token_stream().to_string()
            );
        }
        assert!(owned(&parse_quote!((Tensor<2>, &str)), &[]).is_none());
    }
}
