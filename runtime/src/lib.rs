#![doc = include_str!("../README.md")]

// The macros spell `::fireproof::…`; with this they work inside the crate as well.
extern crate self as fireproof;

mod context;
mod device;
mod fusible;
mod gradients;
mod layers;
mod leaf;
mod model;
mod operand;
mod optimizer;
mod persist;
mod quantize;
mod rules;
pub mod scheme;
mod states;
mod tensor;
mod tracked;
mod untracked;

#[doc(hidden)]
pub mod __private;

pub use context::{Checkpointed, Context, Ctx, Scoped};
pub use fireproof_macros::fusible;
pub use fusible::{Fusible, Quantized};
pub use gradients::{BackwardError, Gradients, GradientsOf, value_and_grad};
pub use leaf::Leaf;
pub use model::{Model, Slot};
pub use operand::Operand;
pub use optimizer::{Optimizer, StepError, StepReport};
pub use persist::LoadError;
pub use quantize::{FusibleModule, PinnedScheme, Problem, Quantization, QuantizeError};
pub use rules::{
    Differentiable, Elementwise, FillsVectors, FillsWords, FusibleScale, IsLeaf, LeavesState,
    MatmulOperand, Meets, MixesWith, OwnBackward, OwnsGradients, Quantizable, SameContext, Source,
    StoredIn, TrainingForm, Typed,
};
pub use scheme::{
    BF16, Block, F16, F32, FusibleScheme, Native, OneLevel, PackedU32, PerTensor, Q2, Q2F, Q2S, Q4,
    Q4F, Q4S, Q8, Q8F, Q8S, Runnable, Scheme, SchemeSpec, UE4M3, UE8M0,
};
pub use states::{Graph, Plain, Raw, State};
pub use tracked::{Tracked, TrainError};
pub use untracked::{NotUntracked, Untracked};

/// What most programs import: `use fireproof::prelude::*;`.
pub mod prelude {
    pub use crate::{
        BF16, Block, F16, F32, Fusible, Gradients, Leaf, Optimizer, PerTensor, Q2, Q4, Q8,
        Quantized, Tracked, UE4M3, Untracked, fusible, value_and_grad,
    };
}
