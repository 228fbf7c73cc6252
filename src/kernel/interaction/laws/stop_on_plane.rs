//! Contact with a plane, no support moving: the common case, on its shortest way.
//!
//! The law is that of [`super::stop`]; the normal has one component, so that a force along an axis needs the motion
//! along that axis only. What the contact sees of the problem is a [`Reach`]: one coordinate is a number, several
//! are rows to be multiplied, and for contacts evaluated together the products are there.

use super::stop::{Anchor, FASTEST, Stop};
use crate::interaction::blocks::Coordinates;
use crate::interaction::fault::LawFault;
use crate::interaction::motion::LocalMotion;
use crate::interaction::shapes::{Row, Shapes};
use crate::lanes::Lanes;

/// Access of a contact to the generalised coordinates, along the local axes of its motion.
pub trait Reach {
    /// True where rows are multiplied: several products are then made in one pass.
    const HAS_ROWS: bool = false;
    /// Runs a closure out of line, compiled for the same registers.
    #[inline(always)]
    fn apart<T>(&mut self, mut body: impl FnMut(&mut Self) -> T) -> T {
        body(self)
    }
    /// Position (m) across the plane, whose rank among the planes is `rank`.
    fn across(&self, motion: &LocalMotion, axis: usize, rank: usize) -> f64;
    /// Position (m) now, and at the evaluation before.
    fn position(&self, motion: &LocalMotion, axis: usize) -> f64;
    fn position_before(&self, motion: &LocalMotion, axis: usize) -> f64;
    /// Velocity (m/s).
    fn velocity(&self, motion: &LocalMotion, axis: usize) -> f64;
    /// Velocities across a plane whose normal is `axis`, along its tangent in the plane of the obstacle, and along the obstacle.
    #[inline(always)]
    fn velocities(&self, motion: &LocalMotion, axis: usize) -> [f64; 3] {
        [self.velocity(motion, axis), self.velocity(motion, 3 - axis), self.velocity(motion, 0)]
    }
    /// Velocities as [`Self::velocities`] gives them, and the two positions along the plane.
    #[inline(always)]
    fn velocities_and_places(&self, motion: &LocalMotion, axis: usize) -> ([f64; 3], [f64; 2]) {
        (self.velocities(motion, axis), [self.position(motion, 3 - axis), self.position(motion, 0)])
    }
    /// Adds the generalised force of `f` (N) along an axis; nothing for 0.
    fn push(&mut self, motion: &LocalMotion, axis: usize, f: f64);
    /// Adds the generalised forces along several axes, one after the other.
    #[inline(always)]
    fn push_all(&mut self, motion: &LocalMotion, [a, b, c]: [(usize, f64); 3]) {
        self.push(motion, a.0, a.1);
        self.push(motion, b.0, b.1);
        self.push(motion, c.0, c.1);
    }
}

/// One coordinate.
pub struct OneCoordinate {
    pub q: f64,
    pub before: f64,
    pub v: f64,
    pub force: f64,
}

impl OneCoordinate {
    /// The product with `x`; a zero where the motion has no row.
    #[inline(always)]
    fn along(motion: &LocalMotion, axis: usize, x: f64) -> f64 {
        if motion.row(axis).is_some() { motion.single[axis] * x } else { 0.0 }
    }

    /// Position (m) along the three local axes.
    #[inline(always)]
    pub fn positions(&self, motion: &LocalMotion) -> [f64; 3] {
        [self.position(motion, 0), self.position(motion, 1), self.position(motion, 2)]
    }
}

impl Reach for OneCoordinate {
    #[inline(always)]
    fn across(&self, motion: &LocalMotion, axis: usize, _: usize) -> f64 {
        motion.rest[axis] + motion.single[axis] * self.q
    }

    #[inline(always)]
    fn position(&self, motion: &LocalMotion, axis: usize) -> f64 {
        motion.rest[axis] + OneCoordinate::along(motion, axis, self.q)
    }

