//! The view of a model, and the traits that let our carriers hold it.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Ident, Index, Type, TypeParam, parse_quote};

use crate::model::{Arguments, Shape, SlotField, Structure, Style};
use crate::paths::{self, Private, unraw};

/// Whether fields are asked for their quantized form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fields {
    /// Each unskipped field must be a `FusibleModule`.
    Checked,
    /// None is asked: faults are being reported already, so nothing will run.
    Unchecked,
}

/// Everything that stands beside a model:
///
/// ```text
/// #[repr(transparent)]
/// pub struct __FusibleNet<S> { pub(crate) __model: Veiled<Net>, __state: PhantomData<fn() -> S> }
/// const _: () = {
///     unsafe impl Viewed for Net { type View<S> = __FusibleNet<S>; type Holder = Slot<Self>; }
///     impl FusibleModule for Net {
///         fn quantize_fields<S: Runnable>(&self, run: &mut Quantization) -> Self {
///             let Self { hidden: field0 } = self;
///             Self {
///                 hidden: <Linear as FusibleModule>::quantize_field::<S>(field0, "hidden", run),
///             }
///         }
///     }
/// };
/// ```
///
/// The view is outside of the `const`, and its field visible in the crate, because the expansion of
/// an impl block, which may stand in another module, names both.
pub(crate) fn impls(structure: &Structure, private: &Private, fields: Fields) -> TokenStream {
    let view = view(structure, private);
    let (ident, cfgs) = (&structure.ident, &structure.cfgs);
    let (_, types, _) = structure.generics.split_for_impl();
    let quantized = quantized(structure, private, fields);
    let (params, _, clause) = quantized.split_for_impl();
    let body = quantize_body(structure, private, fields);
    quote! {
        #view

        #(#cfgs)*
        const _: () = {
            #[automatically_derived]
            impl #params #private::FusibleModule for #ident #types #clause {
                #[allow(unused_variables, reason = "written by `#[fusible]`")]
                fn quantize_fields<__Scheme: #private::Runnable>(
                    &self,
                    __run: &mut #private::Quantization,
                ) -> Self {
                    #body
                }
            }
        };
    }
}

/// The view of a model, and the two traits that let our carriers hold it.
pub(crate) fn view(structure: &Structure, private: &Private) -> TokenStream {
    let (ident, vis, cfgs) = (&structure.ident, &structure.vis, &structure.cfgs);
    let view = paths::view(ident);
    let state = paths::ours("__State");
    let unlisted = private.unlisted();

    let generics = &structure.generics;
    let view_generics = with_state(generics, &state);
    let (_, types, _) = generics.split_for_impl();
    let (_, view_types, _) = view_generics.split_for_impl();
    let view_params = &view_generics.params;
    let view_where = &generics.where_clause;

    let (typed_params, _, typed_where) = generics.split_for_impl();
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[repr(transparent)]
        #[allow(missing_debug_implementations, dead_code, reason = "written by `#[fusible]`")]
        #vis struct #view <#view_params> #view_where {
            pub(crate) __model: #private::Veiled<#ident #types>,
            __state: #private::core::marker::PhantomData<fn() -> #state>,
        }

        #(#cfgs)*
        const _: () = {
            // Safety: the view above is transparent over the model.
            #[automatically_derived]
            #unlisted
            unsafe impl #typed_params #private::Viewed for #ident #types #typed_where {
                type View<#state> = #view #view_types;
                type Holder = #private::Slot<Self>;
            }
        };
    }
}

/// The scheme that `#[fusible(scheme = …)]` names; the bound on the associated type is checked at
/// the user's tokens:
///
/// ```text
/// const _: () = {
///     impl PinnedScheme for Net { type Scheme = Q8; }
/// };
/// ```
///
/// Under the bounds of `FusibleModule`, which the trait asks for.
pub(crate) fn pinned(
    structure: &Structure,
    arguments: &Arguments,
    private: &Private,
) -> Option<TokenStream> {
    let scheme = arguments.scheme.as_ref()?;
    let (ident, cfgs) = (&structure.ident, &structure.cfgs);
    let quantized = quantized(structure, private, Fields::Checked);
    let (params, types, clause) = quantized.split_for_impl();
    Some(quote! {
        #(#cfgs)*
        const _: () = {
            #[automatically_derived]
            impl #params #private::PinnedScheme for #ident #types #clause {
                type Scheme = #scheme;
            }
        };
    })
}

/// The generics of the view: lifetimes, the state, then the rest.
pub(crate) fn with_state(generics: &Generics, state: &Ident) -> Generics {
    let mut with = generics.clone();
    let at = with
        .params
        .iter()
        .position(|param| !matches!(param, GenericParam::Lifetime(_)))
        .unwrap_or(with.params.len());
    let state = TypeParam::from(state.clone());
    with.params.insert(at, GenericParam::Type(state));
    with
}

