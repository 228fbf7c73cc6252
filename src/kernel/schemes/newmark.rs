//! Newmark's scheme in its acceleration form, for any equation of motion.
//!
//! ```text
//! q* = q + h v + (1/2 - beta) h² a        v* = v + (1 - gamma) h a
//! (M + gamma h C + beta h² K) a = f - C v* - K q*
//! q = q* + beta h² a                      v = v* + gamma h a
//! ```
//!
//! It keeps the digits that the displacement form loses, at small steps, to a difference divided by `beta h²`. Order 2 for
//! `gamma = 1/2`, stable for every step where `2 beta >= gamma >= 1/2`.
//!
//! Reference: N. M. Newmark, J. Eng. Mech. Div. ASCE 85 (1959) 67.

/// `M a + C v + K q = f` with the effective mass `M + gamma h C + beta h² K` of one step, factorised.
pub trait Equation {
    /// Writes to `a` (m/s²) the solution of `(M + gamma h C + beta h² K) a = f - C v - K q`; all arrays have one value per
    /// unknown.
    fn acceleration(&mut self, q: &[f64], v: &[f64], force: &[f64], a: &mut [f64]);
}

/// `beta` and `gamma`; 1/4 and 1/2 give the average acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewmarkParameters {
    /// Weight of the acceleration at the end of the step in the displacement.
    pub beta: f64,
    /// Its weight in the velocity.
    pub gamma: f64,
}

/// The scheme with the room of its predictions.
#[derive(Clone, Debug)]
pub struct AccelerationForm {
    /// Predicted displacements (m), one per unknown.
    pub q: Vec<f64>,
    /// Predicted velocities (m/s), one per unknown.
    pub v: Vec<f64>,
    parameters: NewmarkParameters,
}

impl AccelerationForm {
    /// For `size` unknowns.
    pub fn new(parameters: NewmarkParameters, size: usize) -> AccelerationForm {
        AccelerationForm { q: vec![0.0; size], v: vec![0.0; size], parameters }
    }

    /// Brings displacements, velocities and accelerations (`q`, `v`, `a`) over a step of length `h` (s) under the forces `force`
    /// (N) at its end.
    #[inline(always)]
    pub fn step(
        &mut self,
        equation: &mut impl Equation,
        h: f64,
        force: &[f64],
        (q, v, a): (&mut [f64], &mut [f64], &mut [f64]),
    ) {
        let NewmarkParameters { beta, gamma } = self.parameters;
        let (ahead, late) = ((0.5 - beta) * h * h, (1.0 - gamma) * h);
        for i in 0..q.len() {
            self.q[i] = q[i] + h * v[i] + ahead * a[i];
            self.v[i] = v[i] + late * a[i];
        }
        equation.acceleration(&self.q, &self.v, force, a);
        let (beta, gamma) = (beta * h * h, gamma * h);
        for i in 0..q.len() {
            q[i] = self.q[i] + beta * a[i];
            v[i] = self.v[i] + gamma * a[i];
        }
    }
}
