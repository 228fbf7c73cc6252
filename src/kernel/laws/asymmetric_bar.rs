//! VMIS_ASYM_LINE (ECRO_ASYM_LINE): a bar with linear isotropic hardening of its own in tension and in compression; the two senses do not
//! know each other.

use super::bar::{BarLaw, Strain, Uniaxial};
use super::fault::{LawFault, SpecFault};
use super::law::{Ask, Variable};
use super::parameters::Parameters;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("cumulated_plastic_strain_tension", "-", "cumulated plastic strain in tension"),
    Variable::new("plastic_tension", "-", "0"),
    Variable::new("cumulated_plastic_strain_compression", "-", "cumulated plastic strain in compression"),
    Variable::new("plastic_compression", "-", "0"),
];

/// Yield stress and slope beyond it (Pa), in one sense.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sense {
    limit: f64,
    slope: f64,
}

/// VMIS_ASYM_LINE.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsymmetricBar {
    tension: Sense,
    compression: Sense,
}

impl AsymmetricBar {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<AsymmetricBar, SpecFault> {
        Ok(AsymmetricBar {
            tension: Sense { limit: parameters.positive("SY_T")?, slope: parameters.needed("DT_SIGM_EPSI")? },
            compression: Sense { limit: parameters.positive("SY_C")?, slope: parameters.needed("DC_SIGM_EPSI")? },
        })
    }
}

impl BarLaw for AsymmetricBar {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        let e = strain.modulus[1];
        let trial = strain.stress + e * strain.increment;
        let elastic = Uniaxial { stress: trial, tangent: e };
        if strain.ask == Ask::Tangent || strain.increment == 0.0 {
            return Ok(elastic);
        }
        // Only the sense in which the bar moves is looked at.
        let tends = strain.increment > 0.0;
        let (sense, place, size) = if tends { (self.tension, 0, trial) } else { (self.compression, 2, -trial) };
        if sense.slope >= e {
            let keyword = if tends { "DT_SIGM_EPSI" } else { "DC_SIGM_EPSI" };
            return Err(LawFault::Slope { keyword, slope: sense.slope, young: e });
        }
        let hardening = e * sense.slope / (e - sense.slope);
        let over = size - (sense.limit + hardening * from[place]);
        if over < 0.0 {
            return Ok(elastic);
        }
        let dp = over / (e + hardening);
        to[place] = from[place] + dp;
        let stress = trial / (1.0 + e * dp / (sense.limit + hardening * to[place]));
        Ok(Uniaxial { stress, tangent: sense.slope })
    }
}
