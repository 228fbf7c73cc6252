//! Contacts that the matrices of a scheme have taken over, for an implicit treatment.
//!
//! The closed stops have the affine law of the place where they were linearised,
//!
//! ```text
//! m n = (-k_n gap - c_n vn) n ,   K_a = k_n n nᵀ + (m/r) t tᵀ ,   C_a = c_n n nᵀ
//! ```
//!
//! with `r` the radius at which a round obstacle is touched (signed; no second term for a plane). While contacts are held
//! the normal forces of *all* stops leave the forces, friction stays, and the constant force of the affine law is added. The
//! rest of that law is in the matrices.

use super::laws::Stop;
use super::motion::{LocalMotion, Moment, State};
use super::obstacles::{Gap, Obstacle};
use super::shapes::Shapes;

/// State of a contact, as the matrices see it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Standing {
    /// Gap (m).
    gap: f64,
    /// `-k_n gap - c_n vn` (N), whatever the sign of either.
    force: f64,
}

/// One stop as the matrices see it.
#[derive(Clone, Debug)]
struct LinearisedStop {
    motion: LocalMotion,
    obstacle: Obstacle,
    stiffness: f64,
    damping: f64,
}

/// The contacts of a set, as matrices take them over.
#[derive(Clone, Debug, Default)]
pub struct LinearisedContacts {
    stops: Vec<LinearisedStop>,
    /// Generalised directions of local y and z, for the matrices.
    rows: [Vec<f64>; 2],
    /// Constant force of the affine law of the closed contacts, one value per coordinate (N), while they are held.
    held: Option<Vec<f64>>,
    room: Vec<f64>,
}

impl LinearisedStop {
    fn new(stop: &Stop) -> LinearisedStop {
        let Stop { motion, obstacle, stiffness, damping, .. } = stop;
        LinearisedStop { motion: motion.clone(), obstacle: obstacle.clone(), stiffness: *stiffness, damping: *damping }
    }

    fn look(&self, shapes: &Shapes, at: &Moment<'_>) -> (Standing, Gap) {
        let along = |axis| self.motion.displacement(axis, shapes, at);
        let gap = self.obstacle.gap(along(1), along(2), [-1.0, 0.0]);
        let velocity = |axis| self.motion.velocity(axis, shapes, at);
        let vn = velocity(1) * gap.c + velocity(2) * gap.s;
        (Standing { gap: gap.gap, force: -self.stiffness * gap.gap - self.damping * vn }, gap)
    }

    /// `K_a` and `C_a` in local (y, z), each as yy, yz, zz.
    fn tangent(&self, standing: &Standing, c: f64, s: f64) -> [[f64; 3]; 2] {
        let across = match self.obstacle.curvature_radius(standing.gap) {
            Some(r) if r != 0.0 => standing.force / r,
            _ => 0.0,
        };
        let (k, d) = (self.stiffness, self.damping);
        [
            [k * c * c + across * s * s, (k - across) * c * s, k * s * s + across * c * c],
            [d * c * c, d * c * s, d * s * s],
        ]
    }
}

impl LinearisedContacts {
    /// Contacts that may be held, for a problem of `size` coordinates; `None` where there are none.
    pub fn new<'s>(stops: impl Iterator<Item = &'s Stop>, size: usize) -> Option<LinearisedContacts> {
        let stops: Vec<_> = stops.map(LinearisedStop::new).collect();
        let rows = [vec![0.0; size], vec![0.0; size]];
        (!stops.is_empty()).then(|| LinearisedContacts { stops, rows, room: vec![0.0; size], held: None })
    }

    /// The constant force (N, one value per coordinate) that stands for the normal forces; `None`: they come back.
    pub fn hold(&mut self, constant: Option<&[f64]>) {
        match (constant, self.held.take()) {
            (Some(constant), held) => {
                let mut room = held.unwrap_or_else(|| std::mem::take(&mut self.room));
                room.copy_from_slice(constant);
                self.held = Some(room);
            }
            (None, Some(held)) => self.room = held,
            (None, None) => {}
        }
    }

    /// Adds `K_a`, `C_a` of the closed contacts in the state `at` (row after row) to the matrices and their normal forces (N) to `force`.
    pub fn linearise(
        &mut self,
        (shapes, at): (&Shapes, &Moment<'_>),
        closed: &[bool],
        [stiffness, damping]: [&mut [f64]; 2],
        force: &mut [f64],
    ) {
        let LinearisedContacts { stops, rows, .. } = self;
        for (stop, _) in stops.iter().zip(closed).filter(|(_, closed)| **closed) {
            let (standing, Gap { c, s, .. }) = stop.look(shapes, at);
            stop.motion.push(1, standing.force * c, shapes, force);
            stop.motion.push(2, standing.force * s, shapes, force);
            let tangent = stop.tangent(&standing, c, s);
            for (axis, row) in rows.iter_mut().enumerate() {
                row.fill(0.0);
                stop.motion.push(axis + 1, 1.0, shapes, row);
            }
            for (matrix, local) in [&mut *stiffness, &mut *damping].into_iter().zip(&tangent) {
                let size = rows[0].len();
                for i in 0..size {
                    let (y, z) = (rows[0][i], rows[1][i]);
                    let (to_y, to_z) = (local[0] * y + local[1] * z, local[1] * y + local[2] * z);
                    for (j, term) in matrix[i * size..(i + 1) * size].iter_mut().enumerate() {
                        *term += to_y * rows[0][j] + to_z * rows[1][j];
                    }
                }
            }
        }
    }

    /// Puts the constant force in the place of the normal forces, while contacts are held.
    #[inline(never)]
    pub fn evaluate(&self, state: &State<'_>, force: &mut [f64]) {
        let Some(constant) = &self.held else { return };
        for stop in &self.stops {
            let (standing, Gap { c, s, .. }) = stop.look(state.shapes, &state.now);
            let given = if standing.gap > 0.0 { 0.0 } else { standing.force.max(0.0) };
            stop.motion.push(1, -given * c, state.shapes, force);
            stop.motion.push(2, -given * s, state.shapes, force);
        }
        for (force, constant) in force.iter_mut().zip(constant) {
            *force += constant;
        }
    }
}
