//! The time loop: proposes steps, reaches the imposed instants exactly, keeps states.
//!
//! Times are compared within `i * 10 eps`, `i` the step counter. After an imposed instant that falls
//! inside a step the remainder of that step is made as a step of its own, so that a run of constant
//! step comes back to its grid.

use super::adaptive::AdaptiveStepper;
use super::archive::Archive;
use super::devogelaere::DevogelaereStepper;
use super::dynamics::{ModalState, Stepper, diverged};
use super::event_driven::EventStepper;
use super::exact::exchange::TOTALS;
use super::exact::{ExactStatistics, FrictionEvent};
use super::fault::TransientFault;
use super::implicit::{ContactModes, ImplicitStepper, make_ready};
use super::itmi::ItmiStepper;
use super::matrix::all_finite;
use super::mode_order::{reorder_modes, told_by_mode};
use super::moreau::MoreauStepper;
use super::newmark::NewmarkStepper;
use super::problem::{ModalProblem, ModalScheme, Start};
use super::runge_kutta::RungeKuttaStepper;
use super::symplectic_euler::SymplecticEulerStepper;
use super::trbdf2::Trbdf2Stepper;
use crate::interaction::OpenContact;
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
        let exact = ExactStepper::of(&mut problem, &mut state)?;
        if problem.keep_start {
            archive.push(problem.first_order, &state, problem.schedule.step, &mut problem.dynamics);
        }
        time_loop_with_scheme(&mut problem, &mut state, exact, &mut archive, &mut statistics, &mut slips, observer)
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
    let fault = outcome.err().map(|fault| told_by_mode(fault, mode_order.as_deref()));
    ModalRun { archive, statistics, fault, variables, slips, exact, events, open }
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

/// A scheme of exact friction, with the state of the contacts at the start.
enum ExactStepper {
    Event(Box<EventStepper>),
    Moreau(Box<MoreauStepper>),
}

impl ExactStepper {
    fn of(problem: &mut ModalProblem, state: &mut ModalState) -> Result<Option<ExactStepper>, TransientFault> {
        let (dynamics, step, time) = (&mut problem.dynamics, problem.schedule.step, state.t);
        let obstruction = |source| TransientFault::Obstruction { time, source };
        Ok(match problem.scheme {
            ModalScheme::EventDriven(options) => {
                let mut stepper = EventStepper::new(options, step, dynamics, state).map_err(obstruction)?;
                stepper.take_up(dynamics, state)?;
                Some(ExactStepper::Event(Box::new(stepper)))
            }
            ModalScheme::Moreau(options) => {
                let mut stepper = MoreauStepper::new(options, step, dynamics).map_err(obstruction)?;
                stepper.take_up(dynamics, state)?;
                Some(ExactStepper::Moreau(Box::new(stepper)))
            }
            _ => None,
        })
    }
}

fn add(sum: &mut [f64], part: &[f64]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part;
    }
}

