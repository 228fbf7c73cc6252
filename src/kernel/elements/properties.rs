//! Properties that a study gives to a cell.

use std::sync::Arc;

use super::discrete::DiscreteMatrix;
use super::section::SectionLaw;

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