/// The generics with the bound of Burn's `Module`: a model has the module derive, which has bounds of its own
/// on parameters.
fn derived(structure: &Structure, private: &Private) -> Generics {
    let mut generics = structure.generics.clone();
    if !structure.generics.params.is_empty() {
        let ident = &structure.ident;
        let (_, types, _) = structure.generics.split_for_impl();
        let clause = generics.make_where_clause();
        clause
            .predicates
            .push(parse_quote!(#ident #types: #private::Module));
    }
    generics
}

/// The generics with the bounds of `FusibleModule`.
fn quantized(structure: &Structure, private: &Private, fields: Fields) -> Generics {
    let mut generics = derived(structure, private);
    let clause = generics.make_where_clause();
    clause
        .predicates
        .extend(field_bounds(structure, private, fields));
    generics
}

/// Fields that name a type parameter are bounded in the where-clause; concrete ones are asked in
/// the body, where the compiler blames the field's own type.
fn field_bounds(
    structure: &Structure,
    private: &Private,
    fields: Fields,
) -> Vec<syn::WherePredicate> {
    if fields == Fields::Unchecked {
        return Vec::new();
    }
    let slots = structure.shapes.iter().flat_map(|shape| &shape.slots);
    slots
        .filter(|slot| names_parameter(&slot.field.ty, &structure.generics))
        .map(|slot| {
            let ty = &slot.field.ty;
            let bound = if slot.skip {
                quote!(#private::core::clone::Clone)
            } else {
                quote!(#private::FusibleModule)
            };
            parse_quote!(#ty: #bound)
        })
        .collect()
}

fn names_parameter(ty: &Type, generics: &Generics) -> bool {
    struct Search<'g>(&'g Generics, bool);
    impl Visit<'_> for Search<'_> {
        fn visit_path(&mut self, path: &syn::Path) {
            let mut params = self.0.type_params();
            self.1 |= params.any(|param| {
                path.segments
                    .first()
                    .is_some_and(|s| s.ident == param.ident)
            });
            visit::visit_path(self, path);
        }
    }
    let mut search = Search(generics, false);
    search.visit_type(ty);
    search.1
}

fn quantize_body(structure: &Structure, private: &Private, fields: Fields) -> TokenStream {
    if fields == Fields::Unchecked {
        return quote!(#private::core::unreachable!());
    }
    if structure.shapes.is_empty() {
        return quote!(match *self {});
    }
    let arms = structure.shapes.iter().map(|shape| {
        let path = match &shape.variant {
            Some(variant) => quote!(Self::#variant),
            None => quote!(Self),
        };
        let names: Vec<_> = (0..shape.slots.len())
            .map(|index| format_ident!("__field{index}", span = Span::mixed_site()))
            .collect();
        let values = shape
            .slots
            .iter()
            .zip(&names)
            .enumerate()
            .map(|(index, (slot, name))| {
                quantize_slot(structure, shape, index, slot, name, private)
            });
        let cfgs = &shape.cfgs;
        let pattern = build(shape, names.iter().map(|name| quote!(#name)));
        let value = build(shape, values);
        quote!(#(#cfgs)* #path #pattern => #path #value)
    });
    quote!(match self { #(#arms,)* })
}

/// The fields of a shape, each standing for one of `values`.
fn build(shape: &Shape, values: impl Iterator<Item = TokenStream>) -> TokenStream {
    match shape.style {
        Style::Unit => quote!(),
        Style::Tuple => quote!(( #(#values,)* )),
        Style::Named => {
            let fields = shape.slots.iter().zip(values).map(|(slot, value)| {
                let (cfgs, name) = (&slot.cfgs, &slot.field.ident);
                quote!(#(#cfgs)* #name: #value)
            });
            quote!({ #(#fields,)* })
        }
    }
}

fn quantize_slot(
    structure: &Structure,
    shape: &Shape,
    index: usize,
    slot: &SlotField,
    name: &Ident,
    private: &Private,
) -> TokenStream {
    if slot.skip {
        return quote!(#private::core::clone::Clone::clone(#name));
    }
    // The names that Burn's own visitors give: the field, or the variant of an enum.
    let path = match (&slot.field.ident, &shape.variant) {
        (_, Some(variant)) if structure.is_enum => unraw(variant),
        (Some(field), _) => unraw(field),
        (None, _) => quote::ToTokens::to_token_stream(&Index::from(index)).to_string(),
    };
    let ty = &slot.field.ty;
    // A qualified path and not a helper function: the compiler blames the type it names, and does
    // not go on to show the helper.
    quote! {
        <#ty as #private::FusibleModule>::quantize_field::<__Scheme>(#name, #path, __run)
    }
}
