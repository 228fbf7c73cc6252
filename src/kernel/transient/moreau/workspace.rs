//! Matrices for one step length, and the contacts' last impulses.

use super::scheme::MoreauOptions;
use crate::transient::contact_problem::ContactProblem;
use crate::transient::dynamics::{Dynamics, ModalState};
use crate::transient::exact::{Contacts, EventKind, Exchange, Obstruction};
use crate::transient::fault::TransientFault;
use crate::transient::matrix::{Factors, Square, dot};
use crate::transient::system::System;

/// Outcome of a contact in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Phase {
    Open,
    Stick,
    /// Direction of slip.
    Slip([f64; 2]),
    Smooth,
}

/// `Mh`, by the inverse of its diagonal or its factors.
#[derive(Clone, Debug)]
pub(super) enum Inertia {
    Diagonal(Vec<f64>),
    Full(Box<Factors>),
}

impl Inertia {
    /// Replaces `x` by the solution of the matrix of the step.
    #[inline(always)]
    pub fn solve(&mut self, x: &mut [f64]) {
        match self {
            Inertia::Diagonal(d) => x.iter_mut().zip(d).for_each(|(x, d)| *x *= *d),
            Inertia::Full(factors) => factors.solve(x),
        }
    }
}

/// The scheme with everything it remembers.
#[derive(Clone, Debug)]
pub struct MoreauStepper {
    pub(super) options: MoreauOptions,
    pub(super) contacts: Contacts,
    pub(super) step: Option<f64>,
    /// Length of the last step made.
    pub(super) last_length: Option<f64>,
    pub(super) inertia: Inertia,
    /// Rows times the inverse of `Mh`, and their products with rows.
    pub(super) inverse: Vec<f64>,
    pub(super) delassus: Vec<f64>,
    pub(super) problem: ContactProblem,
    /// Points that may touch in the step, with the sign of their normals; the matrix and the laws of the problem are theirs.
    pub(super) active: Vec<(usize, f64)>,
    pub(super) gathered: bool,
    /// There is one contact, and a short way for it.
    pub(super) is_single: bool,
    /// Start of a step that this way does not make (s).
    pub(super) refused: f64,
    /// Their velocities along normal and tangents before the step.
    pub(super) before: Vec<[f64; 3]>,
    /// Impulses of the last step, three per point.
    pub(super) impulses: Vec<f64>,
    pub(super) phases: Vec<Phase>,
    /// Sign of the normal along row 0; a circle has 1 and its normal `(c, s)` along rows 0 and 1.
    pub(super) signs: Vec<f64>,
    pub(super) normals: Vec<[f64; 2]>,
    pub(super) force: Vec<f64>,
    pub(super) part: Vec<f64>,
    pub(super) v0: Vec<f64>,
    /// Displacements at the start, velocities at both ends, of supports.
    pub(super) supports: [Vec<f64>; 3],
    pub(super) cursors: Vec<[usize; 2]>,
}

impl MoreauStepper {
    /// For the contacts of a problem. Fails where an interaction is no
    /// contact that the scheme treats, or a circle has no radius.
    pub fn new(options: MoreauOptions, step: f64, dynamics: &mut Dynamics) -> Result<MoreauStepper, Obstruction> {
        let points = dynamics.interactions.contact_points().map_err(|rank| Obstruction::NotAContact { rank })?;
        let supports = dynamics.interactions.support_motions().len();
        let contacts = Contacts::new(points, supports, &mut dynamics.system)?;
        dynamics.exchange = Exchange::new(contacts.points.len());
        Ok(MoreauStepper::with_contacts(options, step, contacts, dynamics))
    }

