//! Parts of a model: typed borrows of its fields, and its parameters by field and by path.

use core::any::Any;
use core::fmt;
use core::ops::Deref;

use burn::module::{Module, ModuleVisitor, Param, ParamId};
use burn::tensor::{Bool, DType, Int, Tensor};

use crate::context::Context;
use crate::gradients::{Path, each_float};
use crate::leaf::Leaf;
use crate::model::{Model, view};
use crate::quantize::is_packed;
use crate::states::{Graph, Plain};
use crate::tracked::Tracked;
use crate::untracked::Untracked;

use super::is_trainable;

impl<M: Model, C: Context> Tracked<M, C> {
    /// A part of the model, with its typed methods: `model.at(|model| &model.encoder)`.
    #[must_use]
    pub fn at<'m, N: Model + 'm>(&'m self, field: impl FnOnce(&M) -> &N) -> &'m N::View<Graph<C>> {
        view(field(self.model()))
    }

    /// A parameter of a field as the leaf that it is: `model.param(|model| &model.hidden.weight)`.
    ///
    /// For penalties on weights and for looking gradients up.
    ///
    /// # Errors
    /// [`ParamError`]: the parameter is frozen, or has an adapter, so that its value is no leaf.
    pub fn param<const D: usize>(
        &self,
        field: impl FnOnce(&M) -> &Param<Tensor<D>>,
    ) -> Result<Leaf<Tensor<D>, C>, ParamError> {
        let model = self.model();
        let (path, param) = by_field(model, field(model))?;
        leaf(path, &param)
    }

    /// A parameter by its path as the leaf that it is: `model.param_at::<2>("hidden.weight")`.
    ///
    /// # Errors
    /// [`ParamError`]: as for [`param`](Tracked::param), and when there is none of this path, or
    /// it is of another rank or kind.
    pub fn param_at<const D: usize>(&self, path: &str) -> Result<Leaf<Tensor<D>, C>, ParamError> {
        let param = by_path(self.model(), path)?;
        leaf(path.to_owned(), &param)
    }

    /// The parameters, in the order the model is visited. `println!("{}", model.params())` shows
    /// them as a table.
    #[must_use]
    pub fn params(&self) -> Params {
        list(self.model())
    }
}

impl<M: Model> Untracked<M> {
    /// A part of the model, with its typed methods: `model.at(|model| &model.encoder)`.
    #[must_use]
    pub fn at<'m, N: Model + 'm>(&'m self, field: impl FnOnce(&M) -> &N) -> &'m N::View<Plain> {
        view(field(self.get()))
    }

    /// The value of a parameter: `model.param(|model| &model.hidden.weight)`.
    ///
    /// # Errors
    /// [`ParamError`]: the parameter is quantized, or has an adapter.
    pub fn param<const D: usize>(
        &self,
        field: impl FnOnce(&M) -> &Param<Tensor<D>>,
    ) -> Result<Untracked<Tensor<D>>, ParamError> {
        let (path, param) = by_field(self.get(), field(self.get()))?;
        value(path, &param)
    }

    /// The value of a parameter by its path: `model.param_at::<2>("hidden.weight")`.
    ///
    /// # Errors
    /// [`ParamError`]: as for [`param`](Untracked::param), and when there is none of this path, or
    /// it is of another rank or kind.
    pub fn param_at<const D: usize>(&self, path: &str) -> Result<Untracked<Tensor<D>>, ParamError> {
        let param = by_path(self.get(), path)?;
        value(path.to_owned(), &param)
    }

    /// The parameters, in the order the model is visited. `println!("{}", model.params())` shows
    /// them as a table; trainable is what a later training form would train.
    #[must_use]
    pub fn params(&self) -> Params {
        list(self.get())
    }
}

/// Why a parameter could not be handed out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParamError {
    /// No parameter has this path.
    #[error("this model has no parameter `{path}`; it has {}", Nearest(.known))]
    Unknown {
        /// The path that was asked for.
        path: String,
        /// The paths of all parameters, those that are spelled most alike first.
        known: Vec<String>,
    },
    /// The parameter has another rank.
    #[error("`{path}` is of rank {rank}, and rank {asked} was asked for: `param_at::<{rank}>(..)`")]
    OtherRank {
        /// The path.
        path: String,
        /// The rank of the parameter.
        rank: usize,
        /// The rank that was asked for.
        asked: usize,
    },
    /// The parameter does not hold floats.
    #[error("`{path}` holds {kind}, and only parameters of floats are handed out")]
    OtherKind {
        /// The path.
        path: String,
        /// What it holds.
        kind: &'static str,
    },
    /// The parameter takes no gradients.
    #[error(
        "`{path}` takes no gradients: it is frozen, or a running statistic. Its value is that of \
         `model.valid().param(..)`, and `model.unfreeze_group(..)` makes a parameter a leaf again"
    )]
    Frozen {
        /// The path.
        path: String,
    },
    /// The parameter is quantized.
    #[error("`{path}` is quantized; read it from the float model")]
    Quantized {
        /// The path.
        path: String,
    },
    /// The value of the parameter is computed from its base and an adapter.
    #[error(
        "`{path}` has an adapter, so its value is computed and no parameter of its own: ask for \
         {}, or fold them in with `materialize`", .factors.join(", ")
    )]
    Adapted {
        /// The path.
        path: String,
        /// The paths of the adapter's parameters.
        factors: Vec<String>,
    },
    /// The parameter is the result of an operation.
    #[error("`{path}` is the result of an operation, not a leaf; `Tracked::train(model)` says why")]
    NotALeaf {
        /// The path.
        path: String,
    },
    /// Burn does not see the field.
    #[error(
        "this parameter is no part of the model as Burn visits it, so nothing would train or save \
         it: is `#[module(skip)]` above its field, or is it a parameter of another model?"
    )]
    Unvisited,
}

