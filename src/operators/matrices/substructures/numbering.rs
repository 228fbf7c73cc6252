//! NUME_DDL_GENE on a model of sub-structures: the links eliminated, and the basis of what is left.

use std::sync::Arc;

use indexmap::IndexMap;
use nalgebra::DMatrix;

use crate::catalogue::{Call, CallError};
use crate::concepts::{
    Coupling, GeneralizedNumbering, MeshValue, Mode, ModeSet, ModeSupport, Shape, Storage, SubstructuredModel,
};
use crate::kernel::assembly::{Dof, Numbering};
use crate::kernel::linalg::null_space;
use crate::kernel::mesh::{Cell, Mesh, Node};
use crate::operators::Context;

/// Coordinates of all sub-structures that the links leave free.
pub fn coupled_numbering(
    call: &Call,
    context: &Context<'_>,
    model: &Arc<SubstructuredModel>,
) -> Result<GeneralizedNumbering, CallError> {
    let (rows, later_parts) = constraints(model);
    let transformation = null_space(&rows);
    let size = transformation.ncols();
    if size == 0 {
        return Err(call.error("MODELE_GENE", "R723", "the links leave no coordinate free"));
    }
    let mut starts = Vec::with_capacity(model.parts.len());
    let mut total = 0;
    for part in 0..model.parts.len() {
        starts.push(total);
        total += model.dofs(part).len();
    }
    let eliminated = call.is("METHODE", "ELIMINE");
    let coupling = Arc::new(Coupling { model: model.clone(), transformation, starts, rows, later_parts, eliminated });
    let identity = context.identity(call);
    let basis = Arc::new(basis(&coupling, identity));
    Ok(GeneralizedNumbering { basis, size, storage: Storage::Full, coupling: Some(coupling) })
}

/// One row for each component that a pair of nodes shares: `R_1 Φ_1 q_1 - R_2 Φ_2 q_2 = 0`, and the later of the parts it joins.
fn constraints(model: &SubstructuredModel) -> (DMatrix<f64>, Vec<usize>) {
    let mut firsts = Vec::with_capacity(model.parts.len());
    let mut total = 0;
    for part in &model.parts {
        firsts.push(total);
        total += part.element.basis.len();
    }
    let (mut rows, mut later_parts): (Vec<Vec<f64>>, Vec<usize>) = (Vec::new(), Vec::new());
    for link in &model.links {
        for (nodes, active) in &link.pairs {
            let mut block = vec![vec![0.0; total]; 6];
            for (side, sign) in [(0, 1.0), (1, -1.0)] {
                let part = &model.parts[link.parts[side]];
                for (j, shape) in part.element.basis.iter().enumerate() {
                    let motion = part.turned(nodes[side], &shape.values);
                    for (row, x) in block.iter_mut().zip(motion) {
                        row[firsts[link.parts[side]] + j] += sign * x;
                    }
                }
            }
            rows.extend(block.into_iter().zip(active).filter(|(_, a)| **a).map(|(row, _)| row));
            later_parts.resize(rows.len(), link.parts[0].max(link.parts[1]));
        }
    }
    (cleaned(&rows, total), later_parts)
}

/// Terms that rounding of turned components leaves are dropped.
fn cleaned(rows: &[Vec<f64>], columns: usize) -> DMatrix<f64> {
    let largest: Vec<f64> = (0..columns).map(|j| rows.iter().map(|r| r[j].abs()).fold(0.0, f64::max)).collect();
    DMatrix::from_fn(rows.len(), columns, |i, j| {
        let x = rows[i][j];
        if x.abs() <= 1e-12 * largest[j] { 0.0 } else { x }
    })
}

/// Shapes of the whole structure, one for each coordinate kept.
pub fn basis(coupling: &Arc<Coupling>, identity: u64) -> ModeSet {
    let model = &coupling.model;
    let (mesh, numbering) = structure(model);
    let mut modes = Vec::with_capacity(coupling.transformation.ncols());
    for j in 0..coupling.transformation.ncols() {
        let mut values = Vec::with_capacity(numbering.len());
        let mut first = 0;
        for (rank, part) in model.parts.iter().enumerate() {
            let dofs = model.dofs(rank);
            let mut own = vec![0.0; dofs.len()];
            for (k, shape) in part.element.basis.iter().enumerate() {
                let q = coupling.transformation[(first + k, j)];
                if q != 0.0 {
                    own.iter_mut().zip(&shape.values).for_each(|(u, phi)| *u += q * phi);
                }
            }
            first += part.element.basis.len();
            values.extend(dofs.iter().map(|dof| match (dof.component as usize).min(6) {
                6 => own[numbering_rank(part, dof)],
                component => part.turned(dof.node, &own)[component],
            }));
        }
        modes.push(Mode {
            shape: Shape::Dynamic,
            values,
            imaginary: Vec::new(),
            number: j as i64 + 1,
            parameters: IndexMap::new(),
            labels: IndexMap::new(),
            fields: IndexMap::new(),
        });
    }
    let mesh = MeshValue { identity, mesh: Arc::new(mesh) };
    let mut set = ModeSet::new(Some(mesh), None, ModeSupport::Physical(Arc::new(numbering)), modes);
    set.coupling = Some(coupling.clone());
    set
}

fn numbering_rank(part: &crate::concepts::Substructure, dof: &Dof) -> usize {
    part.element.basis.numbering().and_then(|n| n.rank(dof.node, dof.component)).unwrap_or(0)
}

/// The meshes of the parts side by side, in the axes of the structure, and their unknowns.
fn structure(model: &SubstructuredModel) -> (Mesh, Numbering) {
    let mut mesh = Mesh { dimension: 3, ..Mesh::default() };
    let mut dofs: Vec<Dof> = Vec::new();
    for (rank, part) in model.parts.iter().enumerate() {
        let Some(own) = part.element.basis.mesh.as_ref().map(|m| &m.mesh) else { continue };
        let (nodes, cells) = (mesh.nodes.len(), mesh.cells.len());
        mesh.naming = own.naming;
        for (node, place) in own.nodes.iter().enumerate() {
            mesh.nodes.push(Node { label: place.label.clone(), position: part.place(place.position) });
            mesh.origins.push((part.name.clone(), node));
        }
        for (cell, original) in own.cells.iter().enumerate() {
            let shifted = original.nodes.iter().map(|n| nodes + n).collect();
            mesh.cells.push(Cell {
                label: format!("M{}", cells + cell + 1).into(),
                nodes: shifted,
                ..original.clone()
            });
        }
        for (name, members) in &own.node_groups {
            mesh.node_groups.entry(name.clone()).or_default().extend(members.iter().map(|n| nodes + n));
        }
        for (name, members) in &own.cell_groups {
            mesh.cell_groups.entry(name.clone()).or_default().extend(members.iter().map(|c| cells + c));
        }
        dofs.extend(model.dofs(rank).iter().map(|d| Dof { node: nodes + d.node, component: d.component }));
    }
    let count = mesh.nodes.len();
    (mesh, Numbering::new(dofs, count))
}
