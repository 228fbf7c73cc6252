//! ARME: arm of an electric line. Elastic, then plastic with a smaller slope, then stiff again, along local y.
//!
//! Memory `V`: plastic displacement, up to `DLP - DLE`. See the arms of [`Arm::respond`]; `K2` is the stiffness of the
//! force, `KT` that of the matrix.

use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Law, Local, Variable, Y};
use super::parameters::Parameters;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[Variable::new("plastic_displacement", "m", "plastic displacement along local y")];

/// Arm of an electric line.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// KYE, KYP, KYG (N/m).
    elastic: f64,
    plastic: f64,
    stiff: f64,
    /// DLE, DLP (m).
    elastic_limit: f64,
    plastic_limit: f64,
}

impl Arm {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<Arm, SpecFault> {
        let arm = Arm {
            elastic: parameters.positive("KYE")?,
            plastic: parameters.positive("KYP")?,
            stiff: parameters.positive("KYG")?,
            elastic_limit: parameters.positive("DLE")?,
            plastic_limit: parameters.positive("DLP")?,
        };
        if arm.plastic_limit < arm.elastic_limit {
            let reason = "it must not be smaller than DLE";
            return Err(SpecFault::Value { keyword: "DLP", value: arm.plastic_limit, reason });
        }
        Ok(arm)
    }

    /// Memory, stiffness of the matrix and of the force.
    fn step(&self, v: f64, s: f64, before: f64, dy: f64) -> (f64, f64, f64) {
        let full = self.plastic_limit - self.elastic_limit;
        let (ke, kp, kg) = (self.elastic, self.plastic, self.stiff);
        if dy == 0.0 || dy * before < 0.0 {
            return if v < full { (v, ke, ke) } else { (full, kg, kg) };
        }
        if v >= full {
            return (full, kg, kg);
        }
        let (u, size) = ((before + dy).abs(), dy.abs());
        let within = (u - self.elastic_limit).abs();
        let beyond = kg * (u - self.plastic_limit).abs();
        let threshold = ke * self.elastic_limit + kp * v;
        if s < threshold || v == 0.0 {
            if s + ke * size < threshold {
                (v, ke, ke)
            } else if u < self.plastic_limit {
                (within, kp, (ke * self.elastic_limit + kp * within - s) / size)
            } else {
                (full, kg, (ke * self.elastic_limit - s + kp * full + beyond) / size)
            }
        } else if u < self.plastic_limit {
            (within, kp, kp)
        } else {
            (full, kg, (kp * (full - v).abs() + beyond) / size)
        }
    }
}

impl Law for Arm {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let stored = [local.stored[0][Y], local.stored[1][Y]];
        let s = (stored[0] + stored[1]).abs() / 2.0;
        let (v, tangent, k) = self.step(from[0], s, local.before[Y], local.increment[Y]);
        if local.ask != Ask::Tangent {
            to[0] = v;
        }
        Ok(Answer::ELASTIC.with(Y, stored[0] + k * local.increment[Y], tangent))
    }
}
