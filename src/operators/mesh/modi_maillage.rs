//! MODI_MAILLAGE: moves the nodes of a mesh (scale, translation, rotation, other axes, symmetry, a displacement
//! field), gives the cells of a line one direction, or measures the length along it.
//!
//! ```python
//! MESH = MODI_MAILLAGE(reuse=MESH, MAILLAGE=MESH, ECHELLE=0.001)
//! ```
//!
//! Several at once are applied in this order: deformation, translation, scale, rotations or other axes,
//! symmetry.

use std::sync::Arc;

use super::lines;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue, NodalField};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::kernel::mesh::vector::{Vector, cross, dot, minus, unit};
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const MODI_MAILLAGE: Operator = Operator { name: "MODI_MAILLAGE", run: modify_mesh, check: Check::Rehearsed };

/// Relative random moves of nodes up to this do not matter.
const NEGLIGIBLE_NOISE: f64 = 1e-6;

fn modify_mesh(call: &Call, context: &mut Context<'_>) -> Outcome {
    let given = entities::mesh(call, "MAILLAGE")?;
    let mut mesh = Mesh::clone(context.latest_mesh(call, given));
    if let Some(deform) = call.one("DEFORME")
        && deform.is("OPTION", "TRAN")
    {
        if let Some(Concept::NodalField(field)) = deform.concept("DEPL") {
            displace(&mut mesh, field);
        }
        let noise = deform.real_if_given("ALEA").unwrap_or(0.0);
        if noise.abs() > NEGLIGIBLE_NOISE {
            let message = format!("random perturbations of the nodes are not implemented: ALEA={noise}");
            let mut error = deform.error("ALEA", "R107", message);
            error.help = Some(format!("up to {NEGLIGIBLE_NOISE} it is taken as no perturbation."));
            return Err(error);
        }
    }
    let translation = call.reals("TRANSLATION");
    if !translation.is_empty() {
        let t = vector(&translation);
        each(&mut mesh, |x| add(x, t));
    }
    if let Some(scale) = call.real_if_given("ECHELLE") {
        each(&mut mesh, |x| x.map(|v| v * scale));
    }
    for rotation in call.factor("ROTATION") {
        rotate(&mut mesh, rotation)?;
    }
    if let Some(basis) = call.one("MODI_BASE") {
        change_axes(&mut mesh, basis)?;
    }
    if let Some(symmetry) = call.one("SYMETRIE") {
        reflect(&mut mesh, symmetry)?;
    }
    for line in call.factor("ORIE_LIGNE") {
        lines::orient(line, &mut mesh)?;
    }
    if let Some(line) = call.one("ABSC_CURV") {
        let cells = entities::selected_cells(line, &mesh)?;
        let origin = entities::single_node(line, "GROUP_NO_ORIG", &mesh)?;
        let abscissae = lines::along(&mesh, &cells, origin);
        mesh.abscissae = Some(abscissae.map_err(|message| line.error("GROUP_NO_ORIG", "R105", message))?);
    }
    set_result(call, Concept::Mesh(MeshValue { identity: given.identity, mesh: Arc::new(mesh) }))
}

fn displace(mesh: &mut Mesh, field: &NodalField) {
    for (n, node) in mesh.nodes.iter_mut().enumerate() {
        for (x, component) in node.position.iter_mut().zip([Component::Dx, Component::Dy, Component::Dz]) {
            if let Some(rank) = field.numbering.rank(n, component) {
                *x += field.values[rank];
            }
        }
    }
}

/// Turns about an axis through POIN_1, along DIR or towards POIN_2 (the Z axis when neither is there), by
/// Rodrigues' formula.
fn rotate(mesh: &mut Mesh, keywords: &Keywords) -> Result<(), CallError> {
    let centre = vector(&keywords.reals("POIN_1"));
    let (name, axis) = match (keywords.get("DIR"), keywords.get("POIN_2")) {
        (Some(_), _) => ("DIR", vector(&keywords.reals("DIR"))),
        (None, Some(_)) => ("POIN_2", minus(vector(&keywords.reals("POIN_2")), centre)),
        (None, None) => ("ANGLE", [0.0, 0.0, 1.0]),
    };
    let axis = unit(axis).ok_or_else(|| keywords.error(name, "R106", format!("{name} gives an axis of no length")))?;
    let angle = keywords.real_if_given("ANGL").or_else(|| keywords.real_if_given("ANGLE")).unwrap_or(0.0).to_radians();
    let (s, c) = (libm::sin(angle), libm::cos(angle));
    each(mesh, |x| {
        let r = minus(x, centre);
        let (along, across) = (dot(axis, r), cross(axis, r));
        std::array::from_fn(|i| centre[i] + c * r[i] + s * across[i] + (1.0 - c) * along * axis[i])
    });
    Ok(())
}

