//! What the compiler says when fireproof is used wrongly. See `ui-tests/README.md`.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};

use trybuild::TestCases;

#[test]
fn compile_fail() {
    TestCases::new().compile_fail("tests/ui/*/*.rs");
}

/// Each case says in its source what it expects, so that blind blessing is noticed: the first line
/// is the rule, and there is one `//~` for each error, the beginning of its text.
#[test]
fn annotations() {
    let cases = cases(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui"));
    assert!(cases.len() >= 14, "only {} cases were found", cases.len());
    for case in cases {
        let name = case.display();
        let source = fs::read_to_string(&case).unwrap();
        let output = fs::read_to_string(case.with_extension("stderr"))
            .unwrap_or_else(|_| panic!("{name}: no output; bless it as the README says"));
        assert!(
            source.starts_with("//! "),
            "{name}: the first line states the rule"
        );
        let errors: Vec<_> = output
            .lines()
            .filter(|line| line.starts_with("error"))
            .collect();
        let noted: Vec<_> = source
            .lines()
            .filter_map(|line| line.split_once("//~"))
            .map(|(_, note)| note.trim_start_matches('^').trim())
            .collect();
        assert_eq!(errors.len(), noted.len(), "{name}: {errors:#?}");
        for (error, note) in errors.iter().zip(noted) {
            assert!(error.starts_with(note), "{name}: {error}\n is not {note}");
        }
        for private in ["__private", "__Operand", "__State"] {
            let told = output
                .lines()
                .filter(|line| !line.contains("required by") && !line.contains("evaluation of"))
                .collect::<String>();
            assert!(
                !told.contains(private),
                "{name}: the output speaks of {private}"
            );
        }
    }
}

/// Every source, once no output is without one.
fn cases(root: PathBuf) -> Vec<PathBuf> {
    let mut cases = Vec::new();
    for rule in fs::read_dir(root).unwrap() {
        for file in fs::read_dir(rule.unwrap().path()).unwrap() {
            let file = file.unwrap().path();
            match file.extension().and_then(|ending| ending.to_str()) {
                Some("rs") => cases.push(file),
                Some("stderr") => assert!(
                    file.with_extension("rs").exists(),
                    "{}: the case is gone",
                    file.display()
                ),
                other => panic!("{}: a stray {other:?}", file.display()),
            }
        }
    }
    cases.sort();
    cases
}
