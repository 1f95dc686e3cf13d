//! Burn's tensor methods on the carriers of tensors.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericArgument, GenericParam, Generics, Pat, PathArguments, Receiver, ReturnType,
    Signature, Type, TypePath, WherePredicate, parse_quote,
};

use super::{Row, as_burns, last, type_parameter};
use crate::check::is_shared;
use crate::expand::signature::turbofish;
use crate::paths::Private;

/// A carrier of tensors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carrier {
    Untracked,
    Tracked,
    Leaf,
}

/// The second parameter of a `Tensor<D, …>`.
#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Float,
    /// `Int` or `Bool`.
    Constant,
    /// The kind parameter of the block.
    Generic(Ident),
}

/// The methods of one impl block of Burn's, on each carrier that can hold such a tensor.
pub(super) fn carriers(generics: &Generics, ty: &TypePath, rows: &[Row]) -> TokenStream {
    let own = kind(ty, generics);
    let carriers: &[Carrier] = match own {
        // Integers and booleans carry no state.
        Kind::Constant => &[Carrier::Untracked],
        _ => &[Carrier::Untracked, Carrier::Tracked, Carrier::Leaf],
    };
    let impls = carriers.iter().map(|&carrier| {
        Table {
            private: Private::internal(),
            generics,
            ty,
            own: own.clone(),
            carrier,
        }
        .block(rows)
    });
    quote!(#(#impls)*)
}

/// One block on one carrier.
struct Table<'t> {
    private: Private,
    generics: &'t Generics,
    ty: &'t TypePath,
    own: Kind,
    carrier: Carrier,
}

/// What an argument is.
enum Argument {
    /// Burn's type, as it is.
    Plain,
    /// A tensor in any state that can meet this one.
    Operand,
    /// Tensors of this carrier, or integers and booleans.
    Carried,
}

/// The arguments of a method.
struct Passed {
    declared: Vec<TokenStream>,
    handed_on: Vec<TokenStream>,
    /// Whether one of them is an operand.
    operands: bool,
    /// The state in which self and the operands meet.
    state: TokenStream,
}

