//! Matrices of functions: spectral densities, and the signals drawn from them.

use std::sync::Arc;

use super::functions::{ComplexFunction, Function};
use crate::kernel::signal::random::Generator;

/// Place of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// NUME_ORDRE_I, NUME_ORDRE_J
    Orders(i64, i64),
    /// NOEUD_I and NOM_CMP_I, NOEUD_J and NOM_CMP_J
    Nodes([String; 2], [String; 2]),
    /// NUME_ORDRE: a signal of its own.
    Order(i64),
}

impl Place {
    /// True for a place on the diagonal: a density of one signal.
    pub fn is_diagonal(&self) -> bool {
        match self {
            Place::Orders(i, j) => i == j,
            Place::Nodes(i, j) => i == j,
            Place::Order(_) => true,
        }
    }

    /// The place across the diagonal.
    pub fn transposed(&self) -> Place {
        match self.clone() {
            Place::Orders(i, j) => Place::Orders(j, i),
            Place::Nodes(i, j) => Place::Nodes(j, i),
            single => single,
        }
    }
}

/// Term of a spectral matrix.
#[derive(Clone, Debug)]
pub enum Term {
    Real(Arc<Function>),
    Complex(Arc<ComplexFunction>),
}

/// Functions by place (interspectre). Of two terms across the diagonal one may be absent: it is the conjugate of the other.
#[derive(Clone, Debug, Default)]
pub struct SpectralMatrix {
    pub terms: Vec<(Place, Term)>,
    /// State of the random numbers after the draw that made these signals.
    pub generator: Option<Generator>,
}

impl SpectralMatrix {
    /// The term at a place, if there is one.
    pub fn term(&self, place: &Place) -> Option<&Term> {
        self.terms.iter().find(|(p, _)| p == place).map(|(_, term)| term)
    }
}
