//! One step of a mode: `D' = beta D - alpha U + c F`, `U' = U + D'`, D the increment of the step before.
//!
//! Central differences: with e = tau zeta omega, alpha = (tau omega)^2/(1 + e), beta = (1 - e)/(1 + e),
//! c = tau^2/(m (1 + e)); stable for tau < 2/omega. Exact propagator: the free motion of the mode is that of the differential
//! equation, beta = exp(-2 zeta omega tau), alpha = 1 - 2 r cos theta + r^2, and c = alpha/(m omega^2), so that a constant force
//! gives its static displacement; stable for every step.
//!
//! Both obey an exact balance of energy at each step: with e = (1 - beta)/(1 + beta) and mu = 1/(c (1 + e)),
//! `E = mu/2 (D'^2 + alpha (1 + e) U U')` changes by `(F - mu e (D + D')) (D + D')/2`.

use super::beam::Beam;

/// The time scheme of all modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlidingScheme {
    CentralDifference,
    Exact,
}

/// Coefficients of one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coefficients {
    pub alpha: f64,
    pub beta: f64,
    /// Increment per unit of modal force (m^(3/2)/(N m^(-1/2))).
    pub force: f64,
}

impl Coefficients {
    /// Mode `k` of `beam` with the step `tau` (s).
    pub fn new(beam: &Beam, k: usize, tau: f64, scheme: SlidingScheme) -> Coefficients {
        let (omega, zeta) = (beam.pulsation(k), beam.damping[k]);
        if omega == 0.0 {
            return Coefficients { alpha: 0.0, beta: 1.0, force: tau * tau / beam.mass };
        }
        match scheme {
            SlidingScheme::CentralDifference => {
                let (e, theta) = (tau * zeta * omega, tau * omega);
                let alpha = theta * theta / (1.0 + e);
                Coefficients { alpha, beta: (1.0 - e) / (1.0 + e), force: tau * tau / (beam.mass * (1.0 + e)) }
            }
            SlidingScheme::Exact => {
                let r = libm::exp(-zeta * omega * tau);
                let half_trace = if zeta < 1.0 {
                    libm::cos(omega * tau * libm::sqrt(1.0 - zeta * zeta))
                } else {
                    libm::cosh(omega * tau * libm::sqrt(zeta * zeta - 1.0))
                };
                let alpha = if zeta < 1.0 {
                    let sine = libm::sin(0.5 * omega * tau * libm::sqrt(1.0 - zeta * zeta));
                    (1.0 - r) * (1.0 - r) + 4.0 * r * sine * sine
                } else {
                    1.0 - 2.0 * r * half_trace + r * r
                };
                Coefficients { alpha, beta: r * r, force: alpha / (beam.mass * omega * omega) }
            }
        }
    }

    /// The damping e of the equivalent central difference.
    pub fn loss(&self) -> f64 {
        (1.0 - self.beta) / (1.0 + self.beta)
    }

    /// mu = m/tau^2 of the equivalent central difference.
    pub fn inertia(&self) -> f64 {
        1.0 / (self.force * (1.0 + self.loss()))
    }

    /// Energy between the steps of `u` and `u + d` (J/m).
    pub fn energy(&self, u: f64, d: f64) -> f64 {
        0.5 * self.inertia() * (d * d + self.alpha * (1.0 + self.loss()) * u * (u + d))
    }
}
