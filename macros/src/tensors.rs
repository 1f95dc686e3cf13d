//! Where a type holds tensors, and what it is when it owns them.

use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{ParenthesizedGenericArguments, PathSegment, Type, TypeFnPtr, parse_quote};

/// Whether a type names Burn's `Tensor`, at any depth.
///
/// What a callable takes and returns does not count: an `impl Fn(Tensor<2>) -> Tensor<2>` holds
/// none, it is a plain argument.
pub(crate) fn mentioned(ty: &Type) -> bool {
    struct Search(bool);

    impl Visit<'_> for Search {
        fn visit_path_segment(&mut self, segment: &PathSegment) {
            self.0 |= segment.ident == "Tensor";
            visit::visit_path_segment(self, segment);
        }

        fn visit_parenthesized_generic_arguments(&mut self, _: &ParenthesizedGenericArguments) {}

        fn visit_type_fn_ptr(&mut self, _: &TypeFnPtr) {}
    }

    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// The type without its references to tensors: `Option<&Tensor<2>>` becomes `Option<Tensor<2>>`,
/// and `&[Tensor<2>]` a vector. None if it has no such reference.
pub(crate) fn owned(ty: &Type) -> Option<Type> {
    struct Own(bool);

    impl VisitMut for Own {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            let inside = match ty {
                Type::Reference(reference) if mentioned(&reference.elem) => {
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
    let mut own = Own(false);
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
        assert!(holding.iter().all(mentioned));
        let plain: [Type; 5] = [
            parse_quote!(impl Fn(Tensor<2>) -> Tensor<2>),
            parse_quote!(fn(Tensor<2>)),
            parse_quote!(Box<dyn Fn(Tensor<2>)>),
            parse_quote!(&dyn Fn(&Tensor<2>) -> Tensor<2>),
            parse_quote!(&[TensorData]),
        ];
        assert!(!plain.iter().any(mentioned));
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
            let owned = owned(&borrowed).expect("it holds a reference");
            assert_eq!(
                owned.to_token_stream().to_string(),
                expected.to_token_stream().to_string()
            );
        }
        assert!(owned(&parse_quote!((Tensor<2>, &str))).is_none());
    }
}
