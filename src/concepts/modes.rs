//! Mode sets, and the structures made of components that are reduced to such sets: each may refer to the other, as the
//! shapes of a structure refer to its components.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::fields::NodalField;
use super::interfaces::InterfaceSet;
use super::mechanics::{MatrixValue, MeshValue, Model};
use super::mode::{Mode, Shape};
use crate::kernel::assembly::{Component, Dof, Numbering};
use crate::kernel::elements::Frame;

/// Unknowns on which the modes are given.
#[derive(Clone, Debug)]
pub enum Support {
    Physical(Arc<Numbering>),
    /// Modes of a generalised problem: coordinates on this basis.
    Generalized(Arc<ModeSet>),
}

/// A set of shapes on one support: a slice of modes by rank, with what they come from.
#[derive(Clone, Debug)]
pub struct ModeSet {
    pub mesh: Option<MeshValue>,
    pub model: Option<Arc<Model>>,
    pub support: Support,
    /// Order number of each shape.
    pub orders: Vec<i64>,
    modes: Vec<Mode>,
    pub stiffness: Option<Arc<MatrixValue>>,
    pub mass: Option<Arc<MatrixValue>>,
    pub damping: Option<Arc<MatrixValue>>,
    /// Interfaces whose static shapes are in the set.
    pub interfaces: Option<Arc<InterfaceSet>>,
    /// The sub-structures of which these are shapes.
    pub coupling: Option<Arc<Coupling>>,
}

impl Deref for ModeSet {
    type Target = [Mode];

    fn deref(&self) -> &[Mode] {
        &self.modes
    }
}

impl DerefMut for ModeSet {
    fn deref_mut(&mut self) -> &mut [Mode] {
        &mut self.modes
    }
}

impl ModeSet {
    /// Shapes with the order numbers 1, 2, 3 ... , of a mesh and a support of which nothing else is known.
    pub fn new(mesh: Option<MeshValue>, model: Option<Arc<Model>>, support: Support, modes: Vec<Mode>) -> Self {
        let orders = (1..=modes.len() as i64).collect();
        let (stiffness, mass, damping, interfaces, coupling) = (None, None, None, None, None);
        ModeSet { mesh, model, support, orders, modes, stiffness, mass, damping, interfaces, coupling }
    }

    /// The set with other shapes, whose order numbers are 1, 2, 3 ...
    pub fn with_modes(self, modes: Vec<Mode>) -> Self {
        ModeSet { orders: (1..=modes.len() as i64).collect(), modes, ..self }
    }

    /// The set with other order numbers.
    pub fn with_orders(self, orders: Vec<i64>) -> Self {
        ModeSet { orders, ..self }
    }

    /// The set with the matrices that its shapes are of: stiffness, mass, damping.
    pub fn with_matrices(self, [stiffness, mass, damping]: [Option<Arc<MatrixValue>>; 3]) -> Self {
        ModeSet { stiffness, mass, damping, ..self }
    }

    /// DEPL of a mode as a field, and the fields on its unknowns that were computed (REAC_NODA, FORC_NODA);
    /// `None` for other names.
    pub fn nodal_field(&self, mode: usize, name: &str) -> Option<NodalField> {
        let (numbering, mesh) = (self.numbering()?, self.mesh.as_ref()?);
        if name != "DEPL" {
            let field = self[mode].fields.get(name)?.on_numbering(mesh, numbering)?;
            return Some(NodalField { model: self.model.clone(), ..field });
        }
        Some(NodalField {
            imaginary: self[mode].imaginary.clone(),
            model: self.model.clone(),
            ..NodalField::new(mesh.clone(), numbering.clone(), self[mode].values.clone())
        })
    }

    /// The numbering of the unknowns, for modes on physical unknowns.
    pub fn numbering(&self) -> Option<&Arc<Numbering>> {
        match &self.support {
            Support::Physical(numbering) => Some(numbering),
            Support::Generalized(_) => None,
        }
    }

    /// Static response to unit displacements `direction` (components DX to DRZ) of all the given nodes
    /// together: the sum of the static shapes of this set. The error is the shape that is missing.
    pub fn support_motion(&self, nodes: &[usize], direction: &[f64]) -> Result<Vec<f64>, (usize, Component)> {
        let size = self.first().map_or(0, |m| m.values.len());
        let mut motion = vec![0.0; size];
        for (&factor, component) in direction.iter().zip(Component::ALL).filter(|(f, _)| **f != 0.0) {
            for &node in nodes {
                let wanted = Shape::Static { node: Some(node), component: Some(component) };
                let Some(mode) = self.iter().find(|m| m.shape == wanted) else {
                    return Err((node, component));
                };
                motion.iter_mut().zip(&mode.values).for_each(|(m, v)| *m += factor * v);
            }
        }
        Ok(motion)
    }

    /// Coordinate of a rank of a mode (both from 0) as a complex number.
    pub fn coordinate(&self, mode: usize, rank: usize) -> Option<Complex64> {
        let mode = self.get(mode)?;
        Some(Complex64::new(*mode.values.get(rank)?, mode.imaginary.get(rank).copied().unwrap_or(0.0)))
    }

    /// Component of mode `mode` (from 0) at a node; `None` when the model lacks that unknown.
    pub fn component(&self, mode: usize, node: usize, component: Component) -> Option<f64> {
        let rank = self.numbering()?.rank(node, component)?;
        self[mode].values.get(rank).copied()
    }
}

/// A component reduced to a basis of shapes (MACR_ELEM_DYNA).
#[derive(Clone, Debug)]
pub struct MacroElement {
    pub basis: Arc<ModeSet>,
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
        let Some(numbering) = self.element.basis.numbering() else { return [0.0; 6] };
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
    /// First unknown of each part in the basis of the structure, whose unknowns follow part by part.
    pub starts: Vec<usize>,
    /// Rows of the links on the coordinates of all parts, and for each the later of the two parts it joins.
    pub rows: DMatrix<f64>,
    pub later_parts: Vec<usize>,
    /// True where NUME_DDL_GENE eliminates the links (METHODE='ELIMINE') where the reference keeps their multipliers.
    pub eliminated: bool,
}

impl SubstructuredModel {
    /// Number of coordinates of all parts.
    pub fn size(&self) -> usize {
        self.parts.iter().map(|p| p.element.basis.len()).sum()
    }

    /// Rank of the sub-structure of a name.
    pub fn part(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|p| p.name == name)
    }

    /// The unknowns of a part, in the order of its own numbering.
    pub fn dofs(&self, part: usize) -> &[Dof] {
        self.parts[part].element.basis.numbering().map_or(&[], |n| n.dofs())
    }
}
