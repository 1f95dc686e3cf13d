//! What the user said: items with their faults aside. Everything keeps the node it came from.

use proc_macro2::Ident;
use syn::{
    Attribute, Field, Fields, Generics, ItemFn, ItemImpl, Path, Signature, Type, TypePath,
    Visibility,
};

/// The arguments of `#[fusible(…)]` above an item.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) krate: Option<Path>,
    pub(crate) scheme: Option<Type>,
    /// The user's structs of tensors.
    pub(crate) tensors: Vec<Ident>,
}

/// A model struct or enum.
pub(crate) struct Structure {
    /// The configurations in which it exists.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) is_enum: bool,
}

/// The fields of a struct, or of one variant.
pub(crate) struct Shape {
    /// The variant, or none for a struct.
    pub(crate) variant: Option<Ident>,
    /// The configurations in which the variant exists.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) style: Style,
    pub(crate) slots: Vec<SlotField>,
}

/// How the fields are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

impl Style {
    pub(crate) fn of(fields: &Fields) -> Self {
        match fields {
            Fields::Named(_) => Self::Named,
            Fields::Unnamed(_) => Self::Tuple,
            Fields::Unit => Self::Unit,
        }
    }
}

/// A field, and whether it stays float.
pub(crate) struct SlotField {
    pub(crate) field: Field,
    pub(crate) skip: bool,
    /// The configurations in which it exists.
    pub(crate) cfgs: Vec<Attribute>,
}

/// An inherent impl block.
pub(crate) struct Methods {
    pub(crate) item: ItemImpl,
    pub(crate) lifted: Vec<Lifted>,
    /// The structs of tensors that its signatures may name.
    pub(crate) structs: Vec<Ident>,
}

impl Methods {
    /// The model, if this is an inherent impl of a type with a name.
    pub(crate) fn model(&self) -> Option<&TypePath> {
        let mut ty = &*self.item.self_ty;
        // What `macro_rules!` hands on as a `$model:ty` comes in invisible parentheses.
        while let Type::Group(group) = ty {
            ty = &group.elem;
        }
        match ty {
            Type::Path(path) if path.qself.is_none() && self.item.trait_.is_none() => Some(path),
            _ => None,
        }
    }
}

/// A free function.
pub(crate) struct Function {
    pub(crate) item: ItemFn,
    pub(crate) lifted: Lifted,
    /// The structs of tensors that its signature may name.
    pub(crate) structs: Vec<Ident>,
}

/// A function or method, seen as what goes in and what comes out.
#[derive(Clone)]
pub(crate) struct Lifted {
    /// Documentation and other attributes that a twin carries as well.
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) params: Vec<Parameter>,
    /// Whether the result mentions a tensor.
    pub(crate) returns_tensors: bool,
    /// A fault was found: the twin gets its signature and no body.
    pub(crate) faulty: bool,
}

/// One argument.
#[derive(Clone)]
pub(crate) struct Parameter {
    /// The name the twin gives it.
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// Whether it holds tensors or is a model, and so is an operand.
    pub(crate) operand: bool,
    /// Whether it is a borrowed model, under `#[model]`.
    pub(crate) model: bool,
}

impl Lifted {
    /// The arguments that hold tensors.
    pub(crate) fn operands(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.operand)
    }

    /// Whether tensors go in or come out.
    pub(crate) fn touches_tensors(&self) -> bool {
        self.returns_tensors || self.operands().next().is_some()
    }
}
