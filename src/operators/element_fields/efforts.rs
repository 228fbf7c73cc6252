//! Internal forces of elements at their nodes: N VY VZ MT MFY MFZ in local axes.
//!
//! `r = K u` for SIEF_; for EFGE_ of beams `r = K u + M a - f`, with `f` the forces equivalent to line loads and
//! weight: exact at the ends. The convention is that of a cut seen from the first node: `r` at the second node,
//! `-r` at the first one. A discrete element on one node has `K u`.

use super::elements::Element;
use super::states::{State, Vector};
use crate::concepts::Modelisation;

pub const EFFORTS: [&str; 6] = ["N", "VY", "VZ", "MT", "MFY", "MFZ"];

/// Six efforts at each node, NaN where the element has no such effort.
pub type NodalEfforts = Vec<[f64; 6]>;

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
    let acceleration = state.acceleration.as_ref().filter(|_| !state.static_shape).filter(part);
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
    let places: &[usize] = match element.modelisation {
        // An axial force only, although its nodes have three unknowns.
        Modelisation::Bar | Modelisation::PlaneBar => &[0],
        Modelisation::DisT => &[0, 1, 2],
        Modelisation::PlaneDisT => &[0, 1],
        Modelisation::PlaneDisTr => &[0, 1, 5],
        _ => &[0, 1, 2, 3, 4, 5],
    };
    let count = element.nodes.len().max(1);
    let width = forces.len() / count;
    (0..count)
        .map(|node| {
            let sign = if count == 2 && node == 0 { -1.0 } else { 1.0 };
            let mut values = [f64::NAN; 6];
            for (place, force) in places.iter().zip(&forces[node * width..]) {
                values[*place] = sign * force;
            }
            values
        })
        .collect()
}

/// Efforts at the points of integration: three Gauss points on a beam, the middle of a bar, the nodes of a
/// discrete element. They vary linearly between the nodes.
pub fn at_integration_points(element: &Element, at_nodes: &NodalEfforts) -> NodalEfforts {
    let [first, second] = at_nodes[..] else { return at_nodes.clone() };
    let between = |s: f64| std::array::from_fn(|i| first[i] + s * (second[i] - first[i]));
    let half = 0.5 * 0.6f64.sqrt();
    match element.modelisation {
        m if m.is_beam() => [0.5 - half, 0.5, 0.5 + half].map(between).to_vec(),
        Modelisation::Bar | Modelisation::PlaneBar => vec![between(0.5)],
        _ => at_nodes.clone(),
    }
}
