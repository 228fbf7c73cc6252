//! AFFE_VARC: temperatures of beams and bars, as a field on nodes (CHAM_GD) or as a history of such fields (EVOL).
//!
//! A cell expands by `ALPHA (T - VALE_REF)`, with `T` the mean over its nodes: its length changes as it does for a
//! temperature that is linear between the nodes. The strain acts in MECA_STATIQUE, and as a vector by CALC_VECT_ELEM with
//! OPTION='FORC_VARC'; internal forces are those of the strain that is left.

use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{CellField, Concept, ElementField, FieldSeries, Function, LoadValue, MaterialField};
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::{Extension, Interpolation, Signal, Table};
use crate::operators::call::entities;

/// A later occurrence takes over the cells it shares with an earlier one.
pub fn expand(keywords: &Keywords, mesh: &Mesh, field: &mut MaterialField) -> Result<(), CallError> {
    let name = keywords.text("NOM_VARC")?;
    if &*name != "TEMP" {
        let mut error = keywords.error("NOM_VARC", "R107", format!("NOM_VARC='{name}' is not implemented"));
        error.help = Some("the temperature (TEMP) is: it expands beams and bars.".into());
        return Err(error);
    }
    let reference = keywords.real("VALE_REF")?;
    for cell in entities::selected_cells(keywords, mesh)? {
        let law = field.cells.get(cell).and_then(|m| m.as_ref()?.laws.get("ELAS"));
        let alpha = law.and_then(|law| law.get("ALPHA")).copied().unwrap_or(0.0);
        if alpha == 0.0 || mesh.cells[cell].nodes.len() != 2 {
            continue;
        }
        let strain = |temperature: f64| alpha * (temperature - reference);
        let value = match (keywords.concept("CHAM_GD").or(keywords.concept("CHAMP_GD")), keywords.concept("EVOL")) {
            (Some(Concept::CellField(given)), _) => LoadValue::Number(strain(of_field(keywords, mesh, given, cell)?)),
            (_, Some(Concept::Fields(series))) => history(keywords, mesh, series, cell, strain)?,
            _ => return Err(entities::missing(keywords, "CHAM_GD", "a field of temperatures on nodes (NOEU_TEMP_R)")),
        };
        field.expansion.insert(cell, value);
    }
    Ok(())
}

fn of_field(keywords: &Keywords, mesh: &Mesh, field: &CellField, cell: usize) -> Result<f64, CallError> {
    mean(&field.values, mesh, cell).ok_or_else(|| no_temperature(keywords, "CHAM_GD", mesh, cell))
}

/// Mean over the nodes of a cell.
fn mean(field: &ElementField, mesh: &Mesh, cell: usize) -> Option<f64> {
    let column = field.components.iter().position(|c| c == "TEMP").filter(|_| field.at_nodes)?;
    let nodes = &mesh.cells[cell].nodes;
    let values: Option<Vec<f64>> = nodes.iter().map(|node| Some(field.value(*node, 0, column)?.re)).collect();
    Some(values?.iter().sum::<f64>() / nodes.len() as f64)
}

/// The strain as a function of time, linear between the states that have a temperature.
fn history(
    keywords: &Keywords,
    mesh: &Mesh,
    series: &FieldSeries,
    cell: usize,
    strain: impl Fn(f64) -> f64,
) -> Result<LoadValue, CallError> {
    if keywords.has("FONC_INST") {
        return Err(keywords.error("FONC_INST", "R107", "temperatures are taken at the time of the analysis"));
    }
    let name = keywords.text_if_given("NOM_CHAM").unwrap_or_else(|| "TEMP".into());
    let fields = series.element.get(&*name).map_or(&[][..], Vec::as_slice);
    let instants = series.parameters.get("INST").map_or(&[][..], Vec::as_slice);
    let (mut abscissae, mut ordinates) = (Vec::new(), Vec::new());
    for (instant, field) in instants.iter().zip(fields) {
        let Some(field) = field else { continue };
        let value = mean(field, mesh, cell).ok_or_else(|| no_temperature(keywords, "EVOL", mesh, cell))?;
        abscissae.push(*instant);
        ordinates.push(strain(value));
    }
    if abscissae.is_empty() {
        return Err(keywords.error("EVOL", "R153", format!("the result has no field {name}")));
    }
    let extension = |name: &str| match keywords.text_if_given(name).as_deref() {
        Some("CONSTANT") => Extension::Constant,
        Some("LINEAIRE") => Extension::Linear,
        _ => Extension::Excluded,
    };
    let linear = (Interpolation::Linear, Interpolation::Linear);
    if abscissae.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(keywords.error("EVOL", "R151", "the instants of the result do not increase"));
    }
    let (left, right) = (extension("PROL_GAUCHE"), extension("PROL_DROITE"));
    let table = Table { abscissae, ordinates, interpolation: linear, left, right };
    let function = Function { parameter: "INST".into(), result: "EPX".into(), signal: Signal::Table(Arc::new(table)) };
    Ok(LoadValue::Function(Arc::new(function)))
}

fn no_temperature(keywords: &Keywords, keyword: &str, mesh: &Mesh, cell: usize) -> CallError {
    let label = &mesh.cells[cell].label;
    let message = format!("the field has no TEMP at the nodes of cell M{} ({label})", cell + 1);
    let mut error = keywords.error(keyword, "R151", message);
    error.help = Some("make it with CREA_CHAMP: TYPE_CHAM='NOEU_TEMP_R', NOM_CMP='TEMP'.".into());
    error
}
