//! Model structs and enums.

use syn::{Fields, ItemEnum, ItemStruct};

use super::arguments;
use crate::model::{Shape, SlotField, Structure, Style};
use crate::report::Report;

/// An item that declares a model.
pub(crate) trait Declares {
    /// Reads it, and takes our attributes off its fields.
    fn structure(&mut self, report: &mut Report) -> Structure;
}

impl Declares for ItemStruct {
    fn structure(&mut self, report: &mut Report) -> Structure {
        Structure {
            attrs: self.attrs.clone(),
            vis: self.vis.clone(),
            ident: self.ident.clone(),
            generics: self.generics.clone(),
            shapes: vec![shape(None, &mut self.fields, report)],
            is_enum: false,
        }
    }
}

impl Declares for ItemEnum {
    fn structure(&mut self, report: &mut Report) -> Structure {
        let shapes = self.variants.iter_mut().map(|variant| {
            let name = variant.ident.clone();
            shape(Some(name), &mut variant.fields, report)
        });
        Structure {
            attrs: self.attrs.clone(),
            vis: self.vis.clone(),
            ident: self.ident.clone(),
            generics: self.generics.clone(),
            shapes: shapes.collect(),
            is_enum: true,
        }
    }
}

/// Reads a model, and takes our attributes off its fields.
pub(crate) fn structure(item: &mut impl Declares, report: &mut Report) -> Structure {
    item.structure(report)
}

fn shape(variant: Option<syn::Ident>, fields: &mut Fields, report: &mut Report) -> Shape {
    Shape {
        variant,
        style: Style::of(fields),
        slots: fields
            .iter_mut()
            .map(|field| {
                let skip = arguments::field(&mut field.attrs, report);
                SlotField {
                    field: field.clone(),
                    skip,
                }
            })
            .collect(),
    }
}
