//! The state types against Burn's own accessors, over the whole table.
//!
//! Every operation runs twice: typed, on operands in every combination of states, and as Burn's
//! own call on raw tensors. What the type of the result says has to be what Burn says of it, on
//! both sides; the values and the gradients of both have to be equal. First each operation by
//! itself, then random programs.

#![expect(clippy::unwrap_used, reason = "a test may")]

#[path = "algebra/values.rs"]
mod values;

#[path = "algebra/kit.rs"]
mod kit;

#[macro_use]
#[path = "algebra/table.rs"]
mod table;

#[path = "algebra/functions.rs"]
mod functions;
#[path = "algebra/methods.rs"]
mod methods;
#[path = "algebra/rows.rs"]
mod rows;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use burn::tensor::{Device, Tensor};
use fireproof::{Tracked, Untracked};
use fireproof_tests::text;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::{array, collection};

use crate::functions::FUNCTIONS;
use crate::methods::{BOOLS, CONSTRUCTORS, EXEMPT, INTS, METHODS};
use crate::table::Op;
use crate::values::{Leaves, STATES, State, Twin, Value, floats, fold, fold_raw, seen};

fn operations() -> impl Iterator<Item = &'static Op> {
    METHODS.iter().chain(FUNCTIONS).copied().flatten()
}

/// Both sides compute the same with the same kernels; only sums over several paths of a graph may
/// be taken in another order.
fn is_near(a: f32, b: f32) -> bool {
    let (gap, scale) = ((a - b).abs(), a.abs().max(b.abs()).max(1.0));
    let is_small = gap.is_finite() && gap <= 1e-4 * scale;
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()) || is_small
}

#[track_caller]
fn assert_near(typed: &[f32], raw: &[f32]) {
    let near = typed.len() == raw.len() && typed.iter().zip(raw).all(|(a, b)| is_near(*a, *b));
    assert!(near, "the values differ: {typed:?}, and in Burn {raw:?}");
}

/// Runs one operation on both sides and compares what comes out. With `leaves`, the gradients that
/// Burn has where we have none are looked at, which ends the graphs of the operands.
fn apply(op: &Op, operands: [&Twin; 3], leaves: Option<&Leaves>) -> Twin {
    let used = &operands[..op.arity];
    let in_graph = used.iter().any(|twin| twin.raw.is_tracked());
    let typed = (op.typed)(operands.map(|twin| twin.typed.clone()));
    let raw = (op.raw)(operands.map(|twin| match twin.raw.clone() {
        raw if op.lifts && in_graph => raw.autodiff(),
        raw => raw,
    }));
    assert_eq!(typed.facts, raw.facts, "what was read differs");
    assert_eq!(typed.typed.len(), raw.raw.len(), "the number of tensors");

    let mut raw_parts = Vec::new();
    for (part, raw) in typed.typed.iter().zip(raw.raw) {
        assert_near(&part.values(), &floats(&raw.to_data()));
        if op.constant {
            assert!(!part.is_node(), "tracked, and said to be a constant");
            if let Some(leaves) = leaves {
                assert_no_gradient(&raw, leaves);
            }
        } else {
            assert_eq!(
                part.is_node(),
                raw.is_tracked(),
                "whether it is tracked, by its type and by the raw call"
            );
        }
        // What is untracked on our side is outside of autodiff, so its twin has to be as well, or
        // it would go through other kernels from here on.
        raw_parts.push(if part.is_node() {
            raw
        } else {
            raw.without_autodiff()
        });
    }
    let typed = fold(typed.typed);
    let sources = match typed {
        Value::Plain(_) => BTreeSet::new(),
        _ => used
            .iter()
            .flat_map(|twin| twin.sources.iter().copied())
            .collect(),
    };
    Twin {
        typed,
        raw: fold_raw(raw_parts),
        sources,
    }
}

/// Where Burn tracks what we call a constant, its gradient is zero.
fn assert_no_gradient(constant: &Tensor<1>, leaves: &Leaves) {
    if !constant.is_tracked() {
        return;
    }
    let gradients = constant.clone().sum().backward();
    for leaf in &leaves.raw {
        if let Some(gradient) = leaf.grad(&gradients) {
            let values = floats(&gradient.to_data());
            assert!(
                values.iter().all(|value| *value == 0.0),
                "said to be a constant, and its gradient is {values:?}"
            );
        }
    }
}

