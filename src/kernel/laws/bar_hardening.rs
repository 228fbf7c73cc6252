//! Bars with hardening: VMIS_ISOT_LINE and VMIS_CINE_LINE (ECRO_LINE), VMIS_ISOT_TRAC (TRACTION). Return mapping in one
//! dimension, with moduli that may change over the step (temperature).

use super::bar::{BarLaw, Strain, Uniaxial};
use super::fault::{LawFault, SpecFault};
use super::law::{Ask, Variable};
use super::parameters::Parameters;
use super::traction_curve::TractionCurve;
use crate::signal::Signal;

/// Internal variables of isotropic hardening.
pub const ISOTROPIC: &[Variable] = &[
    Variable::new("cumulated_plastic_strain", "-", "cumulated plastic strain"),
    Variable::new("plastic", "-", "1 while it yields"),
];

/// Internal variables of kinematic hardening; a bar fills the first and the last.
pub const KINEMATIC: &[Variable] = &[
    Variable::new("back_stress_xx", "Pa", "back-stress along the bar"),
    Variable::new("back_stress_yy", "Pa", "0 in a bar"),
    Variable::new("back_stress_zz", "Pa", "0 in a bar"),
    Variable::new("back_stress_xy", "Pa", "0 in a bar"),
    Variable::new("back_stress_xz", "Pa", "0 in a bar"),
    Variable::new("back_stress_yz", "Pa", "0 in a bar"),
    Variable::new("plastic", "-", "1 while it yields"),
];

/// ECRO_LINE: yield stress and slope of hardening (Pa), numbers or functions of the temperature.
#[derive(Clone, Debug)]
struct Line {
    limit: Signal,
    slope: Signal,
}

impl Line {
    fn new(parameters: &Parameters) -> Result<Line, SpecFault> {
        if parameters.number("SY").is_some() {
            parameters.positive("SY")?;
        }
        Ok(Line { limit: parameters.function("SY")?, slope: parameters.function("D_SIGM_EPSI")? })
    }

    /// SY, Et and the plastic slope `E Et/(E - Et)` at `t-` (0) or `t+` (1).
    fn at(&self, strain: &Strain, instant: usize) -> Result<[f64; 3], LawFault> {
        let value = |signal: &Signal, keyword| match (signal, strain.temperature) {
            (Signal::Constant(value), _) => Ok(*value),
            (_, None) => Err(LawFault::Missing("temperature")),
            (signal, Some(temperature)) => {
                signal.evaluate(temperature[instant], &mut 0).map_err(|source| LawFault::Function { keyword, source })
            }
        };
        let (limit, et) = (value(&self.limit, "SY")?, value(&self.slope, "D_SIGM_EPSI")?);
        let e = strain.modulus[instant];
        if et >= e {
            return Err(LawFault::Slope { keyword: "D_SIGM_EPSI", slope: et, young: e });
        }
        Ok([limit, et, e * et / (e - et)])
    }
}

/// VMIS_ISOT_LINE.
#[derive(Clone, Debug)]
pub struct IsotropicLine {
    line: Line,
}

impl IsotropicLine {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<IsotropicLine, SpecFault> {
        Ok(IsotropicLine { line: Line::new(parameters)? })
    }
}

impl BarLaw for IsotropicLine {
    fn variables(&self) -> &'static [Variable] {
        ISOTROPIC
    }

    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        let e = strain.modulus[1];
        let [limit, et, slope] = self.line.at(strain, 1)?;
        if strain.ask == Ask::Tangent {
            let tangent = if from[1] == 0.0 { e } else { et };
            return Ok(Uniaxial { stress: strain.trial(), tangent });
        }
        let (trial, threshold) = (strain.trial(), limit + slope * from[0]);
        if trial.abs() <= threshold {
            to[1] = 0.0;
            return Ok(Uniaxial { stress: trial, tangent: e });
        }
        let dp = (trial.abs() - threshold) / (slope + e);
        to.copy_from_slice(&[from[0] + dp, 1.0]);
        let stress = trial / (1.0 + e * dp / (limit + slope * to[0]));
        Ok(Uniaxial { stress, tangent: et })
    }
}

/// VMIS_CINE_LINE.
#[derive(Clone, Debug)]
pub struct KinematicLine {
    line: Line,
}

impl KinematicLine {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<KinematicLine, SpecFault> {
        Ok(KinematicLine { line: Line::new(parameters)? })
    }
}

impl BarLaw for KinematicLine {
    fn variables(&self) -> &'static [Variable] {
        KINEMATIC
    }

    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        let e = strain.modulus[1];
        let [limit, et, slope] = self.line.at(strain, 1)?;
        if strain.ask == Ask::Tangent {
            let tangent = if from[6] == 0.0 { e } else { et };
            return Ok(Uniaxial { stress: strain.trial(), tangent });
        }
        let before = self.line.at(strain, 0)?[2];
        let back = if before == 0.0 { 0.0 } else { slope / before * from[0] };
        let s = strain.trial() - back;
        if s.abs() <= limit {
            (to[0], to[6]) = (back, 0.0);
            return Ok(Uniaxial { stress: strain.trial(), tangent: e });
        }
        let dp = (s.abs() - limit) / (e + slope);
        (to[0], to[6]) = (back + libm::copysign(slope * dp, s), 1.0);
        Ok(Uniaxial { stress: to[0] + libm::copysign(limit, s), tangent: et })
    }
}

/// VMIS_ISOT_TRAC.
#[derive(Clone, Debug)]
pub struct IsotropicCurve {
    curve: TractionCurve,
}

impl IsotropicCurve {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<IsotropicCurve, SpecFault> {
        Ok(IsotropicCurve { curve: TractionCurve::new(parameters)? })
    }
}

impl BarLaw for IsotropicCurve {
    fn variables(&self) -> &'static [Variable] {
        ISOTROPIC
    }

    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        let e = strain.modulus[1];
        let temperature = strain.temperature.map(|[_, after]| after);
        let threshold = self.curve.threshold(from[0], temperature)?;
        if strain.ask == Ask::Tangent {
            let mut tangent = e;
            if from[1] != 0.0 {
                let slope = self.curve.increment(threshold, e, from[0], temperature)?.slope;
                tangent = e * slope / (e + slope);
            }
            return Ok(Uniaxial { stress: strain.trial(), tangent });
        }
        let trial = strain.trial();
        if trial.abs() <= threshold {
            to[1] = 0.0;
            return Ok(Uniaxial { stress: trial, tangent: e });
        }
        let plastic = self.curve.increment(trial.abs(), e, from[0], temperature)?;
        to.copy_from_slice(&[from[0] + plastic.increment, 1.0]);
        let stress = trial / (1.0 + e * plastic.increment / plastic.threshold);
        Ok(Uniaxial { stress, tangent: e * plastic.slope / (e + plastic.slope) })
    }
}
