//! Contact with a stop (DIS_CHOC): penalised normal force with a dashpot, Coulomb friction.
//!
//! ```text
//! N = max(0, -k_n gap - c_n vn)   where gap <= 0,   vn = normal relative velocity, positive when leaving
//! ```
//!
//! Force on node 1 in local axes: `N (0, c, s) + r_1 (0, -s, c) + r_2 (1, 0, 0)`; the opposite on node 2.
//!
//! An open contact costs its gap. Velocities are asked for only where a closed contact is damped or
//! rubs. The friction anchor follows the point while it is free or slips: instead of computing it at
//! each evaluation, the law looks back at the coordinates of the evaluation before when it needs it.

use super::friction::{Friction, Memory};
use crate::interaction::bundle::Bundle;
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::{LocalLaw, saves_its_state};
use crate::interaction::motion::{LocalMotion, State};
use crate::interaction::obstacles::{Obstacle, Plane};
use crate::interaction::placement::{Placed, Placement};
use crate::interaction::shapes::Shapes;

/// A contact with friction (DIS_CHOC).
#[derive(Clone, Debug)]
pub struct ContactSpec {
    pub placement: Placement,
    /// `k_n` (N/m), `c_n` (N s/m).
    pub normal_stiffness: f64,
    pub normal_damping: f64,
    /// Rigid unilateral contact with this restitution (0 to 1), for the exact schemes; no normal stiffness then.
    pub restitution: Option<f64>,
    pub friction: Friction,
    /// Velocity of the surface of the obstacle, which stays where it is (m/s, global axes); for the exact schemes.
    pub entrainment: [f64; 3],
}

impl ContactSpec {
    /// For each mode the largest `k phi²` (N/m) over the nodes and directions of the contact; 0 where negligible.
    pub fn stiffness_bounds(&self) -> Vec<f64> {
        let (placement, stiffness) = (&self.placement, self.normal_stiffness.max(self.friction.stiffness));
        let nodes = || std::iter::once(&placement.node_1).chain(&placement.node_2);
        let mut bounds = vec![0.0; placement.node_1.shapes.len()];
        if stiffness <= 1e5 * f64::EPSILON {
            return bounds;
        }
        for (j, phi) in nodes().flat_map(|n| n.shapes.iter().enumerate()).flat_map(|(j, phi)| phi.map(|x| (j, x))) {
            bounds[j] = f64::max(bounds[j], stiffness * phi * phi);
        }
        bounds
    }
}

/// A contact between a node and an obstacle or between two nodes.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Of node 1, relative to node 2 if there are two.
    pub motion: LocalMotion,
    /// Of node 1 alone, when there are two.
    pub node_1: Option<LocalMotion>,
    pub obstacle: Obstacle,
    /// Plane and its rank in the bundle, when the obstacle is one: the common case, with a shorter path.
    pub plane: Option<(Plane, usize)>,
    /// `k_n` (N/m), `c_n` (N s/m).
    pub stiffness: f64,
    pub damping: f64,
    /// Of a rigid contact, for the exact schemes.
    pub restitution: Option<f64>,
    pub friction: Option<Friction>,
    /// Velocity of the surface of the obstacle in local axes (m/s), for the exact schemes.
    pub entrainment: [f64; 3],
    pub state: StopState,
    pub saved: StopState,
}

/// Memory of a contact, and its last evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct StopState {
    pub closed: bool,
    /// The contact was closed at some time of the run.
    pub touched: bool,
    /// The memory is at its beginning and the anchor follows: what an open contact leaves.
    pub forgotten: bool,
    pub normal_force: f64,
    /// Velocity along the normal (m/s) where the force depends on it; otherwise it is computed when asked for.
    pub normal_velocity: f64,
    pub tangential_force: [f64; 2],
    pub direction: [f64; 2],
    pub memory: Memory,
    pub anchor: Anchor,
    /// First time that the nodes of a pair of planes were found beyond each other.
    crossed_at: Option<f64>,
}

/// Place of the friction anchor: a given one, or that of the evaluation before.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    At([f64; 3]),
    Follows,
}

impl Default for Anchor {
    fn default() -> Self {
        Anchor::At([0.0; 3])
    }
}

impl StopState {
    /// Clears the memory, as an open contact does.
    #[inline]
    pub fn forget(&mut self) {
        self.closed = false;
        if !self.forgotten {
            self.memory = Memory::default();
            self.anchor = Anchor::Follows;
            self.forgotten = true;
        }
    }
}

/// Relative velocities beyond this are a divergence: `sqrt(f64::MAX) / 2`.
pub const FASTEST: f64 = 6.703903964971298e153;

/// Number of internal variables.
const WIDTH: usize = Stop::VARIABLES.len();

impl LocalLaw for Stop {
    type Spec = ContactSpec;

