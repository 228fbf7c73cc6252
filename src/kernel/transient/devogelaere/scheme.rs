//! The scheme of Devogelaere, extended to damping by Fu.
//!
//! It works with accelerations without their damping part, `g = M^-1 (f - K q)`, and `D = M^-1 C`. State at
//! `t`: `(q, v, g)`; at the previous mid-step: `(qm, vm, gm)`. An attempt of length `h`:
//!
//! ```text
//! q3 = q + (h/2) v + (h^2/24) [ 4 g - gm - D (4 v - vm) ]
//! g3 = M^-1 ( F(t + h/2, h/2, q3, (q3 - q)/(h/2)) - K q3 )
//! v3 = (4 I + h D)^-1 4 [ v + (h/4)(g + g3 - D v) ]
//! q4 = q + h v + (h^2/6) [ g + 2 g3 - D (v + 2 v3) ]
//! g4 = M^-1 ( F(t + h, h/2, q4, (q4 - q3)/(h/2)) - K q4 )
//! v4 = (6 I + h D)^-1 6 [ v + (h/6)( g4 + 4 g3 + g - D (4 v3 + v) ) ]
//! a4 = g4 - D v4
//! ```
//!
//! Friction sees the finite-difference velocities of the half steps. At the start, with the force `f0`,
//!
//! ```text
//! qm = q - (h/2) v + (h/8)(g - D v) ;  gm = M^-1 (f0 - K qm)
//! vm = (4 I - h D)^-1 [ (4 I + h D) v - h (g + gm) ]
//! ```
//!
//! where `h/8` stands for `h^2/8` in the reference program and is kept: published figures depend on it. Order 4
//! without damping, 3 with it (`v3` comes from a trapezoidal rule); stable for `w h < 2 sqrt 2`. Two force evaluations an attempt. The step control
//! is in `control.rs`.
//!
//! References: R. de Vogelaere, *A method for the numerical integration of differential equations of
//! second order without explicit first derivatives*, J. Res. NBS 54 (1955) 119; C. C. Fu, *A method for the
//! numerical integration of the equations of motion arising from a finite-element analysis*, J. Appl.
//! Mech. 37 (1970) 599.

use crate::transient::step_limits::StepLimits;

/// Options of the step control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DevogelaereOptions {
    /// TOLERANCE
    pub tolerance: f64,
    /// ALPHA
    pub alpha: f64,
    pub limits: StepLimits,
}
