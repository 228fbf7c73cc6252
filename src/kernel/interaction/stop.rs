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

use super::contact_spec::Placed;
use super::fault::LawFault;
use super::friction::{Friction, Memory};
use super::motion::{GapRow, LocalMotion, Shapes, State};
use super::obstacle::{Obstacle, Plane};

/// A contact between a node and an obstacle or between two nodes.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    obstacle: Obstacle,
    /// The same when it is a plane: the common case, with a shorter path.
    plane: Option<Plane>,
    /// Of local y and z.
    gap_rows: [Option<GapRow>; 2],
    /// `k_n` (N/m), `c_n` (N s/m).
    stiffness: f64,
    damping: f64,
    friction: Option<Friction>,
    pub state: StopState,
    /// Of node 1, relative to node 2 if there are two.
    motion: LocalMotion,
    /// Of node 1 alone, when there are two.
    node_1: Option<Box<LocalMotion>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StopState {
    closed: bool,
    /// Open with nothing to reset.
    is_free: bool,
    normal_force: f64,
    /// Where the force depends on it; otherwise it is computed when asked for.
    normal_velocity: f64,
    tangential_force: [f64; 2],
    direction: [f64; 2],
    memory: Memory,
    anchor: Anchor,
    /// First time that the nodes of a pair of planes were found beyond each other.
    crossed_at: Option<f64>,
}

impl StopState {
    /// What an open contact does to the memory.
    #[inline]
    fn forget(&mut self) {
        if !self.is_free {
            self.closed = false;
            self.is_free = true;
            self.memory = Memory::default();
            self.anchor = Anchor::Follows;
        }
    }
}

/// Where the friction anchor is: a given place, or that of the evaluation before.
#[derive(Clone, Copy, Debug)]
enum Anchor {
    At([f64; 3]),
    Follows,
}

impl Default for Anchor {
    fn default() -> Self {
        Anchor::At([0.0; 3])
    }
}

/// Relative velocities beyond this are a divergence: `sqrt(f64::MAX) / 2`.
const FASTEST: f64 = 6.703903964971298e153;

/// Number of internal variables.
pub(super) const WIDTH: usize = 20;

impl Stop {
    /// `k_n` and `c_n`, and friction if it acts.
    pub fn new(placed: Placed, stiffness: f64, damping: f64, friction: Friction, shapes: &mut Shapes) -> Stop {
        let Placed { motion, node_1, obstacle } = placed;
        let gap_rows = motion.gap_rows(obstacle.axes(), shapes);
        let friction = Some(friction).filter(Friction::acts);
        let node_1 = node_1.map(Box::new);
        let plane = obstacle.plane();
        Stop { obstacle, plane, gap_rows, stiffness, damping, friction, state: StopState::default(), motion, node_1 }
    }

    /// Whether the normal velocity bears on no force and is computed only to be archived.
    pub fn looks_back_at_velocity(&self) -> bool {
        self.damping == 0.0 && self.friction.is_none()
    }

    #[inline]
    pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        if let Some(plane) = self.plane {
            return self.evaluate_plane(plane, at, force);
        }
        let u_y = self.motion.gap_displacement(1, self.gap_rows[0], at);
        let u_z = self.motion.gap_displacement(2, self.gap_rows[1], at);
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

    #[inline]
    fn evaluate_plane(&mut self, plane: Plane, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        let u = self.motion.gap_displacement(plane.axis, self.gap_rows[plane.axis - 1], at);
        let (gap, n) = plane.gap(u);
        if gap > 0.0 {
            self.state.forget();
            return Ok(());
        }
        if !gap.is_finite() {
            return Err(LawFault::NotFinite("the gap"));
        }
        match (&self.friction, plane.axis) {
            (None, axis) => self.closed_plane(at, axis, gap, n, force)?,
            (Some(_), 1) => self.closed(at, gap, n, 0.0, force)?,
            (Some(_), _) => self.closed(at, gap, 0.0, n, force)?,
        }
        if self.state.crossed_at.is_none() && self.obstacle.crossed(u, u) {
            self.state.crossed_at = Some(at.time);
        }
        Ok(())
    }

