//! PRE_GMSH: a gmsh file as ASTER text, which LIRE_MAILLAGE reads. Studies of former versions have it; LIRE_MAILLAGE(FORMAT='GMSH') does both.
//!
//! ```text
//! PRE_GMSH(UNITE_GMSH=19, UNITE_MAILLAGE=20)
//! MESH = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=20)
//! ```

use super::super::{Check, Context, Operator, Outcome, counted};
use crate::catalogue::Call;
use crate::io::{gmsh, mail};

pub const PRE_GMSH: Operator = Operator { name: "PRE_GMSH", run: convert, check: Check::Rehearsed };

fn convert(call: &Call, context: &mut Context<'_>) -> Outcome {
    let (file, bytes) = context.read_unit(call, "msh", call.integer("UNITE_GMSH")?)?;
    let mesh = gmsh::read(&file, &bytes).map_err(|fault| Box::new(fault.at_if_absent(Some(call.span))))?;
    context.print(call, "UNITE_MAILLAGE", call.integer("UNITE_MAILLAGE")?, &mail::write(&mesh))?;
    let (nodes, cells) = (counted(mesh.nodes.len() as u64, "node"), counted(mesh.cells.len() as u64, "cell"));
    context.say(format!("PRE_GMSH  {file}: {nodes}, {cells}"));
    Ok(())
}
