//! Golden expansions: `expansions/<form>.rs` is an input, `<form>.expanded.rs` what becomes of it.
//!
//! The first line of an input holds the arguments of the attribute, as `// fusible(scheme = Q4)`,
//! or is `// derive(Tensors)`; exactly one item follows.
//!
//! - Run: `cargo test -p fireproof-macros`.
//! - Bless: `BLESS=1 cargo test -p fireproof-macros golden` rewrites every output.
//! - Read: the diff of an `.expanded.rs` is what a change to `expand/` really does.

use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;

use crate::{expand, parts};

macro_rules! forms {
    ($($name:ident: $form:literal;)*) => {
        const FORMS: &[&str] = &[$($form),*];

        $(
            #[test]
            fn $name() {
                golden($form);
            }
        )*
    };
}

forms! {
    model_named_fields: "model/named_fields";
    model_tuple_struct: "model/tuple_struct";
    model_generic: "model/generic";
    model_enum: "model/model_enum";
    model_faulty_field: "model/faulty_field";
    methods_forward: "methods/forward";
    methods_generic_model: "methods/generic_model";
    function_loss: "function/loss";
    function_const_generic: "function/const_generic";
    function_model_argument: "function/model_argument";
    parts_batch: "parts/batch";
    parts_tuple: "parts/tuple";
}

/// Compares the expansion of one form with what is stored, or stores it.
fn golden(form: &str) {
    let path = expansions().join(form);
    let input = read(&path.with_extension("rs"));
    let first = input.lines().next().unwrap_or_default();
    let item = tokens(&input);
    let expanded = if first == "// derive(Tensors)" {
        parts::derive(&item)
    } else {
        let arguments = first
            .strip_prefix("// fusible(")
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or_else(|| {
                panic!("{form}: the first line is `// fusible(…)` or `// derive(Tensors)`")
            });
        expand::fusible(tokens(arguments), &item)
    };
    // Well-formed, or this fails.
    let file: syn::File = syn::parse2(expanded).unwrap_or_else(|error| panic!("{form}: {error}"));
    let actual = prettyplease::unparse(&file);
    let stored = path.with_extension("expanded.rs");
    if env::var_os("BLESS").is_some() {
        fs::write(&stored, &actual).unwrap_or_else(|error| panic!("{}: {error}", stored.display()));
    }
    let expected = fs::read_to_string(&stored).unwrap_or_default();
    assert!(
        expected == actual,
        "{form}: the expansion moved; if that is meant, bless it (see the head of golden.rs). \
         Now it is:\n{actual}"
    );
}

/// An input without a test, or an output without an input, would go stale unseen.
#[test]
fn every_file_belongs_to_a_form() {
    for folder in entries(&expansions()) {
        for file in entries(&folder) {
            let text = file.to_string_lossy().replace('\\', "/");
            let stem = text.strip_suffix(".rs").unwrap_or(&text);
            let stem = stem.strip_suffix(".expanded").unwrap_or(stem);
            assert!(
                FORMS
                    .iter()
                    .any(|form| stem.ends_with(&format!("expansions/{form}"))),
                "{text} is in no form of golden.rs"
            );
        }
    }
}

