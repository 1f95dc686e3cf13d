//! All of Burn's tensor API is in ours, or is left out for a reason that is written down.
//!
//! Both sides are read from their sources, so that an upgrade of Burn says here what is new, what
//! is gone and what has another signature.
//!
//! - Run: `cargo test -p fireproof-tests --test coverage`.
//! - Bless: `BLESS=1 cargo test -p fireproof-tests --test coverage table` rewrites
//!   `docs/tensor-api.md`.
//! - Read: the diff of that file is what an upgrade, or a change of ours, does to the API.

#[path = "coverage/burns.rs"]
mod burns;
#[path = "coverage/compare.rs"]
mod compare;
#[path = "coverage/ours.rs"]
mod ours;
#[path = "coverage/signature.rs"]
mod signature;
#[path = "coverage/table.rs"]
mod table;

use std::sync::LazyLock;
use std::{env, fs};

use crate::burns::Burn;
use crate::ours::Ours;

static BURN: LazyLock<Burn> = LazyLock::new(Burn::locked);
static OURS: LazyLock<Ours> = LazyLock::new(Ours::of_runtime);

/// What to do about a method, or a function, that we do not have.
const MISSING: &str = "\
Burn has these and we do not. Add a row to runtime/src/tensor/.. (a function: to the file of its \
module), or an entry with a reason to runtime/src/tensor/omitted.rs (a function: to \
`OMITTED_FUNCTIONS` in runtime/src/module.rs):";

#[track_caller]
fn none(problem: &str, lines: &[String]) {
    assert!(lines.is_empty(), "{problem}\n{}", lines.join("\n"));
}

#[test]
fn every_method_is_ours_or_left_out_for_a_reason() {
    none(MISSING, &compare::missing_methods(&BURN, &OURS));
}

#[test]
fn every_function_is_ours_or_left_out_for_a_reason() {
    none(MISSING, &compare::missing_functions(&BURN, &OURS));
}

#[test]
fn every_operator_is_ours() {
    none(
        "Burn has these operators, and no runtime/src/tensor/operators*.rs names their trait:",
        &compare::missing_operators(&BURN, &OURS),
    );
}

#[test]
fn no_name_is_stale() {
    none(
        "These are no longer true; take them out or mend them:",
        &compare::stale(&BURN, &OURS),
    );
}

#[test]
fn every_reason_is_one() {
    none("Say why, in words:", &compare::unreasoned(&OURS));
}

#[test]
fn every_signature_is_burns() {
    none(
        "These rows are not what Burn declares (`Self` is written out, paths are cut to their last \
         name, bounds are gathered):",
        &compare::changed(&BURN, &OURS),
    );
}

/// Had the search found nothing, it would prove nothing: one of each sort.
#[test]
fn the_search_finds_what_is_there() {
    for (name, kind) in [
        ("reshape", "Basic"),
        ("take", "Basic"),
        ("new", "Basic"),
        ("add", "Numeric"),
        ("dot", "Numeric"),
        ("eye", "Numeric"),
        ("einsum", "Numeric"),
        ("sort", "Ordered"),
        ("exp", "FloatMath"),
        ("erf", "Float"),
        ("backward", "Float"),
        ("trunc", "Float"),
        ("is_autodiff", "Autodiff"),
        ("arange", "Int"),
        ("bool_not", "Bool"),
    ] {
        let method = (name.to_owned(), kind.to_owned());
        assert!(
            BURN.methods.contains_key(&method),
            "`{name}` of {kind} tensors was not found in Burn"
        );
    }
    for path in [
        "activation::relu",
        "cartesian_grid",
        "distributed::all_reduce",
        "grid::meshgrid",
        "linalg::det",
        "loss::cross_entropy_with_logits",
        "module::conv2d",
        "signal::rfft",
    ] {
        assert!(
            BURN.functions.contains_key(path),
            "`{path}` was not found in Burn"
        );
    }
    for (operator, side) in [
        ("Add", "of tensors alone"),
        ("Add", "before a scalar"),
        ("Add", "after a scalar"),
        ("Neg", "of tensors alone"),
        ("BitXor", "of tensors alone"),
    ] {
        let operator = (operator.to_owned(), side.to_owned());
        assert!(BURN.operators.contains(&operator), "{operator:?}");
    }
    let extension = ("into_bridge".to_owned(), "Basic".to_owned());
    assert!(BURN.extension.contains(&extension));
    assert!(!OURS.rows.is_empty() && !OURS.functions.is_empty());
    assert!(!OURS.omitted.is_empty() && !OURS.omitted_functions.is_empty());
    assert!(!OURS.by_hand.is_empty());
}

#[test]
fn the_table_is_as_generated() {
    let actual = table::render(&BURN, &OURS);
    let path = ours::workspace().join("docs/tensor-api.md");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &actual).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let expected: Vec<_> = expected.lines().collect();
    let actual: Vec<_> = actual.lines().collect();
    let new = actual.iter().filter(|line| !expected.contains(line));
    let gone = expected.iter().filter(|line| !actual.contains(line));
    let moved: Vec<_> = gone
        .map(|line| format!("- {line}"))
        .chain(new.map(|line| format!("+ {line}")))
        .collect();
    assert!(
        expected == actual,
        "docs/tensor-api.md moved; if that is meant, bless it (see the head of coverage.rs):\n{}",
        moved.join("\n")
    );
}

