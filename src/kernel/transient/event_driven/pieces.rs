//! The motion piece by piece, for those who follow its derivative.

use super::workspace::{EventStepper, Impulse, Normal, Tangential};
use crate::transient::dynamics::Dynamics;
use crate::transient::fault::TransientFault;

/// State of a contact at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMode {
    pub normal: Normal,
    pub tangential: Tangential,
    /// Sign of the normal along row 0.
    pub sign: f64,
    /// A quantity that starts at 0: gap or normal force; slip velocity or reserve of stick.
    pub fresh: [bool; 2],
}

impl EventStepper {
    /// Begins anew from a state at time `t` (s) with contacts as they were there. Fails where a force has no value.
    pub fn resume(
        &mut self,
        dynamics: &mut Dynamics,
        t: f64,
        (q, v): (&[f64], &[f64]),
        modes: &[ContactMode],
    ) -> Result<(), TransientFault> {
        let n = self.contacts.size;
        (self.start, self.length) = (t, 0.0);
        self.happenings.clear();
        self.totals.fill(0.0);
        self.q[..n].copy_from_slice(q);
        self.v[..n].copy_from_slice(v);
        for (track, mode) in self.tracks.iter_mut().zip(modes) {
            (track.rising, track.left) = (None, f64::NEG_INFINITY);
            (track.normal, track.tangential) = (mode.normal, mode.tangential);
            (track.sign, track.fresh) = (mode.sign, mode.fresh);
        }
        let until = self.expand_forces(dynamics, self.nominal)?;
        self.started = true;
        self.piece(dynamics, until);
        Ok(())
    }

    /// Writes the state of each contact at the start of the present piece.
    pub fn modes(&self, out: &mut Vec<ContactMode>) {
        out.clear();
        out.extend(self.tracks.iter().map(|track| ContactMode {
            normal: track.normal,
            tangential: track.tangential,
            sign: track.sign,
            fresh: track.fresh,
        }));
    }

    /// Goes on to the next piece, through the events at the end of this one. Fails where a force has no value.
    pub fn advance(&mut self, dynamics: &mut Dynamics) -> Result<(), TransientFault> {
        if let Some(impulses) = &mut self.impulses {
            impulses.clear();
        }
        self.next(dynamics)
    }

    /// Follows impacts from now on.
    pub fn follow_impacts(&mut self) {
        self.impulses = Some(Vec::with_capacity(4 * self.tracks.len() + 4));
    }

    /// Takes over the outcome of an impact from the reduced problem.
    pub(super) fn note_impulses(&mut self) {
        let Some(impulses) = &mut self.impulses else { return };
        let first = impulses.len() - self.involved.len();
        for (a, impulse) in impulses[first..].iter_mut().enumerate() {
            let status = self.problem.statuses[a];
            let p = &self.problem.p[3 * a..3 * a + 3];
            *impulse = Impulse {
                pushes: status.pushes,
                sticks: status.sticks && status.pushes,
                impulse: [p[0], p[1], p[2]],
                ..*impulse
            };
        }
    }
}