/// Goes back from the end of a program on both sides.
fn assert_same_gradients(end: &Twin, leaves: &Leaves) {
    let Value::Node(value) = &end.typed else {
        assert!(!end.raw.is_tracked(), "untracked, and tracked in Burn");
        return;
    };
    let gradients = value.clone().sum().backward().unwrap();
    let raw_gradients = end.raw.clone().sum().backward();
    for (index, (leaf, raw)) in leaves.typed.iter().zip(&leaves.raw).enumerate() {
        let gradient = leaf.grad(&gradients);
        let raw = raw.grad(&raw_gradients);
        let reached = end.sources.contains(&index);
        assert_eq!(
            (gradient.is_some(), raw.is_some()),
            (reached, reached),
            "whether leaf {index} has a gradient: by type, in Burn, and whether it should"
        );
        if let (Some(gradient), Some(raw)) = (gradient, raw) {
            assert!(!gradient.clone().into_inner().is_autodiff());
            assert_near(&floats(&gradient.to_data()), &floats(&raw.to_data()));
        }
    }
}

/// Values for an operand, all different and between 0.2 and 0.8.
fn values(operand: u8) -> [f32; 16] {
    let mut next = f32::from(operand) * 0.011;
    [(); 16].map(|()| {
        next = (next + 0.223) % 0.6;
        next + 0.2
    })
}

/// The states of the operands of an operation, in every combination.
fn combinations(arity: usize) -> Vec<Vec<State>> {
    (0..arity).fold(vec![Vec::new()], |combinations, _| {
        let longer =
            |states: &Vec<State>| STATES.map(|state| [states.as_slice(), &[state]].concat());
        combinations.iter().flat_map(longer).collect()
    })
}

/// What panics in one operation is told with its name, and the others still run.
fn failures(names_and_runs: impl IntoIterator<Item = (String, impl FnOnce())>) -> Vec<String> {
    let outcomes = names_and_runs.into_iter().map(|(name, run)| {
        let panic = catch_unwind(AssertUnwindSafe(run)).err()?;
        Some(format!("{name}: {}", text(&*panic)))
    });
    outcomes.flatten().collect()
}

#[track_caller]
fn none(failures: &[String]) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_operation_in_every_combination_of_states() {
    let runs = operations().flat_map(|op| {
        combinations(op.arity).into_iter().map(move |states| {
            let run = {
                let states = states.clone();
                move || {
                    let mut leaves = Leaves::default();
                    let operands: Vec<_> = (0_u8..)
                        .zip(states)
                        .map(|(operand, state)| leaves.twin(state, &values(operand)))
                        .collect();
                    // Those that it does not take are never looked at.
                    let operand = |index: usize| operands.get(index).unwrap_or(&operands[0]);
                    let all = [operand(0), operand(1), operand(2)];
                    let result = apply(op, all, Some(&leaves));
                    assert_same_gradients(&result, &leaves);
                }
            };
            (format!("{} of {states:?}", op.name), run)
        })
    });
    none(&failures(runs));
}

#[test]
fn integers_and_booleans_are_outside_of_every_graph() {
    let rows = operations().flat_map(|op| op.kinds);
    let runs = rows.chain(INTS).chain(BOOLS).map(|row| {
        let run = move || {
            // Made on an autodiff device on both sides; looking at the typed result asserts that
            // nothing is left of it.
            let (typed, raw) = ((row.typed)(), (row.raw)());
            assert_eq!(typed.facts, raw.facts, "what was read differs");
            assert_eq!(typed.typed.len(), raw.raw.len(), "the number of tensors");
            for (part, raw) in typed.typed.iter().zip(raw.raw) {
                assert!(!part.is_node());
                assert_near(&part.values(), &floats(&raw.to_data()));
            }
        };
        (format!("{} of {}", row.name, row.kind), run)
    });
    none(&failures(runs));
}

