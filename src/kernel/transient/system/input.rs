//! Matrices of a transient as they are given, and what makes them no equation.

use crate::transient::matrix::Singular;
use crate::transient::matrix::Square;

/// Terms of a generalised matrix, in the storage that decides which formulas are used.
#[derive(Clone, Debug, PartialEq)]
pub enum Coefficients {
    Diagonal(Vec<f64>),
    Full(Square),
}

impl Coefficients {
    pub(super) fn size(&self) -> usize {
        match self {
            Coefficients::Diagonal(d) => d.len(),
            Coefficients::Full(m) => m.size(),
        }
    }

    pub(super) fn diagonal(&self) -> Vec<f64> {
        match self {
            Coefficients::Diagonal(d) => d.clone(),
            Coefficients::Full(m) => (0..m.size()).map(|i| m.at(i, i)).collect(),
        }
    }

    pub(super) fn full(self) -> Option<Square> {
        match self {
            Coefficients::Diagonal(_) => None,
            Coefficients::Full(m) => Some(m),
        }
    }
}

/// Form in which the damping is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Damping {
    None,
    /// `xi_i`, one per mode, part of the critical damping.
    Reduced(Vec<f64>),
    Matrix(Coefficients),
}

/// Faults of the data of a system.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SystemFault {
    #[error("the matrices have different sizes: mass {mass}, stiffness {stiffness}, damping {damping}")]
    Sizes { mass: usize, stiffness: usize, damping: usize },
    #[error("the generalised mass of mode {mode} is {mass}")]
    NegativeMass { mode: usize, mass: f64 },
    #[error("the generalised {matrix} of mode {mode} is not finite")]
    NotFinite { matrix: &'static str, mode: usize },
    #[error("mass matrix: {0}")]
    SingularMass(Singular),
    #[error("a speed that varies needs matrices in full storage")]
    RotationNeedsFull,
}

pub(super) fn check(mass: &Coefficients, stiffness: &Coefficients, damping: &Damping) -> Result<(), SystemFault> {
    let size = mass.size();
    let damping_size = match damping {
        Damping::None => size,
        Damping::Reduced(xi) => xi.len(),
        Damping::Matrix(c) => c.size(),
    };
    if stiffness.size() != size || damping_size != size {
        return Err(SystemFault::Sizes { mass: size, stiffness: stiffness.size(), damping: damping_size });
    }
    let damping = match damping {
        Damping::None => Vec::new(),
        Damping::Reduced(xi) => xi.clone(),
        Damping::Matrix(c) => c.diagonal(),
    };
    for (matrix, values) in [("mass", mass.diagonal()), ("stiffness", stiffness.diagonal()), ("damping", damping)] {
        if let Some(mode) = values.iter().position(|x| !x.is_finite()) {
            return Err(SystemFault::NotFinite { matrix, mode });
        }
    }
    match mass.diagonal().iter().position(|&m| m < -NO_MASS) {
        Some(mode) => Err(SystemFault::NegativeMass { mode, mass: mass.diagonal()[mode] }),
        None => Ok(()),
    }
}

/// A generalised mass not above this is none.
pub(super) const NO_MASS: f64 = f64::EPSILON;
