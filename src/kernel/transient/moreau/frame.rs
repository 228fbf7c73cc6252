//! Normal and tangents of a contact for one step, in terms of its rows.

use super::workspace::MoreauStepper;
use crate::transient::dynamics::ModalState;
use crate::transient::exact::contacts::Point;

/// Gaps up to this part of the lengths that make them are rounding: the contact touches.
const TOUCHES: f64 = 1e-12;

/// Gap in the middle of a step (m), and the displacement along row 0 at its start, 0 for a circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    pub gap: f64,
    pub u: f64,
}

/// `normal = a[0] row 0 + a[1] row 1`, `first tangent = b[0] row 0 + b[1] row 1`; the second tangent is row 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    normal: [f64; 2],
    tangent: [f64; 2],
}

impl Frame {
    /// Components along normal and tangents from those along rows.
    #[inline(always)]
    pub fn along(&self, x: [f64; 3]) -> [f64; 3] {
        let ([a, b], [c, d]) = (self.normal, self.tangent);
        [a * x[0] + b * x[1], c * x[0] + d * x[1], x[2]]
    }

    /// The contrary.
    #[inline(always)]
    pub fn onto_rows(&self, x: [f64; 3]) -> [f64; 3] {
        let ([a, b], [c, d]) = (self.normal, self.tangent);
        [a * x[0] + c * x[1], b * x[0] + d * x[1], x[2]]
    }
}

impl MoreauStepper {
    #[inline(always)]
    pub(super) fn frame(&self, i: usize) -> Frame {
        if self.contacts.points[i].round.is_some() {
            let [c, s] = self.normals[i];
            Frame { normal: [c, s], tangent: [-s, c] }
        } else {
            Frame { normal: [self.signs[i], 0.0], tangent: [0.0, 1.0] }
        }
    }

    /// True where a contact may close in the step: the gap in its middle, or at the start of a step on a linear stop, is none.
    #[inline(always)]
    pub(super) fn may_close(&self, i: usize, approach: Approach, state: &ModalState) -> bool {
        touches(&self.contacts.points[i], approach.gap, approach.u, || self.gap_now(i, state))
    }

    /// Gap in the middle of a step without contact forces; sets the normal of the step, the one there. Between surfaces
    /// without clearance (JEU=0) it is that of the surface to which the point goes.
    #[inline(always)]
    pub(super) fn look_ahead(&mut self, i: usize, state: &ModalState, h: f64) -> Approach {
        let motion = |k: usize| {
            let row = 3 * i + k;
            let [u, v] = self.contacts.along_both(row, (&state.q, &self.supports[0]), (&self.v0, &self.supports[1]));
            (u, u + 0.5 * h * v)
        };
        let point = &self.contacts.points[i];
        let (u, middle) = motion(0);
        if let Some(round) = point.round {
            let place = [point.rest[0] + middle, point.rest[1] + motion(1).1];
            self.normals[i] = round.normal(place);
            return Approach { gap: round.gap(place), u: 0.0 };
        }
        let (gap, sign) = self.contacts.gap(i, middle);
        self.signs[i] = sign;
        if point.half_gap == Some(0.0) && point.restitution.is_some() {
            let free = self.contacts.along(3 * i, &state.v, &self.supports[2]);
            if gap.abs() < h * free.abs() {
                self.signs[i] = -free.signum();
                return Approach { gap: 0.0, u };
            }
        }
        Approach { gap, u }
    }

    /// Gap at the start of a step to the side that the step looks at.
    #[inline(always)]
    pub(super) fn gap_of_side(&self, i: usize, state: &ModalState) -> f64 {
        let point = &self.contacts.points[i];
        if point.round.is_some() {
            return self.gap_now(i, state);
        }
        self.contacts.gap_on(i, self.signs[i], self.contacts.along(3 * i, &state.q, &self.supports[0]))
    }

    /// Gap at the start of a step.
    #[inline(always)]
    pub(super) fn gap_now(&self, i: usize, state: &ModalState) -> f64 {
        let point = &self.contacts.points[i];
        if let Some(round) = point.round {
            return round.gap(self.contacts.place(i, &state.q, &self.supports[0]));
        }
        self.contacts.gap(i, self.contacts.along(3 * i, &state.q, &self.supports[0])).0
    }
}

/// True where a contact touches, given the gap in the middle of the step, the displacement along row 0, and the gap at its start.
#[inline(always)]
pub(super) fn touches(point: &Point, gap: f64, u: f64, now: impl FnOnce() -> f64) -> bool {
    if point.restitution.is_none() {
        return gap <= 0.0 || now() <= 0.0;
    }
    let lengths = point.half_gap.unwrap_or(point.offset).abs() + point.rest[0].abs() + u.abs();
    gap <= TOUCHES * lengths
}
