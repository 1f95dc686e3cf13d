//! The words of the attribute, each spelled once.

/// Above a field: it stays float.
pub(crate) const SKIP: &str = "skip";
/// Above an item: where fireproof is.
pub(crate) const CRATE: &str = "crate";
/// Above a model: the scheme it is quantized with.
pub(crate) const SCHEME: &str = "scheme";

/// Above an impl or a function: the structs of tensors that its signatures name.
pub(crate) const TENSORS: &str = "tensors";
/// Above a field of a struct of tensors: its type is one as well.
pub(crate) const NESTED: &str = "nested";
/// Before an argument of a function: it is a model.
pub(crate) const MODEL: &str = "model";

/// The attribute itself.
pub(crate) const FUSIBLE: &str = "fusible";

/// The closest of `words` to what was typed, if it is a likely slip.
pub(crate) fn closest<'w>(typed: &str, words: &[&'w str]) -> Option<&'w str> {
    words
        .iter()
        .map(|word| (distance(typed, word), *word))
        .filter(|(distance, word)| *distance <= word.len().div_ceil(3))
        .min()
        .map(|(_, word)| word)
}

/// Levenshtein's distance: insertions, deletions and substitutions, one each.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn a_slip_is_recognised() {
        assert_eq!(closest("skp", &["skip", "scheme"]), Some("skip"));
        assert_eq!(closest("shceme", &["skip", "scheme"]), Some("scheme"));
        assert_eq!(closest("dropout", &["skip", "scheme"]), None);
    }
}
