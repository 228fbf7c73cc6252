//! The time loop of a transient on physical unknowns: steps of any scheme, the states kept, energies.

use super::energy::EnergyMeter;
use super::loading::{Loading, Loads};
use super::plan::{Keeping, KeptInstants, Plan, Stretch};
use super::schemes::StructuralScheme;
use super::system::{NodalState, StructuralFault, StructuralSystem};
use crate::schemes::Tally;

/// Integrates from `state`. `kept` receives the states kept, also when a fault stops the run; the initial
/// state is the caller's. `observe` sees every state, and stops the run by returning false.
pub fn run(
    system: &StructuralSystem,
    scheme: &StructuralScheme,
    plan: &Plan,
    loading: &mut dyn Loading,
    state: &mut NodalState,
    kept: &mut KeptInstants,
    observe: &mut dyn FnMut(&NodalState) -> bool,
) -> Result<(), StructuralFault> {
    kept.reserve(plan, system.size());
    let mut loads = Loads::new(loading, system);
    let meter = plan.energies.then(|| EnergyMeter::new(system, &mut loads, state, plan.imposed)).transpose()?;
    let (previous, tally) = (state.clone(), Tally::default());
    let mut course = Course { system, plan, loads, state, previous, kept, meter, tally, next_kept: 0 };
    let outcome = course.run(scheme, observe);
    course.tally.write(&mut course.kept.statistics);
    outcome
}

/// A run under way: what it integrates, and where the states go.
struct Course<'r> {
    system: &'r StructuralSystem,
    plan: &'r Plan,
    loads: Loads<'r>,
    state: &'r mut NodalState,
    /// The state before the step, where the nearer of two is kept; otherwise its instant only.
    previous: NodalState,
    kept: &'r mut KeptInstants,
    meter: Option<EnergyMeter>,
    tally: Tally,
    /// Rank of the next instant near which a state is kept.
    next_kept: usize,
}

impl Course<'_> {
    fn run(
        &mut self,
        scheme: &StructuralScheme,
        observe: &mut dyn FnMut(&NodalState) -> bool,
    ) -> Result<(), StructuralFault> {
        let (system, plan) = (self.system, self.plan);
        for (rank, stretch) in plan.stretches.iter().enumerate() {
            let mut stepper = scheme.begin(system, stretch.step(), plan.imposed, self.state, &mut self.loads)?;
            let mut made = 0;
            while let Some(to) = stretch.next(made, self.state.time) {
                self.remember();
                let advance = stepper.step(system, &mut self.loads, self.state, to)?;
                made += 1;
                if matches!(stretch, Stretch::Free { .. }) && self.state.time == self.previous.time {
                    return Err(StructuralFault::StepLost { time: self.state.time, step: advance.length });
                }
                self.tally.add(&advance, 0.0);
                check_finite(self.state)?;
                let finished = rank + 1 == plan.stretches.len() && stretch.next(made, self.state.time).is_none();
                self.keep(stretch, finished)?;
                if finished && let Some(velocity) = stepper.last_velocity() {
                    let last = self.kept.velocity.len() - system.size();
                    self.kept.velocity[last..].copy_from_slice(velocity);
                }
                if !observe(self.state) {
                    return Err(StructuralFault::Interrupted { time: self.state.time });
                }
            }
        }
        Ok(())
    }

    fn remember(&mut self) {
        self.previous.time = self.state.time;
        if let Keeping::Nearest(_) = self.plan.keeping {
            self.previous.d.copy_from_slice(&self.state.d);
            self.previous.v.copy_from_slice(&self.state.v);
            self.previous.a.copy_from_slice(&self.state.a);
        }
    }

    /// Energies of the step made, and the state where the plan keeps it.
    fn keep(&mut self, stretch: &Stretch, finished: bool) -> Result<(), StructuralFault> {
        if let Some(meter) = &mut self.meter {
            meter.step(self.system, &mut self.loads, self.state)?;
            let known_by = match stretch {
                Stretch::Equal(_) => self.state.time,
                Stretch::Free { .. } => self.previous.time,
            };
            self.kept.energies.push((known_by, meter.sums));
        }
        match &self.plan.keeping {
            Keeping::Steps(kept) => {
                let asked = kept.get(self.tally.steps() as usize - 1).copied().unwrap_or(true);
                if asked || finished {
                    self.kept.push(self.state);
                }
            }
            Keeping::Nearest(instants) => {
                let time = self.state.time;
                let due = instants.get(self.next_kept).copied().unwrap_or(f64::INFINITY);
                if due <= time || finished {
                    let due = if finished { self.plan.end } else { due };
                    let before_is_nearer = (due - self.previous.time).abs() < (time - due).abs();
                    self.kept.push(if before_is_nearer { &self.previous } else { self.state });
                    while instants.get(self.next_kept).is_some_and(|t| *t <= time) {
                        self.next_kept += 1;
                    }
                }
            }
        }
        Ok(())
    }
}

fn check_finite(state: &NodalState) -> Result<(), StructuralFault> {
    match state.d.iter().zip(&state.v).all(|(d, v)| d.is_finite() && v.is_finite()) {
        true => Ok(()),
        false => Err(StructuralFault::Diverged { time: state.time }),
    }
}
