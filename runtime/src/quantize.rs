//! The boundary to packed weights: everything that could go wrong is found here, all at once.

use core::fmt;

use burn::tensor::{DType, Device, Tensor};

use crate::device;
use crate::gradients::Path;
use crate::model::Model;
use crate::scheme::{FusibleScheme, Runnable};

/// A module whose parameters can be quantized field by field.
///
/// `#[fusible]` writes it for models; the runtime has it for the layers of burn-nn. A linear
/// layer packs its weight; biases, norms, activations and dropout stay as they are.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fused quantized kernel",
    label = "this field cannot be quantized",
    note = "keep the field in float: `#[fusible(skip)]` above it",
    note = "if it is a model of your own, write `#[fusible]` above its `#[derive(Module)]`"
)]
pub trait FusibleModule: Sized {
    /// Packs what can be packed with the scheme `S`, and reports to `run` what cannot.
    #[doc(hidden)]
    #[must_use]
    fn quantize_fields<S: Runnable>(&self, run: &mut Quantization) -> Self;

    /// As [`quantize_fields`](FusibleModule::quantize_fields), for the field of this name.
    #[doc(hidden)]
    #[must_use]
    fn quantize_field<S: Runnable>(&self, name: &str, run: &mut Quantization) -> Self {
        run.within(name, |run| self.quantize_fields::<S>(run))
    }
}

/// The scheme that a model names with `#[fusible(scheme = …)]`.
pub trait PinnedScheme: FusibleModule {
    /// The scheme, checked where it was written.
    type Scheme: FusibleScheme;
}

/// One thing that keeps a parameter from being quantized.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The parameter, as `output.weight`; empty for a tensor on its own.
    pub parameter: String,
    /// What is wrong, with the numbers, and what to do.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parameter.is_empty() {
            write!(f, "{}", self.reason)
        } else {
            write!(f, "{}: {}", self.parameter, self.reason)
        }
    }
}

/// Why a tensor or a model could not be quantized. It is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot quantize to {scheme}:{}", List(.problems))]
#[non_exhaustive]
pub struct QuantizeError {
    /// The scheme that was asked for.
    pub scheme: String,
    /// Everything that stands in the way.
    pub problems: Vec<Problem>,
}

struct List<'a>(&'a [Problem]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in self.0 {
            write!(f, "\n  {problem}")?;
        }
        Ok(())
    }
}

/// One run over the parameters of a model.
pub struct Quantization {
    path: Path,
    problems: Vec<Problem>,
    packed: usize,
    /// A device answers once for all parameters.
    device: Option<(Device, Option<String>)>,
}

impl fmt::Debug for Quantization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quantization")
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}

impl Quantization {
    fn new() -> Self {
        Self {
            path: Path::default(),
            problems: Vec::new(),
            packed: 0,
            device: None,
        }
    }

    fn finish<T, S: Runnable>(self, done: T) -> Result<T, QuantizeError> {
        if self.problems.is_empty() {
            return Ok(done);
        }
        Err(QuantizeError {
            scheme: S::name(),
            problems: self.problems,
        })
    }

    fn report(&mut self, reason: String) {
        self.problems.push(Problem {
            parameter: self.path.as_str().to_owned(),
            reason,
        });
    }

    /// Runs `visit` with `name` appended to the path of what is reported.
    #[doc(hidden)]
    pub fn within<T>(&mut self, name: &str, visit: impl FnOnce(&mut Self) -> T) -> T {
        self.path.enter(name);
        let result = visit(self);
        self.path.exit();
        result
    }

    /// Packs one weight; hands it back as it was when something stands in the way.
    pub(crate) fn pack<S: Runnable, const D: usize>(&mut self, weight: Tensor<D>) -> Tensor<D> {
        let before = self.problems.len();
        if is_packed(&weight) {
            self.report(
                "it is quantized already, and packing it again would lose precision; start from \
                 the float model"
                    .to_owned(),
            );
            return weight;
        }
        self.check_shape::<S>(&weight.dims());
        self.check_device::<S>(&weight.device());
        // The values are read last: by then the device is known to answer.
        if self.problems.len() == before {
            self.check_values(&weight);
        }
        if self.problems.len() > before {
            return weight;
        }
        self.packed += 1;
        pack_inner_axis::<S, D>(weight)
    }