/// Coordinates along VECT_X and VECT_Y, made square to it (in the plane, along VECT_X and across it).
fn change_axes(mesh: &mut Mesh, keywords: &Keywords) -> Result<(), CallError> {
    let flat = || keywords.error("VECT_X", "R106", "VECT_X and VECT_Y do not span a plane");
    let x = unit(vector(&keywords.reals("VECT_X"))).ok_or_else(flat)?;
    let y = match keywords.get("VECT_Y") {
        Some(_) => vector(&keywords.reals("VECT_Y")),
        None => cross([0.0, 0.0, 1.0], x),
    };
    let z = unit(cross(x, y)).ok_or_else(flat)?;
    let axes = [x, cross(z, x), z];
    each(mesh, |point| axes.map(|axis| dot(axis, point)));
    Ok(())
}

/// Mirrors in the line (plane meshes) or the plane through POINT and along AXE_1 and AXE_2.
fn reflect(mesh: &mut Mesh, keywords: &Keywords) -> Result<(), CallError> {
    let point = vector(&keywords.reals("POINT"));
    let first = vector(&keywords.reals("AXE_1"));
    let second = keywords.get("AXE_2").map_or([0.0, 0.0, 1.0], |_| vector(&keywords.reals("AXE_2")));
    let normal = unit(cross(first, second))
        .ok_or_else(|| keywords.error("AXE_1", "R106", "AXE_1 and AXE_2 do not span a plane"))?;
    each(mesh, |x| {
        let distance = dot(normal, minus(x, point));
        std::array::from_fn(|i| x[i] - 2.0 * distance * normal[i])
    });
    Ok(())
}

fn each(mesh: &mut Mesh, map: impl Fn(Vector) -> Vector) {
    for node in &mut mesh.nodes {
        node.position = map(node.position);
    }
}

/// Two or three coordinates; the third is 0 when it is not given.
fn vector(values: &[f64]) -> Vector {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
}

fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Given, Value};
    use crate::io::mail;

    fn line() -> Mesh {
        let text = "COOR_3D A 0 0 0 B 3 4 0 C 3 4 2 FINSF SEG2 S B A T B C FINSF FIN";
        mail::read("m", text.as_bytes()).unwrap()
    }

    fn keywords(pairs: &[(&'static str, &[f64])]) -> Keywords {
        let mut keywords = Keywords::new(None);
        for (name, values) in pairs {
            let values = values.iter().map(|v| Value::Real(*v)).collect();
            keywords.insert(name, Given { values, span: None });
        }
        keywords
    }

    #[test]
    fn other_axes() {
        let mut mesh = line();
        change_axes(&mut mesh, &keywords(&[("VECT_X", &[0.0, 2.0, 0.0]), ("VECT_Y", &[0.0, 1.0, 1.0])])).unwrap();
        assert_eq!(mesh.nodes[2].position, [4.0, 2.0, 3.0]);
        let mut mesh = line();
        change_axes(&mut mesh, &keywords(&[("VECT_X", &[0.0, 1.0])])).unwrap();
        assert_eq!(mesh.nodes[1].position, [4.0, -3.0, 0.0]);
        assert!(change_axes(&mut mesh, &keywords(&[("VECT_X", &[0.0, 0.0])])).is_err());
    }

    #[test]
    fn quarter_turn_and_mirror() {
        let mut mesh = line();
        rotate(&mut mesh, &keywords(&[("POIN_1", &[1.0, 0.0]), ("ANGLE", &[90.0])])).unwrap();
        let x = mesh.nodes[1].position;
        assert!((x[0] + 3.0).abs() < 1e-14 && (x[1] - 2.0).abs() < 1e-14);
        let mut mesh = line();
        reflect(&mut mesh, &keywords(&[("POINT", &[0.0, 1.0]), ("AXE_1", &[1.0, 0.0])])).unwrap();
        assert_eq!(mesh.nodes[1].position, [3.0, -2.0, 0.0]);
        assert!(rotate(&mut mesh, &keywords(&[("POIN_1", &[0.0, 0.0]), ("DIR", &[0.0, 0.0])])).is_err());
    }
}