    #[inline(always)]
    fn position_before(&self, motion: &LocalMotion, axis: usize) -> f64 {
        motion.rest[axis] + OneCoordinate::along(motion, axis, self.before)
    }

    #[inline(always)]
    fn velocity(&self, motion: &LocalMotion, axis: usize) -> f64 {
        OneCoordinate::along(motion, axis, self.v)
    }

    #[inline(always)]
    fn push(&mut self, motion: &LocalMotion, axis: usize, f: f64) {
        if motion.row(axis).is_some() && f != 0.0 {
            self.force += f * motion.single[axis];
        }
    }
}

/// Several coordinates.
pub struct ManyCoordinates<'a, L> {
    pub lanes: L,
    pub shapes: &'a Shapes,
    /// Products of the rows across the planes with the coordinates.
    pub products: &'a [f64],
    pub now: &'a Coordinates,
    pub before: &'a Coordinates,
    pub v: &'a Coordinates,
    pub force: &'a mut [f64],
}

impl<L: Lanes> ManyCoordinates<'_, L> {
    #[inline(always)]
    fn place(&self, motion: &LocalMotion, axis: usize, q: &Coordinates) -> f64 {
        match motion.row(axis) {
            Some(row) => motion.rest[axis] + self.shapes.place(self.lanes, row, q),
            None => motion.rest[axis] + 0.0,
        }
    }
}

impl<L: Lanes> Reach for ManyCoordinates<'_, L> {
    const HAS_ROWS: bool = true;

    #[inline(always)]
    fn apart<T>(&mut self, mut body: impl FnMut(&mut Self) -> T) -> T {
        self.lanes.apart(
            #[inline(always)]
            || body(self),
        )
    }

    #[inline(always)]
    fn across(&self, motion: &LocalMotion, axis: usize, rank: usize) -> f64 {
        motion.rest[axis] + self.products[rank]
    }

    #[inline(always)]
    fn position(&self, motion: &LocalMotion, axis: usize) -> f64 {
        self.place(motion, axis, self.now)
    }

    #[inline(always)]
    fn position_before(&self, motion: &LocalMotion, axis: usize) -> f64 {
        self.place(motion, axis, self.before)
    }

    #[inline(always)]
    fn velocity(&self, motion: &LocalMotion, axis: usize) -> f64 {
        match motion.row(axis) {
            Some(row) => self.shapes.place(self.lanes, row, self.v),
            None => 0.0,
        }
    }

    #[inline(always)]
    fn velocities(&self, motion: &LocalMotion, axis: usize) -> [f64; 3] {
        let v = self.v;
        match [motion.row(axis), motion.row(3 - axis), motion.row(0)] {
            [Some(n), Some(t), Some(x)] => self.shapes.products(self.lanes, [(n, v), (t, v), (x, v)]),
            [Some(n), Some(t), None] => {
                let [w_n, w_t] = self.shapes.products(self.lanes, [(n, v), (t, v)]);
                [w_n, w_t, 0.0]
            }
            [Some(n), None, Some(x)] => {
                let [w_n, w_x] = self.shapes.products(self.lanes, [(n, v), (x, v)]);
                [w_n, 0.0, w_x]
            }
            _ => [self.velocity(motion, axis), self.velocity(motion, 3 - axis), self.velocity(motion, 0)],
        }
    }

    #[inline(always)]
    fn velocities_and_places(&self, motion: &LocalMotion, axis: usize) -> ([f64; 3], [f64; 2]) {
        let (q, v, rest) = (self.now, self.v, &motion.rest);
        match [motion.row(axis), motion.row(3 - axis), motion.row(0)] {
            [Some(n), Some(t), Some(x)] => {
                let pairs = [(n, v), (t, v), (x, v), (t, q), (x, q)];
                let [w_n, w_t, w_x, u_t, u_x] = self.shapes.products(self.lanes, pairs);
                ([w_n, w_t, w_x], [rest[3 - axis] + u_t, rest[0] + u_x])
            }
            [Some(n), Some(t), None] => {
                let [w_n, w_t, u_t] = self.shapes.products(self.lanes, [(n, v), (t, v), (t, q)]);
                ([w_n, w_t, 0.0], [rest[3 - axis] + u_t, rest[0] + 0.0])
            }
            [Some(n), None, Some(x)] => {
                let [w_n, w_x, u_x] = self.shapes.products(self.lanes, [(n, v), (x, v), (x, q)]);
                ([w_n, 0.0, w_x], [rest[3 - axis] + 0.0, rest[0] + u_x])
            }
            _ => (self.velocities(motion, axis), [self.position(motion, 3 - axis), self.position(motion, 0)]),
        }
    }

    #[inline(always)]
    fn push(&mut self, motion: &LocalMotion, axis: usize, f: f64) {
        if let Some(row) = motion.row(axis)
            && f != 0.0
        {
            self.shapes.push_rows(self.lanes, [row], [f], self.force);
        }
    }

    #[inline(always)]
    fn push_all(&mut self, motion: &LocalMotion, forces: [(usize, f64); 3]) {
        let row = |k: usize| -> Option<Row> { motion.row(forces[k].0).filter(|_| forces[k].1 != 0.0) };
        match [row(0), row(1), row(2)] {
            [Some(a), Some(b), Some(c)] if Shapes::beside(&[a, b, c]) => {
                self.shapes.push_rows(self.lanes, [a, b, c], [forces[0].1, forces[1].1, forces[2].1], self.force);
            }
            [None, Some(b), Some(c)] if Shapes::beside(&[b, c]) => {
                self.shapes.push_rows(self.lanes, [b, c], [forces[1].1, forces[2].1], self.force);
            }
            rows => {
                for (row, (_, f)) in rows.into_iter().zip(forces) {
                    if let Some(row) = row {
                        self.shapes.push_rows(self.lanes, [row], [f], self.force);
                    }
                }
            }
        }
    }
}

