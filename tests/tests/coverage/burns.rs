//! Burn's side: what the sources of `burn-tensor` declare, and of the crates that hold the rest of
//! `burn::tensor`.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, GenericArgument, Ident, ImplItem, Item, ItemImpl, ItemStruct, Lit, Meta,
    PathArguments, Token, Type, UseTree, Visibility,
};

use crate::signature::{self, Function};

/// The features that count as being on.
const FEATURES: &[&str] = &["autodiff", "std"];

/// The same with the one that reaches below the tensor API, which needs no typed form.
const EXTENDED: &[&str] = &["autodiff", "std", "extension"];

/// The crates beside `burn-tensor`, and the modules of `burn::tensor` that they are.
const BESIDE: &[(&str, &str)] = &[("burn-linalg", "linalg"), ("burn-signal", "signal")];

/// The traits of `core::ops` that an operator has.
const OPERATORS: &[&str] = &[
    "Add",
    "AddAssign",
    "BitAnd",
    "BitAndAssign",
    "BitOr",
    "BitOrAssign",
    "BitXor",
    "BitXorAssign",
    "Div",
    "DivAssign",
    "Index",
    "IndexMut",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Rem",
    "RemAssign",
    "Shl",
    "Shr",
    "Sub",
    "SubAssign",
];

/// A method of `Tensor`: its name and the kind in the header of its impl block.
pub(crate) type Method = (String, String);

/// What Burn has.
#[derive(Default)]
pub(crate) struct Burn {
    pub(crate) methods: BTreeMap<Method, Function>,
    /// The methods that the feature `extension` adds.
    pub(crate) extension: BTreeSet<Method>,
    /// Free functions as `activation::relu`; those at the top of the crate by their name alone.
    pub(crate) functions: BTreeMap<String, Function>,
    /// The operators on tensors: the trait and what stands on the other side.
    pub(crate) operators: BTreeSet<(String, String)>,
}

impl Burn {
    /// The version in the lock file.
    pub(crate) fn locked() -> Self {
        let root = burn_tensor();
        let mut burn = Self::default();
        burn.read(&root, "", FEATURES);
        for (name, module) in BESIDE {
            burn.read(&beside(&root, name), module, FEATURES);
        }
        let mut extended = Self::default();
        extended.read(&root, "", EXTENDED);
        let added = extended.methods.into_keys();
        burn.extension = added
            .filter(|method| !burn.methods.contains_key(method))
            .collect();
        burn
    }

    /// A crate of one file.
    pub(crate) fn of_source(file: &str, source: &str) -> Self {
        let mut reader = Reader {
            features: FEATURES,
            above: None,
            burn: Self::default(),
        };
        let module = reader.module("", true, parse(file, source), file, None);
        let mut burn = reader.burn;
        module.exports("", &mut burn);
        burn
    }

    /// Adds what a crate declares, its functions under `prefix`.
    fn read(&mut self, root: &Path, prefix: &str, features: &'static [&'static str]) {
        let folder = parent(root);
        let mut reader = Reader {
            features,
            // Places are told from the crate's own folder on: `burn-tensor-0.22.1/src/lib.rs`.
            above: Some(parent(parent(folder)).to_owned()),
            burn: std::mem::take(self),
        };
        let module = reader.file("", true, root, folder);
        *self = reader.burn;
        module.exports(prefix, self);
    }
}

fn parent(path: &Path) -> &Path {
    path.parent()
        .unwrap_or_else(|| panic!("{} has no folder", path.display()))
}

/// The root file of another of Burn's crates, which lies beside `burn-tensor`.
fn beside(root: &Path, name: &str) -> PathBuf {
    let folder = parent(parent(root));
    let own = folder.file_name().unwrap_or_default().to_string_lossy();
    let other = folder.with_file_name(own.replace("burn-tensor", name));
    let root = other.join("src/lib.rs");
    assert!(
        root.exists(),
        "{} is not there: this test reads it whether the feature is on or off; run `cargo fetch`",
        root.display()
    );
    root
}

