//! PINTO_MENEGOTTO: cyclic behaviour of a reinforcing bar of steel, with buckling in compression of slender bars.
//!
//! First loading: elastic, plateau at `SY` up to `EPSP_HARD`, hardening of order four up to `SIGM_ULTM`. From the first
//! unloading beyond a third of the yield strain on, branches between the point of the last reversal `(er, sr)` and the
//! crossing `(e0, s0)` of the elastic line with the asymptote of slope `b0 E` (Giuffrè, Menegotto, Pinto):
//!
//! ```text
//! t = (e - er)/(e0 - er)     R = R0 - A1 x/(A2 + x)     s = sr + (s0 - sr) (b0 t + (1 - b0) t/(1 + t^R)^(1/R))
//! ```

use super::bar::{BarLaw, Strain, Uniaxial};
use super::fault::{LawFault, SpecFault};
use super::law::{Ask, Variable};
use super::parameters::Parameters;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("older_reversal", "-", "strain at the last but one reversal"),
    Variable::new("reversal_strain", "-", "strain at the last reversal"),
    Variable::new("reversal_stress", "Pa", "stress at the last reversal"),
    Variable::new("strain", "-", "mechanical strain"),
    Variable::new("increment", "-", "last increment of strain"),
    Variable::new("cycles", "-", "1 from the first reversal on"),
    Variable::new("plastic", "-", "1 once it yields"),
    Variable::new("buckles", "-", "1 where it buckles"),
];

/// A reinforcing bar.
#[derive(Clone, Copy, Debug)]
pub struct PintoMenegotto {
    /// SY, SIGM_ULTM (Pa), EPSI_ULTM, EPSP_HARD.
    limit: f64,
    ultimate: f64,
    ultimate_strain: f64,
    hardening_strain: f64,
    /// EP_SUR_E, R_PM, A1_PM, A2_PM.
    slope: Option<f64>,
    r0: f64,
    a1: f64,
    a2: f64,
    /// ELAN, A6_PM, C_PM, A_PM.
    slenderness: f64,
    a6: f64,
    c: f64,
    a: f64,
}

/// A branch: crossing of its lines and ratio of their slopes.
struct Branch {
    e0: f64,
    s0: f64,
    b0: f64,
}

impl PintoMenegotto {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<PintoMenegotto, SpecFault> {
        let law = PintoMenegotto {
            limit: parameters.positive("SY")?,
            ultimate: parameters.positive("SIGM_ULTM")?,
            ultimate_strain: parameters.positive("EPSI_ULTM")?,
            hardening_strain: parameters.positive("EPSP_HARD")?,
            slope: parameters.number("EP_SUR_E"),
            r0: parameters.needed("R_PM")?,
            a1: parameters.needed("A1_PM")?,
            a2: parameters.needed("A2_PM")?,
            slenderness: parameters.needed("ELAN")?,
            a6: parameters.needed("A6_PM")?,
            c: parameters.needed("C_PM")?,
            a: parameters.needed("A_PM")?,
        };
        if law.ultimate < law.limit {
            let reason = "it must not be smaller than SY";
            return Err(SpecFault::Value { keyword: "SIGM_ULTM", value: law.ultimate, reason });
        }
        if law.ultimate_strain <= law.hardening_strain {
            let reason = "it must be larger than EPSP_HARD";
            return Err(SpecFault::Value { keyword: "EPSI_ULTM", value: law.ultimate_strain, reason });
        }
        Ok(law)
    }

    /// Slope from the first yield to the ultimate point.
    fn hardening(&self, e: f64) -> f64 {
        (self.ultimate - self.limit) / (self.ultimate_strain - self.limit / e)
    }

    /// Stress of first loading beyond the elastic range, where the trial is outside.
    fn hardened(&self, strain: f64, trial: f64) -> f64 {
        let size = strain.abs();
        if size <= self.hardening_strain {
            return libm::copysign(self.limit, trial);
        }
        let share = (self.ultimate_strain - size) / (self.ultimate_strain - self.hardening_strain);
        let bound = match size >= self.ultimate_strain {
            true => self.ultimate,
            false => self.ultimate - (self.ultimate - self.limit) * (share * share) * (share * share),
        };
        if trial.abs() <= bound { trial } else { libm::copysign(bound, trial) }
    }

