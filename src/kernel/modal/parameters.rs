//! Generalised mass and stiffness, participation factors and effective masses.

use crate::assembly::{Component, Numbering, SparseMatrix};
use crate::linalg::{bilinear, dot};

/// Parameters of one mode that depend on its scaling. Arrays are by direction X, Y, Z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModalParameters {
    /// `m = φᵀ M φ`.
    pub mass: f64,
    /// `k = φᵀ K φ`.
    pub stiffness: f64,
    /// `φᵀ M r / m`.
    pub participation: [f64; 3],
    /// `(φᵀ M r)² / m`.
    pub effective_mass: [f64; 3],
    /// Effective mass over total mass `rᵀ M r`; 0 where nothing moves in that direction.
    pub effective_fraction: [f64; 3],
}

/// Vectors by which participation factors are measured: `r`, `M r` and `rᵀ M r` for the three directions.
#[derive(Clone, Debug)]
pub struct Participation {
    pub products: [Vec<f64>; 3],
    pub totals: [f64; 3],
}

/// Unit translations along X, Y and Z on all nodes, fixed ones included.
pub fn translations(numbering: &Numbering) -> [Vec<f64>; 3] {
    let along = |c: Component| numbering.dofs().iter().map(|d| if d.component == c { 1.0 } else { 0.0 }).collect();
    [along(Component::Dx), along(Component::Dy), along(Component::Dz)]
}

impl Participation {
    /// Products of the mass with the motions along X, Y, Z, each with one value per unknown.
    pub fn new(mass: &SparseMatrix<f64>, motions: &[Vec<f64>; 3]) -> Self {
        let products = motions.each_ref().map(|r| {
            let mut product = vec![0.0; mass.size()];
            mass.multiply(r, &mut product);
            product
        });
        let totals = [0, 1, 2].map(|d| dot(&motions[d], &products[d]));
        Participation { products, totals }
    }

    /// Parameters of the shape `phi`, whose length is the size of the matrices.
    pub fn parameters(&self, stiffness: &SparseMatrix<f64>, mass: &SparseMatrix<f64>, phi: &[f64]) -> ModalParameters {
        self.from_energies(phi, bilinear(mass, phi, phi), bilinear(stiffness, phi, phi))
    }

    /// Parameters of the shape `phi` when generalised mass and stiffness are known.
    pub fn from_energies(&self, phi: &[f64], mass: f64, stiffness: f64) -> ModalParameters {
        let ratio = |a: f64, b: f64| if b == 0.0 { 0.0 } else { a / b };
        let momentum = [0, 1, 2].map(|d| dot(phi, &self.products[d]));
        let effective_mass = momentum.map(|p| ratio(p * p, mass));
        ModalParameters {
            mass,
            stiffness,
            participation: momentum.map(|p| ratio(p, mass)),
            effective_mass,
            effective_fraction: [0, 1, 2].map(|d| ratio(effective_mass[d], self.totals[d])),
        }
    }
}