#[test]
fn what_is_made_on_an_autodiff_device_is_outside_of_every_graph() {
    let runs = CONSTRUCTORS.iter().map(|constructor| {
        let run = move || {
            let made = (constructor.make)(&Device::flex().autodiff());
            assert!(made.typed.iter().all(|part| !part.is_node()));
        };
        (constructor.name.to_owned(), run)
    });
    none(&failures(runs));
}

/// The one method whose operands are a list of any states, and whose carrier says what comes out.
#[test]
fn a_summation_known_at_run_time() {
    let plain = || Untracked::<Tensor<2>>::ones([4, 4], &Device::flex());
    let leaf = plain().into_leaf();
    let product = Tracked::<Tensor<2>>::einsum("ij,jk->ik", [plain().into(), leaf.into()]);
    assert!(seen(product).typed.iter().all(values::Part::is_node));
    let product = Untracked::<Tensor<2>>::einsum("ij,jk->ik", [plain().into(), plain().into()]);
    assert!(seen(product).typed.iter().all(|part| !part.is_node()));
}

#[test]
fn every_row_of_the_tables_is_here() {
    let names = operations().map(|op| {
        let kind = if op.name.contains("::") {
            ""
        } else {
            "Float::"
        };
        format!("{kind}{}", op.name)
    });
    let ints = INTS.iter().map(|row| format!("Int::{}", row.name));
    let bools = BOOLS.iter().map(|row| format!("Bool::{}", row.name));
    let made = CONSTRUCTORS.iter().map(|made| made.name.to_owned());
    let here: BTreeSet<_> = names.chain(ints).chain(bools).chain(made).collect();

    let rows = rows::rows();
    assert!(rows.len() > 250, "only {} rows were found", rows.len());
    let is_exempt = |row: &str| EXEMPT.iter().any(|(name, _)| *name == row);
    let missing: Vec<_> = rows
        .difference(&here)
        .filter(|row| !is_exempt(row))
        .collect();
    assert!(
        missing.is_empty(),
        "these rows have no line in tests/tests/algebra/{{methods,functions}}.rs: {missing:?}"
    );
    for name in fireproof::__private::BY_HAND {
        let name = format!("Float::{name}");
        assert!(
            here.contains(&name),
            "{name} is written by hand, and not here"
        );
    }
    for (name, reason) in EXEMPT {
        assert!(!reason.is_empty(), "{name} is exempt for no reason");
        assert!(rows.contains(*name), "{name} is exempt, and no row");
        assert!(!here.contains(*name), "{name} is exempt, and it is here");
    }
}

/// A program: values for a plain tensor, a leaf and a result, then operations on what there is.
fn run(start: &[[f32; 16]; 3], steps: &[(Index, [Index; 3])]) {
    let operations: Vec<_> = operations().collect();
    let mut leaves = Leaves::default();
    let mut pool: Vec<_> = STATES
        .iter()
        .zip(start)
        .map(|(state, values)| leaves.twin(*state, values))
        .collect();
    let mut names = Vec::new();
    for (op, operands) in steps {
        let op = operations[op.index(operations.len())];
        let places = operands.each_ref().map(|operand| operand.index(pool.len()));
        names.push(format!("{} of {:?}", op.name, &places[..op.arity]));
        let operands = places.map(|place| &pool[place]);
        let result = catch_unwind(AssertUnwindSafe(|| apply(op, operands, None)));
        match result {
            Ok(result) => pool.push(result),
            // The numbers that shrinking ends with say little.
            Err(panic) => panic!("{}: {}", names.join(", then "), text(&*panic)),
        }
    }
    let end = &pool[pool.len() - 1];
    let result = catch_unwind(AssertUnwindSafe(|| assert_same_gradients(end, &leaves)));
    if let Err(panic) = result {
        panic!("back from {}: {}", names.join(", then "), text(&*panic));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_programs(
        start in array::uniform3(array::uniform16(0.2_f32..0.8)),
        steps in collection::vec((any::<Index>(), any::<[Index; 3]>()), 1..=12),
    ) {
        run(&start, &steps);
    }
}