    fn check_shape<S: Runnable>(&mut self, dims: &[usize]) {
        if dims.is_empty() || dims.contains(&0) {
            return self.report(format!("a tensor of shape {dims:?} has no values to pack"));
        }
        // A block fills whole words, so the longer of the two lengths is the one to reach.
        let (unit, what) = match S::BLOCK {
            Some(block) => (block, format!("whole blocks of {block} values")),
            None if S::PACKED => (
                S::PER_WORD,
                format!(
                    "whole 32-bit words of {} {}-bit values",
                    S::PER_WORD,
                    S::BITS
                ),
            ),
            None => return,
        };
        let inputs = dims[dims.len().saturating_sub(2)];
        if !inputs.is_multiple_of(unit) {
            let padded = inputs.next_multiple_of(unit);
            self.report(format!(
                "{inputs} inputs (shape {dims:?}) do not fill {what}; make it {padded}, or leave \
                 the layer in float with `#[fusible(skip)]`"
            ));
        }
    }

    fn check_device<S: Runnable>(&mut self, device: &Device) {
        let known = match &self.device {
            Some((known, verdict)) if known == device => verdict.clone(),
            _ => {
                let verdict = device::refusal::<S>(device);
                self.device = Some((device.clone(), verdict.clone()));
                verdict
            }
        };
        if let Some(reason) = known {
            self.report(reason);
        }
    }

    fn check_values<const D: usize>(&mut self, weight: &Tensor<D>) {
        // Calibration takes the largest magnitude: one NaN or infinity would spoil every value.
        let bad = weight.clone().is_finite().bool_not().int().sum();
        match bad.try_into_scalar::<i64>() {
            Ok(0) => {}
            Ok(count) => {
                let values = weight.shape().num_elements();
                self.report(format!(
                    "{count} of {values} values are not finite, and the scale is taken from the \
                     largest; find out why training diverged, or clamp them first"
                ));
            }
            Err(error) => self.report(format!("the values cannot be read: {error}")),
        }
    }
}

/// Whether a tensor holds packed values, under whatever scheme.
pub(crate) fn is_packed<const D: usize>(tensor: &Tensor<D>) -> bool {
    matches!(tensor.dtype(), DType::QFloat(_))
}

/// Packs along the axis that a matmul sums over.
///
/// Burn quantizes along the last axis, so on CubeCL devices the weight is turned, packed, and turned
/// back, which only relabels it. Burn 0.22.1 reads a weight packed along its columns wrongly: with
/// one row of input, the fused matrix-vector kernel (cubek-matmul 0.3.1 `gemv_unit_perpendicular`)
/// returns wrong values in silence, and with more rows the vectors that fusion chooses ask for
/// more shared memory than there is, so it falls back. Packed along the inner axis, both run
/// fused and right; `tests/tests/fused.rs` shows all of it.
fn pack_inner_axis<S: Runnable, const D: usize>(weight: Tensor<D>) -> Tensor<D> {
    if D < 2 {
        return weight.quantize_dynamic(&S::scheme());
    }
    if device::packs_words(&weight.device()) {
        let turned = weight.swap_dims(D - 2, D - 1);
        return turned
            .quantize_dynamic(&S::scheme())
            .swap_dims(D - 2, D - 1);
    }
    // Elsewhere turning a packed tensor repacks it, which loses precision; but there nothing is
    // packed into words either, so a block may have any shape.
    weight.quantize_dynamic(&S::scheme_down_columns())
}

/// Packs a tensor on its own.
pub(crate) fn tensor<S: Runnable, const D: usize>(
    tensor: &Tensor<D>,
) -> Result<Tensor<D>, QuantizeError> {
    let mut run = Quantization::new();
    let packed = run.pack::<S, D>(tensor.clone());
    run.finish::<_, S>(packed)
}

/// Packs the weights of a model.
pub(crate) fn model<S: Runnable, M: Model + FusibleModule>(model: &M) -> Result<M, QuantizeError> {
    let mut run = Quantization::new();
    // Adapters (LoRA) are folded in: Burn drops them from a parameter that is mapped.
    let model = model.clone().materialize();
    let packed = model.quantize_fields::<S>(&mut run);
    if run.packed == 0 && run.problems.is_empty() {
        run.report(
            "this model has no weight to pack: every field is skipped or has no parameters"
                .to_owned(),
        );
    }
    run.finish::<_, S>(packed)
}