    /// A closed contact without friction whose normal is along a local axis.
    #[inline]
    fn closed_plane(
        &mut self,
        at: &State<'_>,
        axis: usize,
        gap: f64,
        n: f64,
        force: &mut [f64],
    ) -> Result<(), LawFault> {
        let Stop { motion, state, .. } = self;
        let mut pressure = -self.stiffness * gap;
        if self.damping != 0.0 {
            let w = motion.velocity(axis, at.shapes, &at.now);
            if w.is_nan() || w.abs() > FASTEST {
                return Err(LawFault::NotFinite("the relative velocity"));
            }
            let vn = w * n;
            pressure -= self.damping * vn;
            state.normal_velocity = vn;
        }
        let normal_force = if pressure > 0.0 { pressure } else { 0.0 };
        state.normal_force = normal_force;
        state.direction = if axis == 1 { [n, 0.0] } else { [0.0, n] };
        if !state.closed {
            state.closed = true;
            state.is_free = false;
            if let Anchor::Follows = state.anchor {
                state.anchor = Anchor::At(motion.position(at.shapes, &at.before));
            }
        }
        motion.push(axis, normal_force * n, at.shapes, force);
        Ok(())
    }

    #[inline]
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
        let pressure = -self.stiffness * gap - self.damping * vn;
        let normal_force = if pressure > 0.0 { pressure } else { 0.0 };
        state.closed = true;
        state.is_free = false;
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

    /// The 20 internal variables; `at.now` is the last evaluation.
    pub fn store(&self, at: &State<'_>, out: &mut [f64]) {
        let (state, shapes) = (&self.state, at.shapes);
        out.fill(0.0);
        let u = self.motion.position(shapes, &at.now);
        match &self.node_1 {
            None => out[3..6].copy_from_slice(&u),
            Some(node_1) => {
                let u_1 = node_1.position(shapes, &at.now);
                out[3..6].copy_from_slice(&u_1);
                out[6..9].copy_from_slice(&[u_1[0] - u[0], u_1[1] - u[1], u_1[2] - u[2]]);
            }
        }
        let anchor = match state.anchor {
            Anchor::At(x0) => x0,
            Anchor::Follows => u,
        };
        out[15..18].copy_from_slice(&anchor);
        if !state.closed {
            return;
        }
        let [c, s] = state.direction;
        out[0] = state.normal_force;
        out[9] = if self.looks_back_at_velocity() {
            let velocity = |axis: usize| self.motion.velocity(axis, shapes, &at.now);
            velocity(1) * c + velocity(2) * s
        } else {
            state.normal_velocity
        };
        if self.friction.is_some() {
            out[1..3].copy_from_slice(&state.tangential_force);
            out[10..12].copy_from_slice(&state.memory.velocity);
            out[12] = if state.memory.sticks { 1.0 } else { 0.0 };
            out[13..15].copy_from_slice(&state.memory.anchor_force);
            out[18..20].copy_from_slice(&state.memory.velocity);
        }
    }

    pub fn load(&mut self, stored: &[f64]) {
        let pair = |i: usize| [stored[i], stored[i + 1]];
        self.state = StopState {
            closed: stored[0] != 0.0,
            is_free: false,
            normal_force: stored[0],
            normal_velocity: stored[9],
            tangential_force: pair(1),
            direction: self.state.direction,
            memory: Memory { sticks: stored[12] > 0.5, anchor_force: pair(13), velocity: pair(18) },
            anchor: Anchor::At([stored[15], stored[16], stored[17]]),
            crossed_at: None,
        };
    }

    pub fn crossed_at(&self) -> Option<f64> {
        self.state.crossed_at
    }
}
