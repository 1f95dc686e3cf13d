#![doc = include_str!("../README.md")]

// The macros spell `::fireproof::…`; with this they work inside the crate as well.
extern crate self as fireproof;

mod accumulate;
pub mod activation;
mod any_state;
mod context;
mod device;
mod functions;
mod fusible;
mod gradients;
pub mod grid;
mod layers;
mod lbfgs;
mod leaf;
#[cfg(feature = "linalg")]
pub mod linalg;
pub mod loss;
mod losses;
mod model;
pub mod module;
pub mod nn;
mod operand;
mod optimizer;
mod persist;
mod place;
mod quantize;
mod rules;
pub mod scheme;
#[cfg(feature = "signal")]
pub mod signal;
mod states;
mod tensor;
mod tensors;
mod tracked;
mod training;
mod untracked;

#[doc(hidden)]
pub mod __private;

pub use accumulate::GradientsAccumulator;
pub use any_state::{AnyState, OtherContext, WrongState};
pub use context::{Checkpointed, Context, Ctx, On, Scoped};
pub use fireproof_macros::{Tensors, fusible};
pub use functions::{cartesian_grid, check_closeness};
pub use fusible::{Fusible, Quantized};
pub use gradients::{
    BackwardError, Gradients, GradientsError, GradientsOf, ReplaceGradError, value_and_grad,
    value_and_grad_aux, value_and_grad2,
};
pub use lbfgs::{Lbfgs, LbfgsError};
pub use leaf::Leaf;
pub use losses::{JoinError, join_losses};
pub use model::{Model, Slot};
pub use operand::{Enters, NONE, Nothing, Operand};
pub use optimizer::{EmptyGroup, Optimizer, OptimizerRecordError, StepError, StepReport};
pub use persist::LoadError;
pub use place::{Place, PlaceTaken};
pub use quantize::{FusibleModule, PinnedScheme, Problem, Quantization, QuantizeError};
pub use rules::{
    Differentiable, Elementwise, EntersAutodiff, FillsVectors, FillsWords, FusibleScale, IsLeaf,
    KeepsGradient, LeavesAutodiff, LeavesState, MatmulOperand, Meets, MixesWith, MovesToDevice,
    OwnBackward, OwnsGradients, Quantizable, SameContext, Source, StoredIn, Switches,
    TakesConstants, TrainingForm, Typed, Viewed,
};
pub use scheme::{
    BF16, Block, F16, F32, FusibleScheme, Native, OneLevel, PackedU32, PerTensor, Q2, Q2F, Q2S, Q4,
    Q4F, Q4S, Q8, Q8F, Q8S, Runnable, Scheme, SchemeSpec, UE4M3, UE8M0,
};
pub use states::{Absent, Any, Graph, Plain, Raw, State, Stateless};
pub use tensor::einsum::{EinsumOperand, Summand};
pub use tensor::operators_more::TensorValues;
pub use tensors::{NotUntrackedPart, Tensors};
pub use tracked::{NotTracked, Tracked, TrainError};
pub use training::{FreezeError, NoMatch, NotValid, ParamError, ParamInfo, Params};
pub use untracked::{NotUntracked, Untracked};

/// What most programs import: `use fireproof::prelude::*;`.
pub mod prelude {
    pub use crate::{
        BF16, Block, F16, F32, Fusible, Gradients, Leaf, NONE, Optimizer, PerTensor, Q2, Q4, Q8,
        Quantized, Tensors, Tracked, UE4M3, Untracked, fusible, value_and_grad,
    };
}