/// The root file of the `burn-tensor` that this workspace is locked to.
fn burn_tensor() -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Without a platform, cargo would want the sources of the crates of every other one as well.
    let about = stdout(&cargo, &["-vV"]);
    let host = about
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap_or_else(|| panic!("`cargo -vV` names no host:\n{about}"));
    let metadata = stdout(
        &cargo,
        &[
            "metadata",
            "--format-version",
            "1",
            "--offline",
            "--locked",
            "--filter-platform",
            host,
        ],
    );
    let metadata: serde_json::Value = serde_json::from_str(&metadata)
        .unwrap_or_else(|error| panic!("the answer of `cargo metadata` is no JSON: {error}"));
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let found: Vec<_> = packages
        .filter(|package| package["name"] == "burn-tensor")
        .flat_map(|package| package["targets"].as_array().into_iter().flatten())
        .filter(|target| target["kind"][0] == "lib")
        .filter_map(|target| target["src_path"].as_str())
        .collect();
    let [root] = found[..] else {
        panic!("the lock file should hold one version of burn-tensor, and has these: {found:?}");
    };
    PathBuf::from(root)
}

/// What cargo answers.
fn stdout(cargo: &OsStr, arguments: &[&str]) -> String {
    let output = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("cargo does not start: {error}"));
    assert!(
        output.status.success(),
        "`cargo {}` failed:\n{}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn parse(file: &str, source: &str) -> Vec<Item> {
    let parsed = syn::parse_file(source).unwrap_or_else(|error| {
        let at = error.span().start();
        panic!("{file}:{}:{}: {error}", at.line, at.column)
    });
    parsed.items
}

/// Follows the modules of a crate from its root file, so that what is switched off stays out.
struct Reader {
    features: &'static [&'static str],
    above: Option<PathBuf>,
    burn: Burn,
}

impl Reader {
    /// Whether users can name it.
    fn offers(&self, visibility: &Visibility, attributes: &[Attribute]) -> bool {
        public(visibility, attributes) && self.has(attributes)
    }

    /// Whether every `#[cfg(..)]` holds.
    fn has(&self, attributes: &[Attribute]) -> bool {
        let conditions = attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"));
        conditions
            .map(|attribute| {
                attribute
                    .parse_args::<Meta>()
                    .unwrap_or_else(|error| panic!("a `cfg` of another form: {error}"))
            })
            .all(|condition| holds(&condition, self.features))
    }

    /// `folder` is where the files of the submodules lie.
    fn file(&mut self, name: &str, public: bool, path: &Path, folder: &Path) -> Module {
        let source =
            fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let short = self
            .above
            .as_ref()
            .and_then(|above| path.strip_prefix(above).ok())
            .unwrap_or(path);
        let file = short.to_string_lossy().replace('\\', "/");
        self.module(name, public, parse(&file, &source), &file, Some(folder))
    }

    fn module(
        &mut self,
        name: &str,
        public: bool,
        items: Vec<Item>,
        file: &str,
        folder: Option<&Path>,
    ) -> Module {
        let mut module = Module {
            name: name.to_owned(),
            public,
            functions: BTreeMap::new(),
            children: Vec::new(),
            exports: Vec::new(),
        };
        for item in items {
            match item {
                Item::Fn(item) if self.offers(&item.vis, &item.attrs) => {
                    let function = Function::new(&item.sig, None, file);
                    module
                        .functions
                        .insert(item.sig.ident.to_string(), function);
                }
                Item::Impl(item) if self.has(&item.attrs) && !hidden(&item.attrs) => {
                    self.block(&item, file);
                }
                Item::Struct(item) if item.ident == "Tensor" => self.derived(&item, file),
                Item::Macro(item) => self.left_operators(&item.mac.tokens),
                Item::Use(item) if self.offers(&item.vis, &item.attrs) => {
                    module.exports.push(item.tree);
                }
                Item::Mod(item) if self.has(&item.attrs) => {
                    let name = item.ident.to_string();
                    let public = self.offers(&item.vis, &item.attrs);
                    let inner = folder.map(|folder| folder.join(&name));
                    let child = match item.content {
                        Some((_, items)) => {
                            self.module(&name, public, items, file, inner.as_deref())
                        }
                        None => {
                            let (path, inner) = submodule(inner, &item.attrs, file, &name);
                            self.file(&name, public, &path, &inner)
                        }
                    };
                    module.children.push(child);
                }
                _ => {}
            }
        }
        module
    }

