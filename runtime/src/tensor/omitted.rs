//! Burn's tensor methods that no table has, so that a test can ask for the rest.

/// Methods of Burn's tensors that the carriers do not have, each with what to write instead.
pub const OMITTED: &[(&str, &str)] = &[
    (
        "autodiff",
        "Enters a graph: write `x.into_leaf()` for a source of gradients; a constant needs \
         nothing.",
    ),
    (
        "inner",
        "Leaves the graph for the untracked values: write `x.detach()`.",
    ),
    (
        "from_inner",
        "Enters a graph: write `x.into_leaf()` for a source of gradients; a constant needs \
         nothing.",
    ),
    (
        "without_autodiff",
        "Leaves the graph for the untracked values: write `x.detach()`.",
    ),
    (
        "is_autodiff",
        "The carrier says it: `Tracked` and `Leaf` are in an autodiff context, `Untracked` is not.",
    ),
    (
        "is_tracked",
        "The carrier says what a type can, and `backward` checks the rest: write \
         `loss.backward()?`.",
    ),
    (
        "is_require_grad",
        "The carrier says it: `Leaf` is a source of gradients, nothing else is.",
    ),
    (
        "set_require_grad",
        "A switch cannot be a type: write `x.into_leaf()` for `true` and `x.detach()` for `false`.",
    ),
    (
        "require_grad",
        "Makes a source of gradients: write `x.into_leaf()` before the forward pass.",
    ),
    (
        "backward",
        "Moves the loss and returns typed gradients: write `loss.backward()?`, on `Tracked` and \
         `Leaf`.",
    ),
    (
        "grad",
        "Looks into typed gradients: write `leaf.grad(&gradients)`.",
    ),
    (
        "grad_remove",
        "Takes a gradient out: write `leaf.grad_remove(&mut gradients)`.",
    ),
    (
        "grad_replace",
        "Checked here for shape, type and device: write `leaf.replace_grad(&mut gradients, g)?`.",
    ),
    (
        "gradient_checkpointing_strategy",
        "The context is a type: write `C::STRATEGY`, with the `C` of `Tracked<T, C>`.",
    ),
    (
        "with_gradient_checkpointing_strategy",
        "The context is a type: write `x.into_leaf_in::<Checkpointed>()`.",
    ),
    (
        "quantize",
        "The scheme is a type: write `x.quantize::<Q8<Block<32>, F16>>()?`, on `Untracked`.",
    ),
    (
        "quantize_dynamic",
        "The scheme is a type: write `x.quantize::<Q8<Block<32>, F16>>()?`, on `Untracked`.",
    ),
    (
        "dequantize",
        "Carriers hold no packed values: write `packed.dequantize()`, on `Fusible` and \
         `Quantized`.",
    ),
    (
        "is_distributed",
        "Collective training is not typed: write `x.into_inner().is_distributed()`.",
    ),
    (
        "set_distributed",
        "Collective training is not typed: write `x.into_inner().set_distributed(id)`.",
    ),
    (
        "new",
        "Takes Burn's own primitive: write `from_data`, or type a tensor with \
         `Untracked::try_from(tensor)?`.",
    ),
    (
        "into_bridge",
        "Unties the tensor from its type: write `x.into_inner().into_bridge()`.",
    ),
    (
        "from_bridge",
        "Makes a tensor of unknown state: type it with \
         `Untracked::try_from(Tensor::from_bridge(raw))?`.",
    ),
    (
        "into_dispatch",
        "Unties the tensor from its type: write `x.into_inner().into_dispatch()`.",
    ),
    (
        "from_dispatch",
        "Makes a tensor of unknown state: type it with \
         `Untracked::try_from(Tensor::from_dispatch(raw))?`.",
    ),
    (
        "try_into_primitive",
        "Unties the tensor from its type: write `x.into_inner().try_into_primitive::<B>()?`.",
    ),
    (
        "from_primitive",
        "Makes a tensor of unknown state: type it with \
         `Untracked::try_from(Tensor::from_primitive::<B>(raw))?`.",
    ),
];

/// Methods of Burn's tensors that are written by hand, because a row cannot say what they do.
pub const BY_HAND: &[&str] = &[
    "extract",
    "inplace",
    "iter_dim",
    "matmul",
    "einsum",
    "cast",
    "detach",
    "to_device",
];
