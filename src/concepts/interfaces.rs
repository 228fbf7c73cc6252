//! Interfaces by which the components of a structure are joined.

use std::sync::Arc;

use super::mechanics::NumberingValue;

/// Condition at the interface of a component while its modes are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterfaceKind {
    /// Held (Craig-Bampton): its static shapes are unit displacements.
    Fixed,
    /// Free (Mac-Neal): its static shapes answer to unit forces.
    Free,
    /// Held: its shapes are the harmonic responses to unit displacements at one frequency.
    Harmonic,
    /// No static shape.
    Bare,
}

/// Nodes by which a component is joined to others.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    pub name: String,
    pub kind: InterfaceKind,
    /// In the order given.
    pub nodes: Vec<usize>,
    /// Unknowns of the interface: node order, then component order, masked components left out.
    pub dofs: Vec<usize>,
}

/// The interfaces of one component (DEFI_INTERF_DYNA).
#[derive(Clone, Debug)]
pub struct InterfaceSet {
    pub numbering: Arc<NumberingValue>,
    pub interfaces: Vec<Interface>,
    /// Frequency (Hz) of the harmonic interfaces.
    pub frequency: f64,
}
