//! A model's method may not have the name of a method that our carriers have: the macro's list of
//! these names is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use syn::{GenericArgument, ImplItem, Item, ItemImpl, PathArguments, Type, Visibility};

/// The files of `runtime/src` with methods of models.
const SOURCES: &[&str] = &[
    "tracked",
    "untracked",
    "fusible",
    "persist",
    "quantize",
    "optimizer",
    "training",
    "training/freeze",
    "training/lora",
    "training/paths",
];

#[test]
fn every_method_of_a_carrier_is_reserved() {
    let mut methods = BTreeSet::new();
    for name in SOURCES {
        let source = read(&format!("runtime/src/{name}.rs"));
        methods.extend(model_methods(&source));
        if *name == "fusible" {
            methods.extend(model_methods(&packed(&source)));
        }
    }
    // Had the search found nothing, it would prove nothing: one of each kind of impl block.
    for known in [
        "train",
        "train_in",
        "quantize",
        "into_inner",
        "save_file",
        "weight_bytes",
    ] {
        assert!(methods.contains(known), "`{known}` was not found");
    }
    let reserved = reserved();
    let missing: Vec<_> = methods.difference(&reserved).collect();
    assert!(
        missing.is_empty(),
        "`RESERVED` in macros/src/check.rs lacks methods of our carriers: {missing:?}"
    );
}

/// The names of the public methods and constructors in impl blocks of carriers of models.
fn model_methods(source: &str) -> Vec<String> {
    let file = syn::parse_file(source).unwrap_or_else(|error| panic!("{error}:\n{source}"));
    let impls = file.items.iter().filter_map(|item| match item {
        Item::Impl(item) if carries_models(item) => Some(item),
        _ => None,
    });
    impls
        .flat_map(|item| &item.items)
        .filter_map(|item| match item {
            ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) => {
                Some(method.sig.ident.to_string())
            }
            _ => None,
        })
        .collect()
}

/// Whether this is an inherent impl of a carrier whose value may be a model: one of the impl's own
/// type parameters, and not a `Tensor<D>`.
fn carries_models(item: &ItemImpl) -> bool {
    let Type::Path(ty) = &*item.self_ty else {
        return false;
    };
    let Some(carrier) = ty.path.segments.last() else {
        return false;
    };
    // The value comes first, or behind the scheme.
    let position = match carrier.ident.to_string().as_str() {
        "Tracked" | "Untracked" => 0,
        "Fusible" | "Quantized" => 1,
        _ => return false,
    };
    let PathArguments::AngleBracketed(arguments) = &carrier.arguments else {
        return false;
    };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let Some(Type::Path(value)) = types.nth(position) else {
        return false;
    };
    item.trait_.is_none()
        && item
            .generics
            .type_params()
            .any(|param| value.path.is_ident(&param.ident))
}

/// What `packed!` in `fusible.rs` writes for `Fusible`.
fn packed(source: &str) -> String {
    let body = source
        .split_once("macro_rules! packed {")
        .and_then(|(_, rest)| rest.split_once("=> {"))
        .and_then(|(_, rest)| rest.split_once("\n    };\n}"))
        .map(|(body, _)| body)
        .expect("fusible.rs has a macro `packed!` of one arm");
    body.replace("$(#[$doc])*", "")
        .replace("$name", "Fusible")
        .replace("$scheme", "FusibleScheme")
        .replace("$label", "\"Fusible\"")
}

/// The names that the macro refuses.
fn reserved() -> BTreeSet<String> {
    let source = read("macros/src/check.rs");
    let list = source
        .split_once("RESERVED: &[&str] = &[")
        .and_then(|(_, rest)| rest.split_once("];"))
        .map(|(list, _)| list)
        .expect("check.rs has a list `RESERVED`");
    let quoted = list.split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// A file of this workspace.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
