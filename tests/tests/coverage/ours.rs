//! Our side: the rows of `mirror!`, what is written by hand, and what is left out for a reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Expr, GenericArgument, Generics, ImplItem, Item, ItemImpl, ItemStruct, ItemUse, Lit,
    Macro, PathArguments, Signature, Token, Type, UseTree, braced,
};

use crate::burns::{Method, hidden, parse, public};
use crate::signature::{self, Function};

/// The carriers of tensors.
const CARRIERS: &[&str] = &["Untracked", "Tracked", "Leaf"];

/// A row of `mirror!`.
pub(crate) struct Row {
    pub(crate) function: Function,
    /// Whether it is marked `#[constant]`.
    pub(crate) constant: bool,
}

/// What fireproof has.
#[derive(Default)]
pub(crate) struct Ours {
    /// Rows in an `impl Tensor`.
    pub(crate) rows: BTreeMap<Method, Row>,
    /// Rows outside of one, under the path of Burn's function as in [`Burn`](crate::burns::Burn).
    pub(crate) functions: BTreeMap<String, Row>,
    /// The methods of the carriers that are written by hand, refusals among them.
    pub(crate) methods_by_hand: BTreeSet<String>,
    /// Free functions that are written by hand, as in `functions`.
    pub(crate) functions_by_hand: BTreeSet<String>,
    /// Every word in the files of the operators.
    pub(crate) operator_words: BTreeSet<String>,
    /// `OMITTED`: a method as `name` or `Kind::name`, and the reason.
    pub(crate) omitted: Vec<(String, String)>,
    /// `OMITTED_FUNCTIONS`: as `module::name`, and the reason.
    pub(crate) omitted_functions: Vec<(String, String)>,
    /// `BY_HAND`: as `name` or `Kind::name`.
    pub(crate) by_hand: Vec<String>,
}

impl Ours {
    /// What `runtime/src` holds.
    pub(crate) fn of_runtime() -> Self {
        let root = workspace();
        let sources = root.join("runtime/src");
        let mut ours = Self::default();
        for path in rust_files(&sources) {
            let source = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let file = slashes(path.strip_prefix(&root).unwrap_or(&path));
            let below = slashes(path.strip_prefix(&sources).unwrap_or(&path));
            ours.read(&file, &below, &source);
        }
        ours
    }

    /// What one file holds, whose path in `runtime/src` is `below`.
    pub(crate) fn of_source(below: &str, source: &str) -> Self {
        let mut ours = Self::default();
        ours.read(below, below, source);
        ours
    }

    fn read(&mut self, file: &str, below: &str, source: &str) {
        let items = parse(file, source);
        // `stats.rs` and the files of `stats/` are the module `stats`.
        let module = below.split('/').next().unwrap_or_default();
        let module = module.strip_suffix(".rs").unwrap_or(module);
        if below.starts_with("tensor/operators") {
            self.read_operators(&items);
        }
        self.read_lists(file, &items);
        // Names that are handed to a macro of the file itself.
        let macros = items.iter().filter_map(|item| match item {
            Item::Macro(item) => Some(&item.mac),
            _ => None,
        });
        let words: Vec<_> = macros
            .filter(|mac| !is_mirror(mac))
            .flat_map(|mac| signature::flat(mac.tokens.clone()))
            .collect();
        if words.windows(3).any(|window| window == ["pub", "fn", "$"]) {
            for word in words {
                self.functions_by_hand.insert(key(module, &word));
                self.methods_by_hand.insert(word);
            }
        }
        self.read_items(items, file, module);
    }

    fn read_items(&mut self, items: Vec<Item>, file: &str, module: &str) {
        for item in items {
            match item {
                Item::Macro(item) if is_mirror(&item.mac) => {
                    let mirror: Mirror = item.mac.parse_body().unwrap_or_else(|error| {
                        let at = error.span().start();
                        panic!("{file}:{}:{}: in `mirror!`: {error}", at.line, at.column)
                    });
                    self.read_mirror(&mirror, file);
                }
                // Methods that a macro of the file itself writes.
                Item::Macro(item) => self.read_macro(item.mac.tokens),
                Item::Impl(item) => self.read_impl(&item),
                Item::Fn(item) if public(&item.vis, &item.attrs) => {
                    let name = item.sig.ident.to_string();
                    self.functions_by_hand.insert(key(module, &name));
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = item.content {
                        self.read_items(items, file, module);
                    }
                }
                _ => {}
            }
        }
    }

