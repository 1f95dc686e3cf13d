//! The rows of the tables in `runtime/src`, by name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every row that a program could call: methods of tensors as `Kind::name`, where a row of all
/// kinds counts as one of floats, and free functions as `module::name`.
///
/// Not those of `linalg` and `signal`, which are features that this package does not turn on.
pub(crate) fn rows() -> BTreeSet<String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src");
    let modules = ["activation.rs", "grid.rs", "loss.rs", "module.rs"];
    let mut files: Vec<PathBuf> = modules.iter().map(|file| sources.join(file)).collect();
    let tables = fs::read_dir(sources.join("tensor")).unwrap();
    files.extend(tables.map(|table| table.unwrap().path()));
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    texts.flat_map(|text| rows_of(&text)).collect()
}

/// The rows in one file, which rustfmt has laid out.
fn rows_of(text: &str) -> Vec<String> {
    let mut rows = Vec::new();
    let mut in_table = false;
    let mut place = "";
    for line in text.lines() {
        if line == "mirror! {" || line == "}" {
            in_table = line != "}";
            continue;
        }
        if !in_table {
            continue;
        }
        let code = line.trim_start();
        let code = code.strip_prefix("async ").unwrap_or(code);
        if let Some(module) = code.strip_prefix("use burn::tensor::") {
            place = module.trim_end_matches(';');
        } else if code.starts_with("impl") {
            place = if code.contains(", Int>") {
                "Int"
            } else if code.contains(", Bool>") {
                "Bool"
            } else {
                "Float"
            };
        } else if let Some(row) = code.strip_prefix("fn ") {
            let name = row.split(['<', '(']).next().unwrap_or(row);
            rows.push(format!("{place}::{name}"));
        }
    }
    rows
}
