//! Meshes in MED files (`.med`, `.mmed`: HDF5 with a fixed layout), versions 2, 3 and 4.
//!
//! ```text
//! /ENS_MAA/<mesh>/<step>/NOE/COO             all x, then all y, then all z; attribute NBR: number of nodes
//!                       /NOE/FAM, NOM        family of each node, name of each (16 characters)
//!                       /MAI/<type>/NOD      first nodes of all cells, then second nodes ..., from 1
//!                       /MAI/<type>/FAM, NOM
//! /FAS/<mesh>/NOEUD/<family>, ELEME/<family> attribute NUM; GRO/NOM: names of its groups (80 characters each)
//! ```
//!
//! Version 2 has no computing steps: NOE and MAI are in the mesh itself, the families of nodes and of cells are side by side in
//! `/FAS/<mesh>`.
//!
//! A node or a cell is in every group of its family; family 0 is none. Nodes are numbered in the order of COO,
//! cells type by type, in the order of [`KINDS`]. Numbers the file gives them (NUM) do not matter.

mod container;
mod families;

use self::container::{Damage, Folder};
use self::families::Families;
use crate::diag::Diagnostic;
use crate::kernel::mesh::{Cell, CellKind, Label, Mesh, Node};

type Fault = Box<Diagnostic>;

/// Cells of MED files, in the order in which they are numbered.
const KINDS: [(&str, CellKind, usize); 20] = [
    ("PO1", CellKind::Point1, 1),
    ("SE2", CellKind::Segment2, 2),
    ("SE3", CellKind::Segment3, 3),
    ("SE4", CellKind::Segment4, 4),
    ("TR3", CellKind::Triangle3, 3),
    ("TR6", CellKind::Triangle6, 6),
    ("TR7", CellKind::Other, 7),
    ("QU4", CellKind::Quadrangle4, 4),
    ("QU8", CellKind::Quadrangle8, 8),
    ("QU9", CellKind::Quadrangle9, 9),
    ("TE4", CellKind::Tetrahedron4, 4),
    ("T10", CellKind::Tetrahedron10, 10),
    ("PY5", CellKind::Other, 5),
    ("P13", CellKind::Other, 13),
    ("PE6", CellKind::Pentahedron6, 6),
    ("P15", CellKind::Pentahedron15, 15),
    ("P18", CellKind::Other, 18),
    ("HE8", CellKind::Hexahedron8, 8),
    ("H20", CellKind::Hexahedron20, 20),
    ("H27", CellKind::Other, 27),
];

/// Characters of a name of a node or a cell, of a group.
const ENTITY_NAME: usize = 16;
const GROUP_NAME: usize = 80;

/// Reads the mesh of this name, or the first one. Warnings come with it.
pub fn read(file: &str, bytes: Vec<u8>, wanted: Option<&str>) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
    let reader = Reader { file };
    let start: Vec<u8> = bytes.iter().take(400).copied().collect();
    let root = container::open(bytes).map_err(|damage| reader.no_container(&start, damage))?;
    reader.mesh(&root, wanted)
}

struct Reader<'f> {
    file: &'f str,
}

