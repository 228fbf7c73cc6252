//! The loop of a nonlinear analysis: steps, cuts where they fail, events, and the states handed to the caller.

use super::energy::EnergyMeter;
use super::evaluation::ElementFault;
use super::fault::{BoundFault, Convergence, IterationRecord, StepFailure};
use super::options::Dynamics;
use super::start::Acceleration;
use super::state::NonlinearState;
use super::step::{Newton, Watched};
use super::unilateral::UnilateralConditions;
use crate::laws::Ask;
use crate::structural::increments::{Action, IncrementFault, Increments, Taken};
use crate::structural::{Energies, Interrupted};

/// Loads of an instant.
pub trait NonlinearLoading {
    /// Adds forces (one value per unknown) and imposed values (one per constraint), and writes thermal strains (one per
    /// element). Fails where a load has no value.
    fn at(&mut self, time: f64, force: &mut [f64], imposed: &mut [f64], strains: &mut [f64])
    -> Result<(), Interrupted>;

    /// Writes factors and bounds of unilateral conditions. Fails where one has no value.
    fn unilateral(&mut self, _time: f64, _conditions: &mut UnilateralConditions) -> Result<(), Interrupted> {
        Ok(())
    }
}

/// Ranks of a watched component among unknowns, stored forces or internal variables.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    Unknowns(Vec<usize>),
    Forces(Vec<usize>),
    Memory(Vec<usize>),
}

/// DELTA_GRANDEUR: the largest increment of a quantity over a step is bounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    pub quantity: usize,
    pub largest: f64,
}

/// Answers to failures and events.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    pub failure: Action,
    pub divergence: Option<Action>,
    pub too_large: Option<(f64, Action)>,
    pub too_far: Vec<(Bound, Action)>,
    /// Quantities that bounds and adaptations look at.
    pub quantities: Vec<Quantity>,
}

/// A step just accepted.
#[derive(Clone, Copy, Debug)]
pub struct AcceptedStep<'a> {
    /// Number from 1, cut steps included.
    pub number: u64,
    pub start: f64,
    pub state: &'a NonlinearState,
    pub convergence: Convergence,
    pub energies: Option<Energies>,
}

/// A step that failed and was cut.
#[derive(Clone, Debug, PartialEq)]
pub struct CutStep {
    pub start: f64,
    pub end: f64,
    pub parts: u32,
    pub failure: StepFailure,
}

/// Caller of a run: what it sees, and whether the run goes on.
pub trait Observer {
    fn accepted(&mut self, step: &AcceptedStep<'_>) -> bool;
    fn cut(&mut self, step: &CutStep);
}

/// End of a run that did not reach its last instant.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFailure {
    /// Step that failed: its number, start and end.
    pub number: u64,
    pub start: f64,
    pub end: f64,
    pub failure: StepFailure,
    /// Why the step was not cut (again).
    pub refused: IncrementFault,
    /// Evaluations of the last try.
    pub records: Vec<IterationRecord>,
    /// Element that pulls most at the unknown of the largest residual.
    pub element: Option<usize>,
}

/// Reason why a run stopped before its end.
#[derive(Clone, Debug, PartialEq)]
pub enum RunFault {
    Failed(Box<RunFailure>),
    /// There is no next step.
    Increments {
        fault: IncrementFault,
        time: f64,
    },
    /// The load has no value at an instant.
    Load {
        time: f64,
    },
    /// The caller stopped it.
    Stopped {
        time: f64,
    },
}

/// Start of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beginning {
    pub acceleration: Acceleration,
    /// The initial state is a later state of a result.
    pub continues: bool,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCounts {
    pub steps: u64,
    pub evaluations: u64,
    pub cuts: u64,
    /// The mass is singular: the initial acceleration is zero.
    pub singular_mass: bool,
}

/// Makes the run. The last accepted state is in `newton`, also when a fault stops it.
pub fn run_nonlinear(
    newton: &mut Newton<'_>,
    increments: &mut Increments,
    answers: &Answers,
    beginning: Beginning,
    loading: &mut dyn NonlinearLoading,
    observer: &mut dyn Observer,
    counts: &mut RunCounts,
) -> Result<(), RunFault> {
    let watched = Watched { divergence: answers.divergence.is_some(), largest: answers.too_large.map(|(r, _)| r) };
    let mut largest = vec![0.0; answers.quantities.len()];
    let stalled = |fault, time| RunFault::Increments { fault, time };
    newton.load(newton.before.time, loading)?;
    newton.take_following().map_err(|_| RunFault::Load { time: newton.before.time })?;
    newton.evaluation.accept();
    if newton.is_dynamic()
        && let Some(next) = increments.step_end().map_err(|fault| stalled(fault, newton.before.time))?
    {
        let started = newton.start(beginning.acceleration, beginning.continues, next);
        counts.singular_mass = !started.map_err(|failure| failed(newton, 1, next, failure, IncrementFault::Stop))?;
    }
    if newton.options.energies {
        newton.meter = Some(EnergyMeter::new(newton.system, &newton.matrices, &newton.balance, &newton.before));
    }
    while let Some(end) = increments.step_end().map_err(|fault| stalled(fault, newton.before.time))? {
        let number = counts.steps + 1;
        newton.load(end, loading)?;
        let made = match newton.options.dynamics {
            Dynamics::Explicit(_) => newton.explicit_step(end),
            _ => newton.step(number, end, &watched),
        };
        counts.evaluations += newton.records.len().max(1) as u64;
        let made = made.and_then(|convergence| {
            for (size, quantity) in largest.iter_mut().zip(&answers.quantities) {
                *size = newton.largest_increment(quantity);
            }
            let over = answers.too_far.iter().find(|(bound, _)| largest[bound.quantity] > bound.largest);
            match over {
                Some((bound, _)) => Err(StepFailure::TooFar { increment: largest[bound.quantity] }),
                None => Ok(convergence),
            }
        });
        let convergence = match made {
            Ok(convergence) => convergence,
            Err(StepFailure::Interrupted) => return Err(RunFault::Load { time: end }),
            Err(failure) => {
                let action = answers.to(&failure, &largest);
                match increments.cut(action) {
                    Ok(_) => {
                        let Action::Cut { parts, .. } = action else { continue };
                        counts.cuts += 1;
                        observer.cut(&CutStep { start: newton.before.time, end, parts, failure });
                        continue;
                    }
                    Err(_) if newton.options.goes_on && failure == StepFailure::Iterations => newton.forced(),
                    Err(refused) => return Err(failed(newton, number, end, failure, refused)),
                }
            }
        };
        let start = newton.before.time;
        newton.accept();
        counts.steps = number;
        increments.accept(&Taken { iterations: convergence.evaluations, increments: &largest });
        if !observer.accepted(&AcceptedStep {
            number,
            start,
            state: &newton.before,
            convergence,
            energies: newton.energies(),
        }) {
            return Err(RunFault::Stopped { time: end });
        }
    }
    Ok(())
}

