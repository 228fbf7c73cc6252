//! Normal and tangents of a contact for one step, in terms of its rows.

use super::workspace::MoreauStepper;
use crate::transient::dynamics::State;

/// Gaps up to this part of the lengths that make them are rounding: the contact touches.
const TOUCHES: f64 = 1e-12;

/// `normal = a[0] row 0 + a[1] row 1`, `first tangent = b[0] row 0 + b[1] row 1`; the second tangent is row 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    normal: [f64; 2],
    tangent: [f64; 2],
}

impl Frame {
    /// Components along normal and tangents from those along rows.
    pub fn along(&self, x: [f64; 3]) -> [f64; 3] {
        let ([a, b], [c, d]) = (self.normal, self.tangent);
        [a * x[0] + b * x[1], c * x[0] + d * x[1], x[2]]
    }

    /// The contrary.
    pub fn onto_rows(&self, x: [f64; 3]) -> [f64; 3] {
        let ([a, b], [c, d]) = (self.normal, self.tangent);
        [a * x[0] + c * x[1], b * x[0] + d * x[1], x[2]]
    }
}

impl MoreauStepper {
    pub(super) fn frame(&self, i: usize) -> Frame {
        if self.contacts.points[i].round.is_some() {
            let [c, s] = self.normals[i];
            Frame { normal: [c, s], tangent: [-s, c] }
        } else {
            Frame { normal: [self.signs[i], 0.0], tangent: [0.0, 1.0] }
        }
    }

    /// Velocity of a contact along its normal and tangents.
    pub(super) fn local(&self, i: usize, v: &[f64], supports: &[f64]) -> [f64; 3] {
        self.frame(i).along([0, 1, 2].map(|k| self.contacts.along(3 * i + k, v, supports)))
    }

    /// True where a contact may close in the step: the gap in its middle, or at the start of a step on a linear stop, is none.
    pub(super) fn may_close(&mut self, i: usize, state: &State, h: f64) -> bool {
        let gap = self.look_ahead(i, state, h);
        let point = &self.contacts.points[i];
        if point.restitution.is_none() {
            return gap <= 0.0 || self.gap_now(i, state) <= 0.0;
        }
        let u = if point.round.is_some() { 0.0 } else { self.contacts.along(3 * i, &state.q, &self.supports[0]) };
        let lengths = point.half_gap.unwrap_or(point.offset).abs() + point.rest[0].abs() + u.abs();
        gap <= TOUCHES * lengths
    }

    /// Gap in the middle of a step without contact forces; sets the normal of the step, the one there. Between surfaces
    /// without clearance (JEU=0) it is that of the surface to which the point goes.
    fn look_ahead(&mut self, i: usize, state: &State, h: f64) -> f64 {
        let motion = |k: usize| {
            let u = self.contacts.along(3 * i + k, &state.q, &self.supports[0]);
            u + 0.5 * h * self.contacts.along(3 * i + k, &self.v0, &self.supports[1])
        };
        let point = &self.contacts.points[i];
        if let Some(round) = point.round {
            let place = [point.rest[0] + motion(0), point.rest[1] + motion(1)];
            self.normals[i] = round.normal(place);
            return round.gap(place);
        }
        let (gap, sign) = self.contacts.gap(i, motion(0));
        self.signs[i] = sign;
        let free = self.contacts.along(3 * i, &state.v, &self.supports[2]);
        if point.half_gap == Some(0.0) && point.restitution.is_some() && gap.abs() < h * free.abs() {
            self.signs[i] = -free.signum();
            return 0.0;
        }
        gap
    }

    /// Gap at the start of a step to the side that the step looks at.
    pub(super) fn gap_of_side(&self, i: usize, state: &State) -> f64 {
        let point = &self.contacts.points[i];
        if point.round.is_some() {
            return self.gap_now(i, state);
        }
        let u = self.contacts.along(3 * i, &state.q, &self.supports[0]);
        point.half_gap.unwrap_or(point.offset) + self.signs[i] * (point.rest[0] + u)
    }

    /// Gap at the start of a step.
    pub(super) fn gap_now(&self, i: usize, state: &State) -> f64 {
        let point = &self.contacts.points[i];
        if let Some(round) = point.round {
            return round.gap(self.contacts.place(i, &state.q, &self.supports[0]));
        }
        self.contacts.gap(i, self.contacts.along(3 * i, &state.q, &self.supports[0])).0
    }
}
