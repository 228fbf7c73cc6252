//! The time loop: proposes steps, reaches the imposed instants exactly, keeps states.
//!
//! Times are compared within `i * 10 eps`, `i` the step counter. After an imposed instant that falls
//! inside a step the remainder of that step is made as a step of its own, so that a run of constant
//! step comes back to its grid.

use super::archive::Archive;
use super::dynamics::{ModalState, Stepper, diverged};
use super::exact::exchange::TOTALS;
use super::exact::{ExactStatistics, FrictionEvent};
use super::fault::TransientFault;
use super::implicit::{ImplicitStepper, make_ready};
use super::matrix::all_finite;
use super::mode_order::{reorder_modes, told_by_mode};
use super::problem::{ModalProblem, Start};
use super::system::System;
use crate::interaction::{ClosedContact, OpenContact};
use crate::schemes::{Progress, RunStatistics, Tally};

/// Result of a run, also when it stops before its end.
#[derive(Clone, Debug)]
pub struct ModalRun {
    pub archive: Archive,
    pub statistics: RunStatistics,
    pub fault: Option<TransientFault>,
    /// Internal variables after the last force evaluation.
    pub variables: Vec<f64>,
    /// Names of the kept slips that changed the run.
    pub slips: Vec<&'static str>,
    /// Of a scheme of exact friction: what happened and how often.
    pub exact: Option<ExactStatistics>,
    pub events: Vec<FrictionEvent>,
    /// Contacts that never closed.
    pub open: Vec<OpenContact>,
    /// Contacts that are closed at the start, where that is a state of the run.
    pub closed: Vec<ClosedContact>,
}

/// Makes the run. The observer returns whether to go on.
pub fn run(mut problem: ModalProblem, observer: &mut dyn FnMut(Progress) -> bool) -> ModalRun {
    let room = expected_states(&problem);
    let mode_order = reorder_modes(&mut problem);
    let (size, width) = (problem.dynamics.system.size(), problem.dynamics.interactions.variable_count());
    let contacts = if problem.scheme.is_exact() { problem.dynamics.interactions.len() } else { 0 };
    let mut archive = Archive::with_room(size, width, TOTALS * contacts, room);
    if let Some(order) = &mode_order {
        archive.reorder(order);
    }
    let mut statistics = RunStatistics::default();
    let mut slips = Vec::new();
    let outcome = start(&mut problem).and_then(|mut state| {
        let drive = problem.scheme.stepper(&mut problem, &mut state)?;
        if problem.keep_start {
            archive.push(problem.first_order, &state, problem.schedule.step, &mut problem.dynamics);
        }
        drive(TimeLoop {
            problem: &mut problem,
            state: &mut state,
            archive: &mut archive,
            statistics: &mut statistics,
            slips: &mut slips,
            observer,
        })
    });
    statistics.force_evaluations = problem.dynamics.evaluations;
    archive.close();
    let mut variables = vec![0.0; width];
    problem.dynamics.interactions.store(&mut variables);
    let exchange = &mut problem.dynamics.exchange;
    exchange.finish(archive.instants.last().copied().unwrap_or(problem.schedule.start));
    let exact = problem.scheme.is_exact().then_some(exchange.statistics);
    let events = std::mem::take(&mut exchange.events);
    let pushed = |rank: usize| exchange.totals.get(TOTALS * rank).is_some_and(|impulse| *impulse != 0.0);
    let open = problem.dynamics.interactions.never_closed(pushed);
    let closed =
        if problem.keep_start { problem.dynamics.interactions.closed_at_start(&archive.variables) } else { Vec::new() };
    let fault = outcome.err().map(|fault| told_by_mode(fault, mode_order.as_deref()));
    ModalRun { archive, statistics, fault, variables, slips, exact, events, open, closed }
}

/// Room made at the start; runs that adapt their step may need more.
fn expected_states(problem: &ModalProblem) -> usize {
    const MOST: usize = 1 << 24;
    problem.schedule.planned().min(MOST) + 1
}

/// The state at the start, in equilibrium or as the other run left it.
fn start(problem: &mut ModalProblem) -> Result<ModalState, TransientFault> {
    let (dynamics, schedule) = (&mut problem.dynamics, &problem.schedule);
    let mut state = ModalState::at_rest(schedule.start, dynamics.system.size());
    match &problem.start {
        Start::Fresh { q, v } => {
            state.q.copy_from_slice(q);
            state.v.copy_from_slice(v);
            dynamics.acceleration(state.t, schedule.step, q, v, &mut state.f, &mut state.a)?;
        }
        Start::Continued { q, v, a, variables } => {
            state.q.copy_from_slice(q);
            state.v.copy_from_slice(v);
            state.a.copy_from_slice(a);
            dynamics.interactions.load(variables);
            let mut part = vec![0.0; a.len()];
            dynamics.system.inertia(a, &mut state.f);
            dynamics.system.damping_force(v, &mut part);
            add(&mut state.f, &part);
            dynamics.system.elastic_force(q, &mut part);
            add(&mut state.f, &part);
        }
    }
    if !all_finite(&state.a) {
        return Err(diverged(state.t, 0.0, &state.a));
    }
    Ok(state)
}

