//! Fields on elements given by values (AFFE) or summed (COMB); temperatures and irradiations of cells (CART_TEMP_R, CART_IRRA_R).

use std::sync::Arc;

use super::counts::{check_count, wrong_count};
use super::nodal::support;
use super::on_nodes::no_numbers;
use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept, ElementField};
use crate::operators::Context;
use crate::operators::call::entities;

/// Assigns values that are constant over an element: at its nodes (ELNO), at its points of integration (ELGA: three on a
/// segment), on itself (ELEM).
pub fn assign(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let model = entities::model(call, "MODELE")?;
    let mesh = context.latest_mesh(call, &model.mesh);
    let kind = call.text("TYPE_CHAM")?;
    let mut components: Vec<String> = Vec::new();
    for keywords in call.factor("AFFE") {
        for name in keywords.texts("NOM_CMP") {
            if !components.iter().any(|c| **c == *name) {
                components.push(name.to_string());
            }
        }
    }
    let width = components.len();
    let mut cells = vec![Vec::new(); mesh.cells.len()];
    for keywords in call.factor("AFFE") {
        let (names, values) = (keywords.texts("NOM_CMP"), keywords.reals("VALE"));
        check_count(keywords, "VALE", values.len(), names.len())?;
        for cell in entities::cells_without_nodes(keywords, "R151", mesh)? {
            if model.modelisations.get(cell).copied().flatten().is_none() {
                continue;
            }
            let nodes = mesh.cells[cell].nodes.len();
            let points = points_of(&kind, nodes);
            cells[cell].resize(points * width, if call.is("PROL_ZERO", "OUI") { 0.0 } else { f64::NAN });
            for (name, value) in names.iter().zip(&values) {
                let Some(column) = components.iter().position(|c| **c == **name) else { continue };
                (0..points).for_each(|point| cells[cell][point * width + column] = *value);
            }
        }
    }
    let values = Arc::new(ElementField { components, cells, ..ElementField::default() });
    let name = field_name(&kind);
    Ok(CellField { mesh: model.mesh.clone(), model: Some(model.clone()), name, values, functions: Vec::new() })
}

/// Points of an element with this number of nodes in a field of a kind (`ELGA_SIEF_R`).
pub(super) fn points_of(kind: &str, nodes: usize) -> usize {
    match (&kind[..4.min(kind.len())], nodes) {
        ("ELEM", _) => 1,
        ("ELGA", 2) => 3,
        _ => nodes,
    }
}

/// Name of the fields of a kind: `SIEF_ELGA` of `ELGA_SIEF_R`.
pub(super) fn field_name(kind: &str) -> String {
    let mut parts = kind.split('_');
    match (parts.next(), parts.next()) {
        (Some(place), Some(quantity)) => format!("{quantity}_{place}"),
        _ => String::new(),
    }
}

/// A temperature or an irradiation for each cell, element or not; a later occurrence takes over the cells it shares with an earlier one.
pub fn conditions(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let kind = call.text("TYPE_CHAM")?;
    let own = if kind.contains("IRRA") { "IRRA" } else { "TEMP" };
    let mut cells = vec![Vec::new(); mesh.mesh.cells.len()];
    for keywords in call.factor("AFFE") {
        let (names, values) = (keywords.texts("NOM_CMP"), keywords.reals("VALE"));
        if let Some(other) = names.iter().find(|name| &***name != own) {
            let error = keywords.error("NOM_CMP", "R151", format!("{other} is no component of {kind}"));
            return Err(Box::new(error.help(format!("its component is {own}"))));
        }
        let ([value], 1) = (values.as_slice(), names.len()) else {
            return Err(wrong_count(keywords, "VALE", values.len(), names.len()));
        };
        for cell in entities::cells_without_nodes(keywords, "R151", &mesh.mesh)? {
            cells[cell] = vec![*value];
        }
    }
    let values = Arc::new(ElementField { components: vec![own.to_string()], cells, ..ElementField::default() });
    Ok(CellField { mesh, model: None, name: format!("{own}_CART"), values, functions: Vec::new() })
}

/// Lengths along a line (MODI_MAILLAGE/ABSC_CURV) at the nodes of each cell of it: ends, then inner nodes.
pub fn abscissae(call: &Call, context: &Context<'_>) -> Result<CellField, CallError> {
    let mesh = support(call, context)?;
    let Some(at) = &mesh.mesh.abscissae else {
        let error = call.error("MAILLAGE", "R151", "the mesh has no lengths along a line");
        return Err(Box::new(
            error.help("MODI_MAILLAGE(reuse=..., MAILLAGE=..., ABSC_CURV=_F(TOUT='OUI')) measures them"),
        ));
    };
    let width = mesh.mesh.cells.iter().map(|cell| cell.nodes.len()).max().unwrap_or(0);
    let values = |cell: &crate::kernel::mesh::Cell| -> Vec<f64> {
        let ends: Vec<f64> = cell.nodes.iter().take(2).map(|node| at[*node]).collect();
        let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return Vec::new() };
        if !(first.is_finite() && last.is_finite()) {
            return Vec::new();
        }
        let inner = cell.nodes.len().saturating_sub(2);
        let share = |k: usize| (k + 1) as f64 / (inner + 1) as f64;
        let mut row: Vec<f64> =
            ends.iter().copied().chain((0..inner).map(|k| first + share(k) * (last - first))).collect();
        row.resize(width, f64::NAN);
        row
    };
    let cells = mesh.mesh.cells.iter().map(values).collect();
    let components = (1..=width).map(|k| format!("ABSC{k}")).collect();
    let values = Arc::new(ElementField { components, cells, ..ElementField::default() });
    Ok(CellField { mesh, model: None, name: "ABSC_CART".to_string(), values, functions: Vec::new() })
}

/// `Σ COEF_R field`, of fields on the same points.
pub fn linear(call: &Call) -> Result<CellField, CallError> {
    let mut sum: Option<CellField> = None;
    for keywords in call.factor("COMB") {
        let Some(Concept::CellField(source)) = keywords.concept("CHAM_GD") else {
            return Err(entities::missing(keywords, "CHAM_GD", "a field on elements"));
        };
        if !source.functions.is_empty() {
            return Err(no_numbers(keywords, "CHAM_GD"));
        }
        let factor = keywords.real("COEF_R")?;
        let scaled = |cells: &[Vec<f64>]| -> Vec<Vec<f64>> {
            cells.iter().map(|values| values.iter().map(|x| factor * x).collect()).collect()
        };
        let own = ElementField {
            cells: scaled(&source.values.cells),
            imaginary: scaled(&source.values.imaginary),
            ..ElementField::clone(&source.values)
        };
        let Some(total) = &mut sum else {
            sum = Some(CellField { values: Arc::new(own), ..CellField::clone(source) });
            continue;
        };
        let shape = |f: &ElementField| (f.components.clone(), f.cells.iter().map(Vec::len).collect::<Vec<_>>());
        if shape(&total.values) != shape(&own) || total.values.imaginary.len() != own.imaginary.len() {
            return Err(keywords.error("CHAM_GD", "R152", "the fields do not have the same points and components"));
        }
        let values = Arc::make_mut(&mut total.values);
        for (to, from) in
            values.cells.iter_mut().chain(&mut values.imaginary).zip(own.cells.iter().chain(&own.imaginary))
        {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
    }
    sum.ok_or_else(|| entities::missing(call, "COMB", "a list of fields"))
}
