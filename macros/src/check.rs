//! The rules over parsed items, one function a rule.

mod bodies;

use syn::{FnArg, Ident, ReceiverKind, Type};

use crate::model::{Function, Lifted, Methods};
use crate::paths::unraw;
use crate::report::Report;
use crate::tensors;

/// What our carriers answer themselves, as methods of their own or of what every type implements.
/// A model's method of such a name would never be reached, or would hide ours. A test holds the list
/// against the carriers.
pub(crate) const RESERVED: &[&str] = &[
    "apply_lora",
    "at",
    "check",
    "check_in",
    "clone",
    "devices",
    "fork",
    "freeze",
    "freeze_group",
    "into",
    "into_inner",
    "load_file",
    "load_record",
    "map",
    "materialize",
    "num_params",
    "param",
    "param_at",
    "params",
    "quantize",
    "quantize_pinned",
    "quantize_unfused",
    "save_file",
    "to_device",
    "to_owned",
    "to_record",
    "to_string",
    "train",
    "train_in",
    "try_into",
    "unfreeze",
    "unfreeze_group",
    "valid",
    "weight_bytes",
];

/// The rules of an impl block.
pub(crate) fn methods(methods: &mut Methods, report: &mut Report) {
    if !inherent(methods, report) {
        // Nothing is written for its methods.
        return;
    }
    for method in &mut methods.lifted {
        let mut faults = Faults::new(report);
        reserved_name(method, &mut faults);
        borrowed_receiver(method, &mut faults);
        plain_signature(method, &mut faults);
        owned_tensors(method, &methods.structs, &mut faults);
        borrowed_models(method, &mut faults);
        method.faulty = faults.any;
    }
    bodies::methods(&methods.item, report);
}

/// The rules of a free function.
pub(crate) fn function(function: &mut Function, report: &mut Report) {
    let mut faults = Faults::new(report);
    no_receiver(&function.lifted, &mut faults);
    takes_tensors(&function.lifted, &mut faults);
    plain_signature(&function.lifted, &mut faults);
    owned_tensors(&mut function.lifted, &function.structs, &mut faults);
    borrowed_models(&function.lifted, &mut faults);
    function.lifted.faulty = faults.any;
    bodies::block(&function.item.block, report);
}

/// A report that remembers whether something was added.
struct Faults<'r> {
    report: &'r mut Report,
    any: bool,
}

impl<'r> Faults<'r> {
    fn new(report: &'r mut Report) -> Self {
        Self { report, any: false }
    }

    fn fault(&mut self, at: impl quote::ToTokens, text: impl std::fmt::Display) {
        self.any = true;
        self.report.fault(at, text);
    }
}

/// Typed methods are inherent ones; a trait has its own callers.
fn inherent(methods: &Methods, report: &mut Report) -> bool {
    let known = methods.model().is_some();
    if let Some((path, _)) = &methods.item.trait_ {
        report.fault(
            path,
            "`#[fusible]` lifts inherent methods: move the tensor methods into an `impl` of their \
             own and leave this trait impl as it is",
        );
    } else if !known {
        report.fault(
            &methods.item.self_ty,
            "`#[fusible]` needs the name of a model here",
        );
    }
    known
}

/// The names of our carriers' own methods are taken.
fn reserved_name(method: &Lifted, faults: &mut Faults) {
    let name = unraw(&method.sig.ident);
    if RESERVED.contains(&name.as_str()) {
        faults.fault(
            &method.sig.ident,
            format_args!(
                "`{name}` is a method of fireproof's own on typed models: give this one another \
                 name, or move it into an `impl` without `#[fusible]`"
            ),
        );
    }
}

/// A typed model is only ever borrowed.
fn borrowed_receiver(method: &Lifted, faults: &mut Faults) {
    if !method.touches_tensors() {
        return;
    }
    if let Some(receiver) = method.sig.receiver()
        && !is_shared(receiver)
    {
        faults.fault(
            receiver,
            format_args!(
                "a typed model is borrowed: take `&self` in `{}`, or move the method into an \
                 `impl` without `#[fusible]`",
                method.sig.ident
            ),
        );
    }
}

/// Whether the receiver is `&self`.
pub(crate) fn is_shared(receiver: &syn::Receiver) -> bool {
    matches!(&receiver.kind, ReceiverKind::Reference(_, _, None))
}

/// A function of the plain kind.
fn plain_signature(lifted: &Lifted, faults: &mut Faults) {
    let sig = &lifted.sig;
    if !lifted.touches_tensors() {
        return;
    }
    if let Some(token) = &sig.asyncness {
        faults.fault(
            token,
            "an async function cannot be lifted: await the data, then call it",
        );
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        faults.fault(
            token,
            "an unsafe function cannot be lifted: make the unsafe part a function of its own",
        );
    }
    if let Some(abi) = &sig.abi {
        faults.fault(abi, "a foreign function cannot be lifted");
    }
}

/// Burn's tensors are handles; a state is decided by the value.
fn owned_tensors(lifted: &mut Lifted, structs: &[Ident], faults: &mut Faults) {
    let tensors = lifted.params.iter_mut();
    for param in tensors.filter(|param| param.operand && !param.model) {
        let Some(owned) = tensors::owned(&param.ty, structs) else {
            continue;
        };
        let (name, by_value) = (&param.ident, spelled(&owned));
        let remedy = match &param.ty {
            Type::Reference(reference) if matches!(*reference.elem, Type::Slice(_)) => {
                format!("take a `{by_value}` (cloning a tensor is cheap, as everywhere in Burn)")
            }
            Type::Reference(_) => format!(
                "take the tensor by value: `{name}: {by_value}` (cloning one is cheap, as \
                 everywhere in Burn)"
            ),
            _ => format!(
                "take the tensors by value: `{name}: {by_value}` (cloning one is cheap, as \
                 everywhere in Burn)"
            ),
        };
        faults.fault(&param.ty, remedy);
        // The twin goes on as if it had been done.
        param.ty = owned;
    }
}

/// A model is borrowed, as by its own methods.
fn borrowed_models(lifted: &Lifted, faults: &mut Faults) {
    for param in lifted.params.iter().filter(|param| param.model) {
        if !matches!(&param.ty, Type::Reference(reference) if reference.mutability.is_none()) {
            let (name, ty) = (&param.ident, spelled(&param.ty));
            let ty = ty.trim_start_matches("& mut ");
            faults.fault(
                &param.ty,
                format_args!("a model is borrowed: take `#[model] {name}: &{ty}`"),
            );
        }
    }
}

fn spelled(ty: &Type) -> String {
    quote::ToTokens::to_token_stream(ty)
        .to_string()
        .replace(" < ", "<")
        .replace(" >", ">")
        .replace(" ,", ",")
}

/// Without a tensor there is no state to lift over.
fn takes_tensors(lifted: &Lifted, faults: &mut Faults) {
    if lifted.operands().next().is_none() {
        faults.fault(
            &lifted.sig.ident,
            format_args!(
                "`{}` takes no tensor, so there is no state to lift it over: remove `#[fusible]`, or \
                 write `Tensor` out if a type alias hides one",
                lifted.sig.ident
            ),
        );
    }
}

/// A method belongs to an impl block.
fn no_receiver(lifted: &Lifted, faults: &mut Faults) {
    if let Some(FnArg::Receiver(receiver)) = lifted.sig.inputs.first() {
        faults.fault(
            receiver,
            "`#[fusible]` goes above the whole `impl` block, not above a method",
        );
    }
}
