//! LIRE_MAILLAGE: reads a mesh from a file.
//!
//! ```python
//! MESH = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=20)
//! ```
//!
//! The file is the one bound to the unit by the profile or by DEFI_FICHIER, else `fort.20` or `<study>.mail`
//! beside the study. Drives `io::mail`.

use std::path::Path;
use std::sync::Arc;

use super::super::{Context, Operator, Outcome, set_result};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, MeshValue};
use crate::io::mail;

pub const LIRE_MAILLAGE: Operator = Operator { name: "LIRE_MAILLAGE", run: read_mesh };

struct Arguments {
    unit: i64,
}

impl Arguments {
    fn read(call: &Call) -> Result<Self, CallError> {
        let format = call.text("FORMAT").unwrap_or_else(|| "MED".into());
        if &*format != "ASTER" {
            let message = format!("meshes in the format {format} cannot be read yet");
            let mut error = call.error("FORMAT", "I107", message);
            error.help =
                Some("Write FORMAT=\"ASTER\" for a text mesh (.mail); without FORMAT the format is MED.".into());
            return Err(error);
        }
        Ok(Arguments { unit: call.integer("UNITE").unwrap_or(20) })
    }
}

fn read_mesh(call: &Call, ctx: &mut Context<'_>) -> Outcome {
    let arguments = Arguments::read(call)?;
    let unit = arguments.unit;
    let path = ctx.units.resolve(unit, &["mail"], ctx.world).map_err(|places| {
        let places: Vec<String> = places.iter().map(|p| name(p)).collect();
        let mut error = call.error("UNITE", "I101", format!("there is no mesh file for unit {unit}"));
        error.help =
            Some(format!("Looked for {}. A line `F mail FILE D {unit}` of the .export names it.", places.join(", ")));
        error
    })?;
    let bytes = ctx.world.read(&path).map_err(|why| {
        call.error("UNITE", "I101", format!("the mesh file {} of unit {unit} cannot be read: {why}", name(&path)))
    })?;
    let mesh = mail::read(&name(&path), &bytes).map_err(|fault| Box::new(fault.at_if_absent(Some(call.span))))?;
    ctx.say(format!(
        "LIRE_MAILLAGE  {}: {} nodes, {} cells, {} groups",
        name(&path),
        mesh.nodes.len(),
        mesh.cells.len(),
        mesh.node_groups.len() + mesh.cell_groups.len()
    ));
    let identity = call.result.as_ref().map_or(0, |handle| handle.id);
    set_result(call, Concept::Mesh(MeshValue { identity, mesh: Arc::new(mesh) }))
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().to_string())
}
