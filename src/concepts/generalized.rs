//! Matrices and vectors projected on a basis of shapes.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;

use super::modes::{Coupling, ModeSet};

/// Storage of a generalised matrix: its diagonal, or all terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Diagonal,
    Full,
}

/// Numbering of generalised coordinates: the basis, how many of its shapes, how matrices are kept.
#[derive(Clone, Debug)]
pub struct GeneralizedNumbering {
    pub basis: Arc<ModeSet>,
    pub size: usize,
    pub storage: Storage,
    /// Sub-structures whose coordinates these are.
    pub coupling: Option<Arc<Coupling>>,
}

/// A generalised matrix. With diagonal storage off-diagonal terms are dropped at projection.
#[derive(Clone, Debug)]
pub struct GeneralizedMatrix {
    pub numbering: Arc<GeneralizedNumbering>,
    pub values: DMatrix<f64>,
    /// Imaginary part of a complex projection.
    pub imaginary: Option<DMatrix<f64>>,
    /// Option of the physical matrix it comes from (`RIGI_MECA` ...).
    pub option: String,
    /// Real part on the coordinates of all sub-structures, before the links.
    pub unlinked: Option<DMatrix<f64>>,
}

impl GeneralizedMatrix {
    /// The term of a row and a column (from 0) as a complex number.
    pub fn complex(&self, row: usize, column: usize) -> Complex64 {
        Complex64::new(self.values[(row, column)], self.imaginary.as_ref().map_or(0.0, |m| m[(row, column)]))
    }
}

/// A vector on generalised coordinates (VECT_ASSE_GENE).
#[derive(Clone, Debug)]
pub struct GeneralizedVector {
    pub numbering: Arc<GeneralizedNumbering>,
    pub values: DVector<f64>,
    pub imaginary: Option<DVector<f64>>,
    /// Forces on the coordinates of all sub-structures, before the links.
    pub unlinked: Option<DVector<f64>>,
}

/// Coordinates of a state on a basis: real ones, or a factor and the amplitudes that it multiplies.
#[derive(Clone, Copy, Debug)]
pub enum Coordinates<'a> {
    Real(&'a [f64]),
    Complex(Complex64, &'a [Complex64]),
}

impl Coordinates<'_> {
    /// The coordinate of a shape (rank from 0).
    pub fn at(self, shape: usize) -> Complex64 {
        match self {
            Coordinates::Real(values) => Complex64::new(values[shape], 0.0),
            Coordinates::Complex(factor, amplitudes) => factor * amplitudes[shape],
        }
    }
}
