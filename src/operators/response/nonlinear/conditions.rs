//! Temperature and irradiation of the elements (AFFE_VARC), which their laws read at both ends of each step.

use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Material, MaterialField, Property};
use crate::kernel::laws::{BarLaw, Conditioned, ConditionedBar, Conditions, Law, LawInfo};
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Signal;
use crate::operators::matrices::assembly::materials_at;

/// The materials at the first instant of the histories of temperatures: initial stiffnesses, masses.
pub(super) fn at_the_start(
    keywords: &Keywords,
    mesh: &Mesh,
    materials: Option<&Arc<MaterialField>>,
) -> Result<Option<Arc<MaterialField>>, CallError> {
    let first = |property: &Property| match property {
        Property::Function(history) => history.table().abscissae.first().copied(),
        _ => None,
    };
    let temperatures = materials.iter().flat_map(|field| field.temperatures.values());
    let instant = temperatures.filter_map(first).fold(f64::INFINITY, f64::min);
    if instant.is_finite() { materials_at(materials.cloned(), mesh, instant, keywords) } else { Ok(materials.cloned()) }
}

/// The conditions of a cell.
pub(super) fn of(
    place: &Keywords,
    mesh: &Mesh,
    materials: Option<&MaterialField>,
    cell: usize,
) -> Result<Conditions, CallError> {
    let Some(field) = materials else { return Ok(Conditions::default()) };
    let temperature = field.temperatures.get(&cell);
    let material = field.cells.get(cell).and_then(Option::as_ref);
    let elastic = material.and_then(|m| m.of_temperature.get("ELAS")).filter(|_| temperature.is_some());
    let young = elastic.and_then(|law| law.get("E"));
    let signal = |name: &str, property: Option<&Property>| match property {
        None => Ok(None),
        Some(Property::Number(value)) => Ok(Some(Signal::Constant(*value))),
        Some(Property::Function(function)) => Ok(Some(function.signal.clone())),
        Some(Property::Formula(_)) => {
            let label = &mesh.cells[cell].label;
            let message = format!("{name} of cell M{} ({label}) is a formula, and a function is needed", cell + 1);
            Err(Box::new(place.error("RELATION", "R361", message).help("make it with CALC_FONC_INTERP")))
        }
    };
    Ok(Conditions {
        temperature: signal("TEMP", temperature)?,
        irradiation: signal("IRRA", field.irradiations.get(&cell))?,
        young: signal("E", young)?,
    })
}

/// The law with the conditions of its element. Elements that do not expand by themselves have nothing to be told in ELAS.
pub(super) fn tell(
    law: Arc<dyn Law>,
    info: &LawInfo,
    conditions: Conditions,
    material: Option<&Material>,
    place: &Keywords,
) -> Result<Arc<dyn Law>, CallError> {
    if conditions.is_empty() {
        return Ok(law);
    }
    if info.name == "ELAS" {
        let varies = material.and_then(|m| m.of_temperature.get("ELAS")).is_some_and(|law| law.contains_key("ALPHA"));
        if varies {
            let message = "ALPHA of a discrete element is a function of the temperature, and must be a number";
            return Err(Box::new(place.error("RELATION", "R361", message).help("give ALPHA in ELAS")));
        }
        let expands = material.and_then(|m| m.laws.get("ELAS")?.get("ALPHA")).is_some_and(|alpha| *alpha != 0.0);
        if !expands {
            return Ok(law);
        }
    }
    Ok(Arc::new(Conditioned { law, conditions }))
}

/// Wraps the law of a bar with the conditions of its element.
pub(super) fn tell_bar(law: Arc<dyn BarLaw>, conditions: Conditions) -> Arc<dyn BarLaw> {
    match conditions.is_empty() {
        true => law,
        false => Arc::new(ConditionedBar { law, conditions }),
    }
}