/// What the tests above are worth: made-up sources, with a fault each.
mod faults {
    use super::{Burn, Ours, compare};

    const BURN: &str = "\
        impl<const D: usize, K> Tensor<D, K>
        where
            K: Basic,
        {
            pub fn known<S>(mut self, shape: S) -> Self
            where
                S: Into<crate::Shape>,
            {
                body()
            }
            pub fn brand_new(self) -> Self {
                body()
            }
            #[doc(hidden)]
            pub fn secret(self) {}
            #[cfg(feature = \"extension\")]
            pub fn below(self) {}
            #[cfg(test)]
            pub fn tested(self) {}
            pub(crate) fn private(self) {}
        }
        impl<const D: usize> core::ops::Neg for Tensor<D> {}
        pub mod activation {
            mod base {
                pub fn relu(tensor: Tensor<2, Float>) -> Tensor<2> {
                    body()
                }
            }
            pub use base::*;
        }
        mod inside {
            pub fn unreachable() {}
        }
    ";

    const ROWS: &str = "
        mirror! {
            impl<const D: usize, K: Basic> Tensor<D, K> {
                /// Documented.
                fn known<S: Into<Shape>>(self, shape: S) -> Tensor<D, K>;
            }
        }
        mirror! {
            use burn::tensor::activation;
            fn relu(tensor: Tensor<2>) -> Tensor<2>;
        }
    ";

    fn burn() -> Burn {
        Burn::of_source("fake.rs", BURN)
    }

    fn ours(more: &str) -> Ours {
        Ours::of_source("tensor/fake.rs", &format!("{ROWS}{more}"))
    }

    #[test]
    fn an_unknown_method_is_told_by_name_and_place() {
        let lines = compare::missing_methods(&burn(), &ours(""));
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].starts_with("fake.rs:11: `brand_new` of Basic tensors"),
            "{lines:?}"
        );
        assert!(compare::missing_functions(&burn(), &ours("")).is_empty());
        assert!(compare::stale(&burn(), &ours("")).is_empty());
        assert!(compare::changed(&burn(), &ours("")).is_empty());
    }

    #[test]
    fn a_method_that_is_left_out_or_by_hand_is_known() {
        for entry in ["brand_new", "Basic::brand_new"] {
            let list = format!(
                "pub const OMITTED: &[(&str, &str)] = &[(\"{entry}\", \"Means nothing to us here.\")];"
            );
            assert!(compare::missing_methods(&burn(), &ours(&list)).is_empty());
            assert!(compare::stale(&burn(), &ours(&list)).is_empty());
            assert!(compare::unreasoned(&ours(&list)).is_empty());
        }
        let by_hand = "
            pub const BY_HAND: &[&str] = &[\"brand_new\"];
            impl<const D: usize> Untracked<Tensor<D>> {
                pub fn brand_new(self) {}
            }
        ";
        assert!(compare::missing_methods(&burn(), &ours(by_hand)).is_empty());
        assert!(compare::stale(&burn(), &ours(by_hand)).is_empty());
    }

    #[test]
    fn a_stale_name_is_told() {
        let lists = "
            pub const OMITTED: &[(&str, &str)] = &[(\"long_gone\", \"no\"), (\"known\", \"no\")];
            pub const BY_HAND: &[&str] = &[\"brand_new\"];
            mirror! {
                impl<const D: usize> Tensor<D, Int> {
                    fn known(self) -> Tensor<D, Int>;
                }
            }
        ";
        let lines = compare::stale(&burn(), &ours(lists)).join("\n");
        for told in [
            "Burn has no `known` of Int tensors, but of Basic",
            "Burn has no method `long_gone`",
            "`known` is left out, and a row of",
            "no carrier has a method `brand_new`",
        ] {
            assert!(lines.contains(told), "{told}\n{lines}");
        }
        assert_eq!(compare::unreasoned(&ours(lists)).len(), 2);
    }

    #[test]
    fn a_changed_signature_is_told_with_both() {
        let burn = Burn::of_source(
            "fake.rs",
            &BURN.replace("shape: S)", "size: S, dim: usize)"),
        );
        let lines = compare::changed(&burn, &ours("")).join("\n");
        assert!(
            lines.contains("fn known<S>(self, shape: S) -> Tensor<D, K>"),
            "{lines}"
        );
        assert!(
            lines.contains("(self, size: S, dim: usize) -> Tensor<D, K>"),
            "{lines}"
        );
        assert!(lines.contains("fake.rs:5"), "{lines}");
    }

    #[test]
    fn an_unknown_function_and_operator_are_told() {
        let burn = Burn::of_source("fake.rs", &BURN.replace("fn relu", "fn other"));
        let lines = compare::missing_functions(&burn, &ours(""));
        assert!(lines[0].contains("`activation::other`"), "{lines:?}");
        assert_eq!(lines.len(), 1, "{lines:?}");
        let stale = compare::stale(&burn, &ours(""));
        assert!(
            stale[0].contains("Burn has no function `activation::relu`"),
            "{stale:?}"
        );
        let lines = compare::missing_operators(&burn, &ours(""));
        assert_eq!(lines, ["`Neg`, of tensors alone"]);
        let with = Ours::of_source(
            "tensor/operators.rs",
            "impl Neg for Untracked<Tensor<1>> {}",
        );
        assert!(compare::missing_operators(&burn, &with).is_empty());
    }
}
