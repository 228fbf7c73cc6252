//! Cycles with closed forms.

mod attraction;
mod branches;
mod closed_forms;
mod derivatives;
mod growth;
mod simultaneous;
mod specials;

use std::f64::consts::TAU;

use super::*;
use crate::interaction::{Attachment, ContactSpec, Friction, InteractionSet, ObstacleShape, Placement};
use crate::transient::{Coefficients as Matrix, Damping, System};

pub const OPTIONS: NewtonOptions = NewtonOptions { residual: 1e-10, most: 30 };

/// Friction under a constant normal force `load` (N) along X, on a surface with a velocity (m/s).
pub fn rubbing(shapes: &[f64], load: f64, mu: [f64; 2], velocity: f64) -> ContactSpec {
    ContactSpec {
        entrainment: [velocity, 0.0, 0.0],
        ..crate::transient::tests::static_friction::rubbing(shapes, load, mu)
    }
}

/// A stop at `gap` (m) above a mass that moves along Y; rigid with a restitution, or with a stiffness. The plane below is far.
pub fn stop(shapes: &[f64], gap: f64, restitution: Option<f64>, stiffness: f64) -> ContactSpec {
    let shapes = shapes.iter().map(|x| [0.0, *x, 0.0]).collect();
    ContactSpec {
        placement: Placement {
            obstacle: ObstacleShape::named("PLAN_Y", Vec::new()).unwrap(),
            node_1: Attachment { position: [0.0; 3], shapes, supports: Vec::new() },
            node_2: None,
            normal: [0.0, 0.0, 1.0],
            twist: None,
            origin: Some([0.0, gap - 50.0, 0.0]),
            gap: 50.0,
            sizes: [0.0; 2],
        },
        normal_stiffness: stiffness,
        normal_damping: 0.0,
        restitution,
        entrainment: [0.0; 3],
        friction: Friction { mu_static: 0.0, mu_dynamic: 0.0, stiffness: 0.0, damping: 0.0, one_direction: false },
    }
}

/// One degree of freedom with contacts, forced by `force cos(w t)` where w is not 0.
pub fn single([m, c, k]: [f64; 3], contacts: Vec<ContactSpec>, [force, w]: [f64; 2]) -> Equations {
    let one = |x: f64| Matrix::Diagonal(vec![x]);
    let mut interactions = InteractionSet::new(1, Vec::new());
    contacts.into_iter().for_each(|contact| {
        interactions.add(contact).unwrap();
    });
    let term = ForceTerm::Harmonic { direction: vec![1.0], coefficient: force, harmonic: 1, phase: 0.0, power: 0 };
    Equations {
        system: System::new(one(m), one(k), Damping::Matrix(one(c)), None).unwrap(),
        interactions,
        forcing: Forcing { terms: if w > 0.0 { vec![term] } else { Vec::new() } },
        frequency: w / TAU,
        periods: 1,
        symmetric: false,
        parameter: None,
    }
}

/// The cycle that a forced motion from rest tends to.
pub fn forced(equations: Equations, returns: u32, q: f64, v: f64) -> (ReturnMap, Cycle) {
    let mut map = ReturnMap::new(equations).unwrap();
    let start = map.take_up(&[q], &[v]).unwrap();
    let start = map.settle(start, returns).unwrap();
    let scales = map.scales(&start, None).unwrap();
    let cycle = map.solve(&start, 0.0, (None, None), (scales, OPTIONS), 3).unwrap();
    (map, cycle)
}

/// The cycle that an autonomous motion from rest tends to, and its section.
pub fn autonomous(equations: Equations, duration: f64) -> (ReturnMap, Cycle, Section) {
    let mut map = ReturnMap::new(equations).unwrap();
    let n = map.size();
    let start = map.take_up(&vec![0.0; n], &vec![0.0; n]).unwrap();
    let (start, section) = map.settle_on_section(start, duration, &vec![1.0; n]).unwrap();
    let scales = map.scales(&start, Some(&section)).unwrap();
    let cycle = map.solve(&start, 0.0, (Some(&section), None), (scales, OPTIONS), 3).unwrap();
    (map, cycle, section)
}

pub fn multipliers(map: &ReturnMap, cycle: &Cycle, autonomous: bool) -> Vec<(f64, f64)> {
    let size = 2 * map.size();
    let speed = autonomous.then_some(cycle.speed.as_slice());
    let found = Multipliers::of(&cycle.derivative, size, map.symmetric, speed, 0).unwrap();
    found.all.iter().map(|z| (z.re, z.im)).collect()
}

pub fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(tolerance), "{what}: {found} for {expected}");
}