impl Table<'_> {
    fn block(&self, rows: &[Row]) -> TokenStream {
        let methods = rows.iter().filter_map(|row| self.method(row));
        let mut generics = self.generics.clone();
        let ty = self.on_carrier(&Type::Path(self.ty.clone()));
        let (name, context) = match self.carrier {
            Carrier::Untracked => (quote!(Untracked), None),
            Carrier::Tracked => (quote!(Tracked), Some(quote!(, C))),
            Carrier::Leaf => (quote!(Leaf), Some(quote!(, C))),
        };
        let private = &self.private;
        if self.carrier != Carrier::Untracked {
            self.without_kind(&mut generics);
            generics.params.push(parse_quote!(C: #private::Context));
        }
        let (params, _, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #params #private::#name<#ty #context> #clause { #(#methods)* }
        }
    }

    /// Takes the kind parameter and its bounds out: on a carrier with a state it is `Float`.
    fn without_kind(&self, generics: &mut Generics) {
        let Kind::Generic(kind) = &self.own else {
            return;
        };
        generics.params = std::mem::take(&mut generics.params)
            .into_iter()
            .filter(|param| !matches!(param, GenericParam::Type(param) if param.ident == *kind))
            .collect();
        if let Some(clause) = &mut generics.where_clause {
            clause.predicates = std::mem::take(&mut clause.predicates)
                .into_iter()
                .filter(|predicate| {
                    !matches!(
                        predicate,
                        WherePredicate::Type(bound)
                            if matches!(&bound.bounded_ty, Type::Path(path) if path.path.is_ident(kind))
                    )
                })
                .collect();
        }
    }

    /// Burn's type with the kind parameter settled, where the carrier settles it.
    fn on_carrier(&self, ty: &Type) -> Type {
        struct Settle<'k>(&'k Ident);
        impl VisitMut for Settle<'_> {
            fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
                visit_mut::visit_type_path_mut(self, ty);
                if last(ty) == "Tensor"
                    && let Some(segment) = ty.path.segments.last_mut()
                    && let PathArguments::AngleBracketed(arguments) = &mut segment.arguments
                    && arguments.args.len() == 2
                    && matches!(
                        &arguments.args[1],
                        GenericArgument::Type(Type::Path(kind)) if kind.path.is_ident(self.0)
                    )
                {
                    arguments.args.pop();
                    arguments.args.pop_punct();
                }
            }
        }
        let mut ty = ty.clone();
        if self.carrier != Carrier::Untracked
            && let Kind::Generic(kind) = &self.own
        {
            Settle(kind).visit_type_mut(&mut ty);
        }
        ty
    }

    /// The method of one row; none for a constructor on a carrier with a state.
    fn method(&self, row: &Row) -> Option<TokenStream> {
        let Row { docs, sig, .. } = row;
        let receiver = sig.receiver();
        let inputs = inputs(sig);
        let constructs = receiver.is_none() && !inputs.iter().any(|(_, ty)| mentions(ty));
        if constructs && self.carrier != Carrier::Untracked {
            return None;
        }
        let mut generics = sig.generics.clone();
        if self.carrier != Carrier::Untracked {
            self.without_kind(&mut generics);
        }
        let Passed {
            declared,
            handed_on,
            operands,
            state,
        } = self.arguments(&inputs, receiver, &mut generics);

        let this = receiver.map(|receiver| {
            if is_shared(receiver) {
                quote!(self.get(),)
            } else {
                quote!(self.into_inner(),)
            }
        });
        let ident = &sig.ident;
        let tensor = self.on_carrier(&Type::Path(self.ty.clone()));
        let wait = sig.asyncness.map(|_| quote!(.await));
        // Not every parameter can be inferred: some stand in a bound or in the result only.
        let parameters = turbofish(sig);
        let call = quote!(<#tensor>::#ident #parameters (#this #(#handed_on),*) #wait);
        let state = operands.then_some(&state);
        let (output, body, plain) = self.result(row, &call, state, constructs, &mut generics);

        let must_use = plain.then(|| quote!(#[must_use]));
        let (constness, asyncness) = (&sig.constness, &sig.asyncness);
        let (params, _, clause) = generics.split_for_impl();
        let receiver = receiver.map(|receiver| quote!(#receiver,));
        let shown = format!("Tensor::{ident}");
        let doc = as_burns(&shown, &format!("burn::tensor::{shown}"));
        Some(quote! {
            #doc
            #(#docs)*
            #must_use
            pub #constness #asyncness fn #ident #params (#receiver #(#declared),*) #output #clause {
                #body
            }
        })
    }

    /// The arguments, as declared and as handed on, with a type parameter for each operand.
    fn arguments(
        &self,
        inputs: &[(&Ident, &Type)],
        receiver: Option<&Receiver>,
        generics: &mut Generics,
    ) -> Passed {
        let private = &self.private;
        let mut all = Passed {
            declared: Vec::new(),
            handed_on: Vec::new(),
            operands: false,
            state: match self.carrier {
                Carrier::Untracked => quote!(#private::Plain),
                Carrier::Tracked | Carrier::Leaf => quote!(#private::Graph<C>),
            },
        };
        for (ident, ty) in inputs {
            let ty = self.on_carrier(ty);
            match self.argument(&ty, receiver) {
                Argument::Plain => {
                    all.declared.push(quote!(#ident: #ty));
                    all.handed_on.push(quote!(#ident));
                }
                Argument::Carried => {
                    let carrier = self.carried(&ty, self.carrier, false);
                    all.declared.push(quote!(#ident: #carrier));
                    let opened = |_: &TypePath, value: &TokenStream| quote!(#value.into_inner());
                    all.handed_on
                        .push(through(&ty, &quote!(#ident), 0, &opened));
                }
                Argument::Operand => {
                    let param = type_parameter(ident);
                    all.operands = true;
                    all.declared.push(quote!(#ident: #param));
                    // As it is: Burn lifts a plain tensor that meets one of a graph.
                    let raw = quote!(#private::enter::<#ty, _, #private::Raw>(#ident));
                    all.handed_on.push(raw);
                    generics.params.push(parse_quote!(#param));
                    let (before, own) = (&all.state, quote!(#private::StateOf<#param, #ty>));
                    let bounds = &mut generics.make_where_clause().predicates;
                    bounds.push(parse_quote!(#param: #private::Operand<#ty>));
                    bounds.push(
                        parse_quote!(#before: #private::MixesWith<#own> + #private::Meets<#own>),
                    );
                    all.state = quote!(#private::Meet<#before, #own>);
                }
            }
        }
        all
    }

    /// The result type with its arrow, the body, and whether the result is a plain value. `state` is
    /// that of the operands, if there are any.
    fn result(
        &self,
        row: &Row,
        call: &TokenStream,
        state: Option<&TokenStream>,
        constructs: bool,
        generics: &mut Generics,
    ) -> (TokenStream, TokenStream, bool) {
        let private = &self.private;
        let ReturnType::Type(_, ty) = &row.sig.output else {
            return (quote!(), call.clone(), false);
        };
        let ty = self.on_carrier(ty);
        if !mentions(&ty) {
            let plain = !is_result(&ty) && row.sig.asyncness.is_none();
            return (quote!(-> #ty), call.clone(), plain);
        }
        if let Some(state) = state
            && !row.constant
            && self.has_own_kind(&ty)
        {
            if self.carrier == Carrier::Untracked && matches!(self.own, Kind::Generic(_)) {
                let bounds = &mut generics.make_where_clause().predicates;
                bounds.push(parse_quote!(#ty: #private::LeavesState<#state>));
            }
            return (
                quote!(-> #private::Left<#ty, #state>),
                quote!(#private::leave::<#ty, #state>(#call)),
                false,
            );
        }
        let out = match self.carrier {
            Carrier::Leaf => Carrier::Tracked,
            other => other,
        };
        let carrier = self.carried(&ty, out, row.constant);
        if constructs && let Kind::Generic(kind) = &self.own {
            let bounds = &mut generics.make_where_clause().predicates;
            bounds.push(parse_quote!(#kind: #private::Autodiff));
        }
        if constructs {
            // Of a tensor's values, which may be quantized ones.
            let made = through(
                &ty,
                call,
                0,
                &|_, value| quote!(#private::Untracked::made(#value)),
            );
            return (quote!(-> #carrier), made, false);
        }
        // An operand may be tracked.
        let strip = state.is_some() || self.carrier != Carrier::Untracked;
        (
            quote!(-> #carrier),
            self.sealed(&ty, call, row.constant, strip),
            false,
        )
    }

    fn argument(&self, ty: &Type, receiver: Option<&Receiver>) -> Argument {
        if !mentions(ty) {
            Argument::Plain
        } else if self.has_own_kind(ty) && self.own != Kind::Constant && receiver.is_some() {
            Argument::Operand
        } else {
            Argument::Carried
        }
    }

    /// Whether the type has a tensor of the block's own kind, or a float one.
    fn has_own_kind(&self, ty: &Type) -> bool {
        let mut found = false;
        each_tensor(ty, &mut |tensor| {
            found |= kind(tensor, self.generics) != Kind::Constant;
        });
        found
    }

    /// The type with its tensors in carriers.
    fn carried(&self, ty: &Type, carrier: Carrier, constant: bool) -> Type {
        struct Wrap<'t> {
            table: &'t Table<'t>,
            carrier: Carrier,
            constant: bool,
        }
        impl VisitMut for Wrap<'_> {
            fn visit_type_mut(&mut self, ty: &mut Type) {
                let private = &self.table.private;
                if let Type::Path(path) = ty
                    && last(path) == "Tensor"
                {
                    let constant =
                        self.constant || kind(path, self.table.generics) == Kind::Constant;
                    *ty = match self.carrier {
                        _ if constant => parse_quote!(#private::Untracked<#path>),
                        Carrier::Untracked => parse_quote!(#private::Untracked<#path>),
                        Carrier::Tracked => parse_quote!(#private::Tracked<#path, C>),
                        Carrier::Leaf => parse_quote!(#private::Leaf<#path, C>),
                    };
                } else {
                    visit_mut::visit_type_mut(self, ty);
                }
            }
        }
        let mut ty = ty.clone();
        Wrap {
            table: self,
            carrier,
            constant,
        }
        .visit_type_mut(&mut ty);
        ty
    }

    /// A Burn result in its carrier.
    fn sealed(&self, ty: &Type, value: &TokenStream, constant: bool, strip: bool) -> TokenStream {
        let private = &self.private;
        through(ty, value, 0, &|tensor, value| {
            let constant = constant || kind(tensor, self.generics) == Kind::Constant;
            if !constant && self.carrier != Carrier::Untracked {
                quote!(#private::Tracked::sealed(#value))
            } else if strip {
                quote!(#private::Untracked::strip(#value))
            } else {
                quote!(#private::Untracked::sealed(#value))
            }
        })
    }
}

/// Applies `each` to the tensors inside of a value, through tuples, vectors, options, results and
/// arrays.
fn through(
    ty: &Type,
    value: &TokenStream,
    depth: usize,
    each: &dyn Fn(&TypePath, &TokenStream) -> TokenStream,
) -> TokenStream {
    if !mentions(ty) {
        return value.clone();
    }
    let part = format_ident!("part{depth}", span = Span::mixed_site());
    let part = quote!(#part);
    match ty {
        Type::Path(path) if last(path) == "Tensor" => each(path, value),
        Type::Path(path) => {
            let inner = path.path.segments.last().and_then(|segment| {
                let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
                    return None;
                };
                match arguments.args.first() {
                    Some(GenericArgument::Type(ty)) => Some(ty),
                    _ => None,
                }
            });
            let Some(inner) = inner else {
                return value.clone();
            };
            let body = through(inner, &part, depth + 1, each);
            if last(path) == "Vec" {
                quote!(#value.into_iter().map(|#part| #body).collect())
            } else {
                quote!(#value.map(|#part| #body))
            }
        }
        Type::Array(array) => {
            let body = through(&array.elem, &part, depth + 1, each);
            quote!(#value.map(|#part| #body))
        }
        Type::Tuple(tuple) => {
            let names: Vec<_> = (0..tuple.elems.len())
                .map(|index| format_ident!("part{depth}_{index}", span = Span::mixed_site()))
                .collect();
            let parts = tuple
                .elems
                .iter()
                .zip(&names)
                .map(|(ty, name)| through(ty, &quote!(#name), depth + 1, each));
            quote!({ let (#(#names),*) = #value; (#(#parts),*) })
        }
        _ => value.clone(),
    }
}

/// The kind of a `Tensor<D, …>` in a block with these generics.
fn kind(tensor: &TypePath, generics: &Generics) -> Kind {
    let Some(PathArguments::AngleBracketed(arguments)) = tensor
        .path
        .segments
        .last()
        .map(|segment| &segment.arguments)
    else {
        return Kind::Float;
    };
    match arguments.args.iter().nth(1) {
        Some(GenericArgument::Type(Type::Path(path))) => {
            let Some(name) = path.path.get_ident() else {
                return Kind::Constant;
            };
            if generics.type_params().any(|param| param.ident == *name) {
                Kind::Generic(name.clone())
            } else if name == "Float" {
                Kind::Float
            } else {
                Kind::Constant
            }
        }
        _ => Kind::Float,
    }
}

fn mentions(ty: &Type) -> bool {
    let mut found = false;
    each_tensor(ty, &mut |_| found = true);
    found
}

fn each_tensor(ty: &Type, each: &mut dyn FnMut(&TypePath)) {
    struct Walk<'e>(&'e mut dyn FnMut(&TypePath));
    impl syn::visit::Visit<'_> for Walk<'_> {
        fn visit_type_path(&mut self, path: &TypePath) {
            if last(path) == "Tensor" {
                (self.0)(path);
            } else {
                syn::visit::visit_type_path(self, path);
            }
        }
    }
    syn::visit::Visit::visit_type(&mut Walk(each), ty);
}

fn is_result(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => last(path) == "Result",
        Type::ImplTrait(_) => true,
        Type::Tuple(tuple) => tuple.elems.is_empty(),
        _ => false,
    }
}

/// The named arguments.
fn inputs(sig: &Signature) -> Vec<(&Ident, &Type)> {
    let named = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some((&name.ident, &*typed.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    named.collect()
}
