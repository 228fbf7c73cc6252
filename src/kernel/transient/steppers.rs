//! The stepper of each scheme, handed to the time loop.

use super::adaptive::AdaptiveStepper;
use super::devogelaere::DevogelaereStepper;
use super::dynamics::ModalState;
use super::event_driven::EventStepper;
use super::fault::TransientFault;
use super::implicit::ContactModes;
use super::itmi::ItmiStepper;
use super::moreau::MoreauStepper;
use super::newmark::NewmarkStepper;
use super::problem::{ModalProblem, ModalScheme, Start};
use super::runge_kutta::RungeKuttaStepper;
use super::symplectic_euler::SymplecticEulerStepper;
use super::time_loop::TimeLoop;
use super::trbdf2::Trbdf2Stepper;

/// Makes a run with the stepper of its scheme.
pub(super) type Drive = Box<dyn FnOnce(TimeLoop<'_>) -> Result<(), TransientFault>>;

impl ModalScheme {
    /// Gives the scheme to the time loop. Schemes of exact friction take up the state at the start here, before it is kept; the
    /// others are made from the matrices as the loop has them. Fails where a contact cannot be taken up.
    pub(super) fn stepper(self, problem: &mut ModalProblem, state: &mut ModalState) -> Result<Drive, TransientFault> {
        let (dynamics, step, time) = (&mut problem.dynamics, problem.schedule.step, state.t);
        let obstruction = |source| TransientFault::Obstruction { time, source };
        let fresh = matches!(problem.start, Start::Fresh { .. });
        Ok(match self {
            ModalScheme::EventDriven(options) => {
                let mut stepper = EventStepper::new(options, step, dynamics, state).map_err(obstruction)?;
                stepper.separate(dynamics);
                stepper.take_up(dynamics, state)?;
                Box::new(move |time_loop| time_loop.with(stepper))
            }
            ModalScheme::Moreau(options) => {
                let mut stepper = MoreauStepper::new(options, step, dynamics).map_err(obstruction)?;
                stepper.take_up(dynamics, state)?;
                Box::new(move |time_loop| time_loop.with(stepper))
            }
            ModalScheme::SymplecticEuler => Box::new(|time_loop| time_loop.treat(|_, _| SymplecticEulerStepper)),
            ModalScheme::Adaptive(options) => {
                Box::new(move |time_loop| time_loop.treat(|_, state| AdaptiveStepper::new(options, step, state)))
            }
            ModalScheme::RungeKutta(options) => Box::new(move |time_loop| {
                time_loop.treat(|system, _| RungeKuttaStepper::new(options, step, system.size()))
            }),
            ModalScheme::Devogelaere(options) => {
                Box::new(move |time_loop| time_loop.treat(|system, _| DevogelaereStepper::new(options, step, system)))
            }
            ModalScheme::Newmark(options) => {
                Box::new(move |time_loop| time_loop.treat(|system, _| NewmarkStepper::new(options, system, fresh)))
            }
            ModalScheme::Trbdf2 => {
                Box::new(move |time_loop| time_loop.treat(|system, _| Trbdf2Stepper::new(system, fresh)))
            }
            ModalScheme::Itmi if problem.implicit => {
                Box::new(|time_loop| time_loop.treat(|system, _| ContactModes::new(system.size())))
            }
            ModalScheme::Itmi => Box::new(move |time_loop| time_loop.treat(|system, _| ItmiStepper::new(system, step))),
        })
    }
}
