//! AFFE_VARC: temperatures of cells, as a field on nodes or on cells (CHAM_GD) or as a history of such fields (EVOL).
//!
//! The irradiation (IRRA) is one that DIS_GRICRA reads. The temperature of a cell is the mean over its nodes. Beams and bars expand by `ALPHA (T - VALE_REF)`: their length changes
//! as it does for a temperature that is linear between the nodes. The strain acts in MECA_STATIQUE, and as a vector by
//! CALC_VECT_ELEM with OPTION='FORC_VARC'; internal forces are those of the strain that is left. Properties that are functions of
//! the temperature (ELAS_FO) become numbers here where the temperature is one, else at the instants of the analysis.

use std::sync::Arc;

use super::secant::secant;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{
    Concept, ElementField, Function, LoadValue, Material, MaterialField, Property, States, ThermalStrain,
};
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::{Extension, Interpolation, Signal, Table};
use crate::operators::call::entities;
use crate::operators::matrices::assembly::no_property;

/// A later occurrence takes over the cells it shares with an earlier one.
pub fn read(keywords: &Keywords, mesh: &Mesh, field: &mut MaterialField) -> Result<(), CallError> {
    let name = keywords.text("NOM_VARC")?;
    if &*name == "IRRA" {
        for cell in entities::selected_cells(keywords, mesh)? {
            let value = quantity(keywords, mesh, cell, "IRRA")?;
            field.irradiations.insert(cell, value);
        }
        return Ok(());
    }
    if &*name != "TEMP" {
        let mut error = keywords.error("NOM_VARC", "R107", format!("NOM_VARC='{name}' is not implemented"));
        error.help = Some("the temperature (TEMP) is, and the irradiation (IRRA) of DIS_GRICRA".into());
        return Err(error);
    }
    let reference = keywords.real("VALE_REF")?;
    // Neighbours have the same material: its coefficient is made once.
    let mut last: Option<(Arc<Material>, Property)> = None;
    for cell in entities::selected_cells(keywords, mesh)? {
        let Some(material) = field.cells.get(cell).cloned().flatten() else { continue };
        let law = material.laws.get("ELAS");
        let number = |name: &str| law.and_then(|law| law.get(name)).copied();
        let of_temperature = material.of_temperature.get("ELAS").and_then(|law| law.get("ALPHA")).is_some();
        let expands =
            mesh.cells[cell].nodes.len() == 2 && (of_temperature || number("ALPHA").is_some_and(|alpha| alpha != 0.0));
        let temperature = match quantity(keywords, mesh, cell, "TEMP") {
            // Nothing of this cell depends on it.
            Err(_) if !expands && material.of_temperature.is_empty() => continue,
            found => found?,
        };
        if expands {
            let coefficient = match last.take() {
                Some((known, coefficient)) if Arc::ptr_eq(&known, &material) => coefficient,
                _ => secant(keywords, &material, reference)?,
            };
            last = Some((material, coefficient.clone()));
            let value = strain(keywords, mesh, cell, temperature.clone(), coefficient, reference)?;
            field.expansion.insert(cell, value);
        } else {
            field.expansion.remove(&cell);
        }
        field.temperatures.insert(cell, temperature);
    }
    Ok(())
}

/// Properties of cells whose temperature is a number are numbers from here on.
pub fn settle(call: &Call, mesh: &Mesh, field: &mut MaterialField) -> Result<(), CallError> {
    let mut last: Option<(Arc<Material>, f64, Arc<Material>)> = None;
    for cell in 0..field.cells.len() {
        let (Some(Property::Number(temperature)), Some(material)) = (field.temperatures.get(&cell), &field.cells[cell])
        else {
            continue;
        };
        if material.of_temperature.is_empty() {
            continue;
        }
        // Most cells have the material and the temperature of the cell before.
        let fixed = match last.take() {
            Some((from, at, to)) if Arc::ptr_eq(&from, material) && at == *temperature => (from, at, to),
            _ => {
                let fixed =
                    material.at(*temperature).map_err(|fault| no_property(call, "AFFE_VARC", mesh, cell, &fault))?;
                (material.clone(), *temperature, Arc::new(fixed))
            }
        };
        field.cells[cell] = Some(fixed.2.clone());
        last = Some(fixed);
    }
    Ok(())
}

