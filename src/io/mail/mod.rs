//! Meshes in the ASTER text format (`.mail`).
//!
//! ```text
//! file    = { block } "FIN"                    anything after FIN is ignored, % starts a comment
//! block   = "TITRE" lines "FINSF"
//!         | ("COOR_2D" | "COOR_3D") head { NAME x y [z] } "FINSF"
//!         | CELLTYPE head { NAME node... } "FINSF"
//!         | ("GROUP_NO" | "GROUP_MA") group { NAME } "FINSF"
//! head    = { KEY "=" value }                  ignored
//! group   = "NOM" "=" GROUPNAME | GROUPNAME
//! ```
//!
//! Words are separated by blanks and lines mean nothing but in titles. Blocks repeat and come in any
//! order, so names are looked up once the whole file is read: cells and groups are passed over first ([`blocks`]), and
//! read where they stand when all names are known ([`resolve`]). Nodes are numbered in the order of the COOR
//! lines, cells in the order of the cell blocks. Every error says file, line and column.

mod blocks;
mod names;
mod resolve;
mod words;
mod write;

pub use write::write;

use self::blocks::Contents;
use self::words::Words;
use super::records::decode;
use crate::diag::Diagnostic;
use crate::kernel::mesh::Mesh;

type Fault = Box<Diagnostic>;

/// Reads a whole mesh; `file` is the name shown in messages.
pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, Fault> {
    let text = decode(bytes);
    if let Some(error) = of_another_kind(file, &text) {
        return Err(Box::new(error));
    }
    let words = Words::new(file, &text);
    Contents::read(words.clone())?.mesh(&words)
}

/// A file that is no mesh of this format, as its first line tells.
fn of_another_kind(file: &str, text: &str) -> Option<Diagnostic> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next()?;
    let (what, help) = if first == "$MeshFormat" {
        let version = lines.next()?.split_whitespace().next().unwrap_or_default();
        let export = if version.starts_with('2') { "" } else { ", and export version 2.2 of that format" };
        (format!("a mesh of gmsh, version {version}"), format!("read it with FORMAT='GMSH'{export}"))
    } else if first.starts_with('<') {
        (
            "a page of HTML or XML".to_string(),
            "the page of a mesh was kept in place of the mesh: load the file itself".to_string(),
        )
    } else if first == "-1" {
        ("a universal file".to_string(), "read it with FORMAT='IDEAS'".to_string())
    } else {
        return None;
    };
    Some(Diagnostic::error("I105", format!("{file} is {what}, not a mesh in the ASTER format")).help(help))
}

#[cfg(test)]
mod tests;
