//! Meshes: their names in the file, their families.

use crate::catalogue::{Call, Keywords};
use crate::concepts::MeshValue;
use crate::io::med::{Document, Family};
use crate::operators::call::context::versions;
use crate::operators::{Context, counted};

/// Adds a mesh with all its groups, unless it is there; its name in the file.
pub(super) fn add_mesh(
    call: &Call,
    keywords: &Keywords,
    value: &MeshValue,
    document: &mut Document,
    context: &mut Context<'_>,
) -> String {
    let own = versions(call, value).map(|(first, _)| first.name().to_string()).filter(|name| !name.is_empty());
    let name: String = own.unwrap_or_else(|| value.name()).chars().take(64).collect();
    let mesh = context.latest_mesh(call, value);
    let name = document.mesh_name(&name.replace(|c: char| !c.is_ascii() || c == '/', "_"), mesh);
    let is_new = !document.has_mesh(&name);
    let families = document.add_mesh(&name, mesh);
    if is_new && keywords.is("INFO_MAILLAGE", "OUI") {
        context.say(listed(&name, &families));
    }
    name
}

/// INFO_MAILLAGE: the families of a mesh.
fn listed(name: &str, families: &[Family]) -> String {
    let mut text =
        format!("IMPR_RESU  mesh {name}: {}", counted(families.len() as u64, "family").replace("familys", "families"));
    for family in families {
        let what = if family.number > 0 { "node" } else { "cell" };
        let members = counted(family.members as u64, what);
        text += &format!("\n  {} ({}): {members}, groups {}", family.name, family.number, family.groups.join(", "));
    }
    text
}
