//! The elastic constants of cells, and material fields at an instant.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::MaterialField;
use crate::kernel::elements::Elasticity;
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::SignalFault;

/// A material field whose properties are those at an instant (s).
pub fn materials_at(
    materials: Option<Arc<MaterialField>>,
    mesh: &Mesh,
    instant: f64,
    keywords: &Keywords,
) -> Result<Option<Arc<MaterialField>>, CallError> {
    let Some(field) = materials else { return Ok(None) };
    match field.at(instant) {
        Ok(Cow::Borrowed(_)) => Ok(Some(field)),
        Ok(Cow::Owned(fixed)) => Ok(Some(Arc::new(fixed))),
        Err((cell, fault)) => Err(no_property(keywords, "CHAM_MATER", mesh, cell, &fault)),
    }
}

/// The error of a property without value at the temperature of a cell.
pub fn no_property(keywords: &Keywords, keyword: &str, mesh: &Mesh, cell: usize, fault: &SignalFault) -> CallError {
    let label = &mesh.cells[cell].label;
    let message = format!("the material of cell M{} ({label}) has no value at its temperature: {fault}", cell + 1);
    let error = keywords.error(keyword, "R142", message);
    Box::new(
        error.help("extend the functions of TEMP, or the history of temperatures, with PROL_GAUCHE and PROL_DROITE"),
    )
}

/// The elastic law of the material of a cell.
pub fn material_of(
    materials: Option<&MaterialField>,
    mesh: &Mesh,
    cell: usize,
    keywords: &Keywords,
) -> Result<IndexMap<String, f64>, CallError> {
    let material = materials.and_then(|m| m.cells.get(cell)?.as_ref());
    let label = &mesh.cells[cell].label;
    let Some((material, law)) = material.and_then(|m| Some((m, m.laws.get("ELAS")?))) else {
        let message = format!("the beam or bar M{} ({label}) has no elastic material", cell + 1);
        let mut error = keywords.error("CHAM_MATER", "R128", message);
        error.help = Some("give CHAM_MATER, the result of AFFE_MATERIAU, with ELAS on its group.".into());
        return Err(error);
    };
    let open = material.of_temperature.get("ELAS").into_iter().flat_map(|law| law.keys());
    let open: Vec<&str> = open.map(String::as_str).filter(|name| *name != "ALPHA").collect();
    if open.is_empty() {
        return Ok(law.clone());
    }
    let names = open.join(", ");
    let (message, help) = match materials.is_some_and(|m| m.temperatures.contains_key(&cell)) {
        true => (
            format!("{names} of the material of M{} ({label}) vary in time with its temperature", cell + 1),
            "MECA_STATIQUE, CALC_MATR_ELEM (INST) and CALC_CHAMP take properties at an instant; others need a temperature that does not vary",
        ),
        false => (
            format!(
                "{names} of the material of M{} ({label}) depend on the temperature, and the cell has none",
                cell + 1
            ),
            "give it one with AFFE_VARC of AFFE_MATERIAU, or constant functions",
        ),
    };
    Err(Box::new(keywords.error("CHAM_MATER", "R158", message).help(help)))
}

/// Its constants that elements are made of.
pub fn elasticity(law: &IndexMap<String, f64>) -> Elasticity {
    let constant = |name: &str| law.get(name).copied().unwrap_or(0.0);
    Elasticity { young: constant("E"), poisson: constant("NU"), density: constant("RHO") }
}
