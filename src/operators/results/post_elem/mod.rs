//! POST_ELEM: mass, centre and inertia of parts of a structure, energies of its states, work of its forces.
//!
//! ```python
//! T = POST_ELEM(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, MASS_INER=_F(TOUT="OUI"))
//! E = POST_ELEM(RESULTAT=RUN, MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, ENER_CIN=_F(GROUP_MA="BEAM"))
//! ```
//!
//! One row a part: LIEU its name (that of the mesh for the whole), ENTITE what it is. The other forms (integrals over surfaces and volumes, damage,
//! sections described by a mesh) concern elements this program does not have, and are refused by name.

mod energy;
mod mass;
mod work;

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Cell, Concept, MeshValue};
use crate::kernel::mesh::{Mesh, without_repetition};
use crate::operators::call::context::mesh_name;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const POST_ELEM: Operator = Operator { name: "POST_ELEM", run, check: Check::Rehearsed };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let table = if call.has("MASS_INER") {
        mass::table(call, context)?
    } else if call.has("TRAV_EXT") {
        work::table(call)?
    } else {
        energy::table(call, context)?
    };
    set_result(call, Concept::Table(Arc::new(table)))
}

/// A part of the structure that gets a row.
struct Part {
    /// Its name, that of the mesh for the whole.
    name: String,
    kind: &'static str,
    cells: Vec<usize>,
}

impl Part {
    fn place(&self) -> [(&'static str, Cell); 2] {
        [("LIEU", Cell::Text(self.name.clone())), ("ENTITE", Cell::Text(self.kind.to_string()))]
    }
}

/// The parts of all occurrences: the whole, or each group, or each cell.
fn parts(call: &Call, occurrences: &[Keywords], value: &MeshValue, mesh: &Mesh) -> Result<Vec<Part>, CallError> {
    let mut parts = Vec::new();
    for keywords in occurrences {
        if keywords.has("TOUT") {
            parts.push(Part { name: mesh_name(call, value), kind: "TOUT", cells: (0..mesh.cells.len()).collect() });
        }
        let groups = keywords.texts("GROUP_MA");
        // All names are checked before any is used.
        entities::cell_groups(keywords, "GROUP_MA", mesh)?;
        for name in groups {
            let cells = mesh.cell_groups.get(&*name).cloned().unwrap_or_default();
            parts.push(Part { name: name.to_string(), kind: "GROUP_MA", cells: without_repetition(cells) });
        }
        for (name, cell) in keywords.texts("MAILLE").iter().zip(entities::named_cells(keywords, "MAILLE", mesh)?) {
            parts.push(Part { name: name.to_string(), kind: "MAILLE", cells: vec![cell] });
        }
    }
    Ok(parts)
}

/// The mesh of a model with the groups added to it since.
fn latest(call: &Call, context: &Context<'_>, mesh: &MeshValue) -> Arc<Mesh> {
    context.latest_mesh(call, mesh).clone()
}