/// Arguments and items that are no use of the attribute: all tokenize.
const GARBAGE: &[(&str, &str)] = &[
    // Not an item.
    ("", ""),
    ("", "42"),
    ("", "|x| x + 1"),
    ("", "#[doc = \"nothing below\"]"),
    // Broken off.
    ("", "struct"),
    ("", "struct Net"),
    ("", "enum Head { Wide: Linear }"),
    ("", "impl Net"),
    ("", "fn loss()"),
    ("", "fn loss(input: Tensor<2>);"),
    // Another item.
    ("", "union Bits { whole: u32 }"),
    ("", "trait Forward {}"),
    ("", "mod net {}"),
    ("", "macro_rules! net { () => {} }"),
    ("", "net!(Net);"),
    ("", "extern \"C\" {}"),
    // Impls that are not of a named type.
    ("", "impl Trait for Net {}"),
    ("", "impl !Trait for Net {}"),
    ("", "impl (u8, u8) {}"),
    ("", "impl dyn Trait {}"),
    ("", "impl <Net as Trait>::Out {}"),
    (
        "",
        "impl Net { fn forward(self: Box<Self>, inputs: &[Tensor<2>]) {} }",
    ),
    // Functions of another kind.
    ("", "fn loss() -> Tensor<1> { todo!() }"),
    ("", "fn loss(self, _: &mut Tensor<2>) {}"),
    (
        "",
        "async unsafe extern \"C\" fn loss((a, b): (Tensor<1>, Tensor<1>)) {}",
    ),
    // Arguments.
    ("= 3", "struct Net;"),
    (", ,", "struct Net;"),
    ("\"text\" 1 {}", "fn loss(input: Tensor<2>) {}"),
    ("skip", "struct Net;"),
    ("scheme", "struct Net;"),
    ("scheme = = Q8", "struct Net;"),
    ("scheme = Q8 Q4", "enum Head {}"),
    ("shceme = Q4<Block<32>, F16>", "struct Net;"),
    ("scheme = Q8", "impl Net {}"),
    ("crate = Vec<u8>", "impl Net {}"),
    ("crate = a, crate = b", "impl Net {}"),
    ("tensors", "fn loss(input: Tensor<2>) {}"),
    ("tensors = Batch", "fn loss(input: Tensor<2>) {}"),
    ("tensors(1)", "fn loss(input: Tensor<2>) {}"),
    ("tensors(Batch)", "struct Net;"),
    // Attributes of arguments.
    ("", "fn step(#[model] net: Net) {}"),
    ("", "fn step(#[model] net: &'static mut Net) {}"),
    ("", "fn step(#[model] &self, images: Tensor<2>) {}"),
    // Attributes of fields.
    ("", "struct Net { #[fusible] layer: Linear }"),
    ("", "struct Net { #[fusible = 1] layer: Linear }"),
    ("", "struct Net { #[fusible(skip skip)] layer: Linear }"),
    ("", "struct Net(#[fusible(skip, skip)] Linear);"),
    ("", "enum Head { Wide(#[fusible({})] Linear) }"),
];

#[test]
fn garbage_is_an_error_and_never_a_panic() {
    for (arguments, item) in GARBAGE {
        let expanded =
            std::panic::catch_unwind(|| expand::fusible(tokens(arguments), &tokens(item)));
        let Ok(expanded) = expanded else {
            panic!("`#[fusible({arguments})] {item}` panicked");
        };
        assert!(
            expanded.to_string().contains("compile_error"),
            "`#[fusible({arguments})] {item}` was taken: {expanded}"
        );
    }
}

/// Items that `#[derive(Tensors)]` refuses: the compiler hands it structs, enums and unions only,
/// but any attributes.
const UNDERIVABLE: &[&str] = &[
    "enum Sample { Image(Tensor<2>) }",
    "enum Never {}",
    "union Bits { whole: u32 }",
    "struct Batch<T>(T);",
    "#[tensors] struct Batch;",
    "#[tensors()] struct Batch;",
    "#[tensors = 1] struct Batch;",
    "#[tensors(skip)] struct Batch;",
    "#[tensors(crate)] struct Batch;",
    "#[tensors(crate = Vec<u8>)] struct Batch;",
    "#[tensors(crate = a, crate = b)] struct Batch;",
    "struct Batch { #[tensors] images: Tensor<2> }",
    "struct Batch { #[tensors = 1] images: Tensor<2> }",
    "struct Batch { #[tensors(nested, nested)] images: Tensor<2> }",
    "struct Batch { #[tensors(skip)] images: Tensor<2> }",
    "struct Batch { images: Images }",
    "struct Batch(#[tensors(crate = a)] Tensor<2>);",
    // No item at all.
    "fn batch() {}",
    "struct",
    "",
];

#[test]
fn what_cannot_be_derived_is_an_error_and_never_a_panic() {
    for item in UNDERIVABLE {
        let expanded = std::panic::catch_unwind(|| parts::derive(&tokens(item)));
        let Ok(expanded) = expanded else {
            panic!("`#[derive(Tensors)] {item}` panicked");
        };
        assert!(
            expanded.to_string().contains("compile_error"),
            "`#[derive(Tensors)] {item}` was taken: {expanded}"
        );
    }
}

fn expansions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/expansions")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn tokens(source: &str) -> TokenStream {
    source
        .parse()
        .unwrap_or_else(|error| panic!("{source}: {error}"))
}