fn failed(newton: &Newton<'_>, number: u64, end: f64, failure: StepFailure, refused: IncrementFault) -> RunFault {
    let element = match &failure {
        StepFailure::Law { element, .. } => Some(*element),
        _ => newton.records.last().and_then(|record| newton.pulling(record.residuals.unknown)),
    };
    RunFault::Failed(Box::new(RunFailure {
        number,
        start: newton.before.time,
        end,
        failure,
        refused,
        records: newton.records.clone(),
        element,
    }))
}

impl Answers {
    fn to(&self, failure: &StepFailure, largest: &[f64]) -> Action {
        match failure {
            StepFailure::Divergence => self.divergence.unwrap_or(self.failure),
            StepFailure::TooLarge => self.too_large.map_or(self.failure, |(_, action)| action),
            StepFailure::TooFar { .. } => {
                let over = self.too_far.iter().find(|(bound, _)| largest[bound.quantity] > bound.largest);
                over.map_or(self.failure, |(_, action)| *action)
            }
            // A shorter step heals no end of a curve.
            StepFailure::Law { fault, .. } if !fault.heals() => Action::Stop,
            StepFailure::Bound { fault: BoundFault::Held | BoundFault::Contradicts, .. } => Action::Stop,
            _ => self.failure,
        }
    }
}

impl Newton<'_> {
    /// Takes loads, motions of supports and strains of `time`.
    fn load(&mut self, time: f64, loading: &mut dyn NonlinearLoading) -> Result<(), RunFault> {
        let none = |_| RunFault::Load { time };
        self.balance.external.fill(0.0);
        self.balance.imposed.fill(0.0);
        let strains = &mut self.evaluation.strains.now;
        loading.at(time, &mut self.balance.external, &mut self.balance.imposed, strains).map_err(none)?;
        if !self.stops.is_empty() {
            loading.unilateral(time, &mut self.stops.given).map_err(none)?;
        }
        if self.following.is_some() {
            self.fixed.copy_from_slice(&self.balance.external);
        }
        let driving = &mut self.evaluation.driving;
        if !driving.now.is_empty() {
            self.system.driving(time, &mut driving.now, &mut driving.velocity).map_err(none)?;
        }
        Ok(())
    }

    /// The largest increment of a quantity over the step under way.
    fn largest_increment(&self, quantity: &Quantity) -> f64 {
        let (ranks, before, now) = match quantity {
            Quantity::Unknowns(ranks) => (ranks, &self.before.u, &self.now.u),
            Quantity::Forces(ranks) => (ranks, &self.before.forces, &self.now.forces),
            Quantity::Memory(ranks) => (ranks, &self.before.memory, &self.now.memory),
        };
        ranks.iter().fold(0.0, |m: f64, k| m.max((now[*k] - before[*k]).abs()))
    }

    /// The convergence of a step whose iterations are exhausted, and which is kept.
    fn forced(&self) -> Convergence {
        let residuals = self.records.last().map(|r| r.residuals).unwrap_or_default();
        Convergence { evaluations: self.records.len() as u32, residuals, forced: true, ..Convergence::default() }
    }

    /// The element whose forces at an unknown are the largest.
    fn pulling(&self, unknown: usize) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        let (mut start, mut vector) = (0, vec![0.0; self.system.size]);
        for (rank, element) in self.system.elements.iter().enumerate() {
            let end = start + element.stored_forces();
            if element.ranks.contains(&unknown) {
                vector.fill(0.0);
                element.add_nodal_forces(&self.now.forces[start..end], &mut vector);
                let pull = vector[unknown].abs();
                if best.is_none_or(|(_, p)| pull > p) {
                    best = Some((rank, pull));
                }
            }
            start = end;
        }
        best.map(|(rank, _)| rank)
    }

    /// Evaluates the laws once at rest, to find laws that fail from the start.
    pub fn probe(&mut self) -> Result<(), ElementFault> {
        let step = self.asked(Ask::Tangent, 1);
        self.evaluation.laws(self.system, &step, &self.before, &mut self.now)
    }
}
