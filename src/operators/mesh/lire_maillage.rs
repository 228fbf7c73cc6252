//! LIRE_MAILLAGE: reads a mesh from a file.
//!
//! ```python
//! MESH = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=20)
//! ```
//!
//! The file is the one bound to the unit by the profile or by DEFI_FICHIER, else `fort.20` or `<study>.mail`
//! (`.mmed` or `.med`, `.msup` or `.unv`, `.msh` in the other formats) beside the study. Without FORMAT the file is MED or ASTER,
//! as it starts. Drives `io::mesh_file`.

use std::path::Path;
use std::sync::Arc;

use super::super::{Check, Context, Operator, Outcome, counted, set_result};
use super::lines;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue};
use crate::diag::Diagnostic;
use crate::former::Kind;
use crate::io::mesh_file::{self, Format as Of};
use crate::kernel::mesh::{Mesh, Naming};

pub const LIRE_MAILLAGE: Operator = Operator { name: "LIRE_MAILLAGE", run: read_mesh, check: Check::Runs };

struct MeshArguments {
    format: Format,
    unit: i64,
}

#[derive(Clone, Copy)]
enum Format {
    Aster,
    Gmsh,
    Ideas,
    Med,
    /// No FORMAT is written: MED, and in the first releases ASTER. The file tells.
    MedOrAster,
}

impl MeshArguments {
    fn read(call: &Call) -> Result<Self, CallError> {
        // The catalogue lets no other format through.
        let format = match call.text_if_given("FORMAT").as_deref() {
            Some("ASTER") => Format::Aster,
            Some("GMSH") => Format::Gmsh,
            Some("IDEAS") => Format::Ideas,
            _ if !call.written("FORMAT") => Format::MedOrAster,
            _ => Format::Med,
        };
        Ok(MeshArguments { format, unit: call.integer("UNITE")? })
    }
}

impl Format {
    /// Extensions looked up beside the study, and the type of file in a profile.
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Aster => &["mail"],
            Format::Gmsh => &["msh"],
            Format::Ideas => &["msup", "unv"],
            Format::Med => &["mmed", "med", "rmed"],
            Format::MedOrAster => &["mmed", "med", "rmed", "mail"],
        }
    }
}

fn read_mesh(call: &Call, context: &mut Context<'_>) -> Outcome {
    let MeshArguments { format, unit } = MeshArguments::read(call)?;
    let path = context.units.resolve(unit, format.extensions(), context.world).map_err(|places| {
        let places: Vec<String> = places.iter().map(|p| name(p)).collect();
        let mut error = call.error("UNITE", "I101", format!("there is no mesh file for unit {unit}"));
        let line = format!("F {} FILE D {unit}", format.extensions()[0]);
        // Where there is no profile, as in a session, the study itself binds the file.
        let folder = &context.units.folder;
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let beside = context.world.list(folder).unwrap_or_default();
        let is_mesh = |file: &&String| format.extensions().iter().any(|kind| file.ends_with(&format!(".{kind}")));
        // Of several, none is more likely than another.
        let there = match beside.iter().filter(is_mesh).collect::<Vec<_>>()[..] {
            [file] => format!("; or DEFI_FICHIER(UNITE={unit}, FICHIER='./{file}'), for the {file} that is there"),
            _ => String::new(),
        };
        let places = places.join(", ");
        error.help = Some(format!("looked for {places}. A line `{line}` of the .export names it{there}."));
        error
    })?;
    let bytes = context.world.read(&path).map_err(|why| {
        call.error("UNITE", "I101", format!("the mesh file {} of unit {unit} cannot be read: {why}", name(&path)))
    })?;
    let file = name(&path);
    let elsewhere = context.units.bound.lock().ok().and_then(|bound| Some(*bound.iter().find(|(_, p)| **p == path)?.0));
    if let Some(other) = elsewhere.filter(|other| *other != unit) {
        let message =
            format!("unit {unit} is not in the profile; {file}, which the profile binds to unit {other}, is read");
        let help = format!("read unit {other}, or bind the mesh to unit {unit} in the .export");
        context.warn(Diagnostic::warning("I006", message).help(help).at(call.span));
    }
    let (mut mesh, warnings) =
        decode(call, format, &file, bytes).map_err(|fault| Box::new(fault.at_if_absent(Some(call.span))))?;
    for warning in warnings {
        context.warn(warning.at_if_absent(Some(call.span)));
    }
    mesh.naming = naming(call, &mesh, context);
    if let Some(warning) = empty_groups(&file, &mesh) {
        context.warn(warning.at(call.span));
    }
    for group in call.factor("RENOMME") {
        rename(group, &mut mesh)?;
    }
    if call.one("ABSC_CURV").is_some_and(|line| line.is("TOUT", "OUI")) {
        let cells: Vec<usize> = (0..mesh.cells.len()).collect();
        let abscissae = lines::along(&mesh, &cells, None);
        mesh.abscissae = Some(abscissae.map_err(|message| call.error("ABSC_CURV", "R105", message))?);
    }
    context.say(format!(
        "LIRE_MAILLAGE  {file}: {}, {}, {}",
        counted(mesh.nodes.len() as u64, "node"),
        counted(mesh.cells.len() as u64, "cell"),
        counted((mesh.node_groups.len() + mesh.cell_groups.len()) as u64, "group")
    ));
    let identity = context.identity(call);
    set_result(call, Concept::Mesh(MeshValue { identity, mesh: Arc::new(mesh) }))
}