    fn read_mirror(&mut self, mirror: &Mirror, file: &str) {
        for block in &mirror.blocks {
            // Layers of `burn-nn` are rows as well, and no tensors.
            let Some(kind) = signature::kind(&block.generics, &block.of) else {
                continue;
            };
            for line in &block.lines {
                let row = line.row(Some(&block.of), file);
                let place = row.function.place.clone();
                let name = (line.signature.ident.to_string(), kind.clone());
                if let Some(other) = self.rows.insert(name, row) {
                    panic!("{place}: {} is the same row", other.function.place);
                }
            }
        }
        for (module, line) in &mirror.functions {
            let row = line.row(None, file);
            let place = row.function.place.clone();
            let name = key(module, &line.signature.ident.to_string());
            if let Some(other) = self.functions.insert(name, row) {
                panic!("{place}: {} is the same row", other.function.place);
            }
        }
    }

    fn read_impl(&mut self, item: &ItemImpl) {
        if item.trait_.is_some() || !carries_tensors(&item.self_ty) {
            return;
        }
        for method in &item.items {
            if let ImplItem::Fn(method) = method
                // Hidden ones are refusals, with a text of their own.
                && (public(&method.vis, &method.attrs) || hidden(&method.attrs))
            {
                self.methods_by_hand.insert(method.sig.ident.to_string());
            }
        }
    }

    fn read_macro(&mut self, tokens: TokenStream) {
        let words = signature::flat(tokens);
        for (position, word) in words.iter().enumerate() {
            let shown = match &words[..position] {
                [.., last] if last == "pub" => true,
                [.., before, last] => before == "pub" && last == "async",
                _ => false,
            };
            if word == "fn"
                && shown
                && let Some(name) = words.get(position + 1)
                && name != "$"
            {
                self.methods_by_hand.insert(name.clone());
            }
        }
    }

    fn read_operators(&mut self, items: &[Item]) {
        for item in items {
            // A trait that is only imported is not implemented.
            if !matches!(item, Item::Use(_)) {
                let words = signature::flat(item.to_token_stream());
                self.operator_words.extend(words);
            }
        }
    }

    fn read_lists(&mut self, file: &str, items: &[Item]) {
        let constants: BTreeMap<String, &Expr> = items
            .iter()
            .filter_map(|item| match item {
                Item::Const(item) => Some((item.ident.to_string(), &*item.expr)),
                Item::Static(item) => Some((item.ident.to_string(), &*item.expr)),
                _ => None,
            })
            .collect();
        for (name, list) in &constants {
            match name.as_str() {
                "OMITTED" => self.omitted.extend(pairs(file, list, &constants)),
                "OMITTED_FUNCTIONS" => {
                    self.omitted_functions.extend(pairs(file, list, &constants));
                }
                "BY_HAND" => {
                    let entries = elements(file, list);
                    self.by_hand
                        .extend(entries.map(|entry| string(file, entry, &constants)));
                }
                _ => {}
            }
        }
    }
}

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_owned()
}

/// The path of a free function. What stands in these modules of ours is at the top of
/// `burn::tensor`.
fn key(module: &str, name: &str) -> String {
    match module {
        "tensor" | "functions" | "lib" => name.to_owned(),
        module => format!("{module}::{name}"),
    }
}

fn is_mirror(mac: &Macro) -> bool {
    let name = mac.path.segments.last();
    name.is_some_and(|name| name.ident == "mirror")
}

/// Whether a type is a carrier of a `Tensor`.
fn carries_tensors(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let Some(carrier) = path.path.segments.last() else {
        return false;
    };
    let PathArguments::AngleBracketed(arguments) = &carrier.arguments else {
        return false;
    };
    let value = match arguments.args.first() {
        Some(GenericArgument::Type(Type::Path(value))) => value.path.segments.last(),
        _ => None,
    };
    CARRIERS.iter().any(|name| carrier.ident == name)
        && value.is_some_and(|value| value.ident == "Tensor")
}

