//! Element matrices: discrete elements, bars, beams.

mod bar;
mod beam;
mod behaviour;
mod discrete;
mod frame;
mod geometric;
mod gyroscopic;
mod mass_properties;
mod material;
mod matrix;
mod member;
mod modelisation;
mod section;
mod shear;
mod warping;

pub use bar::Bar;
pub use beam::Beam;
pub use behaviour::{Answered, BehavingElement, Mechanics, Motion, Stored};
pub use discrete::{DiscreteCode, DiscreteFault, DiscreteMatrix, Letter};
pub use frame::{Frame, angles_of_direction, spin_for_y};
pub use geometric::EndForces;
pub use gyroscopic::{beam_gyroscopy, beam_spin_up, disc_gyroscopy, disc_spin_up};
pub use mass_properties::MassProperties;
pub use material::Elasticity;
pub use matrix::SquareMatrix;
pub use member::Member;
pub use modelisation::Modelisation;
pub use section::{Elbow, Section, SectionFault, SectionLaw, SectionShape, Variation};

use std::sync::Arc;

use super::assembly::Dof;

/// Everything an element of one cell needs besides its geometry and material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellProperties {
    /// Nautical angles of the local frame (rad).
    pub angles: [f64; 3],
    /// Matrices of a discrete element.
    pub stiffness: Option<Arc<DiscreteMatrix>>,
    pub mass: Option<Arc<DiscreteMatrix>>,
    pub damping: Option<Arc<DiscreteMatrix>>,
    /// Section of a beam or a bar.
    pub section: Option<SectionLaw>,
}

/// One elementary matrix or vector: the unknowns it acts on and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementTerm {
    pub cell: usize,
    /// (node, component) of each row.
    pub dofs: Vec<Dof>,
    /// Matrix row by row (n² values) or vector (n values).
    pub values: Vec<f64>,
    /// Imaginary part, for complex options; empty otherwise.
    pub imaginary: Vec<f64>,
    /// True where the matrix is symmetric (skew and full non-symmetric ones are not).
    pub symmetric: bool,
}