fn add(sum: &mut [f64], part: &[f64]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part;
    }
}

/// A run, ready for a stepper.
pub(super) struct TimeLoop<'a> {
    problem: &'a mut ModalProblem,
    state: &'a mut ModalState,
    archive: &'a mut Archive,
    statistics: &'a mut RunStatistics,
    slips: &'a mut Vec<&'static str>,
    observer: &'a mut dyn FnMut(Progress) -> bool,
}

/// Aim of the next step.
#[derive(Clone, Copy, PartialEq)]
enum Aim {
    Free,
    /// An imposed instant, at the end of this step.
    Imposed,
    /// The end of the step that an imposed instant cut in two.
    Remainder,
}

impl Aim {
    /// Length and aim of the step after one that reached an imposed instant: the rest of the step of length `proposed`, of which
    /// `made` was made, or a step of length `free` where nothing is left of it.
    fn after(proposed: f64, made: f64, free: f64, tolerance: f64) -> (f64, Aim) {
        let rest = proposed - made;
        if rest.abs() > tolerance { (rest, Aim::Remainder) } else { (free, Aim::Free) }
    }
}

impl TimeLoop<'_> {
    /// Runs a scheme that is made from the matrices and the state, with the contacts as the problem treats them.
    pub(super) fn treat<S: Stepper>(self, make: impl FnOnce(&System, &ModalState) -> S) -> Result<(), TransientFault> {
        if !self.problem.implicit {
            let stepper = make(&self.problem.dynamics.system, self.state);
            return self.with(stepper);
        }
        make_ready(&mut self.problem.dynamics);
        let stepper = make(&self.problem.dynamics.system, self.state);
        let step = self.problem.schedule.step;
        let controls = self.problem.scheme.adapts(step);
        let stepper = ImplicitStepper::new(&mut self.problem.dynamics, self.state, step, controls, stepper);
        self.with(stepper)
    }

    /// Makes the steps of a run.
    pub(super) fn with<S: Stepper>(self, mut stepper: S) -> Result<(), TransientFault> {
        const TOLERANCE: f64 = 10.0 * f64::EPSILON;
        let schedule = &self.problem.schedule;
        let (nominal, end) = (schedule.step, schedule.end);
        let adapts = self.problem.scheme.adapts(nominal);
        let planned = if adapts { usize::MAX } else { schedule.planned() - usize::from(!self.problem.keep_start) };
        // Steps made again count as states kept: a kept slip.
        let implicit = self.problem.implicit;
        let period = schedule.period.unwrap_or(u64::MAX).max(1);
        let tiny = if adapts { TINY * nominal } else { 0.0 };
        let shortest = stepper.minimum().max(tiny) * (1.0 + 1e-9);
        // A shortest step that was given is meant: such a run goes on however long it takes.
        let bounded = adapts && self.problem.scheme.limits().is_some_and(|limits| limits.minimum.is_none());
        let (dynamics, state) = (&mut self.problem.dynamics, self.state);
        let varies = dynamics.system.varies();
        let progress_interval = progress_interval(state.q.len());

        let mut imposed = schedule.imposed.iter().copied();
        let mut target = imposed.next().unwrap_or(end);
        let (mut h, mut aim, mut cut) = (nominal, Aim::Free, nominal);
        // Step counter less the steps that only finish a cut one, modulo the period.
        let mut phase = 1 % period;
        let mut i: u64 = 1;
        let mut to_progress = progress_interval;
        let mut tally = Tally::default();
        // Steps made and time reached when steps were looked at last.
        let mut looked = (1, state.t);
        // Instant of the last state kept, length of the last step.
        let (mut kept_at, mut last_length) = (state.t, nominal);
        let outcome = loop {
            let tolerance = i as f64 * TOLERANCE;
            let remaining = end - state.t;
            // Steps that add up to a little less than the end: at one tolerance it was not reached, at the next it is.
            if remaining <= tolerance && kept_at != state.t {
                stepper.describe(dynamics, state);
                self.archive.push(self.problem.first_order + i as i64 - 1, state, last_length, dynamics);
                break Ok(());
            }
            if remaining <= tolerance || (self.archive.len() >= planned && (implicit || remaining <= 1e-3 * nominal)) {
                break Ok(());
            }
            // A time that stands still would never reach the end.
            if state.t + h == state.t {
                break Err(TransientFault::StepLost { time: state.t, step: h });
            }
            // The first step has the matrices without rotation, as the initial acceleration: a kept slip.
            if varies
                && i > 1
                && let Err(fault) = dynamics.system.refresh(state.t)
            {
                break Err(fault);
            }
            // Steps that meet nothing imposed, kept or shown are the scheme's own affair.
            if S::GOES_ON && aim == Aim::Free && phase > 0 && !varies {
                let most = (period - phase).min(to_progress - 1);
                let made = match h > 4.0 * (i + most) as f64 * TOLERANCE {
                    true => stepper.go_on(dynamics, state, h, most, target - 2.0 * h),
                    false => 0,
                };
                if made > 0 {
                    if !all_finite(&state.a) {
                        break Err(diverged(state.t, h, &state.a));
                    }
                    tally.add_steps(made, h, shortest);
                    last_length = h;
                    (i, to_progress) = (i + made, to_progress - made);
                    phase = if phase + made == period { 0 } else { phase + made };
                    continue;
                }
            }
            let proposed = h;
            let beyond = state.t + proposed - target;
            if beyond > tolerance {
                h = target - state.t;
                cut = h;
                aim = Aim::Imposed;
            } else if beyond.abs() < tolerance {
                cut = proposed;
                aim = Aim::Imposed;
            }
            let advance = match stepper.step(dynamics, state, h) {
                Ok(advance) => advance,
                Err(fault) => break Err(fault),
            };
            if !all_finite(&state.a) {
                break Err(diverged(state.t, advance.length, &state.a));
            }
            h = advance.next;
            tally.add(&advance, shortest);
            last_length = advance.length;
            let free = if adapts { advance.next } else { nominal };
            if aim == Aim::Remainder {
                (h, aim) = (free, Aim::Free);
            }
            let order = self.problem.first_order + i as i64;
            if aim == Aim::Imposed {
                if (state.t - target).abs() <= tolerance {
                    stepper.describe(dynamics, state);
                    self.archive.push(order, state, advance.length, dynamics);
                    kept_at = state.t;
                    target = imposed.next().unwrap_or(end);
                    (h, aim) = Aim::after(proposed, cut, free, tolerance);
                    if aim == Aim::Remainder {
                        phase = if phase == 0 { period - 1 } else { phase - 1 };
                    }
                }
            } else if phase == 0 {
                stepper.describe(dynamics, state);
                self.archive.push(order, state, advance.length, dynamics);
                kept_at = state.t;
            }
            i += 1;
            phase += 1;
            if phase == period {
                phase = 0;
            }
            to_progress -= 1;
            if to_progress == 0 {
                to_progress = progress_interval;
                if self.archive.is_full() {
                    break Err(TransientFault::Full { time: state.t, states: self.archive.len() });
                }
                if bounded && i - looked.0 >= LOOK {
                    let mean = (state.t - looked.1) / (i - looked.0) as f64;
                    looked = (i, state.t);
                    let left = (end - state.t) / mean;
                    if mean < tiny && left > TOO_MANY {
                        let mode = stepper.culprit();
                        break Err(TransientFault::StepsCollapsed { time: state.t, step: mean, left, mode });
                    }
                }
                let (time, steps, minimal) = (state.t, i - 1, tally.minimal());
                let progress = Progress { time, step: advance.length, steps, minimal, culprit: stepper.culprit() };
                if !(self.observer)(progress) {
                    break Err(TransientFault::Cancelled { time: state.t });
                }
            }
        };
        tally.write(self.statistics);
        stepper.slips(self.slips);
        if varies && i > 1 {
            self.slips.push("rotor-first-step");
        }
        if dynamics.system.scaled_columns {
            self.slips.push("rotor-damping-columns");
        }
        outcome
    }
}

/// Part of the nominal step below which a step is tiny: where ADAPT_ORDRE1 and ADAPT_ORDRE2 stop.
const TINY: f64 = 1e-6;
/// Steps whose mean is looked at.
const LOOK: u64 = 1_000_000;
/// Tiny steps to the end that no run can make: hours.
const TOO_MANY: f64 = 1e10;

/// Steps between two looks at the observer: some thousand, fewer when a step is long work.
fn progress_interval(size: usize) -> u64 {
    (400_000 / (size as u64 * size as u64 / 16 + 1)).clamp(1, 8192)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_cut_step_follows_an_imposed_instant() {
        let (h, tolerance) = (3e-4, 1e-15);
        let (rest, aim) = Aim::after(h, 1.1e-4, h, tolerance);
        assert!((rest - 1.9e-4).abs() < 1e-18 && aim == Aim::Remainder);
        assert!(Aim::after(h, h, h, tolerance) == (h, Aim::Free));
        // A step that meets the instant to rounding leaves nothing; one that adapts goes on with what it proposes.
        assert!(Aim::after(h, h * (1.0 - 1e-13), 7e-4, tolerance) == (7e-4, Aim::Free));
    }
}
