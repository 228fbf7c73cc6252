//! The composite scheme TR-BDF2: a trapezoidal stage over `gamma h`, `gamma = 2 - sqrt 2`, then a backward
//! difference of order 2 over the whole step; both solve with the same matrix.
//!
//! ```text
//! h2 = gamma h, g1 = 1/(gamma (2 - gamma)), g2 = -(1 - gamma)^2/(gamma (2 - gamma)), g3 = (1 - gamma)/(2 - gamma)
//! B1 = (2/h2) M ;  B2 = (4/h2^2) M + (2/h2) C ;  Kt = B2 + K
//! as = A(t + h2, h2, q*, v*)
//! d  = Kt^-1 h2 ( B2 v + (1/2) B1 (a + as) )
//! as = A(t + h, h, q*, v*)
//! qs = q + d ;  vs = v + 2 (d/h2 - v)
//! e1 = q - g1 qs - g2 q - g3 h v ;  e2 = v - g1 vs - g2 v - g3 h as
//! d  = Kt^-1 ( -B1 e2 - B2 e1 )
//! q2 = q + d ;  v2 = v + (d + e1)/(g3 h) ;  a2 = A(t + h, h, q2, v2)
//! ```
//!
//! `A` is the acceleration in equilibrium. In the two first evaluations local nonlinearities see the state
//! `(q*, v*)` of the start of the step, so they are explicit; at the very first step of a run that starts
//! afresh they see `(0, 0)`, as in the reference program. The linear terms always see `(q, v)`. With diagonal damping
//! `C` in `B2` is `diag(c_i)` without the masses, as there: right for unit generalised masses only. Order
//! 2, L-stable. Three force evaluations per step.
//!
//! Reference: R. E. Bank et al., IEEE Trans. Electron Devices 32 (1985) 1992.

use std::f64::consts::SQRT_2;

pub(super) const GAMMA: f64 = 2.0 - SQRT_2;
pub(super) const G1: f64 = 1.0 / (GAMMA * (2.0 - GAMMA));
pub(super) const G2: f64 = -(1.0 - GAMMA) * (1.0 - GAMMA) / (GAMMA * (2.0 - GAMMA));
pub(super) const G3: f64 = (1.0 - GAMMA) / (2.0 - GAMMA);
