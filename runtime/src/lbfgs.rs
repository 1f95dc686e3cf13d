//! [`Lbfgs`]: Burn's L-BFGS, which evaluates the loss as often as it needs to.

use core::fmt;

use burn::module::{ModuleVisitor, Param, ParamId};
use burn::optim::{GradientsParams, LBFGS, LBFGSConfig, LearningRate, OptimizerRecord};
use burn::tensor::{Tensor, TensorReadError};

use crate::context::{Context, Scoped};
use crate::gradients::{BackwardError, each_float, value_and_grad};
use crate::model::Model;
use crate::optimizer::{self, OptimizerRecordError};
use crate::rules::TrainingForm;
use crate::tracked::Tracked;

/// Burn's L-BFGS, for models in training form.
///
/// It has one state for all parameters of one model, and a step evaluates the loss several times.
///
/// ```
/// use burn::nn::{Linear, LinearConfig};
/// use burn::optim::{LBFGSConfig, LineSearchFn};
/// use burn::prelude::*;
/// use fireproof::Lbfgs;
/// use fireproof::prelude::*;
///
/// #[fusible]
/// #[derive(Module, Debug)]
/// struct Net {
///     layer: Linear,
/// }
///
/// #[fusible]
/// impl Net {
///     fn loss(&self, input: Tensor<2>) -> Tensor<1> {
///         (self.layer.forward(input) - 1.0).square().mean()
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let device = Device::flex();
/// let mut model = Tracked::train(Net { layer: LinearConfig::new(4, 2).init(&device) })?;
/// let config = LBFGSConfig::new().with_line_search_fn(LineSearchFn::StrongWolfe);
/// let mut optimizer = Lbfgs::from(config.init());
/// let input = Untracked::<Tensor<2>>::ones([3, 4], &device);
/// let loss = optimizer.step(1.0, &mut model, |model| model.loss(input.clone()))?;
/// assert!(loss < 1e-3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Lbfgs {
    inner: LBFGS,
    /// The parameters that the state belongs to, once there was a step.
    parameters: Vec<ParamId>,
}

impl fmt::Debug for Lbfgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lbfgs(..)")
    }
}

impl From<LBFGS> for Lbfgs {
    fn from(inner: LBFGS) -> Self {
        Self {
            inner,
            parameters: Vec::new(),
        }
    }
}

/// Why a step of [`Lbfgs`] was refused or given up. The model and the state are as they were.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LbfgsError {
    /// The loss is none.
    #[error(transparent)]
    Backward(#[from] BackwardError),
    /// The loss could not be read from the device.
    #[error("the loss could not be read: {0}")]
    Read(#[from] TensorReadError),
    /// Some parameters take no gradients.
    #[error(
        "L-BFGS steps all parameters of a model as one vector, and these are frozen: {}; unfreeze \
         them, or take another optimizer, as running statistics of a norm always ask for", .parameters.join(", ")
    )]
    Frozen {
        /// The paths of the frozen parameters.
        parameters: Vec<String>,
    },
    /// Some parameters have no gradient.
    #[error(
        "L-BFGS steps all parameters of a model as one vector, and the loss does not depend on {}",
        .parameters.join(", ")
    )]
    Missing {
        /// The paths of the parameters without a gradient.
        parameters: Vec<String>,
    },
    /// The state is that of another model.
    #[error(
        "the state of this L-BFGS belongs to the parameters of another model: take a new one for \
         each model"
    )]
    OtherModel,
}