/// Groups without members, in which loads and conditions hold nothing.
fn empty_groups(file: &str, mesh: &Mesh) -> Option<Diagnostic> {
    const MOST: usize = 8;
    let empty = |(name, members): (&String, &Vec<usize>)| members.is_empty().then(|| name.clone());
    let mut names: Vec<String> =
        mesh.node_groups.iter().filter_map(empty).map(|name| format!("{name} (nodes)")).collect();
    names.extend(mesh.cell_groups.iter().filter_map(empty).map(|name| format!("{name} (cells)")));
    let more = names.len().saturating_sub(MOST);
    let number = names.len();
    names.truncate(MOST);
    let and_more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!(
        "{file}: {} nothing: {}{and_more}",
        if number == 1 { "a group holds" } else { "groups hold" },
        names.join(", ")
    );
    let help = "what is given to an empty group has no effect; give it members, or remove it from the mesh";
    (number > 0).then(|| Diagnostic::warning("I114", message).help(help))
}

/// How words designate nodes and cells, by the age of the study; where nothing tells it, a word that would mean two different
/// nodes is the name, with a warning.
fn naming(call: &Call, mesh: &Mesh, context: &mut Context<'_>) -> Naming {
    let age = context.age;
    match age.kind {
        Kind::Former => Naming::Names,
        Kind::Today => Naming::Ranks,
        Kind::Undecided => {
            let ambiguous = mesh.ambiguous(&age.nodes, &age.cells);
            if let Some(word) = ambiguous.filter(|_| !mesh.only_a_name(&age.nodes, &age.cells)) {
                let (what, group) = if word.starts_with('M') { ("cell", "GROUP_MA") } else { ("node", "GROUP_NO") };
                let message = format!("'{word}' is the {what} named {word} in the mesh file, not the one of that rank");
                let help = format!(
                    "write {group} to be clear, or run with `--former no` (ranks) or `--former 2020` (names of the file)"
                );
                context.warn(Diagnostic::warning("G032", message).at(call.span).help(help));
            }
            Naming::NamesThenRanks
        }
    }
}

/// Gives the groups that the file calls NOM_MED the name NOM.
fn rename(keywords: &Keywords, mesh: &mut Mesh) -> Result<(), CallError> {
    let (Some(new), Some(old)) = (keywords.text_if_given("NOM"), keywords.text_if_given("NOM_MED")) else {
        return Ok(());
    };
    let old = old.trim_end();
    if !mesh.cell_groups.contains_key(old) && !mesh.node_groups.contains_key(old) {
        return Err(keywords.error("NOM_MED", "R101", format!("the mesh has no group named {old}")));
    }
    for groups in [&mut mesh.node_groups, &mut mesh.cell_groups] {
        if let Some((rank, _, members)) = groups.shift_remove_full(old) {
            groups.shift_insert(rank.min(groups.len()), new.to_string(), members);
        }
    }
    Ok(())
}

fn decode(call: &Call, format: Format, file: &str, bytes: Vec<u8>) -> Result<(Mesh, Vec<Diagnostic>), Box<Diagnostic>> {
    let format = match format {
        Format::Aster => Of::Aster,
        Format::Gmsh => Of::Gmsh,
        Format::Ideas => Of::Ideas,
        Format::Med => Of::Med,
        Format::MedOrAster if Of::of(&bytes) == Of::Med => Of::Med,
        Format::MedOrAster => Of::Aster,
    };
    let colours = call.is("CREA_GROUP_COUL", "OUI");
    mesh_file::read(format, file, bytes, call.text_if_given("NOM_MED").as_deref(), colours)
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().to_string())
}
