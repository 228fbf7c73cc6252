//! Strains of bars: EPSI_ (all of the strain) and EPME_ (without that of heat).

use super::fields_of_state::Job;
use super::states::State;
use crate::catalogue::CallError;
use crate::concepts::ElementField;
use crate::kernel::elements::{Bar, Member};
use crate::operators::matrices::assembly::no_property;

impl Job<'_> {
    /// Strains of bars at their nodes: all of it (EPSI), or without that of heat (EPME).
    pub(super) fn bar_strains(&self, name: &str, state: &State) -> Result<ElementField, CallError> {
        let complex = state.displacement.is_complex();
        let mut field = self.blank(&BAR_STRAIN, complex);
        let materials = self.source.materials.as_deref().filter(|_| name.starts_with("EPME"));
        let mut any = false;
        for element in &self.elements {
            let Some(Member::Bar(bar)) = &element.member else { continue };
            any = true;
            let heat = materials.and_then(|m| m.expansion.get(&element.cell));
            let heat = heat.map_or(Ok(0.0), |value| value.at(state.at, [0.0; 3]));
            let heat = heat.map_err(|fault| no_property(self.call, "CHAM_MATER", self.mesh, element.cell, &fault))?;
            for (cells, imaginary) in [(&mut field.cells, false), (&mut field.imaginary, true)] {
                if let (Some(values), true) = (cells.get_mut(element.cell), complex || !imaginary) {
                    let own = if imaginary { 0.0 } else { heat };
                    *values = vec![bar_strain(bar, &element.local(&state.displacement, imaginary)) - own; 2];
                }
            }
        }
        if !any {
            let error =
                self.call.error("RESULTAT", "R704", format!("{name} is for bars, and none of the cells is one"));
            return Err(Box::new(error.help("beams have generalised strains: DEGE_ELNO")));
        }
        Ok(field)
    }
}

/// Component of EPSI_ and EPME_, which bars have.
const BAR_STRAIN: [&str; 1] = ["EPXX"];

/// Axial strain of a bar from the displacements of its nodes in local axes, `(u2 - u1) / L`.
fn bar_strain(bar: &Bar, displacements: &[f64]) -> f64 {
    let second = displacements.get(bar.axes).copied().unwrap_or(0.0);
    (second - displacements.first().copied().unwrap_or(0.0)) / bar.length
}
