//! FLAMBAGE: a stop that buckles, as modal transients have it: elastic up to a critical force, then a plastic shortening
//! that stays. `buckling_stop.rs` and `buckling_penalty.rs` are the laws of discrete elements (CHOC_ENDO,
//! CHOC_ENDO_PENA).
//!
//! Memory: shortening `p`, largest penetration `d`, stiffness `k(d)`, damping `c(d)`. In contact (`gap <= 0`), in this
//! order:
//!
//! ```text
//! d = max(d, -gap)          f = -k (gap + p) - c1 vn      (c1 = c when damping is part of the criterion)
//! where f >= Fc(d):         f = Fc,  p = -gap - Fc/k
//! p = max(p, 0)             f = f - c vn                  (when it is not)
//! f = max(f, 0)             f = 0 where -gap < p
//! ```

use super::fault::{LawFault, SpecFault};
use super::plateau::{Crushing, Plateau, PlateauLaw};
use crate::signal::Signal;

/// Definition of a buckling law: functions, or the numbers of 2020.
#[derive(Clone, Debug)]
pub enum BucklingLaw {
    /// Three functions of the largest penetration (m).
    Functions {
        /// Critical force (N), stiffness (N/m), damping (N s/m).
        critical_force: Signal,
        stiffness: Signal,
        damping: Signal,
        /// True where the damping force counts in the comparison with the critical force.
        damped_criterion: bool,
    },
    /// The law of 2020.
    Numbers(Plateau),
}

/// A [`BucklingLaw`] made ready.
#[derive(Clone, Debug)]
pub struct Buckling {
    rule: Rule,
}

#[derive(Clone, Debug)]
enum Rule {
    Functions { functions: [Signal; 3], damped_criterion: bool },
    Numbers(PlateauLaw),
}

impl Buckling {
    /// The law made ready. Fails where its numbers make none.
    pub fn new(law: &BucklingLaw) -> Result<Buckling, SpecFault> {
        let rule = match law {
            BucklingLaw::Functions { critical_force, stiffness, damping, damped_criterion } => Rule::Functions {
                functions: [critical_force.clone(), stiffness.clone(), damping.clone()],
                damped_criterion: *damped_criterion,
            },
            BucklingLaw::Numbers(numbers) => Rule::Numbers(numbers.prepared()?),
        };
        Ok(Buckling { rule })
    }

    /// The force (N) at gap `gap` (m, not positive) and normal velocity `vn` (m/s); advances the memory. `cursors` are
    /// hints for the three functions.
    pub fn force(&self, memory: &mut Crushing, cursors: &mut [usize; 3], gap: f64, vn: f64) -> Result<f64, LawFault> {
        let (functions, damped_criterion) = match &self.rule {
            Rule::Functions { functions, damped_criterion } => (functions, *damped_criterion),
            Rule::Numbers(law) => return Ok(law.force(memory, -gap, vn)),
        };
        memory.largest = f64::max(memory.largest, -gap);
        let mut value = |rank: usize, keyword| {
            let value = functions[rank].evaluate(memory.largest, &mut cursors[rank]);
            value.map_err(|source| LawFault::Function { keyword, source })
        };
        let critical = value(0, "FX")?;
        (memory.stiffness, memory.damping) = (value(1, "RIGI_NOR")?, value(2, "AMOR_NOR")?);
        let (k, c) = (memory.stiffness, memory.damping);
        let mut f = -k * (gap + memory.residual) - if damped_criterion { c * vn } else { 0.0 };
        if f >= critical {
            f = critical;
            memory.residual = -gap - critical / k;
        }
        memory.residual = f64::max(memory.residual, 0.0);
        if !damped_criterion {
            f -= c * vn;
        }
        f = if f > 0.0 || f.is_nan() { f } else { 0.0 };
        Ok(if -gap < memory.residual { 0.0 } else { f })
    }
}
