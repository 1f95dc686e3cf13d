//! The two sides against each other. Every answer is a list of lines, empty when all is well.

use crate::burns::{Burn, Method};
use crate::ours::{Ours, Row};
use crate::signature::Function;

/// How we have one of Burn's functions.
pub(crate) enum Cover<'a> {
    Row(&'a Row),
    ByHand,
    /// Not at all, for this reason.
    Omitted(&'a str),
    Missing,
}

/// A kind that only `Float` has. Beside the method of integers of the same name, a row for the kind
/// would be a second one to the compiler, so a row of `Float` has it as well.
const FLOAT_MATH: &str = "FloatMath";

/// The method of Burn's that a row stands for, as the row would write its signature.
fn original<'a>(burn: &'a Burn, row: &Method) -> Option<(&'a Function, String)> {
    if let Some(burns) = burn.methods.get(row) {
        return Some((burns, burns.text.clone()));
    }
    let (name, kind) = row;
    if kind != "Float" {
        return None;
    }
    let burns = burn.methods.get(&(name.clone(), FLOAT_MATH.to_owned()))?;
    Some((burns, burns.text.replace(", K>", ">")))
}

/// How we have a method.
pub(crate) fn method<'a>(ours: &'a Ours, name: &str, kind: &str) -> Cover<'a> {
    let method = (name.to_owned(), kind.to_owned());
    let float = (name.to_owned(), "Float".to_owned());
    if let Some(row) = ours.rows.get(&method) {
        return Cover::Row(row);
    }
    if kind == FLOAT_MATH
        && let Some(row) = ours.rows.get(&float)
    {
        return Cover::Row(row);
    }
    if let Some((_, reason)) = ours.omitted.iter().find(|(entry, _)| means(entry, &method)) {
        return Cover::Omitted(reason);
    }
    if ours.by_hand.iter().any(|entry| means(entry, &method)) {
        return Cover::ByHand;
    }
    Cover::Missing
}

/// How we have a free function.
pub(crate) fn function<'a>(ours: &'a Ours, path: &str) -> Cover<'a> {
    if let Some(row) = ours.functions.get(path) {
        return Cover::Row(row);
    }
    let mut reasons = ours.omitted_functions.iter();
    if let Some((_, reason)) = reasons.find(|(entry, _)| entry == path) {
        return Cover::Omitted(reason);
    }
    if ours.functions_by_hand.contains(path) {
        return Cover::ByHand;
    }
    Cover::Missing
}

/// Methods of Burn's that we neither have nor leave out for a reason.
pub(crate) fn missing_methods(burn: &Burn, ours: &Ours) -> Vec<String> {
    let mut lines = Vec::new();
    for ((name, kind), burns) in &burn.methods {
        if matches!(method(ours, name, kind), Cover::Missing) {
            let hint = if ours.methods_by_hand.contains(name) {
                " (a carrier has a method of this name: if it is this one, add it to `BY_HAND`)"
            } else {
                ""
            };
            let place = &burns.place;
            lines.push(format!(
                "{place}: `{name}` of {kind} tensors{hint}\n    {}",
                burns.text
            ));
        }
    }
    lines
}

/// Free functions of Burn's that we neither have nor leave out for a reason.
pub(crate) fn missing_functions(burn: &Burn, ours: &Ours) -> Vec<String> {
    let mut lines = Vec::new();
    for (path, burns) in &burn.functions {
        if matches!(function(ours, path), Cover::Missing) {
            lines.push(format!("{}: `{path}`\n    {}", burns.place, burns.text));
        }
    }
    lines
}

/// Operators of Burn's that the files of our operators do not mention.
pub(crate) fn missing_operators(burn: &Burn, ours: &Ours) -> Vec<String> {
    burn.operators
        .iter()
        .filter(|(operator, _)| !ours.operator_words.contains(operator))
        .map(|(operator, side)| format!("`{operator}`, {side}"))
        .collect()
}