/// Paths in a sentence; the first few are enough to find a typing error.
struct Nearest<'a>(&'a [String]);

impl fmt::Display for Nearest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        if self.0.is_empty() {
            return f.write_str("no parameters at all");
        }
        let shown = &self.0[..self.0.len().min(SHOWN)];
        f.write_str(&shown.join(", "))?;
        match self.0.len() - shown.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// What there is to know about a parameter without reading its values.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParamInfo {
    /// Where it is, as `hidden.weight`.
    pub path: String,
    /// Burn's id, by which optimizers and records know it.
    pub id: ParamId,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Whether it takes gradients, or would in training form.
    pub trainable: bool,
    /// The type of its elements.
    pub dtype: DType,
}

impl ParamInfo {
    fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

impl fmt::Display for ParamInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_row(f, self, self.path.len())
    }
}

/// The parameters of a model, running statistics of norms included. A slice of [`ParamInfo`], and
/// a table when it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Params(Vec<ParamInfo>);

impl Deref for Params {
    type Target = [ParamInfo];

    fn deref(&self) -> &[ParamInfo] {
        &self.0
    }
}

impl IntoIterator for Params {
    type Item = ParamInfo;
    type IntoIter = std::vec::IntoIter<ParamInfo>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Params {
    type Item = &'a ParamInfo;
    type IntoIter = core::slice::Iter<'a, ParamInfo>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.iter().map(|info| info.path.len()).max().unwrap_or(0);
        for info in self {
            write_row(f, info, width)?;
            writeln!(f)?;
        }
        let trainable = self.iter().filter(|info| info.trainable);
        write!(
            f,
            "{} values in {} parameters, {} of them trainable",
            self.iter().map(ParamInfo::len).sum::<usize>(),
            self.len(),
            trainable.map(ParamInfo::len).sum::<usize>(),
        )
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, info: &ParamInfo, width: usize) -> fmt::Result {
    let ParamInfo {
        path, shape, dtype, ..
    } = info;
    let trainable = if info.trainable {
        "trainable"
    } else {
        "frozen"
    };
    write!(f, "{path:width$}  {shape:?} {dtype:?} {trainable}")
}

fn leaf<const D: usize, C: Context>(
    path: String,
    param: &Param<Tensor<D>>,
) -> Result<Leaf<Tensor<D>, C>, ParamError> {
    let tensor = param.base();
    if is_packed(&tensor) {
        return Err(ParamError::Quantized { path });
    }
    if tensor.is_require_grad() {
        // The same node: Burn makes no new one for a leaf.
        return Ok(Leaf::plant(tensor));
    }
    if tensor.is_tracked() {
        return Err(ParamError::NotALeaf { path });
    }
    Err(ParamError::Frozen { path })
}

fn value<const D: usize>(
    path: String,
    param: &Param<Tensor<D>>,
) -> Result<Untracked<Tensor<D>>, ParamError> {
    let tensor = param.base();
    if is_packed(&tensor) {
        return Err(ParamError::Quantized { path });
    }
    Ok(Untracked::strip(tensor))
}

/// A parameter and its path, with the field at hand.
fn by_field<M: Model, const D: usize>(
    model: &M,
    param: &Param<Tensor<D>>,
) -> Result<(String, Param<Tensor<D>>), ParamError> {
    let mut path = None;
    each_float(model, |visited| {
        if visited.id == param.id && path.is_none() {
            path = Some(visited.path.to_owned());
        }
    });
    let path = path.ok_or(ParamError::Unvisited)?;
    // Its own visit shows an adapter, which it has no other word for.
    let mut find = Find::<D>::new(&path);
    find.path.enter(&path);
    Module::visit(param, &mut find);
    let param = find.finish()?;
    Ok((path, param))
}

/// A parameter with its path at hand.
fn by_path<M: Model, const D: usize>(
    model: &M,
    path: &str,
) -> Result<Param<Tensor<D>>, ParamError> {
    let mut find = Find::new(path);
    model.visit(&mut find);
    find.finish()
}

fn list<M: Module>(model: &M) -> Params {
    let mut list = List {
        path: Path::default(),
        found: Vec::new(),
    };
    model.visit(&mut list);
    Params(list.found)
}

/// Finds the float parameter of one path and one rank.
struct Find<'a, const D: usize> {
    wanted: &'a str,
    path: Path,
    found: Option<Result<Param<Tensor<D>>, ParamError>>,
    /// What an adapter of the wanted parameter is made of.
    factors: Vec<String>,
    known: Vec<String>,
}

