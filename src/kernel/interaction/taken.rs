//! Contacts that the matrices of a scheme have taken over, for an implicit treatment.
//!
//! While a set of stops is closed, their normal forces are linear in the motion but for the curvature of round
//! obstacles. Around the state where they were linearised,
//!
//! ```text
//! m n = (-k_n gap - c_n vn) n ,   K_a = k_n n nᵀ + (m/r) t tᵀ ,   C_a = c_n n nᵀ
//! ```
//!
//! with `r` the radius at which a round obstacle is touched (signed; no second term for a plane). The scheme solves with
//! `K + K_a`, `C + C_a`, and this law, the last of the set, gives back to the forces
//!
//! ```text
//! (m n - N n) + K_a u + C_a w
//! ```
//!
//! where `N = max(0, m)` is the force that the stop itself gave in the same evaluation (0 where the gap is open): what is left
//! is friction, and a force that is constant for planes. Of a stop assumed open it takes `N n` back: a scheme that looks ahead
//! does not feel a wall that the step will stop at. Where the stops are as assumed the equation is the same; only what is
//! implicit in it changes.

use super::law::Law;
use super::motion::{LocalMotion, Moment, State};
use super::obstacle::{Gap, Obstacle};
use super::set::InteractionSet;
use super::shapes::Shapes;
use super::stop::Stop;

/// Where a contact stands: it is closed when the gap is and the force is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Gap (m).
    pub gap: f64,
    /// `-k_n gap - c_n vn` (N), whatever the sign of either.
    pub force: f64,
    /// Normal velocity (m/s), positive when leaving.
    pub velocity: f64,
}

impl Standing {
    pub fn is_closed(&self) -> bool {
        self.gap <= 0.0 && self.force > 0.0
    }
}

/// One stop as the matrices see it.
#[derive(Clone, Debug)]
struct TakenStop {
    motion: LocalMotion,
    obstacle: Obstacle,
    stiffness: f64,
    damping: f64,
    /// Assumed closed.
    active: bool,
    /// In local (y, z): `K_a` and `C_a`, each as yy, yz, zz.
    tangent: [[f64; 3]; 2],
}

#[derive(Clone, Debug, Default)]
pub(super) struct TakenContacts {
    stops: Vec<TakenStop>,
    /// Generalised directions of local y and z, for the matrices.
    rows: [Vec<f64>; 2],
}

impl TakenStop {
    fn look(&self, shapes: &Shapes, at: &Moment<'_>) -> (Standing, Gap) {
        let along = |axis| self.motion.displacement(axis, shapes, at);
        let gap = self.obstacle.gap(along(1), along(2), [-1.0, 0.0]);
        let velocity = |axis| self.motion.velocity(axis, shapes, at);
        let vn = velocity(1) * gap.c + velocity(2) * gap.s;
        (Standing { gap: gap.gap, force: -self.stiffness * gap.gap - self.damping * vn, velocity: vn }, gap)
    }

    /// Linearises about a state.
    fn linearise(&mut self, shapes: &Shapes, at: &Moment<'_>) {
        let (standing, Gap { c, s, .. }) = self.look(shapes, at);
        let across = match self.obstacle.curvature_radius(standing.gap) {
            Some(r) if r != 0.0 => standing.force / r,
            _ => 0.0,
        };
        let (k, d) = (self.stiffness, self.damping);
        self.tangent = [
            [k * c * c + across * s * s, (k - across) * c * s, k * s * s + across * c * c],
            [d * c * c, d * c * s, d * s * s],
        ];
    }
}

impl TakenContacts {
    #[inline(never)]
    pub fn evaluate(&self, state: &State<'_>, force: &mut [f64]) {
        for stop in &self.stops {
            let (standing, Gap { c, s, .. }) = stop.look(state.shapes, &state.now);
            let given = if standing.gap > 0.0 { 0.0 } else { standing.force.max(0.0) };
            if !stop.active {
                stop.motion.push(1, -given * c, state.shapes, force);
                stop.motion.push(2, -given * s, state.shapes, force);
                continue;
            }
            let elastic = |axis: usize| stop.motion.row(axis).map_or(0.0, |row| state.shapes.along(row, state.now.q));
            let viscous =
                |axis: usize| stop.motion.row(axis).map_or(0.0, |row| state.shapes.along_slice(row, state.now.v));
            let (u, w) = ([elastic(1), elastic(2)], [viscous(1), viscous(2)]);
            let [k, d] = &stop.tangent;
            let more = standing.force - given;
            let y = more * c + k[0] * u[0] + k[1] * u[1] + d[0] * w[0] + d[1] * w[1];
            let z = more * s + k[1] * u[0] + k[2] * u[1] + d[1] * w[0] + d[2] * w[1];
            stop.motion.push(1, y, state.shapes, force);
            stop.motion.push(2, z, state.shapes, force);
        }
    }
}

impl InteractionSet {
    /// Adds the law that gives back what matrices take over; the number of contacts it may take.
    pub fn take_over_contacts(&mut self, size: usize) -> usize {
        let taken = |law: &Law| match law {
            Law::Stop(Stop { motion, obstacle, stiffness, damping, .. }) => Some(TakenStop {
                motion: motion.clone(),
                obstacle: obstacle.clone(),
                stiffness: *stiffness,
                damping: *damping,
                active: false,
                tangent: [[0.0; 3]; 2],
            }),
            _ => None,
        };
        let stops: Vec<_> = self.laws().iter().filter_map(taken).collect();
        let count = stops.len();
        if count > 0 {
            self.push(Law::Taken(Box::new(TakenContacts { stops, rows: [vec![0.0; size], vec![0.0; size]] })));
        }
        count
    }

    /// Where each contact stands in the state of the last evaluation, whose velocity is `v`.
    pub fn standings(&self, v: &[f64], out: &mut [Standing]) {
        let (shapes, at) = self.last_state(v);
        if let Some(Law::Taken(taken)) = self.laws().last() {
            for (out, stop) in out.iter_mut().zip(&taken.stops) {
                *out = stop.look(shapes, &at).0;
            }
        }
    }

    /// Linearises the contacts assumed closed about the state of the last evaluation, whose velocity is `v`, and adds their
    /// `K_a` and `C_a` (row after row) to the matrices.
    pub fn linearise(&mut self, closed: &[bool], v: &[f64], stiffness: &mut [f64], damping: &mut [f64]) {
        let Some(Law::Taken(mut taken)) = self.pop() else { return };
        let (shapes, at) = self.last_state(v);
        let TakenContacts { stops, rows } = &mut *taken;
        for (stop, closed) in stops.iter_mut().zip(closed) {
            stop.active = *closed;
            if !closed {
                continue;
            }
            stop.linearise(shapes, &at);
            for (axis, row) in rows.iter_mut().enumerate() {
                row.fill(0.0);
                stop.motion.push(axis + 1, 1.0, shapes, row);
            }
            for (matrix, local) in [&mut *stiffness, &mut *damping].into_iter().zip(&stop.tangent) {
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