impl Lbfgs {
    /// Steps the parameters of `model`, and returns the loss that it then has.
    ///
    /// The closure computes the loss, as in [`value_and_grad`]; it is called once for each point
    /// that is tried, so it should compute the same loss each time.
    ///
    /// # Errors
    /// [`LbfgsError`]; the model and the state are as they were. Where Burn would panic, or with a
    /// single gradient broadcast it, [`LbfgsError::Frozen`] and [`LbfgsError::Missing`] name the
    /// parameters.
    ///
    /// # Panics
    /// Where Burn does: when `max_eval` is 0, and when a loaded state has another size than the
    /// model. The model is as it was.
    ///
    /// # Source
    /// burn-optim 0.22.1 `optim/lbfgs.rs`: parameters are flattened whether they have a gradient
    /// or not, gradients only where there are some.
    pub fn step<M, C, F, const D: usize>(
        &mut self,
        lr: LearningRate,
        model: &mut Tracked<M, C>,
        mut loss: F,
    ) -> Result<f64, LbfgsError>
    where
        M: Model,
        C: Context,
        F: for<'g> FnMut(&Tracked<M, Scoped<'g, C>>) -> Tracked<Tensor<D>, Scoped<'g, C>>,
    {
        let (mut parameters, mut frozen) = (Vec::new(), Vec::new());
        each_float(model.model(), |param| {
            parameters.push(param.id);
            if !param.trains {
                frozen.push(param.path.to_owned());
            }
        });
        if !frozen.is_empty() {
            return Err(LbfgsError::Frozen { parameters: frozen });
        }
        if !self.parameters.is_empty() && self.parameters != parameters {
            return Err(LbfgsError::OtherModel);
        }
        // Burn's closure cannot fail. The first point is evaluated here, where it can; a later
        // failure is kept, and a gradient of zero ends the search.
        let mut first = Some(evaluate(model, &mut loss)?);
        let mut failure = None;
        let mut trial = model.clone();
        let mut inner = self.inner.clone();
        let (stepped, value) = inner.step(lr, model.model().clone(), |point| {
            if let Some(first) = first.take() {
                return first;
            }
            trial.__slot().replace(|_| point);
            if failure.is_none() {
                match evaluate(&trial, &mut loss) {
                    Ok(evaluated) => return evaluated,
                    Err(error) => failure = Some(error),
                }
            }
            let mut zeros = Zeros(GradientsParams::new());
            trial.model().visit(&mut zeros);
            (f64::NAN, zeros.0)
        });
        if let Some(error) = failure {
            return Err(error);
        }
        self.inner = inner;
        self.parameters = parameters;
        model.__slot().replace(|_| stepped);
        Ok(value)
    }

    /// The state as Burn's record.
    #[must_use]
    pub fn to_record(&self) -> OptimizerRecord {
        self.inner.to_record()
    }

    /// This optimizer with the state of a record, for the model that it was saved with.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Foreign`] when the state is that of another kind of optimizer.
    pub fn load_record(&self, record: OptimizerRecord) -> Result<Self, OptimizerRecordError> {
        let found = record.len();
        // Burn leaves the state as it was when it cannot take the record, so it starts from none.
        let blank = LBFGSConfig::new().init().to_record();
        let inner = self.inner.clone().load_record(blank).load_record(record);
        let kept = inner.to_record().len();
        if kept == found {
            Ok(inner.into())
        } else {
            Err(OptimizerRecordError::Foreign { found, kept })
        }
    }

    /// Saves the state to a file.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Save`] names the file.
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), OptimizerRecordError> {
        optimizer::save(self.to_record(), path.as_ref())
    }

    /// This optimizer with the state of a file.
    ///
    /// # Errors
    /// [`OptimizerRecordError::Load`] names the file; and as [`load_record`](Lbfgs::load_record).
    pub fn load(&self, path: impl AsRef<std::path::Path>) -> Result<Self, OptimizerRecordError> {
        self.load_record(optimizer::load(path.as_ref())?)
    }

    /// The Burn optimizer. From here on nothing is checked.
    #[must_use]
    pub fn into_inner(self) -> LBFGS {
        self.inner
    }
}

/// The loss of a model as a number, and the gradients of all its parameters.
fn evaluate<M, C, F, const D: usize>(
    model: &Tracked<M, C>,
    loss: &mut F,
) -> Result<(f64, GradientsParams), LbfgsError>
where
    M: Model,
    C: Context,
    F: for<'g> FnMut(&Tracked<M, Scoped<'g, C>>) -> Tracked<Tensor<D>, Scoped<'g, C>>,
{
    let (value, gradients) = value_and_grad(model, loss)?;
    if !gradients.missing.is_empty() {
        return Err(LbfgsError::Missing {
            parameters: gradients.missing,
        });
    }
    let value = value.into_inner().try_into_scalar::<f64>()?;
    Ok((value, gradients.params))
}

/// A gradient of zero for every parameter.
struct Zeros(GradientsParams);

impl ModuleVisitor for Zeros {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let zeros = param.val().without_autodiff().zeros_like();
        self.0.register(param.id, zeros);
    }
}