impl<'a, const D: usize> Find<'a, D> {
    fn new(wanted: &'a str) -> Self {
        Self {
            wanted,
            path: Path::default(),
            found: None,
            factors: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Whether this is the wanted path.
    fn is_here(&mut self) -> bool {
        let path = self.path.as_str();
        self.known.push(path.to_owned());
        path == self.wanted
    }

    fn other_kind(&mut self, kind: &'static str) {
        if self.is_here() {
            let path = self.wanted.to_owned();
            self.found = Some(Err(ParamError::OtherKind { path, kind }));
        }
    }

    fn finish(self) -> Result<Param<Tensor<D>>, ParamError> {
        let path = self.wanted.to_owned();
        let Some(found) = self.found else {
            let mut known = self.known;
            known.sort_by_cached_key(|other| distance(&path, other));
            return Err(ParamError::Unknown { path, known });
        };
        let param = found?;
        if !self.factors.is_empty() {
            let factors = self.factors;
            return Err(ParamError::Adapted { path, factors });
        }
        Ok(param)
    }
}

impl<const D: usize> ModuleVisitor for Find<'_, D> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.enter(name);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.exit();
    }

    fn visit_float<const E: usize>(&mut self, param: &Param<Tensor<E>>) {
        if self.is_here() {
            let param: &dyn Any = param;
            self.found = Some(match param.downcast_ref::<Param<Tensor<D>>>() {
                Some(param) => Ok(param.clone()),
                None => Err(ParamError::OtherRank {
                    path: self.wanted.to_owned(),
                    rank: E,
                    asked: D,
                }),
            });
        }
        // Nothing but an adapter lies below a parameter.
        let path = self.path.as_str();
        if let Some(rest) = path.strip_prefix(self.wanted)
            && rest.starts_with('.')
            && self.found.is_some()
        {
            self.factors.push(path.to_owned());
        }
    }

    fn visit_int<const E: usize>(&mut self, _: &Param<Tensor<E, Int>>) {
        self.other_kind("integers");
    }

    fn visit_bool<const E: usize>(&mut self, _: &Param<Tensor<E, Bool>>) {
        self.other_kind("booleans");
    }
}

struct List {
    path: Path,
    found: Vec<ParamInfo>,
}

impl List {
    fn add(&mut self, id: ParamId, shape: &[usize], dtype: DType, trainable: bool) {
        self.found.push(ParamInfo {
            path: self.path.as_str().to_owned(),
            id,
            shape: shape.to_vec(),
            trainable,
            dtype,
        });
    }
}

impl ModuleVisitor for List {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.enter(name);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.exit();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let tensor = param.base();
        self.add(
            param.id,
            &tensor.dims(),
            tensor.dtype(),
            is_trainable(param),
        );
    }

    fn visit_int<const D: usize>(&mut self, param: &Param<Tensor<D, Int>>) {
        let tensor = param.val();
        self.add(param.id, &tensor.dims(), tensor.dtype(), false);
    }

    fn visit_bool<const D: usize>(&mut self, param: &Param<Tensor<D, Bool>>) {
        let tensor = param.val();
        self.add(param.id, &tensor.dims(), tensor.dtype(), false);
    }
}

/// How many letters to insert, drop or change.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (done, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = done + 1;
        for (column, other) in to.iter().enumerate() {
            let above = row[column + 1];
            let change = diagonal + usize::from(letter != *other);
            row[column + 1] = change.min(above + 1).min(row[column] + 1);
            diagonal = above;
        }
    }
    row[to.len()]
}