/// The strain of one cell: a number, a function of time where the coefficient is a number, else both functions.
fn strain(
    keywords: &Keywords,
    mesh: &Mesh,
    cell: usize,
    temperature: Property,
    coefficient: Property,
    reference: f64,
) -> Result<LoadValue, CallError> {
    match (&temperature, &coefficient) {
        (Property::Number(t), _) => {
            let alpha = coefficient.at(*t).map_err(|fault| no_property(keywords, "VALE_REF", mesh, cell, &fault))?;
            Ok(LoadValue::Number(alpha * (t - reference)))
        }
        (Property::Function(history), Property::Number(alpha)) => {
            let table = history.table();
            let ordinates = table.ordinates.iter().map(|t| alpha * (t - reference)).collect();
            let table = table.with_points(table.abscissae.clone(), ordinates);
            let signal = Signal::Table(Arc::new(table));
            Ok(LoadValue::Function(Arc::new(Function { parameter: "INST".into(), result: "EPX".into(), signal })))
        }
        _ => Ok(LoadValue::Heat(Arc::new(ThermalStrain { temperature, coefficient, reference }))),
    }
}

/// The temperature (TEMP) or the irradiation (IRRA) of a cell: a number, or a function of time.
fn quantity(keywords: &Keywords, mesh: &Mesh, cell: usize, component: &str) -> Result<Property, CallError> {
    match (keywords.concept("CHAM_GD").or(keywords.concept("CHAMP_GD")), keywords.concept("EVOL")) {
        (Some(Concept::CellField(given)), _) => mean(&given.values, mesh, cell, component)
            .map(Property::Number)
            .ok_or_else(|| no_value(keywords, "CHAM_GD", mesh, cell, component)),
        (_, Some(Concept::Fields(series))) => history(keywords, mesh, States::Fields(series), cell, component),
        _ => Err(entities::missing(keywords, "CHAM_GD", "a field of nodes or of cells (NOEU_TEMP_R, CART_TEMP_R)")),
    }
}

/// Mean over the nodes of a cell, or the value given for it.
fn mean(field: &ElementField, mesh: &Mesh, cell: usize, component: &str) -> Option<f64> {
    let column = field.components.iter().position(|c| c == component)?;
    if !field.at_nodes {
        return field.value(cell, 0, column).map(|z| z.re);
    }
    let nodes = &mesh.cells[cell].nodes;
    let values: Option<Vec<f64>> = nodes.iter().map(|node| Some(field.value(*node, 0, column)?.re)).collect();
    Some(values?.iter().sum::<f64>() / nodes.len() as f64)
}

/// The temperature or the irradiation as a function of time, linear between the states that have one.
fn history(
    keywords: &Keywords,
    mesh: &Mesh,
    states: States<'_>,
    cell: usize,
    component: &str,
) -> Result<Property, CallError> {
    if keywords.has("FONC_INST") {
        return Err(keywords.error("FONC_INST", "R107", "temperatures are taken at the time of the analysis"));
    }
    let name = keywords.text_if_given("NOM_CHAM").unwrap_or_else(|| component.into());
    let stored = |rank| Some((states.parameter("INST", rank)?, states.element(&name, rank)?));
    let (mut abscissae, mut ordinates) = (Vec::new(), Vec::new());
    for (instant, field) in (0..states.orders().len()).filter_map(stored) {
        abscissae.push(instant);
        let value = mean(field, mesh, cell, component);
        ordinates.push(value.ok_or_else(|| no_value(keywords, "EVOL", mesh, cell, component))?);
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
    let signal = Signal::Table(Arc::new(table));
    Ok(Property::Function(Arc::new(Function { parameter: "INST".into(), result: component.into(), signal })))
}

fn no_value(keywords: &Keywords, keyword: &str, mesh: &Mesh, cell: usize, component: &str) -> CallError {
    let label = &mesh.cells[cell].label;
    let message = format!("the field has no {component} on cell M{} ({label}) or at its nodes", cell + 1);
    let mut error = keywords.error(keyword, "R151", message);
    error.help = Some(format!(
        "make it with CREA_CHAMP: TYPE_CHAM='NOEU_{component}_R' or 'CART_{component}_R', NOM_CMP='{component}'"
    ));
    error
}
