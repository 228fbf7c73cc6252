//! Reader of a mesh file of gmsh: its format, then one section after the other.

use super::mesh::Contents;
use super::source::{Fault, Source, is_end};
use super::version_4::{Entities, Layout};
use super::{version_2, version_4};
use crate::kernel::mesh::Mesh;

/// What the format of a file says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Two,
    Four(Layout),
}

pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, Fault> {
    let mut source = Source::new(file, bytes);
    let mut contents = Contents::default();
    let mut entities = Entities::new();
    // Files of the first version say nothing.
    let mut version = Version::Two;
    while let Some(line) = source.line() {
        match (&*line, version) {
            ("$MeshFormat", _) => version = format(&mut source)?,
            ("$PhysicalNames", _) => names(&mut source, &mut contents)?,
            ("$Entities" | "$PartitionedEntities", Version::Four(layout)) => {
                version_4::entities(&mut source, &line, layout, &mut entities)?;
            }
            ("$Nodes", Version::Four(layout)) => version_4::nodes(&mut source, layout, &mut contents)?,
            ("$Elements", Version::Four(layout)) => {
                version_4::elements(&mut source, layout, &entities, &mut contents)?;
            }
            ("$Nodes" | "$NOD", Version::Two) => version_2::nodes(&mut source, &line, &mut contents)?,
            ("$Elements" | "$ELM", Version::Two) => version_2::elements(&mut source, &line, &mut contents)?,
            (section, _) if section.starts_with('$') && !is_end(section) => source.skip(section)?,
            ("", _) => {}
            (line, _) if is_end(line) => {}
            _ => {
                let help = "sections of a gmsh file start with $MeshFormat, $Nodes, $Elements ...";
                return Err(source.fault("I105", "a section must start here with $", help));
            }
        }
    }
    let mesh = contents.finished();
    if mesh.nodes.is_empty() {
        return Err(source.fault("I102", "the gmsh file has no nodes", "They are in the section $Nodes."));
    }
    Ok(mesh)
}

fn format(source: &mut Source<'_>) -> Result<Version, Fault> {
    let line = source.need("$MeshFormat")?;
    let mut words = line.split_whitespace();
    let (number, binary) = (words.next().unwrap_or(""), words.next() != Some("0"));
    let version = match number {
        "4" | "4.0" if !binary => Some(Version::Four(Layout::V40)),
        "4.1" => Some(Version::Four(Layout::V41)),
        _ if number == "2" || number.starts_with("2.") => Some(Version::Two),
        _ => None,
    };
    let Some(version) = version else {
        let kind = if binary { "binary" } else { "text" };
        let message = format!("gmsh files of version {number} ({kind}) are not read");
        let help =
            "read are 1, 2, 4.0 and 4.1 as text, 2.2 and 4.1 as binary: let gmsh write Mesh.MshFileVersion = 4.1;";
        return Err(source.fault("I107", message, help));
    };
    if binary {
        let size = words.next().unwrap_or("");
        if size != "8" {
            let message = format!("gmsh files whose numbers have {size} bytes are not read");
            return Err(source.fault("I107", message, "gmsh writes 8 on all machines of today"));
        }
        source.byte_order()?;
    }
    Ok(version)
}

/// Always text.
fn names(source: &mut Source<'_>, contents: &mut Contents) -> Result<(), Fault> {
    const SECTION: &str = "$PhysicalNames";
    let count = match source.whole_numbers(SECTION)?.as_slice() {
        &[count] => source.fitting(SECTION, count, 3)?,
        _ => {
            return Err(source.fault(
                "I106",
                "expected the number of names",
                "The section does not have its usual form.",
            ));
        }
    };
    for _ in 0..count {
        let line = source.need(SECTION)?;
        let mut words = line.splitn(3, char::is_whitespace);
        let (Some(dimension), Some(tag), Some(name)) = (words.next(), words.next(), words.next()) else {
            let message = "expected a dimension, a tag and a name";
            return Err(source.fault("I106", message, "The section does not have its usual form."));
        };
        contents.name(source.whole(dimension)?, source.whole(tag)?, name);
    }
    Ok(())
}
