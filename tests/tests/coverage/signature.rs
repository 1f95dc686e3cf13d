//! Signatures in one spelling, so that Burn's and ours can be compared as text.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{
    AngleBracketedGenericArguments, FnArg, GenericParam, Generics, Ident,
    ParenthesizedGenericArguments, Pat, Path, PathArguments, ReturnType, Safety, Type,
    TypeParamBound, TypeTuple, WherePredicate,
};

/// A function, as either side declares it.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The signature in the one spelling.
    pub(crate) text: String,
    /// The file and the line, as `src/tensor/api/base.rs:94`.
    pub(crate) place: String,
    /// What kinds of tensors go in, the receiver's among them.
    pub(crate) inputs: BTreeSet<String>,
    /// What kinds of tensors come out.
    pub(crate) outputs: BTreeSet<String>,
}

impl Function {
    /// Spells a signature that stands in `file`; `of` is the type of an impl block around it.
    pub(crate) fn new(signature: &syn::Signature, of: Option<&Type>, file: &str) -> Self {
        let mut signature = signature.clone();
        let mut spelling = Spelling {
            of: of.map(spelled),
            kinds: BTreeSet::new(),
        };
        let (parameters, bounds) = spelling.generics(&mut signature.generics);
        // A bound is neither an input nor an output.
        spelling.kinds.clear();

        let mut arguments = Vec::new();
        for input in &mut signature.inputs {
            arguments.push(match input {
                FnArg::Receiver(receiver) => {
                    // `mut self` is a matter of the body.
                    receiver.mutability = None;
                    spelling.kinds.extend(of.and_then(argument_kind));
                    text(receiver)
                }
                FnArg::Typed(argument) => {
                    spelling.visit_type_mut(&mut argument.ty);
                    format!("{}: {}", name(&argument.pat), text(&argument.ty))
                }
            });
        }
        let inputs = std::mem::take(&mut spelling.kinds);

        let result = match &mut signature.output {
            ReturnType::Default => "()".to_owned(),
            ReturnType::Type(_, ty) => {
                spelling.visit_type_mut(ty);
                text(ty)
            }
        };

        let asyncness = signature.asyncness.map_or("", |_| "async ");
        let safety = match signature.safety {
            Safety::Unsafe(_) => "unsafe ",
            _ => "",
        };
        let parameters = if parameters.is_empty() {
            String::new()
        } else {
            format!("<{}>", parameters.join(", "))
        };
        let bounds = if bounds.is_empty() {
            String::new()
        } else {
            format!(" where {}", bounds.join(", "))
        };
        Self {
            text: format!(
                "{asyncness}{safety}fn {}{parameters}({}) -> {result}{bounds}",
                signature.ident,
                arguments.join(", "),
            ),
            place: place(&signature.ident, file),
            inputs,
            outputs: spelling.kinds,
        }
    }
}

/// Where a name stands.
pub(crate) fn place(name: &Ident, file: &str) -> String {
    format!("{file}:{}", name.span().start().line)
}

/// The kind in the header of an impl block of `Tensor`: `Float`, `Int` or `Bool`, or the bounds of
/// a parameter, as `Numeric`. `None` for any other type.
pub(crate) fn kind(generics: &Generics, ty: &Type) -> Option<String> {
    let kind = argument_kind(ty)?;
    let bounds = bounds(generics, &kind);
    Some(if bounds.is_empty() {
        kind
    } else {
        bounds.join(" + ")
    })
}

