//! The contract of a law of a bar: stress from strain, one dimension. `SIEF_ELGA` N is the area times the stress.

use std::fmt::Debug;

use super::cash_karp::LocalControl;
use super::fault::LawFault;
use super::law::{Ask, Variable};

/// Motion of a bar over a step.
#[derive(Clone, Copy, Debug)]
pub struct Strain {
    pub ask: Ask,
    /// Increment of the mechanical strain since `t-`; not read in [`Ask::Tangent`].
    pub increment: f64,
    /// Stress at `t-` (Pa).
    pub stress: f64,
    /// Young's modulus at `t-` and `t+` (Pa).
    pub modulus: [f64; 2],
    /// `t-` and `t+` (s).
    pub times: [f64; 2],
    /// Mean temperature at `t-` and `t+`, where the study has one.
    pub temperature: Option<[f64; 2]>,
    /// Control of the local integration.
    pub control: LocalControl,
}

impl Strain {
    /// The increment of mechanical strain of an extension (m) over a length (m); `thermal` is `ALPHA (T - TREF)` at
    /// `t-` and `t+`.
    pub fn mechanical(extension: f64, length: f64, thermal: [f64; 2]) -> f64 {
        extension / length - (thermal[1] - thermal[0])
    }

    /// Stress of an elastic increment: `E+ (sigma-/E- + de)`.
    pub fn trial(&self) -> f64 {
        self.modulus[1] * (self.stress / self.modulus[0] + self.increment)
    }
}

/// Answer of a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniaxial {
    /// Stress at `t+` (Pa).
    pub stress: f64,
    /// Tangent modulus (Pa).
    pub tangent: f64,
}

/// A law of a bar with its parameters. Memory is `variables().len()` numbers, all zero at the start.
pub trait BarLaw: Debug + Send + Sync {
    /// Its internal variables, in the order of the memory.
    fn variables(&self) -> &'static [Variable];

    /// Stress and tangent from the memory `from` of `t-`; writes the memory of `t+` into `to`, which is a copy of
    /// `from` when it is called. Allocates nothing.
    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault>;
}

/// ELAS.
#[derive(Clone, Copy, Debug)]
pub struct ElasticBar;

impl BarLaw for ElasticBar {
    fn variables(&self) -> &'static [Variable] {
        super::elastic::VARIABLES
    }

    fn respond(&self, strain: &Strain, _from: &[f64], _to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        Ok(Uniaxial { stress: strain.trial(), tangent: strain.modulus[1] })
    }
}