impl Reader<'_> {
    fn mesh(&self, root: &Folder, wanted: Option<&str>) -> Result<(Mesh, Vec<Diagnostic>), Fault> {
        let meshes = self.all_inside(root, "ENS_MAA")?;
        let chosen = self.chosen(&meshes, wanted)?;
        let name = chosen.name().trim_end();
        let inner = self.step(chosen)?;
        let Some(step) = inner.as_ref().or(self.holds_nodes(chosen)?.then_some(chosen)) else {
            return Err(self.wrong(format!("the mesh {name} has no nodes")));
        };
        let mut mesh = Mesh { title: name.to_string(), ..Mesh::default() };
        let node_families = self.nodes(step, &mut mesh)?;
        let cell_families = self.cells(step, &mut mesh)?;
        let families = match self.all_inside(root, "FAS")?.iter().find(|f| f.name().trim_end() == name) {
            Some(of_mesh) => Families::read(self, of_mesh)?,
            None => Families::default(),
        };
        mesh.node_groups = families.groups_of_nodes(&node_families);
        mesh.cell_groups = families.groups_of_cells(&cell_families);
        Ok((mesh, families.warnings))
    }

    fn chosen<'m>(&self, meshes: &'m [Folder], wanted: Option<&str>) -> Result<&'m Folder, Fault> {
        let found = match wanted {
            Some(wanted) => meshes.iter().find(|m| m.name().trim_end() == wanted.trim_end()),
            None => meshes.first(),
        };
        found.ok_or_else(|| {
            let listed = meshes.iter().map(|m| m.name().trim_end()).collect::<Vec<_>>().join(", ");
            let (message, help) = match wanted {
                Some(wanted) if !meshes.is_empty() => {
                    let message = format!("{}: there is no mesh named {}", self.file, wanted.trim_end());
                    (message, format!("The meshes of the file are {listed}; without NOM_MED the first one is read."))
                }
                _ => (format!("{}: the file holds no mesh", self.file), "Meshes of MED files are in /ENS_MAA.".into()),
            };
            Box::new(Diagnostic::error("I110", message).help(help))
        })
    }

    /// The first computing step of a mesh that has nodes.
    fn step(&self, mesh: &Folder) -> Result<Option<Folder>, Fault> {
        for step in self.sound(mesh.folders())? {
            if self.holds_nodes(&step)? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    fn holds_nodes(&self, folder: &Folder) -> Result<bool, Fault> {
        Ok(self.inside(folder, "NOE")?.is_some())
    }

    /// Reads the nodes; the family of each.
    fn nodes(&self, step: &Folder, mesh: &mut Mesh) -> Result<Vec<i64>, Fault> {
        let no_coordinates = || self.wrong("the mesh has no coordinates (NOE/COO)".into());
        let nodes = self.inside(step, "NOE")?.ok_or_else(no_coordinates)?;
        let coordinates = self.sound(nodes.reals("COO"))?.ok_or_else(no_coordinates)?;
        let length = coordinates.values.len();
        let count = coordinates.count.unwrap_or(length / 3);
        if count == 0 || length % count != 0 || !(1..=3).contains(&(length / count)) {
            let message = format!("NOE/COO holds {length} numbers for {count} nodes");
            return Err(self.wrong(message));
        }
        let dimension = length / count;
        let names = self.names(&nodes, count, "NOE")?;
        for n in 0..count {
            let mut position = [0.0; 3];
            for (axis, x) in position.iter_mut().take(dimension).enumerate() {
                *x = coordinates.values[axis * count + n];
                if !x.is_finite() {
                    return Err(self.wrong(format!("node {} has a coordinate that is no finite number", n + 1)));
                }
            }
            let label = names.get(n).cloned().unwrap_or_else(|| format!("N{}", n + 1).into());
            mesh.nodes.push(Node { label, position });
        }
        mesh.dimension = if dimension == 3 { 3 } else { 2 };
        self.family_numbers(&nodes, count, "NOE")
    }

    /// Reads the cells; the family of each.
    fn cells(&self, step: &Folder, mesh: &mut Mesh) -> Result<Vec<i64>, Fault> {
        let mut families = Vec::new();
        let Some(cells) = self.inside(step, "MAI")? else { return Ok(families) };
        let kinds = self.sound(cells.folders())?;
        if let Some(odd) = kinds.iter().find(|k| !KINDS.iter().any(|(name, ..)| *name == k.name())) {
            return Err(self.wrong(format!("cells of type {} are not read", odd.name())));
        }
        for (name, kind, size) in &KINDS {
            let Some(folder) = kinds.iter().find(|k| k.name() == *name) else { continue };
            let Some(nodes) = self.sound(folder.integers("NOD"))? else {
                return Err(self.wrong(format!("MAI/{name} has no nodes (NOD)")));
            };
            let count = nodes.count.unwrap_or(nodes.values.len() / size);
            if count.checked_mul(*size) != Some(nodes.values.len()) {
                let message = format!("MAI/{name}/NOD holds {} numbers for {count} cells", nodes.values.len());
                return Err(self.wrong(message));
            }
            let labels = self.names(folder, count, name)?;
            for c in 0..count {
                let mut ranks = Vec::with_capacity(*size);
                for k in 0..*size {
                    let number = nodes.values[k * count + c];
                    let rank = usize::try_from(number).ok().filter(|&n| n >= 1 && n <= mesh.nodes.len());
                    ranks.push(rank.map(|n| n - 1).ok_or_else(|| {
                        let message = format!("cell {} of MAI/{name} is on node {number}", c + 1);
                        self.wrong(format!("{message}; the mesh has nodes 1 to {}", mesh.nodes.len()))
                    })?);
                }
                let label = labels.get(c).cloned().unwrap_or_else(|| format!("M{}", mesh.cells.len() + 1).into());
                mesh.cells.push(Cell { label, kind: *kind, nodes: ranks.as_slice().into() });
            }
            families.extend(self.family_numbers(folder, count, name)?);
        }
        Ok(families)
    }

    fn family_numbers(&self, folder: &Folder, count: usize, place: &str) -> Result<Vec<i64>, Fault> {
        match self.sound(folder.integers("FAM"))? {
            None => Ok(vec![0; count]),
            Some(families) if families.values.len() == count => Ok(families.values),
            Some(families) => {
                let found = families.values.len();
                Err(self.wrong(format!("{place}/FAM holds {found} families for {count} items")))
            }
        }
    }

    /// Names of the nodes or cells of a folder; none when the file gives none, or not for each.
    fn names(&self, folder: &Folder, count: usize, place: &str) -> Result<Vec<Label>, Fault> {
        let Some(characters) = self.sound(folder.characters("NOM"))? else { return Ok(Vec::new()) };
        if characters.values.len() < count * ENTITY_NAME {
            return Err(self.wrong(format!("{place}/NOM is shorter than the names of {count} items")));
        }
        let names: Vec<Label> =
            texts(&characters.values, ENTITY_NAME).into_iter().take(count).map(Label::from).collect();
        Ok(if names.iter().any(|name| name.is_empty()) { Vec::new() } else { names })
    }

    /// The groups within a group; none when it is not there.
    fn all_inside(&self, folder: &Folder, name: &str) -> Result<Vec<Folder>, Fault> {
        match self.inside(folder, name)? {
            Some(inner) => self.sound(inner.folders()),
            None => Ok(Vec::new()),
        }
    }

    fn inside(&self, folder: &Folder, name: &str) -> Result<Option<Folder>, Fault> {
        self.sound(folder.folder(name))
    }

    fn sound<T>(&self, read: Result<T, Damage>) -> Result<T, Fault> {
        read.map_err(|Damage(why)| {
            let error = Diagnostic::error("I108", format!("{}: the MED file is damaged: {why}", self.file));
            Box::new(error.help("take another copy of the file, or write it again."))
        })
    }

    fn no_container(&self, start: &[u8], Damage(why): Damage) -> Fault {
        let hdf5 = start.windows(4).any(|w| w == b"\x89HDF");
        if hdf5 {
            let error = Diagnostic::error("I108", format!("{}: the MED file is damaged: {why}", self.file));
            return Box::new(error.help("take another copy of the file, or write it again."));
        }
        let error = Diagnostic::error("I108", format!("{}: this is no MED file", self.file));
        let holds = |word: &str| start.windows(word.len()).any(|w| w == word.as_bytes());
        let help = if holds("COOR_") || holds("TITRE") || holds("FINSF") {
            "It looks like a text mesh: write FORMAT=\"ASTER\" in LIRE_MAILLAGE, or no FORMAT."
        } else if holds("$MeshFormat") {
            "It looks like a gmsh mesh: write FORMAT=\"GMSH\" in LIRE_MAILLAGE."
        } else {
            "MED meshes are HDF5 files. FORMAT of LIRE_MAILLAGE names the others; without it the format is MED."
        };
        Box::new(error.help(help))
    }

    fn wrong(&self, message: String) -> Fault {
        Box::new(Diagnostic::error("I109", format!("{}: {message}", self.file)))
    }
}

/// Texts of a fixed width, padded with blanks or zeros.
fn texts(bytes: &[u8], width: usize) -> Vec<String> {
    let text = |item: &[u8]| {
        let end = item.iter().position(|&b| b == 0).unwrap_or(item.len());
        String::from_utf8_lossy(&item[..end]).trim().to_string()
    };
    bytes.chunks(width).map(text).collect()
}

#[cfg(test)]
mod tests;