    /// The branch from the last reversal; `starts` on the step of the first reversal.
    fn branch(&self, memory: &mut [f64], e: f64, de: f64, starts: bool) -> Branch {
        let (ey, eh) = (self.limit / e, self.hardening(e));
        let b = self.slope.unwrap_or(eh / e);
        let (older, er, sr) = (memory[0], memory[1], memory[2]);
        let slender = self.slenderness > 5.0;
        if de >= 0.0 {
            let crossing = |e: f64| (e * er - sr + self.limit - eh * ey) / (e - eh);
            let asymptote = |e0: f64| self.limit + eh * (e0 - ey);
            let e0 = crossing(e);
            if !slender || memory[7] == 0.0 || starts {
                return Branch { e0, s0: asymptote(e0), b0: b };
            }
            let x = older - e0;
            let a5 = 1.0 + (5.0 - self.slenderness) / 7.5;
            let softened = e * (a5 + (1.0 - a5) * libm::exp(-self.a6 * x * x));
            let e0 = crossing(softened);
            return Branch { e0, s0: asymptote(e0), b0: b * e / softened };
        }
        let e0 = (e * er - sr - self.limit + eh * ey) / (e - eh);
        let s0 = -self.limit + eh * (e0 + ey);
        if !slender {
            return Branch { e0, s0, b0: b };
        }
        memory[7] = 1.0;
        let l = self.slenderness;
        let critical = self.limit - 4.0 * self.limit / l;
        let b0 = self.a * (5.0 - l) * libm::exp((er - older) * b * e / critical);
        let g = (11.0 - l) / (10.0 * (libm::exp(self.c * l) - 1.0));
        Branch { e0, s0: s0 - g * b * e * (b - b0) / (1.0 - b0), b0 }
    }

    /// Stress and tangent on a branch.
    fn on(&self, branch: &Branch, memory: &[f64], e: f64) -> Uniaxial {
        let (older, er, sr, strain) = (memory[0], memory[1], memory[2], memory[3]);
        let Branch { e0, s0, b0 } = *branch;
        let (t, x) = ((strain - er) / (e0 - er), (older - e0) / (e0 - er));
        let r = self.r0 - self.a1 * x / (self.a2 + x);
        if t == 0.0 {
            return Uniaxial { stress: sr, tangent: e };
        }
        let power = 1.0 + libm::pow(t, r);
        let stress = sr + (s0 - sr) * (b0 * t + (1.0 - b0) * t / libm::pow(power, 1.0 / r));
        let tangent = match strain.abs() > e0.abs() {
            true => e,
            false => (b0 + (1.0 - b0) * libm::pow(power, -1.0 / r - 1.0)) * (s0 - sr) / (e0 - er),
        };
        Uniaxial { stress, tangent }
    }
}

impl BarLaw for PintoMenegotto {
    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, strain: &Strain, from: &[f64], to: &mut [f64]) -> Result<Uniaxial, LawFault> {
        let (e, de) = (strain.modulus[1], strain.increment);
        let eh = self.hardening(e);
        let hardening = e * eh / (e + eh);
        if strain.ask == Ask::Tangent {
            let tangent = if from[5] == 0.0 && from[6] != 0.0 { hardening } else { e };
            return Ok(Uniaxial { stress: strain.stress, tangent });
        }
        to[3] = from[3] + de;
        to[4] = de;
        let mut starts = false;
        if from[5] == 0.0 {
            let trial = strain.stress + e * de;
            if from[6] != 0.0 && strain.stress * de < 0.0 {
                if (from[1] - to[3]).abs() < self.limit / (3.0 * e) {
                    return Ok(Uniaxial { stress: trial, tangent: e });
                }
                let ey = self.limit / e;
                to[0] = if strain.stress > 0.0 { -ey } else { ey };
                (to[1], to[2], to[5]) = (from[3], strain.stress, 1.0);
                starts = true;
            } else {
                to[7] = 0.0;
                if trial.abs() <= self.limit {
                    return Ok(Uniaxial { stress: trial, tangent: e });
                }
                to[6] = 1.0;
                let stress = self.hardened(to[3], trial);
                let tangent = if stress * de >= 0.0 { hardening } else { e };
                return Ok(Uniaxial { stress, tangent });
            }
        } else if from[4] * de < 0.0 {
            (to[0], to[1], to[2]) = (from[1], from[3], strain.stress);
        }
        let branch = self.branch(to, e, de, starts);
        let answer = self.on(&branch, to, e);
        if answer.stress.is_finite() { Ok(answer) } else { Err(LawFault::NotFinite("the stress")) }
    }
}
