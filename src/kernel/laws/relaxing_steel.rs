//! RELAX_ACIER: a bar of prestressing steel that relaxes.
//!
//! Stress `s`, viscous strain `v`, temperature `T`, whose rates and that of the strain are constant over the step:
//!
//! ```text
//! r  = c |v| / (1 + (b |v|)^m)^(1/m)        x  = (s / F_PRG - r) / k
//! v' = x^n where x > 0, else 0              s' = E(T) (strain' - v')
//! ```
//!
//! integrated by [`super::cash_karp`]. `E(T)` is linear over the temperatures of the step.

use super::bar::{BarLaw, Strain, Uniaxial};
use super::cash_karp::{Rates, integrate};
use super::fault::{LawFault, SpecFault};
use super::law::{Ask, Variable};
use super::parameters::Parameters;
use crate::signal::Signal;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("viscous_strain", "-", "viscous strain"),
    Variable::new("tangent", "Pa", "tangent modulus of the last step that stretched the bar"),
];

/// Keywords of the functions of the temperature, in the order of [`RelaxingSteel::functions`].
const KEYWORDS: [&str; 6] = ["F_PRG", "ECOU_K", "ECOU_N", "ECRO_N", "ECRO_B", "ECRO_C"];
/// Below it the tangent is unknown (Pa), and a rate of strain counts as none (1/s).
const SMALL: f64 = 1e-8;
/// Largest decimal exponent of a power.
const LARGEST_EXPONENT: f64 = 200.0;

/// RELAX_ACIER.
#[derive(Clone, Debug)]
pub struct RelaxingSteel {
    functions: [Signal; 6],
}

impl RelaxingSteel {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<RelaxingSteel, SpecFault> {
        let [f, k, n, m, b, c] = KEYWORDS.map(|keyword| parameters.function(keyword));
        Ok(RelaxingSteel { functions: [f?, k?, n?, m?, b?, c?] })
    }

    /// The six parameters at a temperature; only functions that vary need one. Their signs do not count.
    fn at(&self, temperature: Option<f64>) -> Result<[f64; 6], LawFault> {
        let mut values = [0.0; 6];
        for ((value, signal), keyword) in values.iter_mut().zip(&self.functions).zip(KEYWORDS) {
            let found = match (signal, temperature) {
                (Signal::Constant(value), _) => *value,
                (_, None) => return Err(LawFault::Missing("temperature")),
                (signal, Some(temperature)) => {
                    signal.evaluate(temperature, &mut 0).map_err(|source| LawFault::Function { keyword, source })?
                }
            };
            *value = found.abs();
        }
        Ok(values)
    }

    /// Rates of stress, viscous strain and temperature.
    fn rates(&self, y: &[f64; 3], motion: &Motion) -> Result<Rates<3>, LawFault> {
        let [stress, viscous, temperature] = *y;
        let [f, k, n, m, b, c] = self.at(motion.temperature.map(|_| temperature))?;
        let (size, ratio) = (viscous.abs(), b * viscous.abs());
        let beyond = |power: f64, x: f64| x > 1.0 && power * libm::log10(x) > LARGEST_EXPONENT;
        let mut threshold = c * size;
        if ratio > 1e-6 {
            if beyond(m, ratio) {
                return Ok(Rates::Shorter);
            }
            threshold /= libm::pow(1.0 + libm::pow(ratio, m), 1.0 / m);
        }
        let x = (stress / f - threshold) / k;
        if beyond(n, x) {
            return Ok(Rates::Shorter);
        }
        let flow = if x > 0.0 { libm::pow(x, n) } else { 0.0 };
        Ok(Rates::Are([motion.young(temperature) * (motion.strain - flow), flow, motion.heating()]))
    }
}

/// Rates of a step and what changes along it.
struct Motion {
    /// Rate of the mechanical strain (1/s).
    strain: f64,
    /// Length of the step (s).
    length: f64,
    modulus: [f64; 2],
    temperature: Option<[f64; 2]>,
}

impl Motion {
    /// Rate of the temperature.
    fn heating(&self) -> f64 {
        self.temperature.map_or(0.0, |[before, after]| (after - before) / self.length)
    }

    /// Young's modulus at a temperature of the step (Pa).
    fn young(&self, temperature: f64) -> f64 {
        let [e, after] = self.modulus;
        match self.temperature {
            Some([from, to]) if from != to => e + (after - e) * (temperature - from) / (to - from),
            _ => after,
        }
    }
}

impl BarLaw for RelaxingSteel {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        let e = strain.modulus[1];
        let or_elastic = |tangent: f64| if tangent.abs() < SMALL { e } else { tangent };
        let length = strain.times[1] - strain.times[0];
        if strain.ask == Ask::Tangent || length <= 0.0 {
            return Ok(Uniaxial { stress: strain.stress, tangent: or_elastic(from[1]) });
        }
        let (modulus, temperature) = (strain.modulus, strain.temperature);
        let motion = Motion { strain: strain.increment / length, length, modulus, temperature };
        let mut y = [strain.stress, from[0], temperature.map_or(0.0, |[before, _]| before)];
        let norms = |y: &[f64; 3]| y.map(|x| if x.abs() <= SMALL { 1.0 } else { x });
        let end = integrate(&mut y, length, strain.control, norms, |y| self.rates(y, &motion))?;
        let tangent = if motion.strain.abs() > SMALL { end[0] / motion.strain } else { from[1] };
        let tangent = or_elastic(tangent);
        to.copy_from_slice(&[y[1], tangent]);
        Ok(Uniaxial { stress: y[0], tangent })
    }
}
