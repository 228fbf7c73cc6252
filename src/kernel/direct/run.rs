//! The time loop of a transient, and the states it keeps.

use super::adaptive::{Adaptive, AdaptiveOptions};
use super::central::{Central, Explicit};
use super::energy::{Energies, EnergyMeter};
use super::newmark::Newmark;
use super::system::{DirectFault, DirectSystem, Loading, State};
use super::wilson::Wilson;

/// A scheme on physical unknowns, with its options.
#[derive(Clone, Debug, PartialEq)]
pub enum Scheme {
    Newmark {
        beta: f64,
        gamma: f64,
    },
    Wilson {
        theta: f64,
    },
    /// With a check of the step against the stiffest unknown when asked for; the last velocity kept may be that of
    /// half a step before (slip of the reference when velocities are left out).
    Central {
        checked: bool,
        half_step_last: bool,
    },
    Adaptive(AdaptiveOptions),
}

/// Steps of equal length.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub start: f64,
    /// Length of a step (s).
    pub step: f64,
    pub count: usize,
}

/// When, and what is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Groups of constant steps; for the adaptive scheme one group, whose step is the first one.
    pub groups: Vec<Group>,
    /// For each step from the first, whether its end is kept. The last one always is.
    pub kept: Vec<bool>,
    /// Adaptive scheme: the end, and the instants near which a state is kept, increasing (s).
    pub end: f64,
    pub targets: Vec<f64>,
    /// Some motion is imposed.
    pub imposed: bool,
    /// Energies are summed at every step.
    pub energies: bool,
}

/// Kept states. State `k` has displacements `displacement[k*n .. (k+1)*n]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    pub instants: Vec<f64>,
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    pub acceleration: Vec<f64>,
    /// Number of steps made.
    pub steps: usize,
    /// One row per step made: the instant it is known by (its end; its start for the adaptive scheme) and the sums.
    pub energies: Vec<(f64, Energies)>,
}

impl Kept {
    fn push(&mut self, time: f64, state: &State) {
        self.instants.push(time);
        self.displacement.extend_from_slice(&state.d);
        self.velocity.extend_from_slice(&state.v);
        self.acceleration.extend_from_slice(&state.a);
    }
}

/// Integrates from `state`. `kept` receives the states kept, also when a fault stops the run; the initial
/// state is the caller's. `observe` sees every state, and stops the run by returning false.
pub fn run(
    system: &DirectSystem,
    scheme: &Scheme,
    plan: &Plan,
    loading: &mut dyn Loading,
    state: &mut State,
    kept: &mut Kept,
    observe: &mut dyn FnMut(&State) -> bool,
) -> Result<(), DirectFault> {
    let states = plan.kept.iter().filter(|k| **k).count() + plan.targets.len() + 1;
    for values in [&mut kept.displacement, &mut kept.velocity, &mut kept.acceleration] {
        values.reserve(states * system.size());
    }
    kept.instants.reserve(states);
    let course = Course { system, plan, loading, state, kept, observe };
    match scheme {
        Scheme::Adaptive(options) => adapt(course, options),
        _ => constant(course, scheme),
    }
}

enum Stepper {
    Newmark(Newmark),
    Wilson(Wilson),
    Central(Central),
}

/// A run under way: what it integrates, and where the states go.
struct Course<'r> {
    system: &'r DirectSystem,
    plan: &'r Plan,
    loading: &'r mut dyn Loading,
    state: &'r mut State,
    kept: &'r mut Kept,
    observe: &'r mut dyn FnMut(&State) -> bool,
}