/// The entries of a list such as `&[..]`.
fn elements<'a>(file: &str, list: &'a Expr) -> impl Iterator<Item = &'a Expr> + use<'a> {
    let list = match list {
        Expr::Reference(reference) => &*reference.expr,
        other => other,
    };
    let Expr::Array(array) = list else {
        panic!("{file}: a list is written `&[..]`");
    };
    array.elems.iter()
}

/// The entries of a list of names with their reasons.
fn pairs(file: &str, list: &Expr, constants: &BTreeMap<String, &Expr>) -> Vec<(String, String)> {
    elements(file, list)
        .map(|entry| match entry {
            Expr::Tuple(pair) if pair.elems.len() == 2 => (
                string(file, &pair.elems[0], constants),
                string(file, &pair.elems[1], constants),
            ),
            _ => panic!("{file}: an entry is written `(\"name\", \"The reason.\")`"),
        })
        .collect()
}

/// A string, or a constant of the same file that is one.
fn string(file: &str, text: &Expr, constants: &BTreeMap<String, &Expr>) -> String {
    match text {
        Expr::Lit(literal) => {
            if let Lit::Str(text) = &literal.lit {
                return text.value();
            }
        }
        Expr::Path(path) => {
            let constant = path.path.get_ident().map(ToString::to_string);
            if let Some(text) = constant.and_then(|name| constants.get(&name)) {
                return string(file, text, constants);
            }
        }
        _ => {}
    }
    panic!("{file}: an entry holds strings, or constants of the same file that are strings");
}

/// Every `.rs` file below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// The input of `mirror!`.
struct Mirror {
    blocks: Vec<Block>,
    /// Rows outside of any block, with the module of Burn's that a `use` above them names.
    functions: Vec<(String, Line)>,
}

/// Rows in an `impl`.
struct Block {
    generics: Generics,
    of: Type,
    lines: Vec<Line>,
}

/// One row.
struct Line {
    attributes: Vec<Attribute>,
    signature: Signature,
}

impl Line {
    fn row(&self, of: Option<&Type>, file: &str) -> Row {
        Row {
            function: Function::new(&self.signature, of, file),
            constant: self
                .attributes
                .iter()
                .any(|attribute| attribute.path().is_ident("constant")),
        }
    }

    fn parse_after(attributes: Vec<Attribute>, input: ParseStream) -> syn::Result<Self> {
        let signature = input.parse()?;
        let _: Token![;] = input.parse()?;
        Ok(Self {
            attributes,
            signature,
        })
    }
}

impl Parse for Mirror {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut mirror = Self {
            blocks: Vec::new(),
            functions: Vec::new(),
        };
        let mut module = String::new();
        while !input.is_empty() {
            let attributes = input.call(Attribute::parse_outer)?;
            if input.peek(Token![use]) {
                let import: ItemUse = input.parse()?;
                module = named(&import.tree);
            } else if input.peek(Token![impl]) {
                mirror.blocks.push(input.parse()?);
            } else if input.peek(Token![struct]) || input.peek(Token![pub]) {
                // The outputs of layers, which are no methods.
                let _: ItemStruct = input.parse()?;
            } else {
                let line = Line::parse_after(attributes, input)?;
                mirror.functions.push((module.clone(), line));
            }
        }
        Ok(mirror)
    }
}

impl Parse for Block {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let _: Token![impl] = input.parse()?;
        let mut generics: Generics = input.parse()?;
        let of = input.parse()?;
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let mut lines = Vec::new();
        while !content.is_empty() {
            let attributes = content.call(Attribute::parse_outer)?;
            lines.push(Line::parse_after(attributes, &content)?);
        }
        Ok(Self {
            generics,
            of,
            lines,
        })
    }
}

/// The module that a `use` means: its last name.
fn named(tree: &UseTree) -> String {
    match tree {
        UseTree::Path(path) => match &*path.tree {
            UseTree::Glob(_) | UseTree::Group(_) => path.ident.to_string(),
            deeper => named(deeper),
        },
        UseTree::Name(name) => name.ident.to_string(),
        UseTree::Rename(name) => name.ident.to_string(),
        UseTree::Glob(_) | UseTree::Group(_) => String::new(),
    }
}
