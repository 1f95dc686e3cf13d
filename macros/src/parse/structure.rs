//! Model structs and enums.

use std::mem;

use syn::{Attribute, Fields, Ident, ItemEnum, ItemStruct, Variant};

use super::{arguments, attributes, words};
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
            cfgs: attributes::cfgs(&self.attrs),
            vis: self.vis.clone(),
            ident: self.ident.clone(),
            generics: self.generics.clone(),
            // The conditions of a struct are those of the whole item.
            shapes: vec![shape(None, Vec::new(), &mut self.fields, report)],
            is_enum: false,
        }
    }
}

impl Declares for ItemEnum {
    fn structure(&mut self, report: &mut Report) -> Structure {
        let shapes = self.variants.iter_mut().map(|variant| {
            hand_to_the_field(variant, report);
            let name = variant.ident.clone();
            let cfgs = attributes::cfgs(&variant.attrs);
            shape(Some(name), cfgs, &mut variant.fields, report)
        });
        Structure {
            cfgs: attributes::cfgs(&self.attrs),
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

/// Takes our attributes off a variant. With one unnamed field, which is all that Burn's derive
/// takes, there is no doubt what is meant: they are read as that field's.
fn hand_to_the_field(variant: &mut Variant, report: &mut Report) {
    let (ours, others): (Vec<_>, Vec<_>) = mem::take(&mut variant.attrs)
        .into_iter()
        .partition(|attr| attr.path().is_ident(words::FUSIBLE));
    variant.attrs = others;
    match &mut variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed[0].attrs.extend(ours);
        }
        _ => {
            for attr in &ours {
                report.fault(attr, "`#[fusible(skip)]` goes above a field of the variant");
            }
        }
    }
}

fn shape(
    variant: Option<Ident>,
    cfgs: Vec<Attribute>,
    fields: &mut Fields,
    report: &mut Report,
) -> Shape {
    let style = Style::of(fields);
    let slots = fields.iter_mut().map(|field| {
        let skip = arguments::field(&mut field.attrs, report);
        if style == Style::Tuple {
            followable(&field.attrs, report);
        }
        SlotField {
            cfgs: attributes::cfgs(&field.attrs),
            field: field.clone(),
            skip,
        }
    });
    Shape {
        slots: slots.collect(),
        variant,
        cfgs,
        style,
    }
}

/// A pattern of a tuple takes no attribute before Rust knows how long the tuple is.
fn followable(attrs: &[Attribute], report: &mut Report) {
    if let Some(attr) = attrs.iter().find(|attr| attributes::cfg(attr).is_some()) {
        report.fault(
            attr,
            "a `cfg` on a tuple field cannot be followed: give the fields names",
        );
    }
}