/// Along all axes. Written out: closures called for each place of an array are left out of line.
#[inline(always)]
fn place_before(at: &impl Reach, motion: &LocalMotion) -> [f64; 3] {
    [at.position_before(motion, 0), at.position_before(motion, 1), at.position_before(motion, 2)]
}

impl Stop {
    /// True where `evaluate_plane` gives the same as `LocalLaw::evaluate` where no support moves.
    pub fn is_plane(&self) -> bool {
        self.plane.is_some()
    }

    /// A plane where no support moves, at time `time` (s). Fails where the gap, the velocity or the force is not
    /// finite.
    #[inline(always)]
    pub fn evaluate_plane<R: Reach>(&mut self, time: f64, at: &mut R) -> Result<(), LawFault> {
        let Some((plane, rank)) = self.plane else { return Ok(()) };
        let u = at.across(&self.motion, plane.axis, rank);
        let (gap, n) = plane.at(u);
        if gap > 0.0 {
            self.state.forget();
            return Ok(());
        }
        if !gap.is_finite() {
            return Err(LawFault::NotFinite("the gap"));
        }
        // Compiled once for each axis.
        match (self.friction.is_some(), plane.axis) {
            (true, axis) if R::HAS_ROWS => self.rub_apart(axis, gap, n, at)?,
            (true, 1) => self.rub(1, gap, n, at)?,
            (true, _) => self.rub(2, gap, n, at)?,
            (false, axis) => self.bounce(axis, gap, n, at)?,
        }
        self.note_crossing(u, time);
        Ok(())
    }

    /// [`Stop::evaluate_plane`] of a contact that is known to be closed, its normal along `AXIS`.
    #[inline(always)]
    pub fn evaluate_closed<const AXIS: usize>(&mut self, time: f64, at: &mut impl Reach) -> Result<(), LawFault> {
        let Some((plane, rank)) = self.plane else { return Ok(()) };
        let u = at.across(&self.motion, AXIS, rank);
        let (gap, n) = plane.at(u);
        if !gap.is_finite() {
            return Err(LawFault::NotFinite("the gap"));
        }
        if self.friction.is_some() {
            self.rub(AXIS, gap, n, at)?
        } else {
            self.bounce(AXIS, gap, n, at)?
        }
        self.note_crossing(u, time);
        Ok(())
    }

