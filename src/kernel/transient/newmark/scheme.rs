//! The Newmark scheme with parameters `beta` and `gamma`.
//!
//! ```text
//! (M + gamma h C + beta h^2 K) a2 = f(t + h, q*, v*) - C (v + (1 - gamma) h a)
//!                                                    - K (q + h v + (1/2 - beta) h^2 a)
//! q2 = q + h v + (1/2 - beta) h^2 a + beta h^2 a2
//! v2 = v + (1 - gamma) h a + gamma h a2
//! ```
//!
//! This is the acceleration form: algebraically the displacement form, but it does not lose digits at
//! small steps to a difference divided by `beta h^2`. Nonlinear forces are taken at the state
//! `(q*, v*)` of the start of the step, so contact is explicit; at the very first step of a run that starts
//! afresh they are taken at `(0, 0)`, as in the reference program. The acceleration kept is that of the scheme; equilibrium
//! is not evaluated again. Order 2 for `gamma = 1/2`, unconditionally stable for `2 beta >= gamma >= 1/2`.
//! One force evaluation a step.
//!
//! With diagonal damping `C` stands for `diag(m_i c_i)`.
//!
//! Reference: N. M. Newmark, J. Eng. Mech. Div. ASCE 85 (1959) 67.

/// Parameters; 1/4 and 1/2 give the average acceleration scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewmarkOptions {
    pub beta: f64,
    pub gamma: f64,
    /// The rule of 2020: all forces, prescribed ones too, are those of the start of the step, `f(t, q, v)`; they were taken once, at
    /// the end of the step before. The response lags by one step, and internal variables belong to the state of their instant.
    pub lagged: bool,
}

impl NewmarkOptions {
    /// Today's scheme.
    pub fn new(beta: f64, gamma: f64) -> Self {
        NewmarkOptions { beta, gamma, lagged: false }
    }
}