fn time_loop_with_scheme(
    problem: &mut ModalProblem,
    state: &mut ModalState,
    exact: Option<ExactStepper>,
    archive: &mut Archive,
    statistics: &mut RunStatistics,
    slips: &mut Vec<&'static str>,
    observer: &mut dyn FnMut(Progress) -> bool,
) -> Result<(), TransientFault> {
    let step = problem.schedule.step;
    let fresh = matches!(problem.start, Start::Fresh { .. });
    let mut time_loop = TimeLoop { problem, state, archive, statistics, slips, observer, shortest: 0.0 };
    if time_loop.problem.implicit {
        make_ready(&mut time_loop.problem.dynamics);
    }
    let system = &time_loop.problem.dynamics.system;
    match exact {
        Some(ExactStepper::Event(stepper)) => return time_loop.with(*stepper),
        Some(ExactStepper::Moreau(stepper)) => return time_loop.with(*stepper),
        None => {}
    }
    match time_loop.problem.scheme {
        ModalScheme::EventDriven(_) | ModalScheme::Moreau(_) => Ok(()),
        ModalScheme::SymplecticEuler => time_loop.treat(SymplecticEulerStepper),
        ModalScheme::Adaptive(options) => {
            let stepper = AdaptiveStepper::new(options, step, time_loop.state);
            time_loop.shortest = stepper.minimum();
            time_loop.treat(stepper)
        }
        ModalScheme::RungeKutta(options) => {
            let stepper = RungeKuttaStepper::new(options, step, system.size());
            time_loop.shortest = stepper.minimum();
            time_loop.treat(stepper)
        }
        ModalScheme::Devogelaere(options) => {
            let stepper = DevogelaereStepper::new(options, step, system);
            time_loop.shortest = stepper.minimum();
            time_loop.treat(stepper)
        }
        ModalScheme::Newmark(options) => {
            let stepper = NewmarkStepper::new(options, system, fresh);
            time_loop.treat(stepper)
        }
        ModalScheme::Trbdf2 => {
            let stepper = Trbdf2Stepper::new(system, fresh);
            time_loop.treat(stepper)
        }
        ModalScheme::Itmi if time_loop.problem.implicit => {
            let stepper = ContactModes::new(system.size());
            time_loop.treat(stepper)
        }
        ModalScheme::Itmi => {
            let stepper = ItmiStepper::new(system, step);
            time_loop.with(stepper)
        }
    }
}

struct TimeLoop<'a> {
    problem: &'a mut ModalProblem,
    state: &'a mut ModalState,
    archive: &'a mut Archive,
    statistics: &'a mut RunStatistics,
    slips: &'a mut Vec<&'static str>,
    observer: &'a mut dyn FnMut(Progress) -> bool,
    /// Steps not longer than this count as minimal.
    shortest: f64,
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

impl TimeLoop<'_> {
    /// Runs with the contacts as the problem treats them.
    fn treat<S: Stepper>(self, stepper: S) -> Result<(), TransientFault> {
        if !self.problem.implicit {
            return self.with(stepper);
        }
        let step = self.problem.schedule.step;
        let controls = self.problem.scheme.adapts(step);
        let stepper = ImplicitStepper::new(&mut self.problem.dynamics, self.state, step, controls, stepper);
        self.with(stepper)
    }

    fn with<S: Stepper>(self, mut stepper: S) -> Result<(), TransientFault> {
        const TOLERANCE: f64 = 10.0 * f64::EPSILON;
        let schedule = &self.problem.schedule;
        let (nominal, end) = (schedule.step, schedule.end);
        let adapts = self.problem.scheme.adapts(nominal);
        let planned = if adapts { usize::MAX } else { schedule.planned() - usize::from(!self.problem.keep_start) };
        // Steps made again count as states kept: a kept slip.
        let implicit = self.problem.implicit;
        let period = schedule.period.unwrap_or(u64::MAX).max(1);
        let shortest = self.shortest * (1.0 + 1e-9);
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
        let outcome = loop {
            let tolerance = i as f64 * TOLERANCE;
            let remaining = end - state.t;
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
            if aim == Aim::Remainder {
                aim = Aim::Free;
                if !adapts {
                    h = nominal;
                }
            }
            let order = self.problem.first_order + i as i64;
            if aim == Aim::Imposed {
                if (state.t - target).abs() <= tolerance {
                    stepper.describe(dynamics, state);
                    self.archive.push(order, state, advance.length, dynamics);
                    target = imposed.next().unwrap_or(end);
                    aim = Aim::Free;
                    if (proposed - cut).abs() > tolerance {
                        phase = if phase == 0 { period - 1 } else { phase - 1 };
                        h = proposed - cut;
                        aim = Aim::Remainder;
                    } else if !adapts {
                        h = nominal;
                    }
                }
            } else if phase == 0 {
                stepper.describe(dynamics, state);
                self.archive.push(order, state, advance.length, dynamics);
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
                let progress = Progress { time: state.t, step: advance.length, steps: i - 1, minimal: tally.minimal() };
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

/// Steps between two looks at the observer: some thousand, fewer when a step is long work.
fn progress_interval(size: usize) -> u64 {
    (400_000 / (size as u64 * size as u64 / 16 + 1)).clamp(1, 8192)
}
