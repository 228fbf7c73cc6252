//! A step in which the only contact does what it did in the step before, on its shortest way.
//!
//! One flat surface, no support: open it stays open, closed it keeps its statuses, of which the solution is known in closed
//! form ([`OneContact`](crate::transient::contact_problem::OneContact)). Whatever else happens is left to the general step.

use super::frame::Approach;
use super::workspace::MoreauStepper;
use crate::transient::contact_problem::Three;
use crate::transient::dynamics::ModalState;
use crate::transient::exact::{Contacts, Exchange};

/// Outcome of such a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Single {
    Open,
    /// Velocities at both ends, and impulses.
    Closed([Three; 3]),
}

impl MoreauStepper {
    /// True where [`MoreauStepper::repeat`] may be tried: not between surfaces without clearance, which have two sides at a time.
    pub(super) fn has_single(contacts: &Contacts) -> bool {
        let [point] = contacts.points.as_slice() else { return false };
        contacts.supports == 0 && point.round.is_none() && point.half_gap != Some(0.0)
    }

    /// Adds the impulses of the contact to the velocity at the end of a step of `n` coordinates; `state` has the one without
    /// them. `None`, and nothing is changed, where the contact does not do what it did.
    #[inline(always)]
    pub(super) fn repeat(&mut self, n: usize, state: &mut ModalState, h: f64) -> Option<Single> {
        if !self.is_single || !self.gathered {
            return None;
        }
        let (q, v0, v) = (&state.q[..n], &self.v0[..n], &state.v[..n]);
        let none: &[f64] = &[];
        let [u, start] = self.contacts.along_both(0, (q, none), (v0, none));
        let (gap, sign) = self.contacts.gap(0, u + 0.5 * h * start);
        let closes = self.may_close(0, Approach { gap, u }, state);
        let &[(_, side)] = self.active.as_slice() else {
            if closes {
                return None;
            }
            self.signs[0] = sign;
            return Some(Single::Open);
        };
        let one = self.problem.one().filter(|_| closes && side == sign)?;
        let ([first, first_end], [second, second_end]) =
            (self.contacts.along_both(1, (v0, none), (v, none)), self.contacts.along_both(2, (v0, none), (v, none)));
        let starts = [sign * start, first, second];
        let mut b = [sign * self.contacts.along(0, v, none), first_end, second_end];
        b[0] += self.normal_part(0, starts[0], h, || self.contacts.gap_on(0, sign, u));
        let [p, ends] = one.solve(b)?;
        for (k, impulse) in [sign * p[0], p[1], p[2]].into_iter().enumerate() {
            if impulse != 0.0 {
                let row = &self.inverse[k * n..][..n];
                state.v[..n].iter_mut().zip(row).for_each(|(v, m)| *v += impulse * m);
            }
        }
        self.impulses.copy_from_slice(&p);
        Some(Single::Closed([starts, ends, p]))
    }

    /// Notes what became of the contact, and its work.
    #[inline(always)]
    pub(super) fn account_single(&mut self, exchange: &mut Exchange, time: f64, single: Single) {
        let Single::Closed(motion) = single else { return };
        let phase = self.phase(0, motion[2][0]);
        if phase != self.phases[0] {
            self.note(exchange, time, 0, phase);
        }
        self.work_of(0, motion, exchange);
    }
}
