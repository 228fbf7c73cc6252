//! Laws under prescribed motion: one element, its local axes, values that round.

mod bars;
mod behaviour;
mod contacts;
mod links;
mod stops;
mod tangents;

use std::sync::Arc;

use super::{Ask, Behaviour, Element, Law, LawFault, Layout, LocalControl, Response, Step};

/// Springs between two nodes in space, translations only.
const LINK: Layout = Layout { two_nodes: true, rotations: false, plane: false };

/// An element under prescribed motion: its state at the last accepted instant, advanced by [`Bench::advance`].
#[derive(Debug)]
struct Bench {
    behaviour: Behaviour,
    layout: Layout,
    stiffness: Vec<f64>,
    rest: [f64; 3],
    /// Local axes as rows.
    frame: [[f64; 3]; 3],
    dynamic: bool,
    time: f64,
    /// Displacements, forces of the points, memory.
    u: Vec<f64>,
    forces: Vec<f64>,
    memory: Vec<f64>,
    /// Velocity of the nodes at the next evaluation.
    velocity: Vec<f64>,
    matrix: Vec<f64>,
    temperature: Option<[f64; 2]>,
}

impl Bench {
    fn new(law: impl Law + 'static, layout: Layout, diagonal: &[f64], rest: [f64; 3]) -> Bench {
        let (n, size) = (layout.per_node(), layout.size());
        let mut stiffness = vec![0.0; size * size];
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            if row % n == column % n {
                stiffness[row * size + column] = if row == column { diagonal[row % n] } else { -diagonal[row % n] };
            }
        }
        let control = LocalControl { max_attempts: 20, tolerance: 1e-6 };
        let memory = vec![0.0; law.variables().len()];
        let behaviour = Behaviour { law: Arc::new(law), parallel: [0.0; 3], control };
        let (u, forces, matrix) = (vec![0.0; size], vec![0.0; size], vec![0.0; size * size]);
        let velocity = vec![0.0; size];
        let (dynamic, time, temperature) = (false, 0.0, None);
        let frame = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Bench {
            behaviour,
            layout,
            stiffness,
            rest,
            frame,
            dynamic,
            time,
            u,
            forces,
            memory,
            velocity,
            matrix,
            temperature,
        }
    }

    /// Forces, memory and matrix at `t+ = time + dt` for an increment of nodal displacements.
    fn evaluate(&self, ask: Ask, counter: u32, increment: &[f64], dt: f64) -> Result<Bench, LawFault> {
        let element = Element {
            layout: self.layout,
            before: &self.u,
            increment,
            velocity: &self.velocity,
            driving_before: &[],
            driving: &[],
            driving_velocity: &[],
            stored: &self.forces,
            stiffness: &self.stiffness,
            rest: self.rest,
            frame: self.frame,
            temperature: self.temperature,
            irradiation: None,
        };
        let step = Step { ask, counter, dynamic: self.dynamic, times: [self.time, self.time + dt] };
        let (mut forces, mut memory, mut matrix) = (self.forces.clone(), self.memory.clone(), self.matrix.clone());
        let mut response = Response { forces: &mut forces, memory: &mut memory, matrix: &mut matrix };
        self.behaviour.respond(&step, &element, &self.memory, &mut response)?;
        Ok(Bench {
            behaviour: self.behaviour.clone(),
            stiffness: self.stiffness.clone(),
            velocity: self.velocity.clone(),
            u: self.u.iter().zip(increment).map(|(u, du)| u + du).collect(),
            time: self.time + dt,
            forces,
            memory,
            matrix,
            ..*self
        })
    }

    /// Accepts a step that ends at relative displacement `to` (one value per component; node 1 stays).
    fn advance(&mut self, to: &[f64], dt: f64) -> Result<(), LawFault> {
        let first = self.layout.size() - self.layout.per_node();
        let increment: Vec<f64> =
            self.u.iter().enumerate().map(|(i, u)| if i < first { 0.0 } else { to[i - first] - u }).collect();
        *self = self.evaluate(Ask::Full, 2, &increment, dt)?;
        Ok(())
    }
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected} within {tolerance}");
}
