//! Two packages of the same models, in plain Burn and with types for the states.
//!
//! A model is one template: plain Burn code under `#[fusible]`, which the raw twin is without. The
//! loops differ, so they are two templates, one for each kind of target.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ROOT;

/// Each kind of model is there once for each width.
const WIDTHS: [usize; 3] = [32, 48, 64];

/// How many models a package has.
pub(super) const MODELS: usize = KINDS.len() * WIDTHS.len();

#[derive(Clone, Copy)]
pub(super) enum Form {
    Raw,
    Typed,
}

/// A package that was written.
pub(super) struct Package {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// The file to touch.
    pub(super) source: PathBuf,
}

/// What a model learns, which decides its loss and its loops.
#[derive(Clone, Copy)]
enum Task {
    Classify,
    Regress,
}

struct Kind {
    name: &'static str,
    template: &'static str,
    /// The model that is trained; a template may have others.
    model: &'static str,
    input: &'static str,
    task: Task,
}

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/", $name, ".rs"))
    };
}

macro_rules! kinds {
    ($($name:literal: $model:literal, $input:literal, $task:ident;)*) => {
        &[$(Kind {
            name: $name,
            template: include_str!(concat!("../../templates/models/", $name, ".rs")),
            model: $model,
            input: $input,
            task: Task::$task,
        }),*]
    };
}

const KINDS: &[Kind] = kinds! {
    "stack": "Stack", "Tensor<2>", Classify;
    "convolution": "Network", "Tensor<4>", Classify;
    "norms": "Residuals", "Tensor<2>", Regress;
    "dropout": "Dropped", "Tensor<2>", Classify;
    "embedding": "Bag", "Tensor<2, Int>", Classify;
    "recurrent": "Reader", "Tensor<3>", Regress;
    "switch": "Switched", "Tensor<2>", Classify;
    "deep": "Deep", "Tensor<2>", Regress;
    "optional": "Optional", "Tensor<2>", Regress;
    "generic": "Residual<Pair>", "Tensor<2>", Regress;
};

/// Writes the package of this form into the target folder.
pub(super) fn package(form: Form, target: &Path) -> Result<Package, String> {
    let form_name = match form {
        Form::Raw => "raw",
        Form::Typed => "typed",
    };
    let name = format!("check-time-{form_name}");
    let folder = target.join("check-time").join(form_name);
    let sources = folder.join("src");
    if sources.exists() {
        // A model of an older version would not be read, but would be found.
        fs::remove_dir_all(&sources)
            .map_err(|error| format!("cannot remove `{}`: {error}", sources.display()))?;
    }
    fs::create_dir_all(&sources)
        .map_err(|error| format!("cannot make `{}`: {error}", sources.display()))?;
    let mut modules = Vec::new();
    for width in WIDTHS {
        for kind in KINDS {
            let module = format!("{}_{width}", kind.name);
            let source = sources.join(format!("{module}.rs"));
            write(&source, &kind.source(form, width))?;
            modules.push((format!("pub mod {module};\n"), source));
        }
    }
    let (lines, files): (Vec<_>, Vec<_>) = modules.into_iter().unzip();
    write(&sources.join("lib.rs"), &lines.concat())?;
    write(&folder.join("Cargo.toml"), &manifest(form, &name)?)?;
    // The same versions as in this workspace; cargo takes out what is not needed.
    write(&folder.join("Cargo.lock"), &read("Cargo.lock")?)?;
    let source = files.into_iter().next().unwrap_or_default();
    Ok(Package {
        name,
        folder,
        source,
    })
}

impl Kind {
    /// The module of one model.
    fn source(&self, form: Form, width: usize) -> String {
        let head = match form {
            Form::Raw => template!("raw"),
            Form::Typed => template!("typed"),
        };
        let (loss, loops) = match (self.task, form) {
            (Task::Classify, Form::Raw) => (template!("classify_loss"), template!("classify_raw")),
            (Task::Classify, Form::Typed) => {
                (template!("classify_loss"), template!("classify_typed"))
            }
            (Task::Regress, Form::Raw) => (template!("regress_loss"), template!("regress_raw")),
            (Task::Regress, Form::Typed) => (template!("regress_loss"), template!("regress_typed")),
        };
        let mut source = String::new();
        for line in [head, self.template, loss, loops]
            .into_iter()
            .flat_map(str::lines)
        {
            if matches!(form, Form::Raw) && line.trim_start().starts_with("#[fusible") {
                continue;
            }
            source.push_str(line);
            source.push('\n');
        }
        source
            .replace("__WIDTH__", &width.to_string())
            .replace("__Model__", self.model)
            .replace("__Input__", self.input)
    }
}

/// A workspace of its own, with Burn and the profiles as this one has them, so that what is built
/// for one is built for both.
fn manifest(form: Form, name: &str) -> Result<String, String> {
    let ours = read("Cargo.toml")?;
    let burn = ours.lines().find(|line| line.starts_with("burn = "));
    let burn = burn.ok_or("the workspace does not depend on `burn`")?;
    // They are the last tables there.
    let profiles = ours.find("\n[profile.").map_or("", |at| &ours[at..]);
    let fireproof = match form {
        Form::Raw => String::new(),
        Form::Typed => format!("fireproof = {{ path = '{ROOT}/runtime' }}\n"),
    };
    Ok(format!(
        "[package]\n\
         name = \"{name}\"\n\
         version = \"0.0.0\"\n\
         edition = \"2024\"\n\
         publish = false\n\
         \n\
         [workspace]\n\
         \n\
         [features]\n\
         default = [\"burn/flex\"]\n\
         \n\
         [dependencies]\n\
         {burn}\n\
         {fireproof}\
         {profiles}"
    ))
}

/// A file of this workspace.
fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(format!("{ROOT}/{name}"))
        .map_err(|error| format!("cannot read `{ROOT}/{name}`: {error}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}
