//! The largest residual that was accepted, against the largest force of the whole run. The criteria compare with the force of one
//! step, with a reference, or with a bound in newtons: none of them says how far from equilibrium a run has been.

use crate::catalogue::Call;
use crate::diag::Diagnostic;
use crate::kernel::structural::newton::Residuals;
use crate::verdict::significant;

/// Largest accepted residual (N) with its instant, and the largest force.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loosest {
    residual: f64,
    instant: f64,
    force: f64,
}

/// Part of the largest force of the run above which accepted residuals are told.
const TOLD: f64 = 0.01;

impl Loosest {
    /// A step that was accepted because its residuals met the criteria.
    pub fn see(&mut self, instant: f64, residuals: &Residuals) {
        if residuals.largest > self.residual {
            (self.residual, self.instant) = (residuals.largest, instant);
        }
        self.force = self.force.max(residuals.scale);
    }

    /// What there is to say of it; a loose RESI_GLOB_RELA has been told.
    pub fn warning(&self, call: &Call) -> Option<Diagnostic> {
        let convergence = call.one("CONVERGENCE")?;
        if convergence.has("RESI_GLOB_RELA") && !convergence.has("RESI_GLOB_MAXI") && !convergence.has("RESI_REFE_RELA")
        {
            return None;
        }
        if !(self.residual > TOLD * self.force) {
            return None;
        }
        let keyword = ["RESI_GLOB_MAXI", "RESI_REFE_RELA"].into_iter().find(|name| convergence.has(name))?;
        let share = match self.force > 0.0 {
            true => {
                format!(", {} % of the largest force of the run", significant(100.0 * self.residual / self.force, 3))
            }
            false => String::new(),
        };
        let residual = significant(self.residual, 4);
        let message =
            format!("{keyword} accepted a residual of {residual} at t = {} s{share}", significant(self.instant, 6));
        let warning = Diagnostic::warning("R373", message).at_if_absent(convergence.span_of(keyword));
        Some(warning.help("tighten it until results no longer change, or give RESI_GLOB_RELA"))
    }
}
