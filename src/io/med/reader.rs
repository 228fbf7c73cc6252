//! Reading of folders of a file, with the file's name in what is wrong with them.

use super::container::{self, Damage, Folder};
use crate::diag::Diagnostic;

pub(super) type Fault = Box<Diagnostic>;

/// Characters of the name of a group.
pub(super) const GROUP_NAME: usize = 80;

pub(super) struct Reader<'f> {
    pub(super) file: &'f str,
}

impl Reader<'_> {
    /// The root of a file held in memory.
    pub(super) fn root(&self, bytes: Vec<u8>) -> Result<Folder, Fault> {
        let start: Vec<u8> = bytes.iter().take(400).copied().collect();
        container::open(bytes).map_err(|damage| self.no_container(&start, damage))
    }

    /// The groups within a group; none when it is not there.
    pub(super) fn all_inside(&self, folder: &Folder, name: &str) -> Result<Vec<Folder>, Fault> {
        match self.inside(folder, name)? {
            Some(inner) => self.sound(inner.folders()),
            None => Ok(Vec::new()),
        }
    }

    pub(super) fn inside(&self, folder: &Folder, name: &str) -> Result<Option<Folder>, Fault> {
        self.sound(folder.folder(name))
    }

    pub(super) fn sound<T>(&self, read: Result<T, Damage>) -> Result<T, Fault> {
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

    pub(super) fn wrong(&self, message: String) -> Fault {
        Box::new(Diagnostic::error("I109", format!("{}: {message}", self.file)))
    }
}

/// Texts of a fixed width, padded with blanks or zeros.
pub(super) fn texts(bytes: &[u8], width: usize) -> Vec<String> {
    let text = |item: &[u8]| {
        let end = item.iter().position(|&b| b == 0).unwrap_or(item.len());
        String::from_utf8_lossy(&item[..end]).trim().to_string()
    };
    bytes.chunks(width).map(text).collect()
}