fn constant(course: Course<'_>, scheme: &Scheme) -> Result<(), DirectFault> {
    let Course { system, plan, loading, state, kept, observe } = course;
    let (mut force, mut start_force) = (vec![0.0; system.size()], vec![0.0; system.size()]);
    let mut imposed = vec![0.0; system.relations.len()];
    evaluate(loading, state.time, &mut start_force, &mut imposed)?;
    let total = plan.groups.iter().map(|g| g.count).sum::<usize>();
    let mut meter = meter(system, plan, loading, state)?;
    kept.energies.reserve(if plan.energies { total } else { 0 });
    for group in &plan.groups {
        let mut stepper = stepper(system, scheme, plan, group, state)?;
        for k in 1..=group.count {
            let before = state.time;
            let time = group.start + k as f64 * group.step;
            evaluate(loading, time, &mut force, &mut imposed)?;
            match &mut stepper {
                Stepper::Newmark(newmark) => {
                    system.subtract_modal_damping(before, &state.v, &mut force)?;
                    newmark.step(system, &mut force, &imposed, state);
                }
                Stepper::Wilson(wilson) => {
                    let Scheme::Wilson { theta } = scheme else { continue };
                    for (f0, f1) in start_force.iter_mut().zip(&force) {
                        *f0 += theta * (f1 - *f0);
                    }
                    system.subtract_modal_damping(before, &state.v, &mut start_force)?;
                    wilson.step(system, &mut start_force, state);
                    start_force.copy_from_slice(&force);
                }
                Stepper::Central(central) => {
                    system.subtract_modal_damping(before, &state.v, &mut force)?;
                    central.step(system, &mut force, state);
                }
            }
            state.time = time;
            kept.steps += 1;
            check_finite(state)?;
            if let Some(meter) = &mut meter {
                meter.step(system, loading, state)?;
                kept.energies.push((time, meter.sums));
            }
            if plan.kept.get(kept.steps - 1).copied().unwrap_or(true) || kept.steps == total {
                kept.push(time, state);
            }
            if let (Stepper::Central(central), Scheme::Central { half_step_last: true, .. }) = (&stepper, scheme)
                && kept.steps == total
            {
                let last = kept.velocity.len() - system.size();
                kept.velocity[last..].copy_from_slice(central.half_step_velocity());
            }
            if !observe(state) {
                return Err(DirectFault::Interrupted { time });
            }
        }
    }
    Ok(())
}

fn stepper(
    system: &DirectSystem,
    scheme: &Scheme,
    plan: &Plan,
    group: &Group,
    state: &State,
) -> Result<Stepper, DirectFault> {
    Ok(match scheme {
        Scheme::Newmark { beta, gamma } => {
            Stepper::Newmark(Newmark::new(system, *beta, *gamma, group.step, plan.imposed)?)
        }
        Scheme::Wilson { theta } => Stepper::Wilson(Wilson::new(system, *theta, group.step)?),
        Scheme::Central { checked, .. } => {
            let explicit = Explicit::new(system)?;
            if *checked {
                explicit.check_step(system, group.step)?;
            }
            Stepper::Central(Central::new(explicit, group.step, state))
        }
        // Marched on its own; a constant step would be its first.
        Scheme::Adaptive(_) => Stepper::Central(Central::new(Explicit::new(system)?, group.step, state)),
    })
}

fn adapt(course: Course<'_>, options: &AdaptiveOptions) -> Result<(), DirectFault> {
    let Course { system, plan, loading, state, kept, observe } = course;
    let Some(group) = plan.groups.first() else { return Ok(()) };
    let end = plan.end;
    let mut adaptive = Adaptive::new(system, options.clone(), group.step, state)?;
    let mut last = state.clone();
    let mut meter = meter(system, plan, loading, state)?;
    let mut next = 0;
    // A step shorter than rounding would never end.
    let tiny = 1e-12 * group.step;
    while state.time < end - tiny {
        last.time = state.time;
        last.d.copy_from_slice(&state.d);
        last.v.copy_from_slice(&state.v);
        last.a.copy_from_slice(&state.a);
        adaptive.step(system, loading, end, state)?;
        kept.steps += 1;
        check_finite(state)?;
        if let Some(meter) = &mut meter {
            meter.step(system, loading, state)?;
            kept.energies.push((last.time, meter.sums));
        }
        let finished = state.time >= end - tiny;
        let target = plan.targets.get(next).copied().unwrap_or(f64::INFINITY);
        if target <= state.time || finished {
            let target = if finished { end } else { target };
            let nearest = if (target - last.time).abs() < (state.time - target).abs() { &last } else { &*state };
            kept.push(nearest.time, nearest);
            while plan.targets.get(next).is_some_and(|t| *t <= state.time) {
                next += 1;
            }
        }
        if !observe(state) {
            return Err(DirectFault::Interrupted { time: state.time });
        }
    }
    Ok(())
}

fn meter(
    system: &DirectSystem,
    plan: &Plan,
    loading: &mut dyn Loading,
    state: &State,
) -> Result<Option<EnergyMeter>, DirectFault> {
    plan.energies.then(|| EnergyMeter::new(system, loading, state, plan.imposed)).transpose()
}

fn evaluate(loading: &mut dyn Loading, time: f64, force: &mut [f64], imposed: &mut [f64]) -> Result<(), DirectFault> {
    force.fill(0.0);
    imposed.fill(0.0);
    loading.at(time, force, imposed).map_err(|_| DirectFault::Interrupted { time })
}

fn check_finite(state: &State) -> Result<(), DirectFault> {
    match state.d.iter().zip(&state.v).all(|(d, v)| d.is_finite() && v.is_finite()) {
        true => Ok(()),
        false => Err(DirectFault::Diverged { time: state.time }),
    }
}
