//! Strains of bars: all of it (EPSI_), without that of heat (EPME_), what is neither heat nor elastic (EPSP_), and those of the state
//! variables alone (EPVC_).

use super::fields_of_state::Job;
use super::states::State;
use crate::catalogue::CallError;
use crate::concepts::ElementField;
use crate::kernel::elements::{Bar, Member};
use crate::operators::matrices::assembly::no_property;

impl Job<'_> {
    /// A field EPSI_, EPME_, EPSP_ or EPVC_ of bars, at their nodes. EPSP_ is of nonlinear analyses: it takes the force that they stored
    /// and the modulus at the temperature of the instant.
    pub(super) fn bar_strains(&self, name: &str, rank: usize, state: &State) -> Result<ElementField, CallError> {
        let complex = state.displacement.is_complex();
        let of_variables = name.starts_with("EPVC");
        let mut field = self.blank(if of_variables { &OF_VARIABLES } else { &BAR_STRAIN }, complex);
        let forces = match name.starts_with("EPSP") {
            true => Some(self.kept_forces(rank, name)?.ok_or_else(|| self.no_plasticity(name))?),
            false => None,
        };
        let force = |cell: usize| {
            let forces = forces.as_ref()?;
            forces.value(cell, 0, forces.components.iter().position(|c| c == "N")?).map(|z| z.re)
        };
        let materials = self.source.materials.as_deref().filter(|_| !name.starts_with("EPSI"));
        let mut any = false;
        for element in &self.elements {
            let Some(Member::Bar(bar)) = &element.member else { continue };
            any = true;
            let heat = materials.and_then(|m| m.expansion.get(&element.cell));
            let heat = heat.map_or(Ok(0.0), |value| value.at(state.at, [0.0; 3]));
            let heat = heat.map_err(|fault| no_property(self.call, "CHAM_MATER", self.mesh, element.cell, &fault))?;
            let elastic = force(element.cell).map_or(0.0, |n| n / (bar.material.young * bar.area));
            for (cells, imaginary) in [(&mut field.cells, false), (&mut field.imaginary, true)] {
                let Some(values) = cells.get_mut(element.cell).filter(|_| complex || !imaginary) else { continue };
                let own = if imaginary { 0.0 } else { heat };
                *values = match of_variables {
                    true => [own, own, own, 0.0, 0.0, 0.0].repeat(2),
                    false => {
                        vec![bar_strain(bar, &element.local(&state.displacement, imaginary)) - own - elastic; 2]
                    }
                };
            }
        }
        if !any {
            let error =
                self.call.error("RESULTAT", "R704", format!("{name} is for bars, and none of the cells is one"));
            return Err(Box::new(error.help("beams have generalised strains: DEGE_ELNO")));
        }
        Ok(field)
    }

    fn no_plasticity(&self, name: &str) -> CallError {
        let error = self.call.error("RESULTAT", "R704", format!("{name} belongs to nonlinear analyses"));
        Box::new(error.help("this result is elastic: its strains are EPSI_, and EPME_ without that of heat"))
    }
}

/// Component of EPSI_, EPME_ and EPSP_, which bars have.
const BAR_STRAIN: [&str; 1] = ["EPXX"];
/// Components of EPVC_: heat along the three axes, drying, hydration, pressure.
const OF_VARIABLES: [&str; 6] = ["EPTHER_L", "EPTHER_T", "EPTHER_N", "EPSECH", "EPHYDR", "EPPTOT"];

/// Axial strain of a bar from the displacements of its nodes in local axes, `(u2 - u1) / L`.
fn bar_strain(bar: &Bar, displacements: &[f64]) -> f64 {
    let second = displacements.get(bar.axes).copied().unwrap_or(0.0);
    (second - displacements.first().copied().unwrap_or(0.0)) / bar.length
}
