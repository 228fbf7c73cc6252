//! Reading a whole mesh.

use super::blocks::Contents;
use super::words::{Fault, Words};
use crate::diag::Diagnostic;
use crate::io::records::decode;
use crate::kernel::mesh::Mesh;

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