/// The second argument of a `Tensor<_, _>`, which is `Float` when it is left out.
fn argument_kind(ty: &Type) -> Option<String> {
    let Type::Path(path) = spelled(ty) else {
        return None;
    };
    let tensor = path.path.segments.last()?;
    if tensor.ident != "Tensor" {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &tensor.arguments else {
        return None;
    };
    Some(
        arguments
            .args
            .iter()
            .nth(1)
            .map_or_else(|| "Float".to_owned(), text),
    )
}

/// The traits that bound a parameter, in the list of parameters and in the `where` clause.
fn bounds(generics: &Generics, parameter: &str) -> Vec<String> {
    let mut bounds = Vec::new();
    for declared in generics.type_params() {
        if declared.ident == parameter {
            bounds.extend(declared.bounds.iter().filter_map(trait_name));
        }
    }
    let predicates = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    for predicate in predicates {
        if let WherePredicate::Type(predicate) = predicate
            && text(&predicate.bounded_ty) == parameter
        {
            bounds.extend(predicate.bounds.iter().filter_map(trait_name));
        }
    }
    bounds
}

fn trait_name(bound: &TypeParamBound) -> Option<String> {
    match bound {
        TypeParamBound::Trait(bound) => Some(bound.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// The name of an argument.
fn name(pattern: &Pat) -> String {
    match pattern {
        // `mut x` is a matter of the body.
        Pat::Ident(pattern) => pattern.ident.to_string(),
        other => text(other),
    }
}

/// A type in the one spelling.
fn spelled(ty: &Type) -> Type {
    let mut ty = ty.clone();
    let mut spelling = Spelling {
        of: None,
        kinds: BTreeSet::new(),
    };
    spelling.visit_type_mut(&mut ty);
    ty
}

/// Tokens as one would write them.
fn text(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (loose, tight) in [
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
        ("& ", "&"),
        (" ;", ";"),
        (" ::", "::"),
        (":: ", "::"),
        (" :", ":"),
        ("( ", "("),
        (" )", ")"),
    ] {
        text = text.replace(loose, tight);
    }
    text
}

/// Every single token, with those inside of brackets.
pub(crate) fn flat(tokens: TokenStream) -> Vec<String> {
    let mut flattened = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => flattened.extend(flat(group.stream())),
            token => flattened.push(token.to_string()),
        }
    }
    flattened
}

/// Rewrites to the one spelling: `Self` written out, paths by their last name, `Tensor<D>` for
/// `Tensor<D, Float>`, no trailing commas; takes down the kinds of the tensors on the way.
struct Spelling {
    of: Option<Type>,
    kinds: BTreeSet<String>,
}

impl Spelling {
    /// The parameters in order, and what is asked of them, wherever it is written.
    fn generics(&mut self, generics: &mut Generics) -> (Vec<String>, Vec<String>) {
        let mut parameters = Vec::new();
        let mut bounds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for parameter in &mut generics.params {
            parameters.push(match parameter {
                GenericParam::Lifetime(parameter) => text(&parameter.lifetime),
                GenericParam::Const(parameter) => {
                    format!("const {}: {}", parameter.ident, text(&parameter.ty))
                }
                GenericParam::Type(parameter) => {
                    let name = parameter.ident.to_string();
                    for bound in &mut parameter.bounds {
                        self.visit_type_param_bound_mut(bound);
                        bounds.entry(name.clone()).or_default().insert(text(bound));
                    }
                    name
                }
            });
        }
        if let Some(clause) = &mut generics.where_clause {
            for predicate in &mut clause.predicates {
                if let WherePredicate::Type(predicate) = predicate {
                    self.visit_type_mut(&mut predicate.bounded_ty);
                    let name = text(&predicate.bounded_ty);
                    for bound in &mut predicate.bounds {
                        self.visit_type_param_bound_mut(bound);
                        bounds.entry(name.clone()).or_default().insert(text(bound));
                    }
                }
            }
        }
        let bounds = bounds.into_iter().map(|(name, bounds)| {
            let bounds: Vec<_> = bounds.into_iter().collect();
            format!("{name}: {}", bounds.join(" + "))
        });
        (parameters, bounds.collect())
    }
}

impl VisitMut for Spelling {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty {
            if path.qself.is_some() {
                // `<T as Trait>::Item` means nothing without its path.
                return;
            }
            if path.path.is_ident("Self")
                && let Some(of) = &self.of
            {
                *ty = of.clone();
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        path.leading_colon = None;
        let Some(mut last) = path.segments.pop() else {
            return;
        };
        if last.ident == "Tensor"
            && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
        {
            let kind = arguments
                .args
                .iter()
                .nth(1)
                .map_or_else(|| "Float".to_owned(), text);
            if kind == "Float" {
                arguments.args = arguments.args.iter().take(1).cloned().collect();
            }
            self.kinds.insert(kind);
        }
        path.segments.clear();
        path.segments.push(last);
    }

    fn visit_angle_bracketed_generic_arguments_mut(
        &mut self,
        arguments: &mut AngleBracketedGenericArguments,
    ) {
        arguments.args.pop_punct();
        arguments.colon2_token = None;
        visit_mut::visit_angle_bracketed_generic_arguments_mut(self, arguments);
    }

    fn visit_parenthesized_generic_arguments_mut(
        &mut self,
        arguments: &mut ParenthesizedGenericArguments,
    ) {
        arguments.inputs.pop_punct();
        visit_mut::visit_parenthesized_generic_arguments_mut(self, arguments);
    }

    fn visit_type_tuple_mut(&mut self, tuple: &mut TypeTuple) {
        if tuple.elems.len() > 1 {
            tuple.elems.pop_punct();
        }
        visit_mut::visit_type_tuple_mut(self, tuple);
    }
}
