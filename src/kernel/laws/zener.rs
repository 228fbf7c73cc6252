//! DIS_VISC: a generalised Zener element along the local axis. Serves discrete elements and modal relations.
//!
//! Three springs (compliance `s1`, stiffness `k2`, compliance `s3`) and a power-law dashpot `C |ev'|^alpha`.
//! Unknowns: force `sg`, viscous strain `ev`, elongation `e`, dissipation `w`:
//!
//! ```text
//! e'  = (v2 - v1).x            X  = (sg (1 + k2 s1) - k2 e) / C
//! ev' = sign(X) |X|^(1/alpha)  w' = C |X ev'|
//! sg' = (e' (1 + k2 s3) - ev') / (s1 + s3 + k2 s1 s3)
//! ```
//!
//! integrated over the step with the rate of elongation held constant, by [`super::cash_karp`].

use super::cash_karp::{LocalControl, Rates, integrate};
use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Ask, Law, Local, Variable, X};
use super::parameters::Parameters;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("force", "N", "force along local x"),
    Variable::new("viscous_strain", "m", "elongation of the dashpot"),
    Variable::new("dissipation", "J", "dissipated energy"),
    Variable::new("stiffness", "N/m", "tangent stiffness along local x"),
];

/// A generalised Zener element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZenerLaw {
    /// `1/K1` (m/N), `K2` (N/m), `1/K3` (m/N).
    pub s1: f64,
    pub k2: f64,
    pub s3: f64,
    /// `C` and `alpha` of the dashpot.
    pub c: f64,
    pub alpha: f64,
}

impl ZenerLaw {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<ZenerLaw, SpecFault> {
        let inverse = |keyword: &'static str| -> Result<Option<f64>, SpecFault> {
            parameters.number(keyword).map(|_| parameters.positive(keyword).map(|k| 1.0 / k)).transpose()
        };
        let or_given = |inverse: Option<f64>, keyword: &'static str| match inverse {
            Some(value) => Ok(value),
            None => parameters.not_negative(keyword),
        };
        let s1 = or_given(inverse("K1")?, "UNSUR_K1")?;
        let s3 = or_given(inverse("K3")?, "UNSUR_K3")?;
        let k2 = or_given(inverse("UNSUR_K2")?, "K2")?;
        let (c, alpha) = (parameters.positive("C")?, parameters.positive("PUIS_ALPHA")?);
        let law = ZenerLaw { s1, k2, s3, c, alpha };
        if law.compliance() <= 0.0 {
            let keyword = if parameters.number("UNSUR_K1").is_some() { "UNSUR_K1" } else { "K1" };
            let reason = "the element is rigid: 1/K1 and 1/K3 are both zero";
            return Err(SpecFault::Value { keyword, value: parameters.number(keyword).unwrap_or(0.0), reason });
        }
        Ok(law)
    }

    /// `s1 + s3 + k2 s1 s3`.
    pub fn compliance(&self) -> f64 {
        self.s1 + self.s3 + self.k2 * self.s1 * self.s3
    }

    fn rates(&self, y: &[f64; 4], rate: f64) -> Rates<4> {
        let [sg, _, e, _] = *y;
        let x = (sg * (1.0 + self.k2 * self.s1) - self.k2 * e) / self.c;
        if x.abs() > 1e10 && libm::log10(x.abs()) > 200.0 * self.alpha {
            return Rates::Shorter;
        }
        let ev = libm::copysign(libm::pow(x.abs(), 1.0 / self.alpha), x);
        let w = self.c * (x * ev).abs();
        let sg = (rate * (1.0 + self.k2 * self.s3) - ev) / (self.s1 + self.s3 + self.k2 * self.s1 * self.s3);
        Rates::Are([sg, ev, rate, w])
    }

    /// Brings force, viscous strain, elongation and dissipation over `length` (s) at a constant rate of elongation
    /// (m/s); returns their rates at the end. Fails where the local integration does.
    pub fn advance(
        &self,
        y: &mut [f64; 4],
        rate: f64,
        length: f64,
        control: LocalControl,
    ) -> Result<[f64; 4], LawFault> {
        let norms = |y: &[f64; 4]| y.map(|x| if x.abs() <= 1e-8 { 1.0 } else { x });
        integrate(y, length, control, norms, |y| Ok(self.rates(y, rate)))
    }
}

impl Law for ZenerLaw {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let instant = (1.0 + self.k2 * self.s3) / self.compliance();
        if local.ask == Ask::Tangent {
            let k = if from[3] == 0.0 { instant } else { from[3] };
            return Ok(Answer::ELASTIC.with(X, local.stored[0][X], k));
        }
        let rate = local.rate(local.increment[X]);
        let mut y = [local.stored[0][X], from[1], local.before[X], from[2]];
        let end = self.advance(&mut y, rate, local.dt(), local.control)?;
        let mut k = if end[2].abs() > 1e-8 { end[0] / end[2] } else { end[0] };
        if k.abs() < 1e-8 {
            k = instant;
        }
        to.copy_from_slice(&[y[0], y[1], y[3], k]);
        Ok(Answer::ELASTIC.with(X, y[0], k))
    }
}