    /// The methods or the operator of an impl block of `Tensor`.
    fn block(&mut self, item: &ItemImpl, file: &str) {
        let Some(kind) = signature::kind(&item.generics, &item.self_ty) else {
            return;
        };
        if let Some((path, _)) = &item.trait_ {
            if let Some(operator) = path.segments.last()
                && OPERATORS.iter().any(|name| operator.ident == name)
            {
                let beside = right(&operator.arguments);
                let operator = operator.ident.to_string();
                self.burn.operators.insert((operator, beside.to_owned()));
            }
            return;
        }
        for method in &item.items {
            let ImplItem::Fn(method) = method else {
                continue;
            };
            if !self.offers(&method.vis, &method.attrs) {
                continue;
            }
            let function = Function::new(&method.sig, Some(&item.self_ty), file);
            let place = function.place.clone();
            let name = (method.sig.ident.to_string(), kind.clone());
            if let Some(other) = self.burn.methods.insert(name, function) {
                panic!(
                    "{place}: `{}` of {kind} tensors is at {} too, and this test tells methods \
                     apart by kind and name",
                    method.sig.ident, other.place
                );
            }
        }
    }

    /// The constructor that `#[derive(new)]` writes.
    fn derived(&mut self, item: &ItemStruct, file: &str) {
        let derives = item.attrs.iter().any(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("derive") => {
                signature::flat(list.tokens.clone()).contains(&"new".to_owned())
            }
            _ => false,
        });
        if derives {
            let function = Function {
                text: "fn new(..)".to_owned(),
                place: signature::place(&item.ident, file),
                inputs: BTreeSet::new(),
                outputs: BTreeSet::new(),
            };
            let name = ("new".to_owned(), "Basic".to_owned());
            self.burn.methods.insert(name, function);
        }
    }

    /// Operators with a scalar on the left, which Burn's macros write.
    fn left_operators(&mut self, tokens: &proc_macro2::TokenStream) {
        for window in signature::flat(tokens.clone()).windows(3) {
            if OPERATORS.contains(&window[0].as_str()) && window[1] == "<" && window[2] == "Tensor"
            {
                let operator = (window[0].clone(), "after a scalar".to_owned());
                self.burn.operators.insert(operator);
            }
        }
    }
}

/// What stands on the right of an operator.
fn right(arguments: &PathArguments) -> &'static str {
    // `BitAnd` is `BitAnd<Self>`; `Neg` and `Not` are read the same way, and take nothing else.
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return "of tensors alone";
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(Type::Path(path)))
            if path.path.is_ident("Self")
                || path.path.segments.iter().any(|part| part.ident == "Tensor") =>
        {
            "of tensors alone"
        }
        _ => "before a scalar",
    }
}

/// The file of a module that is declared by its name, and the folder of its own submodules.
fn submodule(
    inner: Option<PathBuf>,
    attributes: &[Attribute],
    file: &str,
    name: &str,
) -> (PathBuf, PathBuf) {
    let inner = inner.unwrap_or_else(|| panic!("{file}: the module `{name}` has no file"));
    assert!(
        !attributes.iter().any(|found| found.path().is_ident("path")),
        "{file}: the module `{name}` has a `#[path]`, which this test cannot follow yet"
    );
    let path = [inner.with_extension("rs"), inner.join("mod.rs")]
        .into_iter()
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("{file}: the module `{name}` has no file"));
    (path, inner)
}

