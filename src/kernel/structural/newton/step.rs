//! One step of Newton's method: prediction, evaluations, corrections.
//!
//! `K du + Bᵀ dl = -R`, `B du = d - B u`, with the constraints eliminated: `du = Z y + G (d - B u)`. The reactions `Bᵀl`
//! follow the linear equations as multipliers would, so that residuals of constrained unknowns are those of a method with
//! multipliers.

use super::coefficients::{Formulation, ImplicitScheme};
use super::convergence::{Residuals, Vanishing};
use super::energy::EnergyMeter;
use super::evaluation::{ElementFault, Evaluation};
use super::fault::{Convergence, IterationRecord, StepFailure};
use super::following::FollowingLoading;
use super::matrices::Matrices;
use super::options::{Dynamics, Matrix, NewtonOptions, Prediction};
use super::residual::Balance;
use super::state::NonlinearState;
use super::system::NonlinearSystem;
use super::unilateral::{Stops, UnilateralConditions};
use crate::laws::{Ask, Step};
use crate::structural::Energies;

/// Events that a step is watched for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watched {
    /// DIVE_RESI.
    pub divergence: bool,
    /// RESI_MAXI: the bound of the residual.
    pub largest: Option<f64>,
}

/// Newton's method at work on a structure.
pub struct Newton<'s> {
    pub system: &'s NonlinearSystem,
    pub options: &'s NewtonOptions,
    pub matrices: Matrices,
    pub evaluation: Evaluation,
    pub balance: Balance,
    /// The last accepted state, and the one that is tried.
    pub before: NonlinearState,
    pub now: NonlinearState,
    /// Evaluations of the step under way.
    pub records: Vec<IterationRecord>,
    pub(super) vanishing: Vanishing,
    /// Length and increment of the last step.
    pub(super) last: Option<f64>,
    pub(super) last_increment: Vec<f64>,
    pub(super) right: Vec<f64>,
    pub(super) correction: Vec<f64>,
    pub(super) product: Vec<f64>,
    pub(super) moved: Vec<f64>,
    pub(super) defects: Vec<f64>,
    pub(super) searched: Option<NonlinearState>,
    pub(super) shifted: bool,
    pub(super) meter: Option<EnergyMeter>,
    /// Acceleration at the start, where it was computed.
    pub(super) first_acceleration: Option<Vec<f64>>,
    /// Loads that follow the motion; external forces without them.
    pub(super) following: Option<&'s mut dyn FollowingLoading>,
    pub(super) fixed: Vec<f64>,
    /// Unilateral conditions (statics).
    pub(super) stops: Stops,
}

