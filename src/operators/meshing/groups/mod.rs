//! DEFI_GROUP: names groups of nodes and of cells, from lists, other groups, or geometry.
//!
//! ```python
//! MESH = DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_NO=_F(NOM="ENDS", UNION=("LEFT", "RIGHT")))
//! ```
//!
//! Groups of nodes and groups of cells have separate names. Occurrences are taken in order, deletions first;
//! a later one may use the group an earlier one made.

mod cells;
mod lines;
mod nodes;
mod regions;

use std::sync::Arc;

use indexmap::IndexMap;

use super::super::{Context, Operator, Outcome, entities, set_result};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue};
use crate::kernel::mesh::Mesh;

pub const DEFI_GROUP: Operator = Operator { name: "DEFI_GROUP", run: define_groups };

fn define_groups(call: &Call, ctx: &mut Context<'_>) -> Outcome {
    let given = entities::mesh(call, "MAILLAGE")?;
    let mut mesh = Mesh::clone(ctx.latest_mesh(call, given));
    for name in call.factor("DETR_GROUP_MA").iter().flat_map(|k| k.texts("NOM")) {
        mesh.cell_groups.shift_remove(&*name);
    }
    for name in call.factor("DETR_GROUP_NO").iter().flat_map(|k| k.texts("NOM")) {
        mesh.node_groups.shift_remove(&*name);
    }
    for keywords in call.factor("CREA_GROUP_MA") {
        let (name, cells) = cells::group(keywords, &mesh)?;
        if is_taken(&mesh.cell_groups, &name) {
            return Err(already_there(keywords, "cells", &name));
        }
        mesh.cell_groups.insert(name, cells);
    }
    for keywords in call.factor("CREA_GROUP_NO") {
        for (name, nodes) in nodes::groups(keywords, &mesh)? {
            if is_taken(&mesh.node_groups, &name) {
                return Err(already_there(keywords, "nodes", &name));
            }
            mesh.node_groups.insert(name, nodes);
        }
    }
    set_result(call, Concept::Mesh(MeshValue { identity: given.identity, mesh: Arc::new(mesh) }))
}

/// Whether a group of this name is there. A group of a mesh file that has no member may be made anew.
pub fn is_taken(groups: &IndexMap<String, Vec<usize>>, name: &str) -> bool {
    groups.get(name).is_some_and(|members| !members.is_empty())
}

fn already_there(keywords: &Keywords, what: &str, name: &str) -> CallError {
    let mut error = keywords.error("NOM", "R104", format!("the mesh already has a group of {what} named {name}"));
    error.help = Some("Take another name, or delete the group first with DETR_GROUP_NO or DETR_GROUP_MA.".into());
    error
}

/// The part of an ordered group that POSITION, or NUME_INIT and NUME_FIN (from 1, inclusive), keep.
fn part(keywords: &Keywords, members: Vec<usize>) -> Result<Vec<usize>, CallError> {
    let count = members.len();
    let range = match keywords.text("POSITION").as_deref() {
        Some("INIT") => 1..=1,
        Some("FIN") => count.max(1)..=count.max(1),
        Some(_) => count.div_ceil(2).max(1)..=count.div_ceil(2).max(1),
        None => match keywords.integer("NUME_INIT") {
            None => return Ok(members),
            Some(first) => {
                let last = keywords.integer("NUME_FIN").unwrap_or(first);
                first.max(1) as usize..=last.max(0) as usize
            }
        },
    };
    members.get(range.start() - 1..*range.end()).map(<[usize]>::to_vec).ok_or_else(|| {
        let keyword = if keywords.written("POSITION") { "POSITION" } else { "NUME_INIT" };
        let message = format!("the group has {count} members, not {} to {}", range.start(), range.end());
        keywords.error(keyword, "R108", message)
    })
}

/// Members of the first set that are in all the others (`keep`), or in none of them.
fn against(sets: Vec<Vec<usize>>, keep: bool) -> Vec<usize> {
    let mut sets = sets.into_iter();
    let mut members = sets.next().unwrap_or_default();
    for set in sets {
        members.retain(|m| set.contains(m) == keep);
    }
    members
}

#[cfg(test)]
mod tests;
