//! `#[derive(Tensors)]`: structs of tensors in our carriers.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Field, Fields, Generics, Path, Token, Type, Visibility,
    parse_quote,
};

use crate::expand::hidden::{is_copy, is_harmless};
use crate::expand::structure::with_state;
use crate::parse::{allowed, words};
use crate::paths::{self, Private, unraw};
use crate::report::Report;
use crate::tensors;

/// A struct of tensors.
pub(crate) struct Parts<'p> {
    pub(crate) vis: &'p Visibility,
    pub(crate) ident: &'p Ident,
    pub(crate) generics: &'p Generics,
    pub(crate) fields: &'p Fields,
    /// For each field, whether it is left alone.
    pub(crate) plain: Vec<bool>,
    /// What the twin calls its state.
    pub(crate) state: Ident,
    /// The lints that the user silenced.
    pub(crate) allowed: Vec<Attribute>,
}

/// The methods of the carriers of such a struct; a field of that name has no method of its own.
const RESERVED: &[&str] = &[
    "clone",
    "into",
    "into_fields",
    "into_inner",
    "to_owned",
    "try_into",
];

/// The entry point: always tokens, never a panic.
pub(crate) fn derive(item: &TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item.clone()) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut report = Report::new();
    let krate = krate(&input.attrs, &mut report);
    let no_fields = Fields::Unit;
    let fields = match &input.data {
        Data::Struct(data) => &data.fields,
        Data::Enum(data) => {
            report.fault(
                data.enum_token,
                "`Tensors` is derived for structs: give each variant a struct of its own",
            );
            &no_fields
        }
        Data::Union(data) => {
            report.fault(data.union_token, "`Tensors` is derived for structs");
            &no_fields
        }
    };
    if let Some(param) = input.generics.type_params().next() {
        report.fault(
            param,
            "a struct of tensors has no type parameters: its fields' states could not be told; \
             spell the type out, or give the ranks as const parameters",
        );
    }
    let plain_fields: Vec<_> = fields
        .iter()
        .map(|field| plain(field, &mut report))
        .collect();
    if matches!(input.data, Data::Struct(_)) && plain_fields.iter().all(|plain| *plain) {
        report.fault(
            &input.ident,
            "a struct of tensors has a field with tensors; this one is plain and needs no derive",
        );
    }
    let private = Private::new(krate.as_ref());
    let generics = nesting(&input.generics, fields, &plain_fields, &private);
    let parts = Parts {
        vis: &input.vis,
        ident: &input.ident,
        generics: &generics,
        plain: plain_fields,
        fields,
        state: state_name(item),
        allowed: allowed(&input.attrs),
    };
    match report.close() {
        Ok(()) => parts.impls(&private),
        Err(error) => error.to_compile_error(),
    }
}

/// `S`, unless the struct has a meaning for that already.
fn state_name(item: &TokenStream) -> Ident {
    fn mentions(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Group(group) => mentions(group.stream()),
            TokenTree::Ident(ident) => ident == "S",
            _ => false,
        })
    }
    paths::ours(if mentions(item.clone()) {
        "__State"
    } else {
        "S"
    })
}

