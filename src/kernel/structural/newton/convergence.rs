//! Criteria of convergence of a step.

/// One criterion.
#[derive(Clone, Debug, PartialEq)]
pub enum Criterion {
    /// RESI_GLOB_MAXI: the largest residual.
    Largest(f64),
    /// RESI_GLOB_RELA: the largest residual over the largest force.
    Relative(f64),
    /// RESI_REFE_RELA: residuals over the reference of each unknown (NaN where there is none).
    Reference { value: f64, of: Vec<f64> },
}

/// Criteria of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Criteria {
    pub list: Vec<Criterion>,
    /// One of them is enough.
    pub one_is_enough: bool,
}

/// Residuals at one evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residuals {
    /// The largest residual, and its unknown.
    pub largest: f64,
    pub unknown: usize,
    /// The largest force that residuals are compared with.
    pub scale: f64,
    /// The largest residual over the reference of its unknown.
    pub over_reference: f64,
}

impl Residuals {
    /// The largest residual over the largest force; infinite where there is no force, 0 where nothing acts and nothing is left.
    pub fn relative(&self) -> f64 {
        match self.scale > 0.0 {
            true => self.largest / self.scale,
            false if self.largest == 0.0 => 0.0,
            false => f64::INFINITY,
        }
    }
}

/// Memory of convergence from step to step, for loads that vanish.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vanishing {
    /// The smallest of the largest forces of steps that converged by the relative criterion.
    pub smallest_scale: f64,
    /// Largest residual of the last step that converged.
    pub last_residual: f64,
}

impl Default for Vanishing {
    fn default() -> Self {
        Vanishing { smallest_scale: f64::INFINITY, last_residual: 0.0 }
    }
}

impl Criteria {
    /// References of the unknowns, where a criterion has them.
    pub fn references(&self) -> Option<&[f64]> {
        self.list.iter().find_map(|c| if let Criterion::Reference { of, .. } = c { Some(of.as_slice()) } else { None })
    }

    /// True where the residuals satisfy the criteria. `step` counts from 1; `first` tells the first evaluation of the step.
    /// With loads that vanish from the second step on, the relative criterion becomes a bound by the last residual.
    pub fn hold(&self, residuals: &Residuals, step: u64, first: bool, vanishing: &mut Vanishing) -> bool {
        if residuals.largest.is_nan() {
            return false;
        }
        if step == 1 && first {
            vanishing.smallest_scale = residuals.scale;
        }
        let mut relative = false;
        let mut holds = |criterion: &Criterion| match criterion {
            Criterion::Largest(bound) => residuals.largest <= *bound,
            Criterion::Reference { value, .. } => residuals.over_reference <= *value,
            Criterion::Relative(bound) => {
                if step > 1 && residuals.scale <= 1e-6 * vanishing.smallest_scale {
                    return residuals.largest <= vanishing.last_residual;
                }
                relative = residuals.relative() <= *bound;
                relative
            }
        };
        let held = self.list.iter().filter(|c| holds(c)).count();
        let converged = if self.one_is_enough { held > 0 } else { held == self.list.len() };
        if converged {
            vanishing.last_residual = residuals.largest;
            if relative {
                // A step in which nothing acted is no measure.
                let before = Some(vanishing.smallest_scale).filter(|scale| *scale > 0.0);
                vanishing.smallest_scale = before.map_or(residuals.scale, |scale| scale.min(residuals.scale));
            }
        }
        converged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn residuals(largest: f64, scale: f64) -> Residuals {
        Residuals { largest, scale, ..Residuals::default() }
    }

    #[test]
    fn loads_that_vanish_are_judged_by_the_last_residual() {
        let criteria = Criteria { list: vec![Criterion::Relative(1e-6)], one_is_enough: false };
        let mut vanishing = Vanishing::default();
        assert!(!criteria.hold(&residuals(0.7, 1300.0), 1, true, &mut vanishing));
        assert!(criteria.hold(&residuals(7e-4, 1300.0), 1, false, &mut vanishing));
        // No load left: nothing relative can hold, and the last residual is the measure.
        assert!(criteria.hold(&residuals(6e-4, 0.0), 2, true, &mut vanishing));
        assert!(!criteria.hold(&residuals(8e-4, 0.0), 3, true, &mut vanishing));
        // In the first step a null load is satisfied by the relative criterion where nothing is left at all.
        assert!(!criteria.hold(&residuals(1e-9, 0.0), 1, true, &mut Vanishing::default()));
        let mut late = Vanishing::default();
        assert!(criteria.hold(&residuals(0.0, 0.0), 1, true, &mut late));
        // A load that begins later is judged as if the run began with it, and so is its end.
        assert!(!criteria.hold(&residuals(0.7, 1300.0), 2, true, &mut late));
        assert!(criteria.hold(&residuals(7e-4, 1300.0), 2, false, &mut late));
        assert!(criteria.hold(&residuals(6e-4, 0.0), 3, true, &mut late));
    }

    #[test]
    fn all_criteria_or_one_of_them() {
        let list = vec![Criterion::Relative(1e-6), Criterion::Largest(0.5)];
        let one = Criteria { list: list.clone(), one_is_enough: true };
        let all = Criteria { list, one_is_enough: false };
        let r = residuals(0.3, 1.0);
        assert!(one.hold(&r, 1, true, &mut Vanishing::default()));
        assert!(!all.hold(&r, 1, true, &mut Vanishing::default()));
    }
}
