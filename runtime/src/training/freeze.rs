//! Freezing and unfreezing: which parameters take gradients.

use core::fmt;

use burn::module::{Flag, ModuleVisitor, Param, ParamGroup, ParamId};
use burn::tensor::Tensor;

use crate::context::{Context, Ctx};
use crate::gradients::Path;
use crate::model::Model;
use crate::tracked::Tracked;
use crate::untracked::Untracked;

use super::{leaves, planted};

impl<M: Model, C: Context> Tracked<M, C> {
    /// Freezes every parameter. Without one that takes gradients there is nothing to train, so the
    /// model is in validation form from here on.
    ///
    /// Dropout and batch norm stay off until [`unfreeze`](Untracked::unfreeze), as in Burn.
    pub fn freeze(self) -> Untracked<M> {
        Untracked::sealed(self.into_inner().freeze().valid())
    }

    /// Freezes the parameters of a group, and switches off its dropout and batch norm.
    ///
    /// The other parameters stay the leaves that they are, so a loss that was computed before can
    /// still go backward for them.
    ///
    /// # Errors
    /// [`FreezeError::NoMatch`] when the group matches nothing, and [`FreezeError::NothingLeft`]
    /// when everything is frozen now. Both hold the model.
    pub fn freeze_group(self, group: ParamGroup) -> Result<Self, FreezeError<M, C>> {
        if let Some(paths) = unmatched(self.model(), &group) {
            return Err(FreezeError::NoMatch(NoMatch { model: self, paths }));
        }
        let model = self.into_inner().freeze_group(group);
        if leaves(&model) == 0 {
            return Err(FreezeError::NothingLeft(Untracked::sealed(model.valid())));
        }
        Ok(Self::sealed(model))
    }

    /// Makes every parameter take gradients, and switches every dropout and batch norm on.
    ///
    /// Under adapters this means the base weights too, as in Burn; to leave them out, unfreeze
    /// `ParamGroup::all().exclude(bases)` with [`unfreeze_group`](Tracked::unfreeze_group).
    pub fn unfreeze(self) -> Self {
        Self::sealed(planted::<M, C>(self.into_inner().unfreeze()))
    }

    /// Makes the parameters of a group take gradients, and switches its dropout and batch norm on.
    ///
    /// # Errors
    /// [`NoMatch`] when the group matches nothing. It holds the model.
    pub fn unfreeze_group(self, group: ParamGroup) -> Result<Self, NoMatch<Self>> {
        if let Some(paths) = unmatched(self.model(), &group) {
            return Err(NoMatch { model: self, paths });
        }
        let model = self.into_inner().unfreeze_group(group);
        Ok(Self::sealed(planted::<M, C>(model)))
    }
}

// In validation form all of this is an intent, which training form follows. Burn switches flags
// on at once, so each ends in validation form again.
impl<M: Model> Untracked<M> {
    /// Freezes every parameter for a later training form.
    pub fn freeze(self) -> Self {
        Self::sealed(self.into_inner().freeze().valid())
    }

    /// Freezes the parameters of a group, with its dropout and batch norm, for a later training
    /// form.
    ///
    /// # Errors
    /// [`NoMatch`] when the group matches nothing. It holds the model.
    pub fn freeze_group(self, group: ParamGroup) -> Result<Self, NoMatch<Self>> {
        if let Some(paths) = unmatched(self.get(), &group) {
            return Err(NoMatch { model: self, paths });
        }
        Ok(Self::sealed(self.into_inner().freeze_group(group).valid()))
    }

    /// Makes every parameter take gradients in a later training form.
    pub fn unfreeze(self) -> Self {
        Self::sealed(self.into_inner().unfreeze().valid())
    }

    /// Makes the parameters of a group, with its dropout and batch norm, take part in a later
    /// training form.
    ///
    /// # Errors
    /// [`NoMatch`] when the group matches nothing. It holds the model.
    pub fn unfreeze_group(self, group: ParamGroup) -> Result<Self, NoMatch<Self>> {
        if let Some(paths) = unmatched(self.get(), &group) {
            return Err(NoMatch { model: self, paths });
        }
        let model = self.into_inner().unfreeze_group(group);
        Ok(Self::sealed(model.valid()))
    }
}

/// A group matches no parameter of a model, so freezing or unfreezing it would do nothing.
#[non_exhaustive]
pub struct NoMatch<T> {
    /// The model, as it was: a [`Tracked`] or an [`Untracked`].
    pub model: T,
    /// What a group of this model can match.
    pub paths: Vec<String>,
}

impl<T> NoMatch<T> {
    /// The model, as it was.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.model
    }
}

impl<T> fmt::Display for NoMatch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no parameter matches this group; those of this model are: {}",
            self.paths.join(", ")
        )
    }
}

// Without the model: this is what a failed `unwrap` prints.
impl<T> fmt::Debug for NoMatch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NoMatch")
            .field("paths", &self.paths)
            .finish_non_exhaustive()
    }
}

impl<T> core::error::Error for NoMatch<T> {}

/// Why a group of a model in training form was not frozen, or is all that it had.
#[non_exhaustive]
pub enum FreezeError<M: Model, C: Context = Ctx> {
    /// The group matches no parameter. The model is as it was.
    NoMatch(NoMatch<Tracked<M, C>>),
    /// The group is frozen now, and no parameter is left that takes gradients. The model is in
    /// validation form.
    NothingLeft(Untracked<M>),
}

impl<M: Model, C: Context> FreezeError<M, C> {
    /// The Burn model: as it was without a match, in validation form when all of it is frozen.
    #[must_use]
    pub fn into_inner(self) -> M {
        match self {
            Self::NoMatch(error) => error.model.into_inner(),
            Self::NothingLeft(model) => model.into_inner(),
        }
    }
}

impl<M: Model, C: Context> fmt::Display for FreezeError<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMatch(error) => fmt::Display::fmt(error, f),
            Self::NothingLeft(_) => f.write_str(
                "every parameter is frozen now, and a model without one that takes gradients \
                 cannot be trained; it is handed back in validation form, and \
                 `unfreeze_group(..)` and `train()` lead back",
            ),
        }
    }
}

impl<M: Model, C: Context> fmt::Debug for FreezeError<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMatch(error) => fmt::Debug::fmt(error, f),
            Self::NothingLeft(_) => f.debug_struct("NothingLeft").finish_non_exhaustive(),
        }
    }
}

impl<M: Model, C: Context> core::error::Error for FreezeError<M, C> {}

/// What a group could match, when it matches nothing.
fn unmatched<M: Model>(model: &M, group: &ParamGroup) -> Option<Vec<String>> {
    let mut matching = Matching {
        group,
        path: Path::default(),
        any: false,
        paths: Vec::new(),
    };
    model.visit(&mut matching);
    (!matching.any).then_some(matching.paths)
}

/// Asks the group for everything that Burn's `freeze_group` would ask it for.
struct Matching<'a> {
    group: &'a ParamGroup,
    path: Path,
    any: bool,
    paths: Vec<String>,
}

impl Matching<'_> {
    fn ask(&mut self, id: ParamId) {
        let path = self.path.as_str();
        self.any |= self.group.matches(&id, Some(path));
        self.paths.push(path.to_owned());
    }
}

impl ModuleVisitor for Matching<'_> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.enter(name);
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.exit();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.ask(param.id);
    }

    fn visit_flag(&mut self, flag: &Param<Flag>) {
        self.ask(flag.id);
    }
}
