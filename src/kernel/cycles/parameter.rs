//! What a branch is followed in, and how equations and events change with it.

use super::forcing::Forcing;
use crate::signal::SignalExpander;
use crate::transient::event_driven::EventStepper;
use crate::transient::{Dynamics, Excitation, System};

/// Coefficients of friction that change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficients {
    Both,
    Static,
    Dynamic,
}

/// A parameter; contacts and terms of the forcing are given by their ranks from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// Frequency of the forcing (Hz).
    Frequency,
    /// Coefficient of terms of the forcing.
    Coefficient {
        terms: Vec<usize>,
    },
    /// Speed of the surface of the first contact (m/s), the others in proportion.
    Surface {
        contacts: Vec<usize>,
    },
    Friction {
        contacts: Vec<usize>,
        which: Coefficients,
    },
    /// Clearance (m).
    Gap {
        contacts: Vec<usize>,
    },
    Restitution {
        contacts: Vec<usize>,
    },
    /// Stiffness of linear stops (N/m).
    Stiffness {
        contacts: Vec<usize>,
    },
    /// Damping ratio of all modes.
    Damping,
}

/// Derivative of what a contact is made of with the parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactRate {
    /// Velocity of the surface along rows 1 and 2.
    pub surface: [f64; 2],
    pub mu_static: f64,
    pub mu_dynamic: f64,
    pub gap: f64,
    pub restitution: f64,
    pub stiffness: f64,
}

/// Derivative of the equations with the parameter.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    pub contacts: Vec<ContactRate>,
    /// Prescribed forces.
    pub force: Option<(Excitation, Vec<SignalExpander>)>,
    /// The system with damping ratios of 1, where these are the parameter.
    pub damping: Option<Box<System>>,
    /// Of the forcing period over itself.
    pub period: f64,
}

impl Parameter {
    /// Gives the parameter a value: in the equations, and in the contacts of the flow. `surfaces` are the velocities of the
    /// surfaces as they were given, along rows 1 and 2.
    pub fn set(
        &self,
        value: f64,
        forcing: &mut Forcing,
        frequency: &mut f64,
        (dynamics, stepper): (&mut Dynamics, &mut EventStepper),
        surfaces: &[[f64; 2]],
    ) {
        let size = stepper.contacts.size;
        match self {
            Parameter::Frequency => {
                *frequency = value;
                dynamics.excitation = forcing.at(size, value);
                stepper.expanders = dynamics.excitation.expanders();
            }
            Parameter::Coefficient { terms } => {
                for rank in terms {
                    if let Some(super::forcing::ForceTerm::Harmonic { coefficient, .. }) = forcing.terms.get_mut(*rank)
                    {
                        *coefficient = value;
                    }
                }
                dynamics.excitation = forcing.at(size, *frequency);
                stepper.expanders = dynamics.excitation.expanders();
            }
            Parameter::Surface { contacts } => {
                let scale = value / speed(surfaces, contacts);
                for &i in contacts {
                    for k in 0..2 {
                        stepper.contacts.set_surface_velocity(i, k + 1, scale * surfaces[i][k]);
                    }
                }
            }
            Parameter::Friction { contacts, which } => {
                for &i in contacts {
                    let point = &mut stepper.contacts.points[i];
                    if *which != Coefficients::Dynamic {
                        point.mu_static = value;
                    }
                    if *which != Coefficients::Static {
                        point.mu_dynamic = value;
                    }
                }
            }
            Parameter::Gap { contacts } => {
                contacts.iter().for_each(|&i| stepper.contacts.points[i].half_gap = Some(value));
            }
            Parameter::Restitution { contacts } => {
                contacts.iter().for_each(|&i| stepper.contacts.points[i].restitution = Some(value));
            }
            Parameter::Stiffness { contacts } => {
                contacts.iter().for_each(|&i| stepper.contacts.points[i].stiffness = value);
            }
            Parameter::Damping => dynamics.system.set_reduced_damping(value),
        }
    }

    /// The derivative of the equations, at the present value.
    pub fn rates(
        &self,
        forcing: &Forcing,
        frequency: f64,
        (dynamics, stepper): (&Dynamics, &EventStepper),
        surfaces: &[[f64; 2]],
    ) -> Rates {
        let size = stepper.contacts.size;
        let mut rates = Rates { contacts: vec![ContactRate::default(); stepper.tracks.len()], ..Rates::default() };
        let with = |excitation: Excitation| {
            let expanders = excitation.expanders();
            Some((excitation, expanders))
        };
        match self {
            Parameter::Frequency => {
                rates.force = with(forcing.of_frequency(size, frequency));
                rates.period = -1.0 / frequency;
            }
            Parameter::Coefficient { terms } => rates.force = with(forcing.of_coefficient(size, frequency, terms)),
            Parameter::Surface { contacts } => {
                let scale = 1.0 / speed(surfaces, contacts);
                contacts.iter().for_each(|&i| rates.contacts[i].surface = surfaces[i].map(|w| scale * w));
            }
            Parameter::Friction { contacts, which } => {
                for &i in contacts {
                    rates.contacts[i].mu_static = f64::from(u8::from(*which != Coefficients::Dynamic));
                    rates.contacts[i].mu_dynamic = f64::from(u8::from(*which != Coefficients::Static));
                }
            }
            Parameter::Gap { contacts } => contacts.iter().for_each(|&i| rates.contacts[i].gap = 1.0),
            Parameter::Restitution { contacts } => contacts.iter().for_each(|&i| rates.contacts[i].restitution = 1.0),
            Parameter::Stiffness { contacts } => contacts.iter().for_each(|&i| rates.contacts[i].stiffness = 1.0),
            Parameter::Damping => {
                let mut unit = dynamics.system.clone();
                unit.set_reduced_damping(1.0);
                rates.damping = Some(Box::new(unit));
            }
        }
        rates
    }
}

/// Speed of the surface of the first of these contacts.
pub fn speed(surfaces: &[[f64; 2]], contacts: &[usize]) -> f64 {
    let [a, b] = contacts.first().map_or([0.0; 2], |i| surfaces[*i]);
    (a * a + b * b).sqrt()
}
