//! Sub-structuring: interfaces of a component, macro-elements, and models made of them.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::mechanics::NumberingValue;
use super::modes::ModeSet;
use crate::kernel::assembly::{Component, Dof};
use crate::kernel::elements::Frame;

/// How the interface of a component is held while its modes are computed.
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

/// A component reduced to a base of shapes (MACR_ELEM_DYNA).
#[derive(Clone, Debug)]
pub struct MacroElement {
    pub base: Arc<ModeSet>,
    pub stiffness: DMatrix<f64>,
    /// Imaginary part of a hysteretic stiffness.
    pub stiffness_imaginary: Option<DMatrix<f64>>,
    pub mass: DMatrix<f64>,
    pub damping: Option<DMatrix<f64>>,
}

/// A macro-element at its place in the structure.
#[derive(Clone, Debug)]
pub struct Substructure {
    pub name: String,
    pub element: Arc<MacroElement>,
    /// Its own axes in the axes of the structure.
    pub frame: Frame,
    pub translation: [f64; 3],
}

impl Substructure {
    /// Place in the structure of a point of the component.
    pub fn place(&self, own: [f64; 3]) -> [f64; 3] {
        let turned = self.frame.to_global(own);
        std::array::from_fn(|i| turned[i] + self.translation[i])
    }

    /// The unknowns of a node of the component turned to the axes of the structure; `values` gives them in its own.
    /// Components that the node lacks are 0.
    pub fn turned(&self, node: usize, values: &[f64]) -> [f64; 6] {
        let Some(numbering) = self.element.base.numbering() else { return [0.0; 6] };
        let own = |c: usize| numbering.rank(node, Component::ALL[c]).map_or(0.0, |rank| values[rank]);
        let (u, r) = (self.frame.to_global([own(0), own(1), own(2)]), self.frame.to_global([own(3), own(4), own(5)]));
        [u[0], u[1], u[2], r[0], r[1], r[2]]
    }
}

/// Two interfaces joined (a LIAISON of DEFI_MODELE_GENE).
#[derive(Clone, Debug)]
pub struct Link {
    /// Ranks of the two sub-structures.
    pub parts: [usize; 2],
    /// Coincident nodes, each in the mesh of its component, and the components joined in the axes of the structure.
    pub pairs: Vec<([usize; 2], [bool; 6])>,
}

/// A structure made of macro-elements (DEFI_MODELE_GENE).
#[derive(Clone, Debug)]
pub struct SubstructuredModel {
    pub parts: Vec<Substructure>,
    pub links: Vec<Link>,
}

/// A model numbered: the links eliminated among the coordinates of all the macro-elements.
#[derive(Clone, Debug)]
pub struct Coupling {
    pub model: Arc<SubstructuredModel>,
    /// Coordinates of all parts, one after the other, from those kept.
    pub transformation: DMatrix<f64>,
    /// First unknown of each part in the base of the structure, whose unknowns follow part by part.
    pub starts: Vec<usize>,
    /// Rows of the links on the coordinates of all parts, and for each the later of the two parts it joins.
    pub rows: DMatrix<f64>,
    pub later_parts: Vec<usize>,
    /// Whether NUME_DDL_GENE eliminates the links (METHODE='ELIMINE') where the reference keeps their multipliers.
    pub eliminated: bool,
}

impl SubstructuredModel {
    /// Number of coordinates of all parts.
    pub fn size(&self) -> usize {
        self.parts.iter().map(|p| p.element.base.len()).sum()
    }

    pub fn part(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|p| p.name == name)
    }

    /// The unknowns of a part, in the order of its own numbering.
    pub fn dofs(&self, part: usize) -> &[Dof] {
        self.parts[part].element.base.numbering().map_or(&[], |n| n.dofs())
    }
}
