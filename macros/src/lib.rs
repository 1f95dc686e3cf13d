//! The procedural macros of fireproof. Users reach them through the `fireproof` crate.
//!
//! Each goes through the same four steps: parse, model, check, expand. Faults are gathered and
//! reported together, each at the smallest node that shows it.

mod check;
mod expand;
mod fallback;
#[cfg(test)]
mod golden;
mod mirror;
mod model;
mod parse;
mod parts;
mod paths;
mod report;
mod tensors;

use proc_macro::TokenStream;

/// Gives plain Burn code its typed half.
///
/// # On a model struct or enum
/// Above `#[derive(Module)]`. Checks that each field is one that fused quantized kernels can serve
/// or that rightly stays float, and lets [`Tracked`], [`Untracked`] and [`Fusible`] carry the model.
/// A field that no such kernel serves (a convolution, an embedding) is an error at its type;
/// `#[fusible(skip)]` above the field, or above an enum's variant, keeps it in float.
///
/// `#[fusible(scheme = Q4<Block<32>, F16>)]` also names the model's scheme, checked there and then,
/// which `model.quantize_pinned()` uses.
///
/// # On an inherent impl of such a model
/// The block stays as it is. Each method with `&self` gets a typed twin of the same name, callable
/// on `Tracked<M>`, `Untracked<M>` and `Fusible<S, M>` without an import: tensors of any state go
/// in, and the result is tracked exactly when the model or one of them is. Async and unsafe methods
/// have none.
///
/// # On a free function over tensors
/// Makes it generic over the state of its operands: tracked in, tracked out; raw Burn tensors in,
/// raw Burn tensors out. The body stays as it is. An argument `#[model] net: &Net` is an operand as
/// well: the function is then one for training and validation, by the model it is called with.
///
/// # Everywhere
/// `tensors(Batch, Output)` names the structs of tensors in an impl's or a function's signatures;
/// each derives `Tensors`. `crate = path` says where fireproof is, when it has another name.
///
/// [`Tracked`]: https://docs.rs/fireproof/latest/fireproof/struct.Tracked.html
/// [`Untracked`]: https://docs.rs/fireproof/latest/fireproof/struct.Untracked.html
/// [`Fusible`]: https://docs.rs/fireproof/latest/fireproof/struct.Fusible.html
#[proc_macro_attribute]
pub fn fusible(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand::fusible(arguments.into(), &item.into()).into()
}

/// Lets the carriers hold a struct of tensors, such as a batch or an output.
///
/// `Untracked<Batch>` and `Tracked<Output>` then have a method for each named field, which gives the
/// field in its own carrier, and `into_fields()`, which gives them all, as `BatchFields<_>`. The
/// struct goes in and out of `#[fusible]` methods and functions that list it:
/// `#[fusible(tensors(Batch, Output))]`.
///
/// Fields are tensors, or options, vectors, arrays and tuples of them; `#[tensors(nested)]` stands
/// above a field whose struct derives `Tensors` as well. Every other field is plain and left alone.
///
/// `#[tensors(crate = path)]` above the struct says where fireproof is, when it has another name.
#[proc_macro_derive(Tensors, attributes(tensors))]
pub fn derive_tensors(item: TokenStream) -> TokenStream {
    parts::derive(&item.into()).into()
}

/// Burn's API on the carriers, from a table of Burn's signatures. Internal to fireproof.
#[doc(hidden)]
#[proc_macro]
pub fn mirror(input: TokenStream) -> TokenStream {
    mirror::mirror(input.into()).into()
}
