//! Where the next event is: first roots of gaps, forces, slip velocities and reserves of stick.

use super::rising::CONTINUOUS;
use super::roots::first_root;
use super::scheme::{ORDER, TERMS};
use super::swings::{Part, Swings};
use super::workspace::{Alone, EventStepper, Happening, Normal, Tangential};
use num_complex::Complex64;

/// Friction passes its bound by more than this part of it before a point slips: a bound only touched is not passed.
const ROUNDING: f64 = 32.0 * f64::EPSILON;
/// Slip in two directions that would end within this part of the step PAS ends: the way left is its square.
const STOPPED: f64 = 1e-7;

impl EventStepper {
    /// Finds the first event on the piece, shortens it to there and notes what happens. Beside fast modes that swing apart the piece
    /// ends, with nothing that happens, where a quantity comes as near to zero as they move it.
    pub(super) fn search(&mut self, swings: Option<&Swings>) {
        self.happenings.clear();
        for i in 0..self.tracks.len() {
            let point = &self.contacts.points[i];
            let track = &self.tracks[i];
            let mut found: [Option<(f64, Option<Happening>)>; 4] = [None; 4];
            let length = self.length * (1.0 + 1e-12);
            let bound = |part: &dyn Fn(&Part, Complex64) -> Complex64| swings.map_or(0.0, |s| s.bound(i, length, part));
            let look = |series: &[f64; TERMS], fresh: bool, what, swing: f64| {
                let (x, near) = first_approach(series, length, fresh, swing)?;
                Some((x, (!near).then_some(what)))
            };
            let shifted = |scale: f64, at_zero: f64| {
                let mut gap = track.u.map(|u| scale * u);
                gap[0] += at_zero;
                gap
            };
            match track.normal {
                Normal::Open if point.moves => {
                    let sides: &[f64] = if point.half_gap.is_some() { &[1.0, -1.0] } else { &[point.sign] };
                    for (slot, &sign) in found.iter_mut().zip(sides) {
                        let mut gap = shifted(sign, point.half_gap.unwrap_or(point.offset) + sign * point.rest[0]);
                        let fresh = track.fresh[0] && sign == track.sign;
                        if fresh {
                            gap[0] = 0.0;
                            for k in 1..TERMS {
                                gap[k] = beyond(gap[k], self.rounding_along(3 * i, &self.q, k));
                            }
                        }
                        *slot = look(&gap, fresh, Happening::Closing(sign), bound(&|part, _| part.u));
                    }
                }
                Normal::Pressing | Normal::Closed if point.moves => {
                    let swing = bound(&|part, _| part.force);
                    found[0] = look(&track.force, track.fresh[0], Happening::ForceEnds, swing);
                }
                Normal::Adrift => {
                    let gap = shifted(track.sign, point.half_gap.unwrap_or(point.offset) + track.sign * point.rest[0]);
                    let mut pull = gap.map(|g| point.stiffness * g);
                    for k in 0..ORDER {
                        pull[k] += point.damping * track.sign * (k + 1) as f64 * track.u[k + 1];
                    }
                    pull[ORDER] = 0.0;
                    let swing = bound(&|part, rate| (rate * point.damping + point.stiffness) * part.u);
                    found[0] = look(&pull, track.fresh[0], Happening::ForceReturns, swing);
                    found[1] = look(&gap.map(|g| -g), false, Happening::Opening, bound(&|part, _| part.u));
                }
                _ => {}
            }
            match track.tangential {
                Tangential::Slip(sign) => {
                    let along = usize::from(!point.along[0]);
                    let mut slip = track.slip[along].map(|v| sign * v);
                    if track.fresh[1] {
                        // Where friction leaves its bound continuously the acceleration is the rounding of the forces.
                        let row = 3 * i + 1 + along;
                        let mobility = self.contacts.delassus[row * (3 * self.tracks.len() + 1)];
                        let friction = point.mu_dynamic * track.force[0] * mobility;
                        let rounding = self.rounding_along(row, &self.v, 1).max(CONTINUOUS * friction.abs());
                        slip[1] = beyond(slip[1], rounding);
                    }
                    let swing = bound(&|part, _| part.slip[along]);
                    found[2] = look(&slip, track.fresh[1], Happening::SlipEnds, swing);
                }
                Tangential::Slide => {
                    let near = STOPPED * self.nominal + 4.0 * f64::EPSILON * self.start.abs();
                    // Closer to its end a slip turns too fast for a series in double precision.
                    let turns = !track.heading[0][ORDER].is_finite() || !track.heading[1][ORDER].is_finite();
                    found[2] = if track.rising.is_some() {
                        look(&track.speed, true, Happening::SlipEnds, 0.0)
                    } else if track.speed[0] < -track.speed[1] * near || turns {
                        Some((0.0, Some(Happening::SlipEnds)))
                    } else {
                        look(&track.speed, false, Happening::SlipEnds, 0.0)
                    };
                }
                Tangential::Stick if point.along == [true, true] => {
                    let [r, t] = &track.friction;
                    let limits = &bound;
                    let bound = point.mu_static * (1.0 + ROUNDING);
                    let mut reserve = [0.0; TERMS];
                    for k in 0..ORDER {
                        let n = &track.force;
                        let term = |j: usize| bound * bound * n[j] * n[k - j] - r[j] * r[k - j] - t[j] * t[k - j];
                        reserve[k] = (0..=k).map(term).sum();
                    }
                    let limit = bound * track.force[0];
                    let fresh = track.fresh[1] && reserve[0].abs() <= 1e-12 * limit * limit;
                    let swing = swings.map_or(0.0, |_| {
                        let parts = [
                            (bound * size_of(&track.force, length), bound * limits(&|part, _| part.force)),
                            (size_of(r, length), limits(&|part, _| part.friction[0])),
                            (size_of(t, length), limits(&|part, _| part.friction[1])),
                        ];
                        parts.iter().map(|(size, swing)| (2.0 * size + swing) * swing).sum()
                    });
                    found[2] = look(&reserve, fresh, Happening::StickEnds, swing);
                }
                Tangential::Stick => {
                    let along = usize::from(!point.along[0]);
                    let (r, swing) = (&track.friction[along], &bound);
                    let bound = point.mu_static * (1.0 + ROUNDING);
                    for (slot, sign) in found[2..].iter_mut().zip([1.0, -1.0]) {
                        let mut reserve = [0.0; TERMS];
                        for k in 0..ORDER {
                            reserve[k] = bound * track.force[k] - sign * r[k];
                        }
                        let fresh = track.fresh[1] && reserve[0].abs() <= 1e-12 * bound * track.force[0].abs();
                        let swing = swing(&|part, _| part.force * bound - part.friction[along] * sign);
                        *slot = look(&reserve, fresh, Happening::StickEnds, swing);
                    }
                }
                Tangential::Free => {}
            }
            for (x, what) in found.into_iter().flatten() {
                // Of one contact too only the first: its series go on as if nothing happened.
                if x > self.length * (1.0 + 1e-12) {
                    continue;
                }
                if x < self.length * (1.0 - 1e-12) {
                    self.length = x;
                    self.happenings.clear();
                }
                self.happenings.extend(what.map(|what| (i, what)));
            }
        }
        let (Some(alone), Some(first), Some(last)) = (self.alone, self.happenings.first(), self.happenings.last())
        else {
            return;
        };
        let contact = if alone == Alone::First { first.0 } else { last.0 };
        self.happenings.retain(|(i, _)| *i == contact);
    }

