//! Coefficients of the implicit schemes of nonlinear dynamics: Newmark, HHT, and its variant with weighted damping.
//!
//! With `A` the parameter ALPHA (above -1), the dynamic equation of a step is
//!
//! `(1 - eta) F(u1) + eta F(u0) + M a1 + (1 - delta) C v1 + delta C v0 = (1 - eta) f1 + eta f0`
//!
//! where `F` are internal and `f` external forces. It is solved divided by `1 - eta`.

/// Unknown that is solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    Displacement,
    Acceleration,
}

/// One implicit scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImplicitScheme {
    pub beta: f64,
    pub gamma: f64,
    /// Weight of the forces of the start of the step.
    pub eta: f64,
    /// Weight of the damping forces of the start of the step.
    pub delta: f64,
    pub eps: f64,
    pub mu: f64,
    pub formulation: Formulation,
}

impl ImplicitScheme {
    /// Newmark's scheme.
    pub fn newmark(beta: f64, gamma: f64, formulation: Formulation) -> Self {
        ImplicitScheme { beta, gamma, eta: 0.0, delta: 0.0, eps: 0.5 - beta, mu: 1.0 - gamma, formulation }
    }

    /// The scheme of Hilber, Hughes and Taylor; without `modified` equilibrium it is Newmark's scheme of modified mean
    /// acceleration.
    pub fn hht(alpha: f64, modified: bool, formulation: Formulation) -> Self {
        let scheme = Self::newmark(0.25 * (1.0 - alpha) * (1.0 - alpha), 0.5 - alpha, formulation);
        match modified {
            true => ImplicitScheme { eta: -alpha, delta: -alpha, mu: 0.5 + alpha, ..scheme },
            false => scheme,
        }
    }

    /// NOHHT.
    pub fn nohht(alpha: f64, formulation: Formulation) -> Self {
        let (beta, gamma) = (0.25 * (1.0 - alpha) * (1.0 - alpha), 0.5 * (1.0 - alpha));
        ImplicitScheme {
            beta,
            gamma,
            eta: -alpha,
            delta: -0.5 * alpha,
            eps: gamma - beta,
            mu: 1.0 - gamma,
            formulation,
        }
    }

    /// Factor of the dynamic terms of the residual, `1/(1 - eta)`.
    pub fn weight(&self) -> f64 {
        1.0 / (1.0 - self.eta)
    }

    /// Additions of a unit of the unknown to displacement, velocity and acceleration.
    pub fn rates(&self, dt: f64) -> [f64; 3] {
        match self.formulation {
            Formulation::Displacement => [1.0, self.gamma / (self.beta * dt), 1.0 / (self.beta * dt * dt)],
            Formulation::Acceleration => [self.beta * dt * dt, self.gamma * dt, 1.0],
        }
    }

    /// Factors of stiffness, damping and mass in the matrix.
    pub fn matrix(&self, dt: f64) -> [f64; 3] {
        let [k, c, m] = self.rates(dt);
        [k, c * (1.0 - self.delta) * self.weight(), m * self.weight()]
    }

    /// Motion predicted at the end of a step of `dt` (s), written over that of its start.
    pub fn predict(&self, dt: f64, u: &mut [f64], v: &mut [f64], a: &mut [f64]) {
        let ImplicitScheme { beta, gamma, eps, mu, .. } = *self;
        for ((u, v), a) in u.iter_mut().zip(v).zip(a) {
            let (v0, a0) = (*v, *a);
            match self.formulation {
                Formulation::Displacement => {
                    *v = (beta - gamma) / beta * v0 + (mu - eps * gamma / beta) * dt * a0;
                    *a = -v0 / (beta * dt) - eps / beta * a0;
                }
                Formulation::Acceleration => {
                    *u += dt * v0 + dt * dt * (eps + beta) * a0;
                    *v = v0 + dt * a0;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_dissipation_the_three_are_the_mean_acceleration() {
        let newmark = ImplicitScheme::newmark(0.25, 0.5, Formulation::Displacement);
        assert_eq!(ImplicitScheme::hht(0.0, true, Formulation::Displacement), newmark);
        assert_eq!(ImplicitScheme::hht(0.0, false, Formulation::Displacement), newmark);
        assert_eq!(ImplicitScheme::nohht(0.0, Formulation::Displacement), newmark);
    }

    #[test]
    fn both_formulations_predict_the_same_motion_once_the_acceleration_is_that_of_the_displacement() {
        // With the displacement that the acceleration form predicts, the other one finds its velocity and acceleration.
        let (dt, u0, v0, a0) = (0.7, 0.2, 1.3, -0.9);
        for scheme in [
            ImplicitScheme::newmark(0.28, 0.6, Formulation::Acceleration),
            ImplicitScheme::hht(-0.3, true, Formulation::Acceleration),
            ImplicitScheme::nohht(-0.2, Formulation::Acceleration),
        ] {
            let motion = |scheme: &ImplicitScheme| {
                let (mut u, mut v, mut a) = ([u0], [v0], [a0]);
                scheme.predict(dt, &mut u, &mut v, &mut a);
                (u[0], v[0], a[0])
            };
            let (u, v, a) = motion(&scheme);
            let other = ImplicitScheme { formulation: Formulation::Displacement, ..scheme };
            let (_, v1, a1) = motion(&other);
            let [_, rv, ra] = other.rates(dt);
            assert!((a1 + ra * (u - u0) - a).abs() < 1e-13);
            assert!((v1 + rv * (u - u0) - v).abs() < 1e-13);
        }
    }
}
