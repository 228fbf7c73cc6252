//! OPTION='RIGI_ROTA': centrifugal stiffness of beams under the rotations of loads.

use std::sync::Arc;

use super::elementary::{Request, element_matrices};
use super::load_request::{LoadRequest, member};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{BodyForce, Load};
use crate::kernel::assembly::ElementTerm;

/// The element matrices of an option; those of RIGI_ROTA come from the loads.
pub(super) fn matrices(
    request: &Request<'_>,
    loads: &[Arc<Load>],
    keywords: &Keywords,
) -> Result<Vec<ElementTerm>, CallError> {
    if request.option != "RIGI_ROTA" {
        return element_matrices(request, keywords);
    }
    let beams = LoadRequest {
        mesh: request.mesh,
        model: request.model,
        properties: request.properties,
        materials: request.materials,
        loads,
        instant_s: 0.0,
    };
    let all: Vec<usize> = (0..request.mesh.cells.len()).collect();
    let (mut terms, mut found) = (Vec::new(), false);
    for (force, cells) in loads.iter().flat_map(|load| &load.body_forces) {
        let BodyForce::Rotation { speed, .. } = *force else { continue };
        found = true;
        for &cell in cells.as_ref().unwrap_or(&all) {
            if !request.model.modelisations[cell].is_some_and(|m| m.is_beam()) {
                continue;
            }
            let Some((member, angles)) = member(&beams, cell, keywords)? else { continue };
            let Some(local) = member.centrifugal_stiffness(angles, speed) else { continue };
            terms.push(ElementTerm {
                cell,
                dofs: request.model.cell_dofs(cell),
                values: member.to_global(local, angles).into_rows(),
                imaginary: Vec::new(),
                symmetric: true,
            });
        }
    }
    if !found {
        let error = keywords.error("CHARGE", "R140", "RIGI_ROTA is made of a rotation, and no load of CHARGE has one");
        return Err(Box::new(error.help("give a load of AFFE_CHAR_MECA with ROTATION")));
    }
    Ok(terms)
}
