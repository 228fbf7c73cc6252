//! The whole file as a tree, and its version.

use crate::io::hdf5::{Group, Oversize, encode};

/// Version of the layout. The fourth one has that of the third, and its own number; from 4.1 on fields say which entities they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    #[default]
    V331,
    V400,
    V410,
}

impl Version {
    /// The version of a name such as `3.3.1`.
    pub fn named(name: &str) -> Option<Version> {
        [Version::V331, Version::V400, Version::V410].into_iter().find(|version| {
            let [major, minor, release] = version.numbers();
            format!("{major}.{minor}.{release}") == name
        })
    }

    fn numbers(self) -> [i64; 3] {
        match self {
            Version::V331 => [3, 3, 1],
            Version::V400 => [4, 0, 0],
            Version::V410 => [4, 1, 0],
        }
    }
}

/// A file that is being made.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) root: Group,
    pub(super) version: Version,
}

impl Document {
    /// A file without meshes.
    pub fn new(version: Version) -> Self {
        let mut root = Group::default();
        let [major, minor, release] = version.numbers();
        root.group("INFOS_GENERALES").integers(&[("MAJ", major), ("MIN", minor), ("REL", release)]);
        Document { root, version }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Result<Vec<u8>, Oversize> {
        encode(&self.root)
    }
}

/// Texts side by side, each cut to so many bytes or followed by blanks.
pub(super) fn columns(texts: &[String], width: usize) -> String {
    texts.iter().map(|text| format!("{:width$}", cut(text, width))).collect()
}

/// As much of a text as so many bytes hold, with nothing in it that is no ASCII.
pub(super) fn cut(text: &str, bytes: usize) -> String {
    text.chars().map(|c| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' }).take(bytes).collect()
}