/// A module, with what it offers.
struct Module {
    name: String,
    public: bool,
    functions: BTreeMap<String, Function>,
    children: Vec<Module>,
    exports: Vec<UseTree>,
}

impl Module {
    fn child(&self, name: &Ident) -> Option<&Module> {
        self.children.iter().find(|child| name == &child.name)
    }

    /// Everything that can be reached through this module, under `prefix`.
    fn exports(&self, prefix: &str, burn: &mut Burn) {
        for (name, function) in &self.functions {
            burn.functions.insert(join(prefix, name), function.clone());
        }
        for child in self.children.iter().filter(|child| child.public) {
            let path = join(prefix, &child.name);
            child.exports(&path, burn);
        }
        for tree in &self.exports {
            self.pass_on(tree, prefix, burn);
        }
    }

    /// A `pub use` of this module. Names of other crates lead nowhere and are passed over.
    fn pass_on(&self, tree: &UseTree, prefix: &str, burn: &mut Burn) {
        match tree {
            UseTree::Path(path) if path.ident == "self" => self.pass_on(&path.tree, prefix, burn),
            UseTree::Path(path) => {
                if let Some(child) = self.child(&path.ident) {
                    child.offer(&path.tree, prefix, burn);
                }
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.pass_on(tree, prefix, burn);
                }
            }
            // What stands here by its name alone is offered as it is.
            UseTree::Name(_) | UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }

    /// What a `use` further up takes out of this module.
    fn offer(&self, tree: &UseTree, prefix: &str, burn: &mut Burn) {
        match tree {
            UseTree::Glob(_) => self.exports(prefix, burn),
            UseTree::Name(name) => self.offer_one(&name.ident, &name.ident, prefix, burn),
            UseTree::Rename(name) => self.offer_one(&name.ident, &name.rename, prefix, burn),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.offer(tree, prefix, burn);
                }
            }
            UseTree::Path(path) => {
                if let Some(child) = self.child(&path.ident) {
                    child.offer(&path.tree, prefix, burn);
                }
            }
        }
    }

    fn offer_one(&self, name: &Ident, alias: &Ident, prefix: &str, burn: &mut Burn) {
        let mut all = Burn::default();
        self.exports("", &mut all);
        let (name, alias) = (name.to_string(), join(prefix, &alias.to_string()));
        for (path, function) in all.functions {
            if let Some(rest) = below(&path, &name) {
                burn.functions.insert(format!("{alias}{rest}"), function);
            }
        }
    }
}

/// What follows `name` in a path that begins with it.
fn below<'a>(path: &'a str, name: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with("::")).then_some(rest)
}

fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{prefix}::{name}")
    }
}

/// Whether it is public and shown.
pub(crate) fn public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !hidden(attributes)
}

/// Whether there is a `#[doc(hidden)]`.
pub(crate) fn hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("doc") && list.tokens.to_string() == "hidden",
        _ => false,
    })
}

/// Whether a condition holds for users of these features; platforms are all taken in.
fn holds(condition: &Meta, features: &[&str]) -> bool {
    match condition {
        Meta::Path(path) => !path.is_ident("test"),
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(value) if pair.path.is_ident("feature") => match &value.lit {
                Lit::Str(feature) => features.contains(&feature.value().as_str()),
                _ => true,
            },
            _ => true,
        },
        Meta::List(list) => {
            let parts = list
                .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                .unwrap_or_else(|error| panic!("a `cfg` of another form: {error}"));
            let mut parts = parts.iter().map(|part| holds(part, features));
            if list.path.is_ident("not") {
                !parts.all(|part| part)
            } else if list.path.is_ident("any") {
                parts.any(|part| part)
            } else {
                parts.all(|part| part)
            }
        }
    }
}
