//! The reduced problem of contacts, relaxed contact by contact.

use super::direction;
use super::laws::{NEGLIGIBLE, NormalLaw, Outcome, Status, TangentialLaw};
use super::one::OneContact;
use crate::linalg::SmallSystem;

/// The problem of `m` contacts and the room to solve it; sizes of arrays are `3 m`.
#[derive(Clone, Debug, Default)]
pub struct ContactProblem {
    pub laws: Vec<(NormalLaw, TangentialLaw)>,
    /// `W`, row after row.
    pub w: Vec<f64>,
    pub b: Vec<f64>,
    /// Reactions: a first guess, then the solution.
    pub p: Vec<f64>,
    /// Motions of the solution.
    pub u: Vec<f64>,
    pub statuses: Vec<Status>,
    pub(super) elimination: SmallSystem,
    pub(super) unknowns: Vec<(usize, usize)>,
    pub(super) reactions: Vec<f64>,
    /// The factors are those of the statuses of an exact solution.
    pub(super) repeats: bool,
    pub(super) one: Option<OneContact>,
}

impl ContactProblem {
    /// Makes room for `count` contacts; all reactions are 0.
    pub fn reset(&mut self, count: usize) {
        let rest = Status { pushes: false, sticks: false, direction: [0.0; 2] };
        self.laws.clear();
        self.laws.resize(count, (NormalLaw::Given(0.0), TangentialLaw::None));
        self.statuses.clear();
        self.statuses.resize(count, rest);
        for (values, length) in [(&mut self.w, 9 * count * count), (&mut self.b, 3 * count), (&mut self.p, 3 * count)] {
            values.clear();
            values.resize(length, 0.0);
        }
        self.u.clear();
        self.u.resize(3 * count, 0.0);
        (self.repeats, self.one) = (false, None);
    }

    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.laws.len()
    }

    /// True when there is no contact.
    pub fn is_empty(&self) -> bool {
        self.laws.is_empty()
    }

    pub(super) fn at(&self, i: usize, j: usize) -> f64 {
        self.w[i * self.b.len() + j]
    }

    /// Motion `i` under the present reactions.
    #[inline(always)]
    pub(super) fn motion(&self, i: usize) -> f64 {
        let size = self.b.len();
        if let ([a, b, c], [x, y, z]) = (self.w.get(3 * i..3 * i + 3).unwrap_or_default(), &*self.p) {
            return self.b[i] + (a * x + b * y + c * z);
        }
        self.b[i] + crate::transient::matrix::dot(&self.w[i * size..(i + 1) * size], &self.p)
    }

    /// Direction in which contact `i` slips under the friction `mu p_n`, the other reactions being what they are, from the
    /// direction that its friction had in the motion `u`.
    pub fn follow_slip(&self, i: usize, mu: f64, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let (a, b, bound) = (3 * i + 1, 3 * i + 2, mu * self.p[3 * i]);
        let w = [self.at(a, a), self.at(a, b), self.at(b, b)];
        let free = [self.u[a] + bound * (w[0] * x + w[1] * y), self.u[b] + bound * (w[1] * x + w[2] * y)];
        direction::slip_direction(w, free, bound)
    }

    /// Solves it: at most `sweeps` of Gauss-Seidel, until reactions change by less than `residual` of the largest.
    pub fn solve(&mut self, sweeps: u32, residual: f64) -> Outcome {
        let outcome = self.solve_anew(sweeps, residual);
        self.repeats = self.may_repeat(&outcome);
        self.one = if self.repeats && !outcome.redundant { self.one_contact() } else { None };
        outcome
    }

    fn solve_anew(&mut self, sweeps: u32, residual: f64) -> Outcome {
        let mut outcome = Outcome::default();
        for (i, (normal, _)) in self.laws.iter().enumerate() {
            if let NormalLaw::Given(force) = normal {
                self.p[3 * i] = *force;
            }
        }
        if let [(_, TangentialLaw::None | TangentialLaw::Sliding { .. })] = self.laws.as_slice() {
            self.statuses[0] = self.status(0);
        } else {
            for _ in 0..sweeps.max(1) {
                outcome.sweeps += 1;
                let (mut change, mut size) = (0.0_f64, 0.0_f64);
                for i in 0..self.laws.len() {
                    change = change.max(self.relax(i));
                    size = size.max(self.p[3 * i].abs()).max(self.p[3 * i + 1].abs()).max(self.p[3 * i + 2].abs());
                }
                if !(change > residual * size) {
                    break;
                }
                // The statuses are often right long before the reactions are.
                if outcome.sweeps == 12 || outcome.sweeps % 50 == 0 {
                    self.name_statuses();
                    if self.polish(&mut outcome) {
                        return outcome;
                    }
                }
            }
            self.name_statuses();
        }
        if !self.polish(&mut outcome) && self.len() <= 4 {
            self.enumerate(&mut outcome);
        }
        outcome
    }

    /// One exact step on each reaction of a contact; returns the largest change.
    fn relax(&mut self, i: usize) -> f64 {
        let (n, (normal, tangential)) = (3 * i, self.laws[i]);
        let before = [self.p[n], self.p[n + 1], self.p[n + 2]];
        if normal == NormalLaw::Unilateral {
            let mut stiffness = self.at(n, n);
            if let TangentialLaw::Sliding { mu, direction: [a, b] } = tangential {
                stiffness -= mu * (self.at(n, n + 1) * a + self.at(n, n + 2) * b);
            }
            let motion = self.motion(n);
            if stiffness > 0.0 {
                self.p[n] = (self.p[n] - motion / stiffness).max(0.0);
            }
        }
        match tangential {
            TangentialLaw::None => {}
            TangentialLaw::Sliding { mu, direction } => {
                for k in 0..2 {
                    self.p[n + 1 + k] = -mu * self.p[n] * direction[k];
                }
            }
            TangentialLaw::Rest { mu_static, mu_dynamic, along } => {
                self.statuses[i].sticks = self.relax_tangent(n, mu_static, mu_dynamic, along);
            }
        }
        (0..3).map(|k| (self.p[n + k] - before[k]).abs()).fold(0.0, f64::max)
    }

    /// The friction that holds the point, or that of slip beyond the static bound. Whether it holds.
    fn relax_tangent(&mut self, n: usize, mu_static: f64, mu_dynamic: f64, along: [bool; 2]) -> bool {
        let stiffness = match along {
            [true, false] => self.at(n + 1, n + 1),
            [false, true] => self.at(n + 2, n + 2),
            // The largest eigenvalue of the two tangents.
            _ => {
                let (a, b, c) = (self.at(n + 1, n + 1), self.at(n + 1, n + 2), self.at(n + 2, n + 2));
                0.5 * (a + c) + (0.25 * (a - c) * (a - c) + b * b).sqrt()
            }
        };
        let mut trial = [0.0; 2];
        for k in (0..2).filter(|&k| along[k]) {
            let motion = self.motion(n + 1 + k);
            trial[k] = if stiffness > 0.0 {
                self.p[n + 1 + k] - motion / stiffness
            } else if motion == 0.0 {
                0.0
            } else {
                -motion.signum() * f64::MAX.sqrt()
            };
        }
        let size = (trial[0] * trial[0] + trial[1] * trial[1]).sqrt();
        let holds = size <= mu_static * self.p[n];
        let scale = if holds { 1.0 } else { mu_dynamic * self.p[n].max(0.0) / size };
        for k in 0..2 {
            self.p[n + 1 + k] = if scale == 0.0 { 0.0 } else { scale * trial[k] };
        }
        holds
    }

    fn name_statuses(&mut self) {
        for i in 0..self.laws.len() {
            self.statuses[i] = self.status(i);
        }
    }

    /// Status of a contact, from the present reactions; what stuck in the last sweep sticks. The motion that the sweep left is
    /// rounding, and says nothing.
    fn status(&self, i: usize) -> Status {
        let (n, (normal, tangential)) = (3 * i, self.laws[i]);
        let pushes = match normal {
            NormalLaw::Given(force) => force > 0.0,
            // A contact that others hold still, and that would close without them, shares their reaction.
            NormalLaw::Unilateral => {
                self.p[n] > 0.0
                    || self.motion(n) < (NEGLIGIBLE * self.b[n].abs()).max(f64::MIN_POSITIVE) && self.b[n] < 0.0
            }
        };
        let p = [self.p[n + 1], self.p[n + 2]];
        let size = (p[0] * p[0] + p[1] * p[1]).sqrt();
        match tangential {
            TangentialLaw::None => Status { pushes, sticks: false, direction: [0.0; 2] },
            TangentialLaw::Sliding { direction, .. } => Status { pushes, sticks: false, direction },
            TangentialLaw::Rest { mu_static, along, .. } => {
                let motion = [0, 1].map(|k| if along[k] { self.motion(n + 1 + k) } else { 0.0 });
                // Without a normal force yet: the contact is held still by others whose reaction it will share.
                let still = || {
                    let size = self.b[n..n + 3].iter().fold(0.0_f64, |a, b| a.max(b.abs()));
                    self.p[n] <= 0.0 && motion[0].abs().max(motion[1].abs()) <= NEGLIGIBLE * size
                };
                let sticks = mu_static > 0.0 && (self.statuses[i].sticks || still());
                let direction = if size > 0.0 { p.map(|p| -p / size) } else { unit(motion) };
                Status { pushes, sticks, direction }
            }
        }
    }
}

/// A direction, or nothing.
fn unit(x: [f64; 2]) -> [f64; 2] {
    let size = (x[0] * x[0] + x[1] * x[1]).sqrt();
    if size > 0.0 { x.map(|x| x / size) } else { [0.0; 2] }
}
