//! TYPE_CHARGE='SUIV': line loads that follow the motion. Their functions see the places, the velocities and the accelerations of the ends
//! of each cell as they are at each evaluation; length and local axes are those of the displaced cell. No matrix is added.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use super::structure::Structure;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{ElementProperties, LineForce, MaterialField, Model};
use crate::kernel::assembly::{Component, Numbering};
use crate::kernel::mesh::Mesh;
use crate::kernel::signal::Signal;
use crate::kernel::structural::Interrupted;
use crate::kernel::structural::newton::{FollowingLoading, NonlinearState};
use crate::operators::functions::no_value;
use crate::operators::matrices::assembly::{EndMotion, LoadRequest, following_line_force};

/// The line loads of a call that follow the motion.
pub(super) struct Following<'c> {
    terms: Vec<FollowingTerm<'c>>,
    model: Arc<Model>,
    mesh: Arc<Mesh>,
    properties: Option<Arc<ElementProperties>>,
    materials: Option<Arc<MaterialField>>,
    numbering: Arc<Numbering>,
    failure: Rc<Cell<Option<CallError>>>,
}

struct FollowingTerm<'c> {
    keywords: &'c Keywords,
    /// Keyword of the multiplier.
    keyword: &'static str,
    signal: Signal,
    cursor: usize,
    lines: Vec<LineForce>,
}

impl<'c> Following<'c> {
    /// None as yet.
    pub fn new(structure: &Structure) -> Following<'c> {
        Following {
            terms: Vec::new(),
            model: structure.model.clone(),
            mesh: structure.mesh.clone(),
            properties: structure.properties.clone(),
            materials: structure.materials.clone(),
            numbering: structure.numbering().clone(),
            failure: Rc::default(),
        }
    }

    /// True where no load follows the motion.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Takes the line loads of an occurrence, times a function of time.
    pub fn push(&mut self, keywords: &'c Keywords, keyword: &'static str, signal: Signal, lines: Vec<LineForce>) {
        self.terms.push(FollowingTerm { keywords, keyword, signal, cursor: 0, lines });
    }

    /// Place of the error of an evaluation that failed.
    pub fn failure(&self) -> Rc<Cell<Option<CallError>>> {
        self.failure.clone()
    }

    fn forces(&mut self, state: &NonlinearState, force: &mut [f64]) -> Result<(), CallError> {
        let request = LoadRequest {
            mesh: &self.mesh,
            model: &self.model,
            properties: self.properties.as_deref(),
            materials: self.materials.as_deref(),
            loads: &[],
            instant_s: state.time,
        };
        for term in &mut self.terms {
            let factor = term
                .signal
                .evaluate(state.time, &mut term.cursor)
                .map_err(|fault| no_value(term.keywords, term.keyword, term.keywords.handle(term.keyword), &fault))?;
            for line in &term.lines {
                let motion = motion(&self.mesh, &self.numbering, line.cell, state);
                let Some(own) = following_line_force(&request, line, &motion, term.keywords)? else { continue };
                for (dof, value) in own.dofs.iter().zip(&own.values) {
                    if let Some(rank) = self.numbering.rank(dof.node, dof.component) {
                        force[rank] += factor * value;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Translations of the two ends of a cell.
fn motion(mesh: &Mesh, numbering: &Numbering, cell: usize, state: &NonlinearState) -> EndMotion {
    let nodes = &mesh.cells[cell].nodes;
    let of = |values: &[f64]| -> [[f64; 3]; 2] {
        [0, 1].map(|end| {
            [Component::Dx, Component::Dy, Component::Dz].map(|component| {
                let rank = nodes.get(end).and_then(|node| numbering.rank(*node, component));
                rank.and_then(|rank| values.get(rank)).copied().unwrap_or(0.0)
            })
        })
    };
    EndMotion { displacement: of(&state.u), velocity: of(&state.v), acceleration: of(&state.a) }
}

impl FollowingLoading for Following<'_> {
    fn add(&mut self, state: &NonlinearState, force: &mut [f64]) -> Result<(), Interrupted> {
        self.forces(state, force).map_err(|error| {
            self.failure.set(Some(error));
            Interrupted
        })
    }
}
