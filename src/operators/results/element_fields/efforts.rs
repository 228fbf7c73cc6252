//! Internal forces of elements at their nodes: N VY VZ MT MFY MFZ in local axes.
//!
//! `r = K u` for SIEF_; for EFGE_ of beams `r = K u + M a - f`, with `f` the forces equivalent to line loads and
//! weight: exact at the ends. The convention is that of a cut seen from the first node: `r` at the second node,
//! `-r` at the first one. A discrete element on one node has `K u`. Beams that warp have no inertia in `r`, and of the loads only the
//! line loads.

use super::elements::Element;
use super::states::{State, Vector};
use crate::concepts::{ElementField, Modelisation};
use crate::kernel::elements::Member;

/// The bimoment BX is that of beams that warp.
pub const EFFORTS: [&str; 7] = ["N", "VY", "VZ", "MT", "MFY", "MFZ", "BX"];

/// Efforts at each node, NaN where the element has no such effort.
pub type NodalEfforts = Vec<[f64; 7]>;

/// Forces at the nodes of an element, in its local axes, from one part (real or imaginary) of a state.
/// `exact` adds inertia and `load` (global axes) for beams.
pub fn nodal_forces(
    element: &Element,
    state: &State,
    imaginary: bool,
    exact: bool,
    load: Option<&[f64]>,
) -> Option<Vec<f64>> {
    let mut r = element.stiffness.as_ref()?.multiply(&element.local(&state.displacement, imaginary));
    if !exact || !element.modelisation.is_beam() {
        return Some(r);
    }
    let part = |v: &&Vector| !imaginary || v.is_complex();
    let inert = state.static_shape || element.modelisation == Modelisation::WarpingBeam;
    let acceleration = state.acceleration.as_ref().filter(|_| !inert).filter(part);
    if let (Some(mass), Some(acceleration)) = (&element.mass, acceleration) {
        let inertia = mass.multiply(&element.local(acceleration, imaginary));
        r.iter_mut().zip(inertia).for_each(|(r, f)| *r += f);
    }
    if let Some(load) = load {
        r.iter_mut().zip(element.to_local(load)).for_each(|(r, f)| *r -= f);
    }
    Some(r)
}

/// Efforts at the nodes from the forces there.
pub fn efforts(element: &Element, forces: &[f64]) -> NodalEfforts {
    let places = places(element.modelisation);
    let count = element.nodes.len().max(1);
    let width = forces.len() / count;
    (0..count)
        .map(|node| {
            let sign = if count == 2 && node == 0 { -1.0 } else { 1.0 };
            let mut values = [f64::NAN; 7];
            for (place, force) in places.iter().zip(&forces[node * width..]) {
                values[*place] = sign * force;
            }
            values
        })
        .collect()
}

/// Place among the efforts of each unknown of a node.
fn places(modelisation: Modelisation) -> &'static [usize] {
    match modelisation {
        // An axial force only, although its nodes have three unknowns.
        Modelisation::Bar | Modelisation::PlaneBar => &[0],
        Modelisation::DisT => &[0, 1, 2],
        Modelisation::PlaneDisT => &[0, 1],
        Modelisation::PlaneDisTr => &[0, 1, 5],
        Modelisation::WarpingBeam => &[0, 1, 2, 3, 4, 5, 6],
        _ => &[0, 1, 2, 3, 4, 5],
    }
}

/// Forces at the nodes of an element, in its local axes, from efforts at its points of integration (N VY VZ MT MFY MFZ,
/// and BX of a beam that warps);
/// `None` where the field has none on it.
pub fn stored_forces(element: &Element, field: &ElementField, imaginary: bool) -> Option<Vec<f64>> {
    let column = EFFORTS.map(|name| field.components.iter().position(|c| c == name));
    let last = field.points(element.cell).checked_sub(1)?;
    if let Some(Member::Beam(beam)) = element.member.as_ref().filter(|_| element.warps()) {
        let mut points = [[0.0; 7]; 3];
        for (point, values) in points.iter_mut().enumerate() {
            for (value, column) in values.iter_mut().zip(column) {
                let z = field.value(element.cell, point, column?)?;
                *value = if imaginary { z.im } else { z.re };
            }
        }
        return Some(beam.warping_balance(&points));
    }
    let count = element.nodes.len();
    let width = element.dofs.len() / count.max(1);
    let mut forces = vec![0.0; element.dofs.len()];
    for node in 0..count {
        let (sign, point) = if count == 2 && node == 0 { (-1.0, 0) } else { (1.0, last) };
        for (unknown, place) in places(element.modelisation).iter().enumerate() {
            let z = field.value(element.cell, point, column[*place]?)?;
            forces[node * width + unknown] = sign * if imaginary { z.im } else { z.re };
        }
    }
    Some(forces)
}

/// Efforts at the points of integration: of a beam the values at its first node, their half sum, and the values at its
/// second node; the middle of a bar; the nodes of a discrete element.
pub fn at_integration_points(element: &Element, at_nodes: &NodalEfforts) -> NodalEfforts {
    let [first, second] = at_nodes[..] else { return at_nodes.clone() };
    let between = |s: f64| std::array::from_fn(|i| first[i] + s * (second[i] - first[i]));
    match element.modelisation {
        m if m.is_beam() => vec![first, between(0.5), second],
        Modelisation::Bar | Modelisation::PlaneBar => vec![between(0.5)],
        _ => at_nodes.clone(),
    }
}
