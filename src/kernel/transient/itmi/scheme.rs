//! Modal integration: each mode is propagated exactly for a force linear in time over the step.
//!
//! For a mode of mass `m`, pulsation `w`, reduced damping `xi`, with `wd = w sqrt(1 - xi^2)` (1e-20 when
//! `|xi| > 1`), `s = -xi w + i wd`, `z = exp(s h)`, `z0 = exp(s PAS)`:
//!
//! ```text
//! Z1 = (z0 - 1)/(s m)      (with the nominal step, also when the step differs)
//! Z2 = 1/(s h) - 1/(z - 1)
//! predictor:  vp = v + h a ;  qp = q + h vp ;  f2 = F(t + h, h, qp, vp)
//! X  = Z1 [ Z2 f2 + (1 - Z2) f1 ]                     f1: force at t
//! v2 = Im(s z)/wd v + Im(w^2 conj z)/wd q + Re(s) Im(X)/wd + Re(X)
//! q2 = Im(z)/wd v + Im(s conj z)/wd q + Im(X)/wd
//! a2 = A(t + h, h, q2, v2)                            its force is f1 of the next step
//! ```
//!
//! The predictor leaves no trace in the internal variables. Mass and stiffness must be diagonal; of a full
//! damping matrix the diagonal is used. Exact for free and linearly forced motion; order 2 otherwise. Two force
//! evaluations per step.

use num_complex::Complex64;

/// `exp(z)` by the portable elementary functions.
pub(super) fn exp(z: Complex64) -> Complex64 {
    let modulus = libm::exp(z.re);
    Complex64::new(modulus * libm::cos(z.im), modulus * libm::sin(z.im))
}

/// `(exp(x) - 1)/x`, by its series near 0 so that slow and rigid modes keep their digits.
pub(super) fn mean_exponential(x: Complex64) -> Complex64 {
    if x.norm_sqr() < 1e-4 {
        let series = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0];
        series.iter().fold(Complex64::ZERO, |sum, c| sum * x + c)
    } else {
        (exp(x) - 1.0) / x
    }
}

/// `1/x - 1/(exp(x) - 1)`: the weight of the force at the end of the step, one half for a rigid mode.
pub(super) fn end_weight(x: Complex64) -> Complex64 {
    if x.norm_sqr() < 1e-4 {
        let square = x * x;
        x * (square / 720.0 - 1.0 / 12.0) + 0.5
    } else {
        x.inv() - (exp(x) - 1.0).inv()
    }
}
