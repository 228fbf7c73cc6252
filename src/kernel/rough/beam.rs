//! A rough body: a uniform Euler-Bernoulli beam of unit width on its first modes.
//!
//! `m (U'' + 2 zeta omega U' + omega^2 U) = F`, omega = kappa^2 sqrt(D/m), modal mass m for shapes of unit norm.

use super::shapes::{Shapes, Support};

/// A beam and its modal basis.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    pub shapes: Shapes,
    /// Mass per length and width m (kg/m²).
    pub mass: f64,
    /// Bending stiffness per width D (N m).
    pub rigidity: f64,
    /// Share of critical damping of each mode; 0 for rigid modes.
    pub damping: Vec<f64>,
}

impl Beam {
    /// A beam of `length` (m) with `count` modes, rigid ones included; `damping` is the share of critical damping of all
    /// flexible modes.
    pub fn new(support: Support, length: f64, mass: f64, rigidity: f64, count: usize, damping: f64) -> Beam {
        let shapes = Shapes::new(support, length, count);
        let damping = shapes.wave_numbers.iter().map(|k| if *k > 0.0 { damping } else { 0.0 }).collect();
        Beam { shapes, mass, rigidity, damping }
    }

    /// Number of modes.
    pub fn modes(&self) -> usize {
        self.shapes.wave_numbers.len()
    }

    /// Angular frequency of mode `k` (rad/s).
    pub fn pulsation(&self, k: usize) -> f64 {
        let kappa = self.shapes.wave_numbers[k];
        kappa * kappa * libm::sqrt(self.rigidity / self.mass)
    }

    /// Frequency of mode `k` (Hz).
    pub fn frequency(&self, k: usize) -> f64 {
        self.pulsation(k) / (2.0 * std::f64::consts::PI)
    }
}