    /// Bound of the order `k` of a motion along a row by the rounding of its sum over coordinates, where it is none.
    pub(super) fn rounding_along(&self, row: usize, motion: &[f64], k: usize) -> f64 {
        let terms = self.contacts.row(row).iter().zip(&motion[k * self.contacts.size..]);
        1e-13 * terms.map(|(a, x)| (a * x).abs()).sum::<f64>()
    }
}

/// First root of a quantity that starts positive; where fast modes move it by no more than `swing` and that is more than its rounding,
/// where it comes as near to zero as that (true).
fn first_approach(series: &[f64; TERMS], length: f64, fresh: bool, swing: f64) -> Option<(f64, bool)> {
    if swing == 0.0 || swing <= f64::EPSILON * size_of(series, length) {
        return first_root(series, length, fresh).map(|x| (x, false));
    }
    let mut rest = *series;
    rest[0] -= swing;
    let x = if fresh || !(rest[0] > 0.0) { Some(0.0) } else { first_root(&rest, length, false) };
    x.map(|x| (x, true))
}

/// Sum of the sizes of all terms of a series up to `length`.
fn size_of(series: &[f64; TERMS], length: f64) -> f64 {
    series.iter().rev().fold(0.0, |sum, c| sum * length + c.abs())
}

/// 0 for what is no more than rounding.
fn beyond(x: f64, rounding: f64) -> f64 {
    if x.abs() <= rounding { 0.0 } else { x }
}
