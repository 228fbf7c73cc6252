//! What the temperature of a material field does to a structure: initial strains of its beams and bars.

use std::sync::Arc;

use crate::concepts::{InitialStrain, Load, LoadValue, MaterialField, Model};

/// The strains as a load; `None` when nothing has a temperature.
pub fn expansion(materials: Option<&MaterialField>, model: &Arc<Model>) -> Option<Arc<Load>> {
    let carries =
        |cell: usize| model.modelisations.get(cell).copied().flatten().is_some_and(|m| m.is_beam() || m.is_bar());
    let zero = || LoadValue::Number(0.0);
    let cells = materials?.expansion.iter().filter(|(cell, _)| carries(**cell));
    let strains: Vec<InitialStrain> =
        cells.map(|(cell, value)| InitialStrain { cell: *cell, values: [value.clone(), zero(), zero()] }).collect();
    (!strains.is_empty()).then(|| Arc::new(Load { model: Some(model.clone()), strains, ..Load::default() }))
}
