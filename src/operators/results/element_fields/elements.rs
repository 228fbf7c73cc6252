//! Elements in their own frames: stiffness, mass, section, and the motion of their nodes.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Modelisation;
use crate::kernel::assembly::Dof;
use crate::kernel::elements::{CellProperties, Frame, MassProperties, Member, SquareMatrix};
use crate::kernel::mesh::Mesh;
use crate::operators::matrices::assembly::{MatrixRequest, elasticity, material_of};

use super::states::{Source, Vector};

/// One element, in its local frame.
pub struct Element {
    pub cell: usize,
    pub modelisation: Modelisation,
    /// Ranks of its nodes.
    pub nodes: Vec<usize>,
    pub dofs: Vec<Dof>,
    pub stiffness: Option<SquareMatrix>,
    pub mass: Option<SquareMatrix>,
    /// Matrix of its nodal forces, where it is not the stiffness.
    pub internal: Option<SquareMatrix>,
    /// Its beam or bar; `None` for a discrete element.
    pub member: Option<Member>,
    pub angles: [f64; 3],
    /// From global to local axes.
    turn: SquareMatrix,
}

impl Element {
    /// The elements of some cells that have properties. `mass_option` is `MASS_MECA` or `MASS_MECA_DIAG`.
    pub fn list(
        source: &Source<'_>,
        mesh: &Mesh,
        cells: &[usize],
        mass_option: &str,
        keywords: &Keywords,
    ) -> Result<Vec<Element>, CallError> {
        let Some(properties) = &source.properties else { return Ok(Vec::new()) };
        let request = MatrixRequest {
            option: mass_option,
            mesh,
            model: &source.model,
            properties: Some(properties),
            materials: source.materials.as_deref(),
            cells: None,
            stiffness: None,
            mass: None,
            forces: None,
        };
        let mut elements = Vec::new();
        for &cell in cells {
            let modelisation = source.model.modelisations.get(cell).copied().flatten();
            let (Some(modelisation), Some(given)) = (modelisation, properties.cells.get(cell)) else { continue };
            let (member, stiffness, mass) = if modelisation.is_discrete() {
                let local = |m: &Option<std::sync::Arc<crate::kernel::elements::DiscreteMatrix>>| {
                    m.as_ref().map(|m| m.in_local(given.angles, modelisation))
                };
                (None, local(&given.stiffness), local(&given.mass))
            } else {
                let Some(member) = member(&request, cell, modelisation, given, keywords)? else { continue };
                let mass = if mass_option == "MASS_MECA_DIAG" { member.lumped_mass() } else { member.mass() };
                (Some(member), Some(member.stiffness()), Some(mass))
            };
            let nodes = mesh.cells[cell].nodes.to_vec();
            let blocks = Frame::blocks(modelisation.blocks(), nodes.len());
            elements.push(Element {
                cell,
                modelisation,
                dofs: source.model.cell_dofs(cell),
                nodes,
                stiffness,
                mass,
                internal: member.as_ref().and_then(Member::nodal_forces),
                member,
                angles: given.angles,
                turn: Frame::from_angles(given.angles).matrix_on(&blocks),
            });
        }
        Ok(elements)
    }

    /// Local components of a vector of the structure at the unknowns of the element.
    pub fn local(&self, vector: &Vector, imaginary: bool) -> Vec<f64> {
        self.turn.multiply(&vector.at(&self.dofs, imaginary))
    }

    /// Whether it is a beam with the unknown of warping.
    pub fn warps(&self) -> bool {
        self.modelisation == Modelisation::WarpingBeam && self.member.is_some()
    }

    /// Forces at the points of integration of a beam that warps.
    pub fn warping_efforts(&self, displacement: &Vector, imaginary: bool) -> Option<[[f64; 7]; 3]> {
        match &self.member {
            Some(Member::Beam(beam)) if beam.warps => Some(beam.warping_efforts(&self.local(displacement, imaginary))),
            _ => None,
        }
    }

    /// From global to local axes, on the unknowns of the element.
    pub fn to_local(&self, global: &[f64]) -> Vec<f64> {
        self.turn.multiply(global)
    }

    pub fn to_global(&self, local: &[f64]) -> Vec<f64> {
        self.turn.transposed().multiply(local)
    }

    /// About its centre, in global axes; `None` without mass.
    pub fn mass_properties(&self, mesh: &Mesh) -> Option<MassProperties> {
        let places: Vec<[f64; 3]> = self.nodes.iter().map(|n| mesh.nodes[*n].position).collect();
        match &self.member {
            Some(member) => Some(member.mass_properties(self.angles, *places.first()?)),
            None => {
                let global = self.mass.as_ref()?.congruent(&self.turn);
                let components: Vec<usize> =
                    self.modelisation.components().iter().map(|c| *c as usize).filter(|c| *c < 6).collect();
                Some(MassProperties::of_discrete(&global, &components, &places))
            }
        }
    }
}

fn member(
    request: &MatrixRequest<'_>,
    cell: usize,
    modelisation: Modelisation,
    given: &CellProperties,
    keywords: &Keywords,
) -> Result<Option<Member>, CallError> {
    let Some(section) = given.section else { return Ok(None) };
    let law = material_of(request.materials, request.mesh, cell, keywords)?;
    Ok(Some(Member::new(request.mesh.length(cell), section, elasticity(&law), modelisation)))
}