    /// Stepper of contacts already in modal coordinates.
    pub fn with_contacts(options: MoreauOptions, step: f64, contacts: Contacts, dynamics: &Dynamics) -> MoreauStepper {
        let (n, count, supports) = (contacts.size, contacts.points.len(), contacts.supports);
        let _ = (step, dynamics);
        let mut velocity = vec![0.0; supports];
        if let (Some(belt), Some(last)) = (contacts.belt, velocity.last_mut()) {
            *last = belt;
        }
        MoreauStepper {
            options,
            step: None,
            last_length: None,
            inertia: Inertia::Diagonal(vec![1.0; n]),
            inverse: vec![0.0; 3 * count * n],
            delassus: vec![0.0; 9 * count * count],
            problem: ContactProblem::default(),
            active: Vec::with_capacity(count),
            gathered: false,
            is_single: MoreauStepper::has_single(&contacts),
            refused: f64::NAN,
            before: Vec::with_capacity(count),
            impulses: vec![0.0; 3 * count],
            phases: vec![Phase::Open; count],
            signs: vec![1.0; count],
            normals: vec![[1.0, 0.0]; count],
            force: vec![0.0; n],
            part: vec![0.0; n],
            v0: vec![0.0; n],
            supports: [vec![0.0; supports], velocity.clone(), velocity],
            cursors: vec![[0; 2]; supports],
            contacts,
        }
    }

    /// Matrices for the length `h` (s).
    pub(super) fn prepare(&mut self, system: &System, h: f64) -> Result<(), TransientFault> {
        if self.step == Some(h) {
            return Ok(());
        }
        let (n, theta) = (self.contacts.size, self.options.theta);
        let term = |i: usize, j: usize| {
            system.mass_term(i, j)
                + h * theta * system.damping_term(i, j)
                + h * h * theta * theta * system.stiffness_term(i, j)
        };
        self.inertia = if system.is_diagonal() {
            Inertia::Diagonal((0..n).map(|i| 1.0 / term(i, i)).collect())
        } else {
            let factors = Factors::of(&Square::from_fn(n, term));
            let singular = |source| TransientFault::Singular { matrix: "matrix of the step", source };
            Inertia::Full(Box::new(factors.map_err(singular)?))
        };
        let rows = 3 * self.contacts.points.len();
        for r in 0..rows {
            let row = &mut self.inverse[r * n..(r + 1) * n];
            row.copy_from_slice(self.contacts.row(r));
            self.inertia.solve(row);
        }
        for i in 0..rows {
            for j in 0..rows {
                self.delassus[i * rows + j] = dot(self.contacts.row(i), &self.inverse[j * n..(j + 1) * n]);
            }
        }
        self.step = Some(h);
        self.gathered = false;
        Ok(())
    }

    /// Refuses a start that no impulse can mend, and writes the variables of the start.
    pub fn take_up(&mut self, dynamics: &mut Dynamics, state: &mut ModalState) -> Result<(), TransientFault> {
        self.motion_of_supports(dynamics, state.t, state.t)?;
        for i in 0..self.contacts.points.len() {
            let u = self.contacts.along(3 * i, &state.q, &self.supports[0]);
            let gap = self.gap_now(i, state);
            let point = &self.contacts.points[i];
            let scale = point.half_gap.unwrap_or(point.offset).abs() + point.rest[0].abs() + u.abs();
            if point.restitution.is_some() && gap < -1e-8 * scale {
                let source = Obstruction::Penetrated { rank: i, depth: -gap };
                return Err(TransientFault::Obstruction { time: state.t, source });
            }
        }
        dynamics.excitation.evaluate(state.t, &mut self.force)?;
        dynamics.system.acceleration(&state.q, &state.v, &self.force, &mut state.a);
        self.write_variables(dynamics, state, None);
        Ok(())
    }

    /// Notes what became of a contact.
    #[inline(always)]
    pub(super) fn note(&mut self, exchange: &mut Exchange, time: f64, i: usize, phase: Phase) {
        let kind = match (self.phases[i], phase) {
            (Phase::Open, Phase::Open) | (Phase::Stick, Phase::Stick) | (Phase::Smooth, Phase::Smooth) => None,
            (_, Phase::Open) => Some(EventKind::Separation),
            (Phase::Open, _) => Some(EventKind::Impact),
            (_, Phase::Stick) => Some(EventKind::Stick),
            (Phase::Slip(a), Phase::Slip(b)) => (a[0] * b[0] + a[1] * b[1] < 0.0).then_some(EventKind::Reversal),
            (_, Phase::Slip(_)) => Some(EventKind::Slip),
            (_, Phase::Smooth) => None,
        };
        if let Some(kind) = kind {
            exchange.note(time, i, kind);
        }
        exchange.stick(time, i, phase == Phase::Stick);
        self.phases[i] = phase;
    }
}