    const VARIABLES: &'static [&'static str] = &[
        "normal_force",
        "tangential_force_1",
        "tangential_force_2",
        "position_1_x",
        "position_1_y",
        "position_1_z",
        "position_2_x",
        "position_2_y",
        "position_2_z",
        "normal_velocity",
        "tangential_velocity_1",
        "tangential_velocity_2",
        "sticks",
        "anchor_force_1",
        "anchor_force_2",
        "anchor_x",
        "anchor_y",
        "anchor_z",
        "last_tangential_velocity_1",
        "last_tangential_velocity_2",
    ];

    fn build(spec: &ContactSpec, shapes: &mut Shapes) -> Result<Stop, SpecFault> {
        let Placed { motion, node_1, obstacle } = spec.placement.place(shapes);
        let plane = obstacle.plane().map(|plane| (plane, 0));
        Ok(Stop {
            motion,
            node_1,
            obstacle,
            plane,
            stiffness: spec.normal_stiffness,
            damping: spec.normal_damping,
            restitution: spec.restitution,
            friction: Some(spec.friction).filter(Friction::acts),
            entrainment: spec.placement.frame().to_local(spec.entrainment),
            state: StopState::default(),
            saved: StopState::default(),
        })
    }

    fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let Some((plane, rank)) = self.plane else { return self.evaluate_curved(at, force) };
        let u = self.motion.displacement_with(plane.axis, at.products[rank], &at.now);
        let (gap, n) = plane.at(u);
        match plane.axis {
            _ if gap > 0.0 => {
                self.state.forget();
                return Ok(());
            }
            _ if !gap.is_finite() => return Err(LawFault::NotFinite("the gap")),
            1 => self.closed(at, gap, n, 0.0, force)?,
            _ => self.closed(at, gap, 0.0, n, force)?,
        }
        self.note_crossing(u, at.time);
        Ok(())
    }

    saves_its_state!();

    fn store(&self, at: &State<'_>, out: &mut [f64]) {
        let position = |motion: &LocalMotion| motion.position(at.shapes, &at.now);
        let velocity = |axis: usize| self.motion.velocity(axis, at.shapes, &at.now);
        if let Some(out) = out.first_chunk_mut() {
            *out = self.variables(position, velocity);
        }
    }

    fn load(&mut self, stored: &[f64]) {
        let pair = |i: usize| [stored[i], stored[i + 1]];
        self.state = StopState {
            closed: stored[0] != 0.0,
            touched: stored[0] != 0.0,
            forgotten: false,
            normal_force: stored[0],
            normal_velocity: stored[9],
            tangential_force: pair(1),
            direction: self.state.direction,
            memory: Memory { sticks: stored[12] > 0.5, anchor_force: pair(13), velocity: pair(18) },
            anchor: Anchor::At([stored[15], stored[16], stored[17]]),
            crossed_at: None,
        };
    }
}

impl Stop {
    /// At the last evaluation (N); 0 out of contact.
    pub fn normal_force(&self) -> f64 {
        if self.state.closed { self.state.normal_force } else { 0.0 }
    }

    /// Lets the displacement across a plane be computed with those of the others.
    pub fn join(&mut self, planes: &mut Bundle, shapes: &Shapes) {
        if let Some((plane, rank)) = &mut self.plane {
            *rank = planes.add(shapes, self.motion.row(plane.axis));
        }
    }

    /// Lets the positions that [`Stop::variables`] asks for be computed with those of the others: those of its motion (but for that
    /// across a plane), unless they are `known`, then those of its first node, each along the axes that have a row.
    pub fn join_positions(&self, positions: &mut Bundle, shapes: &Shapes, known: bool) {
        let own = Some(&self.motion).filter(|_| !known);
        for motion in own.into_iter().chain(&self.node_1) {
            for axis in (0..3).filter(|axis| self.rank_across(motion, *axis).is_none()) {
                if let Some(row) = motion.row(axis) {
                    positions.add(shapes, Some(row));
                }
            }
        }
    }

    /// Rank among the planes of the displacement of `motion` along `axis`, where it is the one across the plane.
    #[inline(always)]
    pub fn rank_across(&self, motion: &LocalMotion, axis: usize) -> Option<usize> {
        self.plane.filter(|(plane, _)| plane.axis == axis && std::ptr::eq(motion, &self.motion)).map(|p| p.1)
    }

    /// True where the normal velocity bears on no force and is computed only to be archived.
    pub fn looks_back_at_velocity(&self) -> bool {
        self.damping == 0.0 && self.friction.is_none()
    }

    /// Remembers the first `time` (s) at which the nodes of a pair of planes have passed through each other; `u` (m):
    /// position across the plane.
    #[inline]
    pub fn note_crossing(&mut self, u: f64, time: f64) {
        if self.state.crossed_at.is_none()
            && let Some((plane, _)) = &self.plane
            && plane.is_crossed(u)
        {
            self.state.crossed_at = Some(time);
        }
    }

