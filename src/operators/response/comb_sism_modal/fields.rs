//! Fields of modes and static shapes as plain vectors, and back.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{ElementField, Field, ModeSet, NodalField, States};

/// What a vector of values is a field of.
#[derive(Clone)]
pub enum Template {
    Nodal(NodalField),
    Element(ElementField),
}

impl Template {
    /// Where the unit translation along a direction (0 to 2) has its ones.
    pub fn is_along(&self, direction: usize) -> Vec<bool> {
        match self {
            Template::Nodal(field) => {
                field.numbering.dofs().iter().map(|d| d.component as usize == direction).collect()
            }
            Template::Element(field) => vec![false; field.cells.iter().map(Vec::len).sum()],
        }
    }

    fn same_places(&self, other: &Template) -> bool {
        match (self, other) {
            (Template::Nodal(a), Template::Nodal(b)) => a.numbering.dofs() == b.numbering.dofs(),
            (Template::Element(a), Template::Element(b)) => {
                let lengths = |f: &ElementField| f.cells.iter().map(Vec::len).collect::<Vec<_>>();
                a.components == b.components && lengths(a) == lengths(b)
            }
            _ => false,
        }
    }

    pub fn nodal(&self, values: &[f64]) -> Option<NodalField> {
        match self {
            Template::Nodal(field) => Some(NodalField { values: values.to_vec(), ..field.clone() }),
            Template::Element(_) => None,
        }
    }

    pub fn element(&self, values: &[f64]) -> Option<ElementField> {
        let Template::Element(field) = self else { return None };
        let mut rest = values;
        let mut cells = Vec::with_capacity(field.cells.len());
        for cell in &field.cells {
            let (own, next) = rest.split_at(cell.len());
            cells.push(own.to_vec());
            rest = next;
        }
        Some(ElementField { cells, ..field.clone() })
    }
}

/// Name of the field of the modes that an option combines.
pub fn shape_name(option: &str) -> &str {
    if matches!(option, "VITE" | "ACCE_ABSOLU") { "DEPL" } else { option }
}

/// A field of one shape of a set.
pub fn shape(set: &ModeSet, rank: usize, name: &str) -> Option<(Template, Vec<f64>)> {
    Some(match States::Modes(set).field(name, rank)? {
        Field::Nodal(field) => {
            let mut field = Arc::unwrap_or_clone(field);
            let values = std::mem::take(&mut field.values);
            (Template::Nodal(field), values)
        }
        Field::Element(field, _) => {
            let values = field.cells.concat();
            (Template::Element(Arc::unwrap_or_clone(field)), values)
        }
    })
}

/// The fields of several shapes, all on the same places.
pub fn shapes(
    call: &Call,
    keyword: &str,
    set: &Arc<ModeSet>,
    ranks: &[usize],
    name: &str,
    like: Option<&Template>,
) -> Result<(Template, Vec<Vec<f64>>), CallError> {
    let mut template = like.cloned();
    let mut all = Vec::with_capacity(ranks.len());
    for &rank in ranks {
        let Some((found, values)) = shape(set, rank, name) else {
            return Err(no_field(call, keyword, set, rank, name));
        };
        if template.as_ref().is_some_and(|known| !known.same_places(&found)) {
            let order = set.orders.get(rank).copied().unwrap_or_default();
            let message =
                format!("the field {name} of shape {order} of {keyword} lies elsewhere than those it is combined with");
            let help = "compute it on the same cells for all modes and static shapes";
            return Err(Box::new(call.error(keyword, "R731", message).help(help)));
        }
        template.get_or_insert(found);
        all.push(values);
    }
    template.map(|t| (t, all)).ok_or_else(|| call.error(keyword, "R737", format!("{keyword} holds no shape")))
}

pub fn no_field(call: &Call, keyword: &str, set: &ModeSet, rank: usize, name: &str) -> CallError {
    let order = set.orders.get(rank).copied().unwrap_or_default();
    let message = format!("shape {order} of {keyword} has no field {name}");
    let family = if matches!(name, "REAC_NODA" | "FORC_NODA") { "FORCE" } else { "CONTRAINTE" };
    let help = format!("compute it first, on all shapes: CALC_CHAMP(reuse=..., RESULTAT=..., {family}='{name}')");
    Box::new(call.error(keyword, "R731", message).help(help))
}
