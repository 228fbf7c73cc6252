//! Formats of mesh files.

use crate::diag::Diagnostic;
use crate::io::{gmsh, ideas, mail, med};
use crate::kernel::mesh::Mesh;

/// A format, by the name it has in studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Aster,
    Gmsh,
    Ideas,
    Med,
}

/// How the container of MED files starts.
const HDF5: &[u8] = b"\x89HDF";

impl Format {
    /// The format that a file begins as: text without another sign is ASTER.
    pub fn of(bytes: &[u8]) -> Format {
        let start = bytes.trim_ascii_start();
        let has = |word: &[u8]| start.starts_with(word);
        match () {
            () if bytes.starts_with(HDF5) => Format::Med,
            () if has(b"$") => Format::Gmsh,
            () if has(b"-1\n") || has(b"-1\r") => Format::Ideas,
            () => Format::Aster,
        }
    }

    /// `GMSH` ...
    pub fn name(self) -> &'static str {
        match self {
            Format::Aster => "ASTER",
            Format::Gmsh => "GMSH",
            Format::Ideas => "IDEAS",
            Format::Med => "MED",
        }
    }
}

/// Reads the mesh of a file: in MED files the one of this name, or the first; in universal files with groups of colours where they are
/// wanted. Warnings come with it.
pub fn read(
    format: Format,
    file: &str,
    bytes: Vec<u8>,
    name: Option<&str>,
    colours: bool,
) -> Result<(Mesh, Vec<Diagnostic>), Box<Diagnostic>> {
    match format {
        Format::Aster => Ok((mail::read(file, &bytes)?, Vec::new())),
        Format::Gmsh => Ok((gmsh::read(file, &bytes)?, Vec::new())),
        Format::Ideas => ideas::read(file, &bytes, colours),
        Format::Med => med::read(file, bytes, name),
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn files_tell_their_format() {
        let starts: [(&[u8], Format); 5] = [
            (b"\x89HDF\r\n", Format::Med),
            (b"$MeshFormat\n2.2 0 8\n", Format::Gmsh),
            (b"\n$NOD\n", Format::Gmsh),
            (b"    -1\n  2411\n", Format::Ideas),
            (b"COOR_3D\n", Format::Aster),
        ];
        starts.iter().for_each(|(start, format)| assert_eq!(Format::of(start), *format));
    }
}