    /// Obstacles whose gap depends on both axes.
    #[inline(never)]
    fn evaluate_curved(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let u_y = self.motion.displacement(1, at.shapes, &at.now);
        let u_z = self.motion.displacement(2, at.shapes, &at.now);
        let gap = self.obstacle.gap(u_y, u_z, self.state.direction);
        if gap.gap > 0.0 {
            self.state.direction = [gap.c, gap.s];
            self.state.forget();
            return Ok(());
        }
        if !gap.gap.is_finite() {
            return Err(LawFault::NotFinite("the gap"));
        }
        self.closed(at, gap.gap, gap.c, gap.s, force)
    }

    #[inline(never)]
    fn closed(&mut self, at: &State<'_>, gap: f64, c: f64, s: f64, force: &mut [f64]) -> Result<(), LawFault> {
        let Stop { motion, state, .. } = self;
        let velocity = |axis: usize, wanted: bool| if wanted { motion.velocity(axis, at.shapes, &at.now) } else { 0.0 };
        let rubs = self.friction.is_some();
        let damped = self.damping != 0.0;
        let w_x = velocity(0, rubs);
        let w_y = velocity(1, rubs || (damped && c != 0.0));
        let w_z = velocity(2, rubs || (damped && s != 0.0));
        if !(w_x.abs() <= FASTEST && w_y.abs() <= FASTEST && w_z.abs() <= FASTEST) {
            return Err(LawFault::NotFinite("the relative velocity"));
        }
        let vn = w_y * c + w_z * s;
        let normal_force = f64::max(0.0, -self.stiffness * gap - self.damping * vn);
        state.closed = true;
        state.touched = true;
        state.forgotten = false;
        state.direction = [c, s];
        state.normal_force = normal_force;
        state.normal_velocity = vn;
        let Some(friction) = &self.friction else {
            if let Anchor::Follows = state.anchor {
                state.anchor = Anchor::At(motion.position(at.shapes, &at.before));
            }
            motion.push(1, normal_force * c, at.shapes, force);
            motion.push(2, normal_force * s, at.shapes, force);
            return Ok(());
        };
        let vt = [-s * w_y + c * w_z, w_x];
        let anchor = &mut state.anchor;
        let moved = || {
            let x0 = match *anchor {
                Anchor::At(x0) => x0,
                Anchor::Follows => motion.position(at.shapes, &at.before),
            };
            *anchor = Anchor::At(x0);
            let u = motion.position(at.shapes, &at.now);
            [-(u[1] - x0[1]) * s + (u[2] - x0[2]) * c, u[0] - x0[0]]
        };
        let r = friction.force(&mut state.memory, normal_force, vt, moved);
        if !state.memory.sticks {
            state.anchor = Anchor::Follows;
        }
        state.tangential_force = r;
        motion.push(0, r[1], at.shapes, force);
        motion.push(1, normal_force * c - r[0] * s, at.shapes, force);
        motion.push(2, normal_force * s + r[0] * c, at.shapes, force);
        Ok(())
    }

    /// Internal variables to store, given the position of a motion and the velocity along an axis.
    #[inline(always)]
    pub fn variables(
        &self,
        mut position: impl FnMut(&LocalMotion) -> [f64; 3],
        velocity: impl Fn(usize) -> f64,
    ) -> [f64; WIDTH] {
        let state = &self.state;
        let u = position(&self.motion);
        let (first, apart) = match &self.node_1 {
            None => (u, [0.0; 3]),
            Some(node_1) => {
                let u_1 = position(node_1);
                (u_1, [u_1[0] - u[0], u_1[1] - u[1], u_1[2] - u[2]])
            }
        };
        let anchor = match state.anchor {
            Anchor::At(x0) => x0,
            Anchor::Follows => u,
        };
        let (mut force, mut normal_velocity) = (0.0, 0.0);
        let (mut r, mut memory) = ([0.0; 2], Memory::default());
        if state.closed {
            force = state.normal_force;
            normal_velocity = state.normal_velocity;
            if self.friction.is_some() {
                (r, memory) = (state.tangential_force, state.memory);
            }
            if self.looks_back_at_velocity() {
                let [c, s] = state.direction;
                normal_velocity = velocity(1) * c + velocity(2) * s;
            }
        }
        let ([r_t, r_x], [f_t, f_x], [v_t, v_x]) = (r, memory.anchor_force, memory.velocity);
        let sticks = if memory.sticks { 1.0 } else { 0.0 };
        let ([x, y, z], [dx, dy, dz], [x0, y0, z0]) = (first, apart, anchor);
        [force, r_t, r_x, x, y, z, dx, dy, dz, normal_velocity, v_t, v_x, sticks, f_t, f_x, x0, y0, z0, v_t, v_x]
    }

    /// Time (s) of that, if it happened.
    pub fn crossed_at(&self) -> Option<f64> {
        self.state.crossed_at
    }
}
