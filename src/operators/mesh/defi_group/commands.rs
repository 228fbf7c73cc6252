//! The groups that DEFI_GROUP deletes and makes, in order.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{cells, nodes};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue};
use crate::diag::Faults;
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const DEFI_GROUP: Operator = Operator { name: "DEFI_GROUP", run: define_groups, check: Check::Runs };

fn define_groups(call: &Call, context: &mut Context<'_>) -> Outcome {
    let given = entities::mesh(call, "MAILLAGE")?;
    let mut mesh = Mesh::clone(context.latest_mesh(call, given));
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

pub(super) type Groups = IndexMap<String, Vec<usize>>;

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
            groups.entry(keywords.text_if_given("NOM").unwrap_or_default().to_string()).or_default();
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
