//! Explicit schemes with a step that resolves the *apparent frequency* of the motion.
//!
//! With `w` the velocity carried between steps (at mid-step for order 2), an attempt of length `h1` in a
//! step for which `h0` was proposed is, with `p = (h0 + h1)/2`,
//!
//! ```text
//! order 1:  v2 = w + p a ;  q2 = q + h1 v2
//! order 2:  wh = w + p a ;  q2 = q + h1 wh ;  v2 = wh + (h1/2) a
//! a2 = M^-1 (f(t + h1, q2, v2) - C v2 - K q2)
//! ```
//!
//! Order 2 starts with `h0 = 0`, the half step of the leap-frog scheme. The apparent frequency is
//!
//! ```text
//! freq = sqrt( max_i |(a2_i - a_i) / b_i| ) / 2 pi,   b_i = max(vmin_i h1, |q2_i - q_i|)
//! ```
//!
//! and an attempt passes when `NB_POIN_PERIODE * freq * h1 < 1`. A step too long is divided by
//! COEF_DIVI_PAS and attempted again; after at least four accepted steps without an increase it is
//! multiplied by COEF_MULT_PAS as soon as there is room. The reference velocity `vmin` keeps the
//! estimate finite where the motion turns round. With PAS_MINI = PAS_MAXI the step is constant.
//!
//! Reference: K. C. Park, P. G. Underwood, *A variable-step central difference method for structural
//! dynamics analysis*, Comput. Methods Appl. Mech. Eng. 22 (1980) and 23 (1980).

use crate::transient::step_limits::StepLimits;

/// Order of the scheme: velocities at the instants, or half a step between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdaptiveOrder {
    First,
    Second,
}

/// VITE_MIN: velocity below which a mode is held to be at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceVelocity {
    /// A hundredth of the norm of the present velocities, for all modes.
    Norm,
    /// A hundredth of the largest velocity each mode has had.
    Largest,
}

/// Options of the step control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveOptions {
    pub order: AdaptiveOrder,
    pub reference: ReferenceVelocity,
    /// COEF_MULT_PAS
    pub growth: f64,
    /// COEF_DIVI_PAS
    pub cut: f64,
    /// PAS_LIMI_RELA: smallest step as a part of the nominal one, where PAS_MINI is not given.
    pub relative_minimum: f64,
    /// NB_POIN_PERIODE
    pub points_per_period: f64,
    /// NMAX_ITER_PAS
    pub attempts: u32,
    pub limits: StepLimits,
}

impl Default for AdaptiveOptions {
    fn default() -> Self {
        AdaptiveOptions {
            order: AdaptiveOrder::Second,
            reference: ReferenceVelocity::Norm,
            growth: 1.1,
            cut: 1.3333334,
            relative_minimum: 1e-6,
            points_per_period: 50.0,
            attempts: 16,
            limits: StepLimits::default(),
        }
    }
}
