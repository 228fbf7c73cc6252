//! The motion piece by piece, for those who follow its derivative.

use super::workspace::{EventStepper, Impulse, Normal, Tangential};
use crate::transient::contact_problem::TangentialLaw;
use crate::transient::dynamics::Dynamics;
use crate::transient::fault::TransientFault;

/// Part of impulses and velocities within which an impact is between two outcomes.
const BETWEEN: f64 = 1e-9;

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
        let fastest = self.problem.b.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        let strongest = self.problem.p.iter().fold(0.0_f64, |a, p| a.max(p.abs()));
        let Some(impulses) = &mut self.impulses else { return };
        let first = impulses.len() - self.involved.len();
        for (a, impulse) in impulses[first..].iter_mut().enumerate() {
            let (status, problem) = (self.problem.statuses[a], &self.problem);
            let p = &problem.p[3 * a..3 * a + 3];
            let between = {
                let size = |k: usize| {
                    let row = 3 * a + k;
                    let terms = problem.w[row * problem.b.len()..].iter().zip(&problem.p).map(|(w, p)| (w * p).abs());
                    problem.b[row].abs() + terms.sum::<f64>()
                };
                let near = |x: f64, size: f64| x.abs() <= BETWEEN * size;
                // A contact that the impact does not reach stays what it is.
                let reached = size(0) > BETWEEN * fastest;
                let normal = reached && near(p[0], strongest) && near(problem.u[3 * a], size(0));
                let tangential = match problem.laws[a].1 {
                    TangentialLaw::Rest { mu_static, .. } if status.pushes && reached => {
                        let friction = (p[1] * p[1] + p[2] * p[2]).sqrt();
                        match status.sticks {
                            true => near(mu_static * p[0] - friction, mu_static * p[0]),
                            false => (1..3).all(|k| near(problem.u[3 * a + k], size(k))),
                        }
                    }
                    _ => false,
                };
                normal || tangential
            };
            *impulse = Impulse {
                pushes: status.pushes,
                sticks: status.sticks && status.pushes,
                between,
                impulse: [p[0], p[1], p[2]],
                ..*impulse
            };
        }
    }
}
