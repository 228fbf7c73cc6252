//! Steps in which the only contact does what it did in the step before, on their shortest way.
//!
//! One flat surface, no support, a diagonal system: open the contact stays open, closed it keeps its statuses, of which the solution is
//! known in closed form ([`OneContact`](crate::transient::contact_problem::OneContact)). A step in which anything else happens is left to
//! the general way, which finds everything as it was at the start of that step.
//!
//! A second way for speed: `benches/README.md` has what it gives.

use super::frame::touches;
use super::reduced::{Way, add_work, normal_part};
use super::workspace::{Inertia, MoreauStepper, Phase};
use crate::simd::wide;
use crate::transient::contact_problem::Three;
use crate::transient::dynamics::{Dynamics, ModalState};
use crate::transient::exact::Contacts;
use crate::transient::exact::exchange::TOTALS;
use crate::transient::matrix::all_finite;

/// Coordinates that a run of steps changes, and room for the impulse of the excitation and the velocity at the start of a step.
struct Motion<'a> {
    t: &'a mut f64,
    q: &'a mut [f64],
    v: &'a mut [f64],
    a: &'a mut [f64],
    f: &'a mut [f64],
    v0: &'a mut [f64],
}

/// Steps to make: their length, the most of them, and the latest start.
#[derive(Clone, Copy)]
struct Steps {
    h: f64,
    most: u64,
    latest: f64,
}

impl MoreauStepper {
    /// True where [`MoreauStepper::repeat`] may be tried: not between surfaces without clearance, which have two sides at a time.
    pub(super) fn has_single(contacts: &Contacts) -> bool {
        let [point] = contacts.points.as_slice() else { return false };
        contacts.supports == 0 && point.round.is_none() && point.half_gap != Some(0.0)
    }

    /// Makes steps as long as the contact does what it did; returns their number.
    #[inline(always)]
    pub(super) fn repeat(
        &mut self,
        dynamics: &mut Dynamics,
        state: &mut ModalState,
        h: f64,
        most: u64,
        latest: f64,
    ) -> u64 {
        if !self.is_single || !self.gathered || !dynamics.system.is_diagonal() {
            return 0;
        }
        self.make(dynamics, state, Steps { h, most, latest })
    }

    #[inline(never)]
    fn make(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, steps: Steps) -> u64 {
        let mut start = std::mem::take(&mut self.v0);
        let ModalState { t, q, v, a, f, .. } = state;
        let made = if let ([q], [v], [a]) = (q.as_mut_slice(), v.as_mut_slice(), a.as_mut_slice()) {
            // Numbers instead of arrays.
            let (mut time, mut x) = (*t, [[*q], [*v], [*a], [0.0], [0.0]]);
            let [own_q, own_v, own_a, f, v0] = &mut x;
            let motion = Motion { t: &mut time, q: own_q, v: own_v, a: own_a, f, v0 };
            let made = self.make_of(1, dynamics, motion, steps);
            (*t, [[*q], [*v], [*a], ..]) = (time, x);
            made
        } else {
            wide(
                #[inline(always)]
                || self.make_of(q.len(), dynamics, Motion { t, q, v, a, f, v0: &mut start }, steps),
            )
        };
        self.v0 = start;
        dynamics.evaluations += 4 * made;
        if made > 0 {
            self.last_length = Some(steps.h);
        }
        if made < steps.most && state.t <= steps.latest {
            self.refused = state.t;
        }
        made
    }

    /// Compiled once for one coordinate and once for any number.
    #[inline(always)]
    fn make_of(&mut self, n: usize, dynamics: &mut Dynamics, motion: Motion<'_>, steps: Steps) -> u64 {
        let Dynamics { system, excitation, exchange, .. } = dynamics;
        let (Inertia::Diagonal(inertia), [point]) = (&self.inertia, self.contacts.points.as_slice()) else { return 0 };
        let closed = match self.active.as_slice() {
            [] => None,
            [(_, side)] => match self.problem.one() {
                Some(one) => Some((*side, one)),
                None => return 0,
            },
            _ => return 0,
        };
        // What it becomes under a normal impulse is what it is: there is nothing to note.
        let phase = if closed.is_some() { self.phase(0, 1.0) } else { self.phases[0] };
        let Some(to) = exchange.totals.first_chunk_mut::<TOTALS>() else { return 0 };
        if phase != self.phases[0] {
            return 0;
        }
        let Motion { t, q, v, a, f, v0 } = motion;
        let (q, v, a, f, v0) = (&mut q[..n], &mut v[..n], &mut a[..n], &mut f[..n], &mut v0[..n]);
        let (m, c, k, inertia) = (&system.mass[..n], &system.damping[..n], &system.stiffness[..n], &inertia[..n]);
        let pushes = [0, 1, 2].map(|row| &self.inverse[row * n..][..n]);
        let (theta, h, none) = (self.options.theta, steps.h, [].as_slice());
        let (rate, pushed) = (1.0 / h, phase != Phase::Open);
        let (mut totals, mut loss) = (*to, exchange.statistics.impact_loss);
        let (mut side, mut impulses) = (self.signs[0], None);
        let mut made = 0;
        while made < steps.most && *t <= steps.latest {
            v0.copy_from_slice(v);
            if excitation.impulse(*t, h, f).is_err() {
                break;
            }
            for j in 0..n {
                let elastic = k[j] * (q[j] + h * theta * v[j]);
                v[j] += (f[j] - h * (m[j] * c[j] * v[j]) - h * elastic) * inertia[j];
            }
            let [u, start] = self.contacts.along_both(0, (q, none), (v0, none));
            let (gap, sign) = point.gap(u + 0.5 * h * start);
            let closes = touches(point, gap, u, || point.gap(u).0);
            let both = |row| self.contacts.along_both(row, (v0, none), (v, none));
            let outcome: Option<Option<[Three; 3]>> = match closed {
                None => (!closes).then_some(None),
                Some((side, one)) if closes && side == sign => {
                    let ([first, first_end], [second, second_end]) = (both(1), both(2));
                    let starts = [sign * start, first, second];
                    let mut b = [sign * self.contacts.along(0, v, none), first_end, second_end];
                    b[0] += normal_part(point, theta, starts[0], h, || point.gap_on(sign, u));
                    match one.solve(b) {
                        Some([p, ends]) if p[0] > 0.0 || !pushed => Some(Some([starts, ends, p])),
                        _ => None,
                    }
                }
                Some(_) => None,
            };
            let Some(outcome) = outcome else {
                v.copy_from_slice(v0);
                break;
            };
            if let Some([_, _, p]) = outcome {
                for (impulse, row) in [sign * p[0], p[1], p[2]].into_iter().zip(pushes) {
                    if impulse != 0.0 {
                        v.iter_mut().zip(row).for_each(|(v, m)| *v += impulse * m);
                    }
                }
            }
            for j in 0..n {
                q[j] += h * (theta * v[j] + (1.0 - theta) * v0[j]);
                a[j] = (v[j] - v0[j]) * rate;
            }
            *t += h;
            made += 1;
            side = sign;
            if let Some(motion) = outcome {
                impulses = Some(motion[2]);
                let way = Way { theta, sign, sticks: phase == Phase::Stick };
                add_work(point, way, motion, &mut totals, &mut loss);
            }
            if !all_finite(a) {
                break;
            }
        }
        (*to, exchange.statistics.impact_loss, self.signs[0]) = (totals, loss, side);
        if let Some(p) = impulses {
            self.impulses.copy_from_slice(&p);
        }
        made
    }
}