/// Rows and entries that mean nothing in Burn, or that contradict each other.
pub(crate) fn stale(burn: &Burn, ours: &Ours) -> Vec<String> {
    let mut lines = Vec::new();
    for (method, row) in &ours.rows {
        if original(burn, method).is_none() {
            let place = &row.function.place;
            let (name, kind) = method;
            let elsewhere = kinds_with(burn, name);
            lines.push(format!(
                "{place}: Burn has no `{name}` of {kind} tensors{elsewhere}"
            ));
        }
    }
    for (path, row) in &ours.functions {
        if !burn.functions.contains_key(path) {
            let place = &row.function.place;
            lines.push(format!("{place}: Burn has no function `{path}`"));
        }
    }
    for (entry, _) in &ours.omitted {
        let mut known = burn.methods.keys().chain(&burn.extension);
        if !known.any(|method| means(entry, method)) {
            lines.push(format!("`OMITTED`: Burn has no method `{entry}`"));
        }
        if let Some(row) = ours.rows.keys().find(|row| means(entry, row)) {
            lines.push(format!(
                "`OMITTED`: `{entry}` is left out, and a row of {} tensors has it",
                row.1
            ));
        }
        if ours.by_hand.contains(entry) {
            lines.push(format!("`OMITTED`: `{entry}` is in `BY_HAND` as well"));
        }
    }
    for entry in &ours.by_hand {
        if !ours.methods_by_hand.contains(bare(entry)) {
            lines.push(format!("`BY_HAND`: no carrier has a method `{entry}`"));
        }
        if !burn.methods.keys().any(|method| means(entry, method)) {
            lines.push(format!("`BY_HAND`: Burn has no method `{entry}`"));
        }
        if let Some(row) = ours.rows.keys().find(|row| means(entry, row)) {
            // `Int::square` would say which of the two is meant.
            lines.push(format!(
                "`BY_HAND`: `{entry}` is a row of {} tensors as well",
                row.1
            ));
        }
    }
    for (entry, _) in &ours.omitted_functions {
        if !burn.functions.contains_key(entry) {
            lines.push(format!(
                "`OMITTED_FUNCTIONS`: Burn has no function `{entry}`"
            ));
        }
        if ours.functions.contains_key(entry) {
            lines.push(format!(
                "`OMITTED_FUNCTIONS`: `{entry}` is left out, and a row has it"
            ));
        }
    }
    lines
}

/// Entries whose reason is none.
pub(crate) fn unreasoned(ours: &Ours) -> Vec<String> {
    let mut lines = Vec::new();
    for (entry, reason) in &ours.omitted {
        let begins = reason.starts_with(|first: char| first.is_uppercase() || first == '`');
        if !begins || !reason.ends_with('.') || words(reason) < 4 {
            lines.push(format!(
                "`OMITTED`: the reason of `{entry}` is no sentence: {reason:?}"
            ));
        }
    }
    // These are the rest of a sentence that begins with the function.
    for (entry, reason) in &ours.omitted_functions {
        if words(reason) < 4 {
            lines.push(format!(
                "`OMITTED_FUNCTIONS`: the reason of `{entry}` says nothing: {reason:?}"
            ));
        }
    }
    lines
}

/// Rows whose signature is not Burn's.
pub(crate) fn changed(burn: &Burn, ours: &Ours) -> Vec<String> {
    let methods = ours.rows.iter().filter_map(|(method, row)| {
        let (burns, text) = original(burn, method)?;
        Some((row, burns, text))
    });
    let functions = ours.functions.iter().filter_map(|(path, row)| {
        let burns = burn.functions.get(path)?;
        Some((row, burns, burns.text.clone()))
    });
    methods
        .chain(functions)
        .filter(|(row, _, text)| row.function.text != *text)
        .map(|(row, burns, text)| {
            format!(
                "{}: ours is\n    {}\n{}: and Burn's\n    {text}",
                row.function.place, row.function.text, burns.place
            )
        })
        .collect()
}

/// Whether an entry, `name` or `Kind::name`, means a method.
fn means(entry: &str, (name, kind): &Method) -> bool {
    match entry.split_once("::") {
        Some((of, bare)) => of == kind && bare == name,
        None => entry == name,
    }
}

/// The name in an entry.
fn bare(entry: &str) -> &str {
    entry.split_once("::").map_or(entry, |(_, name)| name)
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn kinds_with(burn: &Burn, name: &str) -> String {
    let kinds: Vec<_> = burn
        .methods
        .keys()
        .filter(|(known, _)| known == name)
        .map(|(_, kind)| kind.as_str())
        .collect();
    if kinds.is_empty() {
        String::new()
    } else {
        format!(", but of {}", kinds.join(" and "))
    }
}
