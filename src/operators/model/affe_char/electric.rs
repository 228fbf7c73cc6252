//! FORCE_ELEC: forces on a conductor by another one, for a unit product of currents (which the multiplying function holds).
//!
//! At a point of a beam of unit axis `e`, at the distance `d` of a straight infinite wire, the line force is `1/d` towards
//! the wire: along `e × B`, with `B` the field that turns about the wire. A wire with ends, seen from the point under the
//! angles `θ1`, `θ2`, gives the part `(cos θ1 - cos θ2) / 2` of it. The sum is over 100 points of each beam, with cubic
//! shapes. For an infinite wire the abscissa runs from the second node, as in the reference (it changes nothing when the
//! conductors are parallel).

use super::place::LoadPlace;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Load, LoadValue, Modelisation};
use crate::kernel::mesh::vector::{across, cross, minus, norm, unit};
use crate::operators::call::entities;
use crate::operators::model::affe_char::components::FORCES;

/// The other conductor.
enum Wire {
    /// Through a point, along a unit vector.
    Infinite { origin: [f64; 3], axis: [f64; 3] },
    /// Between two points.
    Finite { ends: [[f64; 3]; 2], axis: [f64; 3] },
    /// Parallel to each beam, at this translation from it.
    Beside([f64; 3]),
    /// Parallel to each beam, at a distance from it on the side of a point.
    Towards { point: [f64; 3], distance: f64 },
}

pub fn read(keywords: &Keywords, place: &LoadPlace<'_>, load: &mut Load) -> Result<(), CallError> {
    let wire = Wire::read(keywords)?;
    for cell in entities::selected_cells(keywords, place.mesh)? {
        let is_beam = place.model.modelisations[cell].is_some_and(Modelisation::is_beam);
        let (Some(axis), &[first, last]) = (unit(place.mesh.direction(cell)), place.mesh.cells[cell].nodes.as_slice())
        else {
            continue;
        };
        if !is_beam {
            continue;
        }
        let length = place.mesh.length(cell);
        let (x1, x2) = (place.mesh.nodes[first].position, place.mesh.nodes[last].position);
        let mut sums = [[0.0; 3]; 4];
        for i in 0..100 {
            let a = (f64::from(i) + 0.5) / 100.0;
            let (near, far) = if matches!(wire, Wire::Finite { .. }) { (x1, x2) } else { (x2, x1) };
            let x: [f64; 3] = std::array::from_fn(|k| near[k] * (1.0 - a) + far[k] * a);
            let Some((u, force)) = wire.force(x, axis) else { continue };
            let w = cross(axis, u);
            let weight = 0.01 * length * force;
            let shapes = [
                1.0 - 3.0 * a * a + 2.0 * a * a * a,
                length * (a - 2.0 * a * a + a * a * a),
                3.0 * a * a - 2.0 * a * a * a,
                length * (a * a * a - a * a),
            ];
            for (sum, (shape, along)) in sums.iter_mut().zip(shapes.into_iter().zip([u, w, u, w])) {
                for (s, v) in sum.iter_mut().zip(along) {
                    *s += weight * shape * v;
                }
            }
        }
        let places = [(first, &FORCES[..3]), (first, &FORCES[3..]), (last, &FORCES[..3]), (last, &FORCES[3..])];
        for (sum, (node, components)) in sums.into_iter().zip(places) {
            let forces = sum.into_iter().zip(components).map(|(v, (_, c))| (node, *c, LoadValue::Number(v)));
            load.nodal_forces.extend(forces);
        }
    }
    Ok(())
}

impl Wire {
    fn read(keywords: &Keywords) -> Result<Self, CallError> {
        let point = |name: &str| -> [f64; 3] {
            let values = keywords.reals(name);
            std::array::from_fn(|i| values.get(i).copied().unwrap_or(0.0))
        };
        let position = keywords.text_if_given("POSITION").unwrap_or_else(|| "".into());
        match &*position {
            "INFI" | "FINI" => {
                let ends = [point("POINT1"), point("POINT2")];
                let axis = unit(minus(ends[1], ends[0]))
                    .ok_or_else(|| keywords.error("POINT2", "R106", "POINT1 and POINT2 are the same point"))?;
                Ok(match &*position {
                    "FINI" => Wire::Finite { ends, axis },
                    _ => Wire::Infinite { origin: ends[0], axis },
                })
            }
            "PARA" => match keywords.real_if_given("DIST") {
                Some(distance) if distance > 0.0 => Ok(Wire::Towards { point: point("POINT2"), distance }),
                Some(distance) => Err(keywords.error("DIST", "R106", format!("DIST is {distance}"))),
                None => Ok(Wire::Beside(point("TRANS"))),
            },
            _ => {
                let mut error = keywords.error("POSITION", "R107", "FORCE_ELEC needs the place of the other conductor");
                error.help = Some("give POSITION; forces by components are given with FORCE_POUTRE.".into());
                Err(error)
            }
        }
    }

    /// Direction and size of the line force at a point of a beam; none on the wire itself.
    fn force(&self, x: [f64; 3], axis: [f64; 3]) -> Option<([f64; 3], f64)> {
        match self {
            Wire::Infinite { origin, axis: wire } => {
                let q = minus(x, *origin);
                let field = cross(*wire, q);
                let distance = norm(field);
                if distance < 1e-8 * norm(q) {
                    return None;
                }
                Some((unit(cross(axis, field))?, 1.0 / distance))
            }
            Wire::Finite { ends, axis: wire } => {
                let q = ends.map(|end| minus(x, end));
                let field = cross(*wire, q[0]);
                let distance = norm(field);
                if distance < 1e-8 * norm(q[0]) {
                    return None;
                }
                let cosine = q.map(|q| (0..3).map(|i| wire[i] * q[i]).sum::<f64>() / norm(q));
                Some((unit(cross(axis, field))?, 0.5 * (cosine[0] - cosine[1]) / distance))
            }
            Wire::Beside(translation) => {
                let part = across(*translation, axis);
                Some((unit(part)?, 1.0 / norm(part)))
            }
            Wire::Towards { point, distance } => Some((unit(across(minus(*point, x), axis))?, 1.0 / distance)),
        }
    }
}
