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

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue};
use crate::diag::Faults;
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::{Context, Operator, Outcome, set_result};

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
    let mut faults = Faults::default();
    for keywords in call.factor("CREA_GROUP_MA") {
        let made = cells::group(keywords, &mesh).map(|group| vec![group]);
        add(keywords, made, ("cells", &mut mesh.cell_groups), &mut faults);
    }
    for keywords in call.factor("CREA_GROUP_NO") {
        let made = nodes::groups(keywords, &mesh);
        add(keywords, made, ("nodes", &mut mesh.node_groups), &mut faults);
    }
    faults.end()?;
    set_result(call, Concept::Mesh(MeshValue { identity: given.identity, mesh: Arc::new(mesh) }))
}

type Groups = IndexMap<String, Vec<usize>>;

/// Adds the groups of one occurrence to those of the mesh. After an error, names alone are looked at: its group is there for
/// them, without members.
fn add(
    keywords: &Keywords,
    made: Result<Vec<(String, Vec<usize>)>, CallError>,
    (what, groups): (&str, &mut Groups),
    faults: &mut Faults,
) {
    match made {
        Ok(made) => {
            for (name, members) in made {
                if is_taken(groups, &name) {
                    faults.keep::<()>(Err(already_there(keywords, what, &name)));
                } else {
                    groups.insert(name, members);
                }
            }
        }
        Err(fault) if faults.is_empty() || matches!(fault.code, "R101" | "R102") => {
            faults.keep::<()>(Err(fault));
            groups.entry(keywords.text("NOM").unwrap_or_default().to_string()).or_default();
        }
        Err(_) => {}
    }
}

/// Whether a group of this name is there. A group of a mesh file that has no member may be made anew.
pub fn is_taken(groups: &Groups, name: &str) -> bool {
    groups.get(name).is_some_and(|members| !members.is_empty())
}

fn already_there(keywords: &Keywords, what: &str, name: &str) -> CallError {
    let mut error = keywords.error("NOM", "R104", format!("the mesh already has a group of {what} named {name}"));
    error.help = Some("take another name, or delete the group first with DETR_GROUP_NO or DETR_GROUP_MA.".into());
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