impl<'s> Newton<'s> {
    /// The method at the state `start`.
    pub fn new(system: &'s NonlinearSystem, options: &'s NewtonOptions, start: NonlinearState) -> Newton<'s> {
        let zero = vec![0.0; system.size];
        Newton {
            matrices: Matrices::new(system),
            evaluation: Evaluation::new(system),
            balance: Balance::new(system),
            now: start.clone(),
            searched: options.line_search.map(|_| start.clone()),
            before: start,
            records: Vec::with_capacity(options.most_iterations as usize + 2),
            vanishing: Vanishing::default(),
            last: None,
            last_increment: zero.clone(),
            right: zero.clone(),
            correction: zero.clone(),
            product: zero.clone(),
            moved: zero.clone(),
            fixed: zero,
            following: None,
            stops: Stops::default(),
            defects: vec![0.0; system.constraints.len()],
            shifted: false,
            meter: None,
            first_acceleration: None,
            system,
            options,
        }
    }

    /// Loads that are evaluated anew at each tried state.
    pub fn follow(&mut self, loads: &'s mut dyn FollowingLoading) {
        self.following = Some(loads);
    }

    /// Unilateral conditions, whose factors and bounds `loading` gives at each instant (statics).
    pub fn stop_at(&mut self, conditions: UnilateralConditions) {
        self.stops = Stops::new(conditions, self.system.size);
    }

    /// External forces at the tried state: those of the instant, and those that follow the motion.
    pub(super) fn take_following(&mut self) -> Result<(), StepFailure> {
        let Some(following) = &mut self.following else { return Ok(()) };
        self.balance.external.copy_from_slice(&self.fixed);
        following.add(&self.now, &mut self.balance.external).map_err(|_| StepFailure::Interrupted)
    }

    pub(super) fn scheme(&self) -> Option<&'s ImplicitScheme> {
        match &self.options.dynamics {
            Dynamics::Implicit(scheme) => Some(scheme),
            _ => None,
        }
    }

    /// True in dynamics.
    pub fn is_dynamic(&self) -> bool {
        !matches!(self.options.dynamics, Dynamics::Static)
    }

    /// The loads (in `balance`), supports and strains (in `evaluation`) being those of the instant `time`, makes step
    /// `number` (from 1) to it. The end is in `now`; [`Newton::accept`] keeps it. Fails where it does not converge.
    pub fn step(&mut self, number: u64, time: f64, watched: &Watched) -> Result<Convergence, StepFailure> {
        let dt = self.length(time);
        let scheme = self.scheme();
        self.records.clear();
        self.now.take(&self.before);
        self.now.time = time;
        self.stops.rewind(&mut self.now.reaction);
        if let Some(scheme) = scheme {
            scheme.predict(dt, &mut self.now.u, &mut self.now.v, &mut self.now.a);
            if scheme.formulation == Formulation::Acceleration {
                self.now.reaction.fill(0.0);
            }
        }
        let every = self.options.steps_between;
        let due = number == 1 || (every > 0 && (number - 1).is_multiple_of(every)) || self.system.always_tangent;
        if due {
            let elastic = self.options.prediction == Prediction::Matrix(Matrix::Elastic);
            self.new_matrix(if elastic { None } else { Some(self.asked(Ask::Tangent, 1)) })?;
        }
        if self.options.prediction == Prediction::Extrapolated
            && let Some(last) = self.last
        {
            self.extrapolate(dt, last);
        } else {
            match scheme {
                None => self.system.nodal_forces(&self.before.forces, &mut self.balance.internal),
                Some(_) => self.forces(Ask::Forces, 1)?,
            }
            self.apply(true)?;
            self.balance.unbalanced(&self.now.reaction, &mut self.right);
            self.solve(dt)?;
            self.move_by(dt, 1.0);
        }
        self.iterate(number, dt, watched)
    }

    /// Length of the step to `time` (s): that of the last step, where the two differ by the rounding of the instants only. Steps of
    /// a uniform list then have one matrix.
    fn length(&self, time: f64) -> f64 {
        let length = time - self.before.time;
        let rounding = 4.0 * f64::EPSILON * time.abs().max(self.before.time.abs());
        self.last.filter(|last| (length - last).abs() <= rounding).unwrap_or(length)
    }

    fn iterate(&mut self, number: u64, dt: f64, watched: &Watched) -> Result<Convergence, StepFailure> {
        let (mut line_tries, mut multiple, mut new_matrix) = (0, None, true);
        for i in 0.. {
            let every = self.options.iterations_between;
            let full = self.system.always_tangent
                || (self.options.matrix == Matrix::Tangent && every > 0 && (i + 1u32).is_multiple_of(every));
            self.forces(if full { Ask::Full } else { Ask::Forces }, i + 1)?;
            self.apply(false)?;
            self.balance.unbalanced(&self.now.reaction, &mut self.right);
            let residuals = self.residuals(dt);
            self.records.push(IterationRecord { residuals, multiple, new_matrix });
            if !residuals.largest.is_finite() {
                return Err(StepFailure::NotFinite);
            }
            let convergence = Convergence { evaluations: i + 1, line_tries, residuals, forced: false };
            // An extrapolated state, and one that a line search found, may be beyond a stop or off it.
            if self.stops.are_kept(&self.now.u)
                && self.options.criteria.hold(&residuals, number, i == 0, &mut self.vanishing)
            {
                return Ok(convergence);
            }
            if i + 1 >= self.options.most_iterations {
                return Err(StepFailure::Iterations);
            }
            self.watch(watched, residuals.largest)?;
            new_matrix = full;
            // A new damping is in the matrix; the right-hand side keeps `C v` of the test, with the damping before it.
            if full {
                self.take_matrix();
            }
            if self.system.refreshes {
                self.forces(Ask::Forces, i + 1)?;
            }
            self.balance.unbalanced(&self.now.reaction, &mut self.right);
            self.solve(dt)?;
            multiple = None;
            let found = match self.options.line_search {
                Some(search) => {
                    let found = self.search(&search, dt, i + 1)?;
                    line_tries += found.tries;
                    multiple = Some(found.multiple);
                    found.multiple
                }
                None => 1.0,
            };
            self.move_by(dt, found);
        }
        Err(StepFailure::Iterations)
    }

    /// Acceleration at the start of the run, where it was computed.
    pub fn first_acceleration(&self) -> Option<&[f64]> {
        self.first_acceleration.as_deref()
    }

    /// Sums of works and energies, where they are asked for.
    pub fn energies(&self) -> Option<Energies> {
        self.meter.as_ref().map(|meter| meter.sums)
    }

    /// The tried state becomes the accepted one.
    pub fn accept(&mut self) {
        if let Some(meter) = &mut self.meter {
            meter.step(self.system, &self.matrices, &self.balance, &self.before, &self.now);
        }
        let ends = self.now.u.iter().zip(&self.before.u);
        self.last_increment.iter_mut().zip(ends).for_each(|(d, (u1, u0))| *d = u1 - u0);
        self.last = Some(self.length(self.now.time));
        std::mem::swap(&mut self.before, &mut self.now);
        if self.scheme().is_some_and(|scheme| scheme.eta != 0.0 || scheme.delta != 0.0) {
            self.balance.remember(&self.matrices, &self.before);
        }
        self.evaluation.accept();
        self.stops.accept();
    }

    /// The parameters of an evaluation.
    pub fn asked(&self, ask: Ask, counter: u32) -> Step {
        Step { ask, counter, dynamic: self.is_dynamic(), times: [self.before.time, self.now.time] }
    }

    /// Builds stiffness and damping: by the laws, or the elastic ones.
    pub fn new_matrix(&mut self, laws: Option<Step>) -> Result<(), StepFailure> {
        match laws {
            Some(step) => {
                let done = self.evaluation.laws(self.system, &step, &self.before, &mut self.now);
                done.map_err(law_failure)?;
            }
            None => self.evaluation.elastic(self.system),
        }
        self.take_matrix();
        if self.options.mass_shift != 0.0 && !self.shifted {
            self.shifted = true;
            self.matrices.shift_mass(self.options.mass_shift);
        }
        Ok(())
    }

    /// Takes the element matrices of the last evaluation.
    fn take_matrix(&mut self) {
        if self.options.symmetric {
            self.evaluation.symmetrise(self.system);
        }
        let damps = self.is_dynamic();
        self.matrices.take(self.system, &self.evaluation.matrices, self.evaluation.varying(), damps);
    }

    /// Evaluates the laws at the tried motion, and assembles their forces.
    pub fn forces(&mut self, ask: Ask, counter: u32) -> Result<(), StepFailure> {
        let step = self.asked(ask, counter);
        self.evaluation.laws(self.system, &step, &self.before, &mut self.now).map_err(law_failure)?;
        self.system.nodal_forces(&self.now.forces, &mut self.balance.internal);
        Ok(())
    }

    pub(super) fn apply(&mut self, predicts: bool) -> Result<(), StepFailure> {
        self.take_following()?;
        let scheme = self.scheme();
        let velocity = if predicts { &self.before.v } else { &self.now.v };
        self.balance.apply(self.system, &self.matrices, scheme, &self.now, velocity);
        Ok(())
    }

    fn residuals(&mut self, dt: f64) -> Residuals {
        let scheme = self.scheme();
        let inertia = match scheme {
            Some(scheme) => self.balance.largest_momentum(&self.matrices, &self.now.v) / (scheme.beta * dt),
            None => 0.0,
        };
        let free_only = scheme.is_some_and(|s| s.formulation == Formulation::Acceleration);
        let references = self.options.criteria.references();
        self.balance.residuals(self.system, &self.now.reaction, &self.right, inertia, free_only, references)
    }

    fn watch(&self, watched: &Watched, largest: f64) -> Result<(), StepFailure> {
        if watched.largest.is_some_and(|bound| largest > bound) {
            return Err(StepFailure::TooLarge);
        }
        if watched.divergence
            && let [.., a, b, c] = self.records.as_slice()
            && self.records.len() > 3
            && c.residuals.largest.min(b.residuals.largest) > a.residuals.largest
        {
            return Err(StepFailure::Divergence);
        }
        Ok(())
    }
}

fn law_failure(fault: ElementFault) -> StepFailure {
    StepFailure::Law { element: fault.element, fault: fault.fault }
}
