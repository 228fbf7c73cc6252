//! Contacts that the matrices of a scheme have taken over, for an implicit treatment.
//!
//! The closed stops have the affine law of the place where they were linearised,
//!
//! ```text
//! m n = (-k_n gap - c_n vn) n ,   K_a = k_n n nᵀ + (m/r) t tᵀ ,   C_a = c_n n nᵀ
//! ```
//!
//! with `r` the radius at which a round obstacle is touched (signed; no second term for a plane). While contacts are held this
//! law, the last of the set, takes the normal forces of *all* stops out of the forces, friction stays, and adds the
//! constant force of the affine law. The rest of that law is in the matrices.

use super::law::Law;
use super::motion::{LocalMotion, Moment, State};
use super::obstacle::{Gap, Obstacle};
use super::set::InteractionSet;
use super::shapes::Shapes;
use super::stop::Stop;

/// Where a contact stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Standing {
    /// Gap (m).
    gap: f64,
    /// `-k_n gap - c_n vn` (N), whatever the sign of either.
    force: f64,
}

/// One stop as the matrices see it.
#[derive(Clone, Debug)]
struct TakenStop {
    motion: LocalMotion,
    obstacle: Obstacle,
    stiffness: f64,
    damping: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct TakenContacts {
    stops: Vec<TakenStop>,
    /// Generalised directions of local y and z, for the matrices.
    rows: [Vec<f64>; 2],
    /// Constant force of the affine law of the closed contacts, one value per coordinate (N), while they are held.
    held: Option<Vec<f64>>,
    room: Vec<f64>,
}

impl TakenStop {
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

impl TakenContacts {
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

impl InteractionSet {
    /// Adds the law that takes the contacts over when they are held.
    pub fn take_over_contacts(&mut self, size: usize) {
        let taken = |law: &Law| match law {
            Law::Stop(Stop { motion, obstacle, stiffness, damping, .. }) => Some(TakenStop {
                motion: motion.clone(),
                obstacle: obstacle.clone(),
                stiffness: *stiffness,
                damping: *damping,
            }),
            _ => None,
        };
        let stops: Vec<_> = self.laws().iter().filter_map(taken).collect();
        if !stops.is_empty() {
            let rows = [vec![0.0; size], vec![0.0; size]];
            self.push(Law::Taken(Box::new(TakenContacts { stops, rows, room: vec![0.0; size], held: None })));
        }
    }

    /// Number of contacts (DIS_CHOC).
    pub fn stop_count(&self) -> usize {
        self.laws().iter().filter(|law| matches!(law, Law::Stop(_))).count()
    }

    /// Whether each contact had a normal force at the last evaluation.
    pub fn closed_stops(&self, closed: &mut [bool]) {
        let forces = self.laws().iter().filter_map(|law| match law {
            Law::Stop(stop) => Some(stop.normal_force()),
            _ => None,
        });
        for (closed, force) in closed.iter_mut().zip(forces) {
            *closed = force.abs() > f64::EPSILON;
        }
    }

    /// The normal forces of all contacts leave the forces for the constant one (N, one value per coordinate), or come back (`None`).
    pub fn hold_contacts(&mut self, constant: Option<&[f64]>) {
        let Some(Law::Taken(mut taken)) = self.pop() else { return };
        match (constant, taken.held.take()) {
            (Some(constant), held) => {
                let mut room = held.unwrap_or_else(|| std::mem::take(&mut taken.room));
                room.copy_from_slice(constant);
                taken.held = Some(room);
            }
            (None, Some(held)) => taken.room = held,
            (None, None) => {}
        }
        self.push(Law::Taken(taken));
    }

    /// Linearises the closed contacts about the displacement of the last evaluation and the velocity `v` (m/s): adds `K_a`, `C_a`
    /// (row after row) to the matrices and the normal forces to `force` (N), all of the coordinates.
    pub fn linearise(
        &mut self,
        closed: &[bool],
        v: &[f64],
        stiffness: &mut [f64],
        damping: &mut [f64],
        force: &mut [f64],
    ) {
        let Some(Law::Taken(mut taken)) = self.pop() else { return };
        let (shapes, at) = self.last_state(v);
        let TakenContacts { stops, rows, .. } = &mut *taken;
        for (stop, _) in stops.iter().zip(closed).filter(|(_, closed)| **closed) {
            let (standing, Gap { c, s, .. }) = stop.look(shapes, &at);
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
        self.push(Law::Taken(taken));
    }
}
