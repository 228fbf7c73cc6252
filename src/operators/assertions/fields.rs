//! One value of a field: a component at a node or at a point of an element, or a sum or extreme.

use super::expectation::summary;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{ElementField, MeshValue, ModeSet, NodalField};
use crate::kernel::assembly::Component;
use crate::operators::{Context, entities};
use crate::verdict::Compared;

impl ModeSet {
    /// DEPL of a mode as a field, VITE and ACCE where the set carries them; `None` for other names.
    pub fn nodal_field(&self, mode: usize, name: &str) -> Option<NodalField> {
        let (numbering, mesh) = (self.numbering()?, self.mesh.as_ref()?);
        if name != "DEPL" {
            return None;
        }
        Some(NodalField {
            mesh: mesh.clone(),
            numbering: numbering.clone(),
            values: self.modes[mode].values.clone(),
            imaginary: self.modes[mode].imaginary.clone(),
            present: None,
            imposed: Vec::new(),
            model: self.model.clone(),
        })
    }
}

fn at_rank(field: &NodalField, rank: usize) -> Compared {
    if field.imaginary.is_empty() { Compared::Real(field.values[rank]) } else { Compared::Complex(field.complex(rank)) }
}

/// The value a TEST_RESU occurrence asks of a nodal field, and how to name it.
pub fn nodal_value(
    call: &Call,
    keywords: &Keywords,
    context: &Context<'_>,
    field: &NodalField,
) -> Result<(String, Compared), CallError> {
    let component = keywords.text("NOM_CMP");
    let present = |rank: &usize| field.present.as_ref().is_none_or(|p| p.get(*rank).copied().unwrap_or(false));
    if let Some(kind) = keywords.text("TYPE_TEST") {
        let dofs = field.numbering.dofs().iter().enumerate();
        let wanted = |name: &str| component.as_ref().is_none_or(|c| **c == *name);
        let values: Vec<Compared> = dofs
            .filter(|(rank, dof)| wanted(dof.component.name()) && present(rank))
            .map(|(rank, _)| at_rank(field, rank))
            .collect();
        let label = format!("{kind} of {}", component.as_deref().unwrap_or("all components"));
        return summary(&kind, &values)
            .map(|v| (label, v))
            .ok_or_else(|| keywords.error("TYPE_TEST", "T005", format!("{kind}: no value that allows it")));
    }
    let mesh = context.latest_mesh(call, &field.mesh);
    let nodes = entities::node_groups(keywords, "GROUP_NO", mesh)?;
    let (Some(node), Some(name)) = (nodes.first().copied(), component) else {
        return Err(keywords.error("NOM_CMP", "T005", "give GROUP_NO and NOM_CMP, or TYPE_TEST"));
    };
    let rank = Component::from_name(&name).and_then(|c| field.numbering.rank(node, c)).filter(|r| present(r));
    let Some(rank) = rank else {
        let known: Vec<&str> =
            field.numbering.dofs().iter().filter(|d| d.node == node).map(|d| d.component.name()).collect();
        let message = format!("node {} has no component {name}", node + 1);
        let help = format!("it has {}", known.join(", "));
        return Err(Box::new(keywords.error("NOM_CMP", "T005", message).help(help)));
    };
    let place = keywords.text("GROUP_NO").map_or(format!("node {}", node + 1), |g| g.to_string());
    Ok((format!("{name} at {place}"), at_rank(field, rank)))
}

/// The value a TEST_RESU occurrence asks of a field on elements.
pub fn element_value(
    call: &Call,
    keywords: &Keywords,
    context: &Context<'_>,
    mesh: &MeshValue,
    field: &ElementField,
) -> Result<(String, Compared), CallError> {
    let names = || field.components.join(", ");
    let column = match keywords.text("NOM_CMP") {
        Some(name) => match field.components.iter().position(|c| **c == *name) {
            Some(column) => Some((name, column)),
            None => {
                let message = format!("this field has no component {name}");
                return Err(Box::new(keywords.error("NOM_CMP", "T005", message).help(format!("it has {}", names()))));
            }
        },
        None => None,
    };
    let width = field.components.len().max(1);
    let value = |cell: usize, at: usize| {
        let real = field.cells[cell][at];
        match field.imaginary.get(cell).and_then(|v| v.get(at)) {
            Some(imaginary) => Compared::Complex(num_complex::Complex64::new(real, *imaginary)),
            None => Compared::Real(real),
        }
    };
    if let Some(kind) = keywords.text("TYPE_TEST") {
        let wanted = |at: usize| column.as_ref().is_none_or(|(_, c)| at % width == *c);
        let all = (0..field.cells.len()).flat_map(|c| (0..field.cells[c].len()).map(move |at| (c, at)));
        let values: Vec<Compared> = all.filter(|(_, at)| wanted(*at)).map(|(c, at)| value(c, at)).collect();
        let label = format!("{kind} of {}", column.map_or("all components".to_string(), |(n, _)| n.to_string()));
        return summary(&kind, &values)
            .map(|v| (label, v))
            .ok_or_else(|| keywords.error("TYPE_TEST", "T005", format!("{kind}: no value that allows it")));
    }
    let mesh = context.latest_mesh(call, mesh);
    let cells = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    let (Some(cell), Some((name, column))) = (cells.first().copied(), column) else {
        return Err(keywords.error("NOM_CMP", "T005", "give GROUP_MA and NOM_CMP, or TYPE_TEST"));
    };
    let points = field.cells.get(cell).map_or(0, |v| v.len() / width);
    let point = if let Some(node) = entities::node_groups(keywords, "GROUP_NO", mesh)?.first() {
        mesh.cells[cell].nodes.iter().position(|n| n == node).map(|p| p + 1)
    } else {
        keywords.integer("POINT").map_or(Some(1), |p| usize::try_from(p).ok())
    };
    let Some(point) = point.filter(|p| (1..=points).contains(p)) else {
        let message = format!("the field has {points} point(s) on cell {}, not the one asked", cell + 1);
        return Err(keywords.error("GROUP_MA", "T005", message));
    };
    let group = keywords.text("GROUP_MA").unwrap_or_default();
    Ok((format!("{name} on {group} point {point}"), value(cell, (point - 1) * width + column)))
}
