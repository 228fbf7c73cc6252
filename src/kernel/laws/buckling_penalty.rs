//! CHOC_ENDO_PENA: a stop that buckles, explicit penalty form. Threshold, stiffness and damping depend on the deepest
//! penetration; material DIS_CHOC_ENDO. `buckling_stop.rs` has the integrated form (CHOC_ENDO), `buckling.rs` the
//! modal one (FLAMBAGE).
//!
//! With `e = u_x + g`, deepest `m = min e`, residual `q`; `ci`, `co` the damping inside and outside of the criterion:
//!
//! ```text
//! e > q:  F = 0        |k (e - q)| > FX(-m):  q = e + FX(-m)/k        f = k (e - q) + ci w
//! |f| >= FX(-e):  F = -FX(-e) + co w;     f + co w > 0:  F = 0;       else F = f + co w
//! ```

use super::buckling_stop::{damped_criterion, tables};
use super::contact::Distances;
use super::fault::{LawFault, SpecFault};
use super::law::{Answer, Law, Local, Others, Six, Variable, X};
use super::layout::Layout;
use super::parameters::Parameters;
use crate::signal::Signal;

/// Internal variables.
pub const VARIABLES: &[Variable] = &[
    Variable::new("deepest", "m", "deepest penetration (negative)"),
    Variable::new("residual", "m", "residual penetration (negative)"),
    Variable::new("state", "-", "0 open, 1 elastic, 2 on the threshold"),
];

/// A stop that buckles, in explicit form.
#[derive(Clone, Debug)]
pub struct BucklingPenalty {
    /// FX (N), RIGI_NOR (N/m), AMOR_NOR (N s/m) of the penetration DX (m).
    functions: [Signal; 3],
    damped: bool,
    distances: Distances,
}

impl BucklingPenalty {
    /// The law of a material.
    pub fn new(parameters: &Parameters) -> Result<BucklingPenalty, SpecFault> {
        let functions = tables(parameters)?.map(Signal::Table);
        Ok(BucklingPenalty { functions, damped: damped_criterion(parameters), distances: Distances::of(parameters)? })
    }

    fn value(&self, rank: usize, penetration: f64) -> Result<f64, LawFault> {
        let keyword = ["FX", "RIGI_NOR", "AMOR_NOR"][rank];
        let value = self.functions[rank].evaluate(penetration, &mut 0);
        value.map_err(|source| LawFault::Function { keyword, source })
    }
}

impl Law for BucklingPenalty {
    fn gap(&self, layout: Layout, rest: [f64; 3], u: &Six, memory: &[f64]) -> Option<f64> {
        Some(u[X] + self.distances.offset(layout, rest) - memory[1])
    }

    fn variables(&self) -> &'static [Variable] {
        VARIABLES
    }

    fn respond(&self, local: &Local, from: &[f64], to: &mut [f64]) -> Result<Answer, LawFault> {
        let e = local.displacement(X) + local.driving[X] + self.distances.offset(local.layout, local.rest);
        let w = local.total_velocity(X);
        let m = from[0].min(e);
        let mut q = from[1];
        let (mut force, mut state) = (0.0, 0.0);
        if e - q <= 0.0 {
            let (threshold, deepest) = (self.value(0, f64::max(-e, 0.0))?, self.value(0, -m)?);
            let (k, c) = (self.value(1, -m)?, self.value(2, -m)?);
            let (inside, outside) = if self.damped { (c, 0.0) } else { (0.0, c) };
            if (k * (e - q)).abs() > deepest {
                q = e + deepest / k;
            }
            let f = k * (e - q) + inside * w;
            if f.abs() >= threshold {
                (force, state) = (-threshold + outside * w, 2.0);
            } else if f + outside * w <= 0.0 {
                (force, state) = (f + outside * w, 1.0);
            }
        }
        to.copy_from_slice(&[m, q, state]);
        let mut answer = Answer::ELASTIC.others(Others::Unloaded);
        answer.forces[X] = Some(force);
        Ok(answer)
    }
}
