//! Local frames: ORIENTATION.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Model;
use crate::kernel::elements::{CellProperties, angles_of_direction, spin_for_y};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;

/// Applies one occurrence. The x axis of a segment follows its nodes: only its spin can be chosen. Points, and
/// segments of no length, take any frame.
pub fn assign(keywords: &Keywords, mesh: &Mesh, model: &Model, cells: &mut [CellProperties]) -> Result<(), CallError> {
    let way = keywords.text_if_given("CARA").unwrap_or_else(|| "".into());
    let values = keywords.reals("VALE");
    for cell in entities::cells_and_points(keywords, mesh, model)? {
        let angles = &mut cells[cell].angles;
        let segment = mesh.length(cell) > keywords.real_if_given("PRECISION").unwrap_or(0.0);
        match (&*way, segment, values.as_slice()) {
            ("ANGL_VRIL", true, &[spin]) => angles[2] = spin.to_radians(),
            ("ANGL_NAUT", false, &[a, b, c]) => *angles = [a, b, c].map(f64::to_radians),
            ("VECT_Y", true, &[x, y, z]) => {
                angles[2] = spin(keywords, mesh, cell, *angles, [x, y, z])?;
            }
            ("VECT_Z", true, &[x, y, z]) => {
                // Local z is a quarter of a turn after local y.
                angles[2] = spin(keywords, mesh, cell, *angles, [x, y, z])? - std::f64::consts::FRAC_PI_2;
            }
            ("VECT_X_Y", false, &[a, b, c, x, y, z]) => {
                if [a, b, c] == [0.0; 3] {
                    return Err(keywords.error("VALE", "R106", "the x vector of VECT_X_Y has no length"));
                }
                *angles = angles_of_direction([a, b, c]);
                angles[2] = spin(keywords, mesh, cell, *angles, [x, y, z])?;
            }
            ("ANGL_NAUT" | "VECT_X_Y", true, _) => {
                let message =
                    format!("{way} turns the x axis, and cell {} is a segment of some length", name(mesh, cell));
                let mut error = keywords.error("CARA", "R122", message);
                error.help = Some("its x axis goes from its first to its second node: use ANGL_VRIL or VECT_Y.".into());
                return Err(error);
            }
            ("ANGL_VRIL" | "VECT_Y" | "VECT_Z", false, _) => {
                let message = format!("{way} needs a segment, and cell {} has no length", name(mesh, cell));
                let mut error = keywords.error("CARA", "R122", message);
                error.help = Some("use ANGL_NAUT or VECT_X_Y on points.".into());
                return Err(error);
            }
            _ => {
                let message = format!("ORIENTATION with CARA='{way}' and {} values is not implemented", values.len());
                return Err(keywords.error("CARA", "R107", message));
            }
        }
    }
    Ok(())
}

fn spin(keywords: &Keywords, mesh: &Mesh, cell: usize, angles: [f64; 3], wanted: [f64; 3]) -> Result<f64, CallError> {
    spin_for_y(angles[0], angles[1], wanted).ok_or_else(|| {
        let message = format!("the vector given is along the x axis of cell {}", name(mesh, cell));
        keywords.error("VALE", "R106", message)
    })
}

fn name(mesh: &Mesh, cell: usize) -> String {
    format!("M{} ({})", cell + 1, mesh.cells[cell].label)
}