    /// Closed, without friction.
    #[inline(always)]
    fn bounce(&mut self, axis: usize, gap: f64, n: f64, at: &mut impl Reach) -> Result<(), LawFault> {
        let Stop { motion, state, .. } = self;
        let mut normal_force = -self.stiffness * gap;
        if self.damping != 0.0 {
            let w = at.velocity(motion, axis);
            if w.is_nan() || w.abs() > FASTEST {
                return Err(LawFault::NotFinite("the relative velocity"));
            }
            state.normal_velocity = w * n;
            normal_force -= self.damping * state.normal_velocity;
        }
        normal_force = if normal_force > 0.0 { normal_force } else { 0.0 };
        state.normal_force = normal_force;
        state.direction = if axis == 1 { [n, 0.0] } else { [0.0, n] };
        at.push(motion, axis, if n < 0.0 { -normal_force } else { normal_force });
        if !state.closed {
            state.closed = true;
            state.touched = true;
            state.forgotten = false;
            if let Anchor::Follows = state.anchor {
                state.anchor = Anchor::At(place_before(at, motion));
            }
        }
        Ok(())
    }

    /// [`Stop::rub`] out of line: contacts without friction are faster where it is not among them.
    #[inline(never)]
    fn rub_apart<R: Reach>(&mut self, axis: usize, gap: f64, n: f64, at: &mut R) -> Result<(), LawFault> {
        at.apart(
            #[inline(always)]
            |at| if axis == 1 { self.rub(1, gap, n, at) } else { self.rub(2, gap, n, at) },
        )
    }

    /// Closed, with friction.
    #[inline(always)]
    fn rub<R: Reach>(&mut self, axis: usize, gap: f64, n: f64, at: &mut R) -> Result<(), LawFault> {
        let Stop { motion, state, friction, .. } = self;
        let Some(friction) = friction else { return Ok(()) };
        // Along the normal and across it in the plane of the obstacle; along the obstacle.
        // A point that sticks is asked for its place as well.
        let sticks = R::HAS_ROWS && state.memory.sticks;
        let ([w_n, w_t, w_x], known) =
            if sticks { at.velocities_and_places(motion, axis) } else { (at.velocities(motion, axis), [0.0; 2]) };
        if !(w_x.abs() <= FASTEST && w_n.abs() <= FASTEST && w_t.abs() <= FASTEST) {
            return Err(LawFault::NotFinite("the relative velocity"));
        }
        let vn = w_n * n;
        let normal_force = f64::max(0.0, -self.stiffness * gap - self.damping * vn);
        state.closed = true;
        state.touched = true;
        state.forgotten = false;
        state.normal_force = normal_force;
        state.normal_velocity = vn;
        // The tangent (0, -s, c): along z for a normal along y, against y for one along z.
        let tangent = if axis == 1 { n } else { -n };
        state.direction = if axis == 1 { [n, 0.0] } else { [0.0, n] };
        let anchor = &mut state.anchor;
        let r = friction.force(
            &mut state.memory,
            normal_force,
            [tangent * w_t, w_x],
            #[inline(always)]
            || {
                let x0 = match *anchor {
                    Anchor::At(x0) => x0,
                    Anchor::Follows => place_before(at, motion),
                };
                *anchor = Anchor::At(x0);
                let [u_t, u_x] = if sticks { known } else { [at.position(motion, 3 - axis), at.position(motion, 0)] };
                [tangent * (u_t - x0[3 - axis]), u_x - x0[0]]
            },
        );
        if !state.memory.sticks {
            state.anchor = Anchor::Follows;
        }
        state.tangential_force = r;
        at.push_all(motion, [(0, r[1]), (axis, normal_force * n), (3 - axis, r[0] * tangent)]);
        Ok(())
    }
}
