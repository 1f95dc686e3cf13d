//! The tables' macros: one row is one operation, written for every state of its operands and for
//! its raw twin.

use burn::tensor::{Device, Tensor};

use crate::values::{Seen, Value};

/// One operation.
pub(crate) struct Op {
    /// As Burn's method; as `module::name` for a free function.
    pub(crate) name: &'static str,
    /// How many of the three operands it takes.
    pub(crate) arity: usize,
    /// The result is untracked by nature. Burn's is tracked, if at all, with a gradient of zero.
    pub(crate) constant: bool,
    /// Brings its plain operands into the graph of the others before it begins, as `#[fusible]`
    /// does, where the methods leave that to Burn.
    pub(crate) lifts: bool,
    pub(crate) typed: fn([Value; 3]) -> Seen,
    pub(crate) raw: fn([Tensor<2>; 3]) -> Seen,
    /// The same row on integers and booleans, where it has a meaning.
    pub(crate) kinds: &'static [OnConstants],
}

/// An operation on integers or booleans, which have one state only.
pub(crate) struct OnConstants {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) typed: fn() -> Seen,
    pub(crate) raw: fn() -> Seen,
}

/// What makes a tensor out of none.
pub(crate) struct Constructor {
    /// As `Kind::name`.
    pub(crate) name: &'static str,
    pub(crate) make: fn(&Device) -> Seen,
}

/// Writes an expression for every state of a value.
macro_rules! in_each_state {
    ($value:ident as $name:ident, $then:expr) => {
        match $value {
            $crate::values::Value::Plain($name) => $then,
            $crate::values::Value::Leaf($name) => $then,
            $crate::values::Value::Node($name) => $then,
        }
    };
}

/// A row on typed operands, in every combination of their states.
macro_rules! typed {
    (1, $k:ident $x:ident $y:ident $z:ident, $body:expr) => {
        |[first, _, _]: [$crate::values::Value; 3]| {
            let kit = $crate::kit::Typed::new();
            let $k = &kit;
            let _ = $k;
            in_each_state!(first as $x, $crate::values::seen($body))
        }
    };
    (2, $k:ident $x:ident $y:ident $z:ident, $body:expr) => {
        |[first, second, _]: [$crate::values::Value; 3]| {
            let kit = $crate::kit::Typed::new();
            let $k = &kit;
            let _ = $k;
            in_each_state!(
                first as $x,
                in_each_state!(second as $y, $crate::values::seen($body))
            )
        }
    };
    (3, $k:ident $x:ident $y:ident $z:ident, $body:expr) => {
        |[first, second, third]: [$crate::values::Value; 3]| {
            let kit = $crate::kit::Typed::new();
            let $k = &kit;
            let _ = $k;
            in_each_state!(
                first as $x,
                in_each_state!(
                    second as $y,
                    in_each_state!(third as $z, $crate::values::seen($body))
                )
            )
        }
    };
}

/// A row on Burn tensors.
macro_rules! raw {
    ($k:ident $x:ident $y:ident $z:ident, $body:expr) => {
        |[$x, $y, $z]: [::burn::tensor::Tensor<2>; 3]| {
            let kit = $crate::kit::Raw::new();
            let $k = &kit;
            let _ = ($k, &$x, &$y, &$z);
            $crate::values::seen($body)
        }
    };
}

/// A row on integers or booleans, which `$kind` of the kit makes.
macro_rules! on_constants {
    ($kind:ident, $name:expr, $k:ident $x:ident $y:ident $z:ident, $typed:expr, $raw:expr) => {
        $crate::table::OnConstants {
            name: $name,
            kind: stringify!($kind),
            typed: || {
                let kit = $crate::kit::Typed::new();
                let $k = &kit;
                let [$x, $y, $z] = $k.$kind();
                let _ = (&$x, &$y, &$z);
                $crate::values::seen($typed)
            },
            raw: || {
                let kit = $crate::kit::Raw::autodiff();
                let $k = &kit;
                let [$x, $y, $z] = $k.$kind();
                let _ = (&$x, &$y, &$z);
                $crate::values::seen($raw)
            },
        }
    };
}

/// A row on each of the kinds.
macro_rules! on_kinds {
    (
        [$($kind:ident)*], $name:expr, $k:ident $x:ident $y:ident $z:ident,
        $typed:expr, $raw:expr
    ) => {
        &[$(on_constants!($kind, $name, $k $x $y $z, $typed, $raw)),*]
    };
}

/// One operation, all told.
macro_rules! op {
    (
        $name:expr, ($k:ident $x:ident $y:ident $z:ident),
        $arity:tt, constant: $constant:literal, lifts: $lifts:literal, kinds: $kinds:tt,
        $typed:expr, $raw:expr
    ) => {
        $crate::table::Op {
            name: $name,
            arity: $arity,
            constant: $constant,
            lifts: $lifts,
            typed: typed!($arity, $k $x $y $z, $typed),
            raw: raw!($k $x $y $z, $raw),
            kinds: on_kinds!($kinds, $name, $k $x $y $z, $typed, $raw),
        }
    };
}

/// The raw expression of a row: the typed one, unless another stands behind the arrow.
macro_rules! raw_of {
    ($body:expr) => {
        $body
    };
    ($body:expr, $raw:expr) => {
        $raw
    };
}

/// Rows `name: typed;` and `name: typed => raw;`, over operands that the head names: the kit, then
/// the tensors.
macro_rules! ops {
    (
        ($k:ident $x:ident $y:ident $z:ident),
        $arity:tt, constant: $constant:literal, lifts: $lifts:literal, kinds: $kinds:tt;
        $($name:ident: $body:expr $(=> $raw:expr)?;)*
    ) => {
        &[$(op!(
            stringify!($name), ($k $x $y $z),
            $arity, constant: $constant, lifts: $lifts, kinds: $kinds,
            $body, raw_of!($body $(, $raw)?)
        )),*]
    };
}

/// Rows of free functions of one module: ours by its path in `fireproof`, Burn's by the same path
/// in `burn::tensor`.
macro_rules! functions {
    (
        $module:ident, ($k:ident $x:ident $y:ident $z:ident), $arity:tt;
        $($name:ident($($argument:expr),* $(,)?);)*
    ) => {
        &[$(op!(
            concat!(stringify!($module), "::", stringify!($name)), ($k $x $y $z),
            $arity, constant: false, lifts: true, kinds: [],
            fireproof::$module::$name($($argument),*),
            burn::tensor::$module::$name($($argument),*)
        )),*]
    };
}

/// Rows on integers only, or on booleans only.
macro_rules! of_kind {
    (
        $kind:ident, ($k:ident $x:ident $y:ident $z:ident);
        $($name:ident: $body:expr;)*
    ) => {
        &[$(on_constants!($kind, stringify!($name), $k $x $y $z, $body, $body)),*]
    };
}

/// Constructors, on a device that the head names.
macro_rules! constructors {
    ($device:ident; $($name:literal: $make:expr;)*) => {
        &[$($crate::table::Constructor {
            name: $name,
            make: |$device: &::burn::tensor::Device| $crate::values::seen($make),
        }),*]
    };
}