/// The generics, with the condition that a nested field's struct is one of tensors.
///
/// The same condition at the same token on every item: where it does not hold, that is all the
/// compiler says of any of them, and it says it once.
fn nesting(generics: &Generics, fields: &Fields, plain: &[bool], private: &Private) -> Generics {
    let mut generics = generics.clone();
    let typed = fields.iter().zip(plain).filter(|(_, plain)| !**plain);
    for (field, _) in typed.filter(|(field, _)| !tensors::mentioned(&field.ty, &[])) {
        let ty = &field.ty;
        let condition = quote_spanned!(ty.span() => #private::Tensors);
        let clause = generics.make_where_clause();
        clause.predicates.push(parse_quote!(#ty: #condition));
    }
    generics
}

/// What `#[tensors(crate = …)]` above the struct says.
fn krate(attrs: &[Attribute], report: &mut Report) -> Option<Path> {
    let mut krate = None;
    for attr in attrs
        .iter()
        .filter(|attr| attr.path().is_ident(words::TENSORS))
    {
        let parsed = attr.parse_args_with(|input: ParseStream| {
            let word = input.call(Ident::parse_any)?;
            if word != words::CRATE {
                return Err(syn::Error::new(
                    word.span(),
                    "`#[tensors]` above a struct takes `crate = path`",
                ));
            }
            input.parse::<Token![=]>()?;
            input.call(Path::parse_mod_style)
        });
        match parsed {
            Ok(path) => krate = Some(path),
            Err(error) => report.error(error),
        }
    }
    krate
}

/// Whether the field is left alone: it names no tensor, and `#[tensors(nested)]` is not above it.
fn plain(field: &Field, report: &mut Report) -> bool {
    let mut nested = false;
    for attr in field
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident(words::TENSORS))
    {
        match attr.parse_args_with(Ident::parse_any) {
            Ok(word) if word == words::NESTED => nested = true,
            Ok(word) => report.fault(
                word,
                "`#[tensors]` above a field takes `nested`, for a struct that derives `Tensors`",
            ),
            Err(_) => report.fault(
                attr,
                "write `#[tensors(nested)]` above a field whose struct derives `Tensors`",
            ),
        }
    }
    !nested && !tensors::mentioned(&field.ty, &[])
}

impl Parts<'_> {
    /// Everything beside the struct:
    ///
    /// ```text
    /// pub struct BatchFields<S: State> { pub images: Left<Tensor<2>, S>, pub name: String }
    /// #[repr(transparent)]
    /// pub struct __FusibleBatch<S> { __model: Veiled<Batch>, … }
    /// impl<S: State> __FusibleBatch<S> { pub fn images(&self) -> Left<Tensor<2>, S> { … } }
    /// const _: () = { impl Typed, Viewed, Tensors, HoldsTensors, TryFrom … };
    /// ```
    pub(crate) fn impls(&self, private: &Private) -> TokenStream {
        let twin = self.twin(private);
        let view = self.view(private);
        let traits = self.traits(private);
        quote!(#twin #view #traits)
    }

    fn twin_name(&self) -> Ident {
        format_ident!("{}Fields", unraw(self.ident), span = self.ident.span())
    }

    /// The generics with a parameter for the state.
    fn stated(&self, state: &Ident, private: &Private) -> Generics {
        let mut generics = with_state(self.generics, state);
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote!(#state: #private::State));
        generics
    }

    /// The type of a field in a state.
    fn typed(&self, index: usize, ty: &Type, state: &Ident, private: &Private) -> TokenStream {
        if self.plain[index] {
            ty.to_token_stream()
        } else {
            quote!(#private::Left<#ty, #state>)
        }
    }

    fn slots(&self) -> impl Iterator<Item = (usize, &Field, TokenStream)> {
        self.fields.iter().enumerate().map(|(index, field)| {
            let name = match &field.ident {
                Some(ident) => ident.to_token_stream(),
                None => syn::Index::from(index).to_token_stream(),
            };
            (index, field, name)
        })
    }

    fn twin(&self, private: &Private) -> TokenStream {
        let state = self.state.clone();
        let generics = self.stated(&state, private);
        let params = &generics.params;
        let (impl_params, types, clause) = generics.split_for_impl();
        let (vis, name, ident) = (self.vis, self.twin_name(), self.ident);
        let allowed = &self.allowed;
        let fields = self.slots().map(|(index, field, _)| {
            let (vis, ident) = (&field.vis, &field.ident);
            let cfgs = crate::parse::cfgs(&field.attrs);
            let ty = self.typed(index, &field.ty, &state, private);
            let doc = match ident {
                Some(ident) => format!(" `{}` in its carrier.", unraw(ident)),
                None => " In its carrier.".to_owned(),
            };
            let colon = ident.as_ref().map(|_| quote!(:));
            quote!(#(#cfgs)* #[doc = #doc] #vis #ident #colon #ty)
        });
        let body = match self.fields {
            Fields::Named(_) => quote!(#clause { #(#fields,)* }),
            Fields::Unnamed(_) => quote!(( #(#fields,)* ) #clause;),
            Fields::Unit => quote!(#clause;),
        };
        let doc = format!(
            " The fields of a [`{ident}`], each in its own carrier; `S` is the state of the floats.",
        );
        let gathered = " The struct of these fields, in its carrier.";
        let shown = unraw(ident) + "Fields";
        // A plain field may be one that cannot be shown or cloned, which no bound could say.
        let can = |index: usize, field: &Field| !self.plain[index] || is_harmless(&field.ty);
        let all_can = self.slots().all(|(index, field, _)| can(index, field));
        let shown_fields = self.slots().filter(|(index, field, _)| can(*index, field));
        let debug = shown_fields.map(|(_, _, name)| {
            let text = name.to_string();
            let text = text.trim_start_matches("r#");
            quote!(.field(#text, &self.#name))
        });
        let states: Vec<_> = self
            .slots()
            .filter(|(index, ..)| !self.plain[*index])
            .map(|(index, field, _)| self.typed(index, &field.ty, &state, private))
            .collect();
        let finish = if all_can {
            quote!(finish)
        } else {
            quote!(finish_non_exhaustive)
        };
        let clones = self.slots().map(|(_, field, name)| {
            let cfgs = crate::parse::cfgs(&field.attrs);
            quote!(#(#cfgs)* #name: #private::core::clone::Clone::clone(&self.#name))
        });
        let predicates: Vec<_> = clause
            .iter()
            .flat_map(|clause| &clause.predicates)
            .collect();
        let clone = all_can.then(|| {
            quote! {
                #[automatically_derived]
                impl #impl_params #private::core::clone::Clone for #name #types
                where
                    #(#predicates,)*
                    #(#states: #private::core::clone::Clone,)*
                {
                    fn clone(&self) -> Self {
                        Self { #(#clones,)* }
                    }
                }
            }
        });
        let (_, whole, _) = self.generics.split_for_impl();
        quote! {
            #[doc = #doc]
            #(#allowed)*
            #[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
            #vis struct #name <#params> #body

            #(#allowed)*
            #[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
            #[automatically_derived]
            impl #impl_params #name #types #clause {
                #[doc = #gathered]
                #[allow(dead_code, clippy::must_use_candidate, reason = "written by `#[derive(Tensors)]`")]
                #vis fn gather(self) -> <#state as #private::State>::Of<#ident #whole> {
                    <#state as #private::State>::hold(
                        <#ident #whole as #private::Tensors>::__from_fields::<#state>(self),
                    )
                }
            }

            #[automatically_derived]
            impl #impl_params #private::core::fmt::Debug for #name #types
            where
                #(#predicates,)*
                #(#states: #private::core::fmt::Debug,)*
            {
                fn fmt(
                    &self,
                    f: &mut #private::core::fmt::Formatter<'_>,
                ) -> #private::core::fmt::Result {
                    f.debug_struct(#shown) #(#debug)* .#finish()
                }
            }

            #clone
        }
    }

    fn view(&self, private: &Private) -> TokenStream {
        let state = paths::ours("__State");
        let view = paths::view(self.ident);
        let held = with_state(self.generics, &state);
        let params = &held.params;
        let clause = &self.generics.where_clause;
        let (_, types, _) = self.generics.split_for_impl();
        let (_, view_types, _) = held.split_for_impl();
        let stated = self.stated(&state, private);
        let (impl_params, _, impl_where) = stated.split_for_impl();
        let (vis, ident, allowed) = (self.vis, self.ident, &self.allowed);
        let methods = self.slots().filter_map(|(index, field, name)| {
            let ident = field.ident.as_ref()?;
            if RESERVED.contains(&unraw(ident).as_str()) {
                return None;
            }
            let (vis, ty) = (&field.vis, &field.ty);
            let cfgs = crate::parse::cfgs(&field.attrs);
            let (out, body) = if self.plain[index] && is_copy(ty) {
                (quote!(#ty), quote!(self.__model.unveil().#name))
            } else if self.plain[index] {
                (quote!(&#ty), quote!(&self.__model.unveil().#name))
            } else {
                let clone = quote!(#private::core::clone::Clone::clone(&self.__model.unveil().#name));
                (
                    quote!(#private::Left<#ty, #state>),
                    quote!(#private::leave::<#ty, #state>(#clone)),
                )
            };
            let doc = format!(" `{}` in its carrier: a handle on the same tensor.", unraw(ident));
            Some(quote! {
                #(#cfgs)*
                #[doc = #doc]
                #[allow(dead_code, clippy::must_use_candidate, reason = "written by `#[derive(Tensors)]`")]
                #vis fn #ident(&self) -> #out { #body }
            })
        });
        quote! {
            #[doc(hidden)]
            #[repr(transparent)]
            #(#allowed)*
            #[allow(missing_debug_implementations, dead_code, private_bounds, reason = "written by `#[derive(Tensors)]`")]
            #vis struct #view <#params> #clause {
                __model: #private::Veiled<#ident #types>,
                __state: #private::core::marker::PhantomData<fn() -> #state>,
            }

            #(#allowed)*
            #[allow(private_bounds, reason = "written by `#[derive(Tensors)]`")]
            #[automatically_derived]
            impl #impl_params #view #view_types #impl_where {
                #(#methods)*
            }
        }
    }

    fn traits(&self, private: &Private) -> TokenStream {
        let unlisted = private.unlisted();
        let state = paths::ours("__State");
        let (view, name, ident) = (paths::view(self.ident), self.twin_name(), self.ident);
        let held = with_state(self.generics, &state);
        let (params, types, clause) = self.generics.split_for_impl();
        let (_, stated_types, _) = held.split_for_impl();
        let each = |part: &dyn Fn(usize, &Type, &TokenStream) -> TokenStream| {
            let fields = self.slots().map(|(index, field, name)| {
                let cfgs = crate::parse::cfgs(&field.attrs);
                let value = part(index, &field.ty, &name);
                quote!(#(#cfgs)* #name: #value)
            });
            quote!(#(#fields,)*)
        };
        let unless_plain = |index: usize, value: TokenStream, carried: TokenStream| {
            if self.plain[index] { value } else { carried }
        };
        let settled = each(&|index, ty, name| {
            let carried = quote!(#private::settled::<#ty, #state>(self.#name));
            unless_plain(index, quote!(self.#name), carried)
        });
        let left = each(&|index, ty, name| {
            let carried = quote!(#private::leave::<#ty, #state>(self.#name));
            unless_plain(index, quote!(self.#name), carried)
        });
        let opened = each(&|index, ty, name| {
            let carried = quote!(<#ty as #private::LeavesState<#state>>::open(__fields.#name));
            unless_plain(index, quote!(__fields.#name), carried)
        });
        let checks =
            self.slots()
                .filter(|(index, ..)| !self.plain[*index])
                .map(|(_, field, name)| {
                    let text = field.ident.as_ref().map_or_else(|| name.to_string(), unraw);
                    let cfgs = crate::parse::cfgs(&field.attrs);
                    quote!(#(#cfgs)* #private::Part::untracked(&self.#name, #text)?;)
                });
        let hidden = self
            .slots()
            .filter(|(index, ..)| self.plain[*index])
            .map(|(_, field, _)| crate::expand::hidden::check(&field.ty, self.generics, private));
        quote! {
            #(#hidden)*

            const _: () = {
                // Safety: the view above is transparent over the struct.
                #[automatically_derived]
                #unlisted
                unsafe impl #params #private::Viewed for #ident #types #clause {
                    type View<#state> = #view #stated_types;
                    type Holder = Self;
                }

                #[automatically_derived]
                #unlisted
                impl #params #private::Tensors for #ident #types #clause {
                    type Fields<#state: #private::State> = #name #stated_types;
                    fn __settle<#state: #private::State>(self) -> Self {
                        Self { #settled }
                    }
                    fn __into_fields<#state: #private::State>(self) -> Self::Fields<#state> {
                        #name { #left }
                    }
                    fn __from_fields<#state: #private::State>(
                        __fields: Self::Fields<#state>,
                    ) -> Self {
                        Self { #opened }
                    }
                    fn __tracked_part(
                        &self,
                    ) -> #private::core::result::Result<(), #private::Unfit> {
                        #(#checks)*
                        #private::core::result::Result::Ok(())
                    }
                }

                #[automatically_derived]
                #unlisted
                impl #params #private::Operand<#ident #types> for #ident #types #clause {
                    type State = #private::Raw;
                    fn enter<#state: #private::State>(self) -> Self { self }
                }

                #[automatically_derived]
                impl #params #private::HoldsTensors for #ident #types #clause {}

                #[automatically_derived]
                impl #params #private::core::convert::TryFrom<#ident #types>
                    for #private::Untracked<#ident #types> #clause
                {
                    type Error = #private::NotUntrackedPart;
                    fn try_from(
                        parts: #ident #types,
                    ) -> #private::core::result::Result<Self, Self::Error> {
                        Self::gather(parts)
                    }
                }
            };
        }
    }
}
