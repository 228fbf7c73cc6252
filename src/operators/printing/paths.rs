//! Paths of the files that a unit gives.

use std::path::{Path, PathBuf};

use crate::operators::Context;
use crate::operators::call::units::Content;

/// The path of a file of `name` without its extension: that of the unit when it is bound to one of these extensions, else
/// made of both.
pub(super) fn basis_of(file: &Path, name: &str, extensions: &[&str], context: &Context<'_>) -> PathBuf {
    let stem = without_extension(file);
    let exact = extensions.iter().any(|known| file.extension().is_some_and(|e| e.eq_ignore_ascii_case(known)));
    let named = format!("{}_{name}", stem.display());
    free_name(exact.then_some(stem), &named, extensions.first().copied().unwrap_or("vtu"), context)
}

pub(super) fn without_extension(file: &Path) -> PathBuf {
    let own = file.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if EXTENSIONS.contains(&own.as_str()) { file.with_extension("") } else { file.to_path_buf() }
}

/// A path (without extension) that no earlier call of the study has taken with this extension: `first`, `named`, or that with
/// a number.
pub(super) fn free_name(first: Option<PathBuf>, named: &str, extension: &str, context: &Context<'_>) -> PathBuf {
    let numbered = (2..).map(|k| PathBuf::from(format!("{named}_{k}")));
    let mut candidates = first.into_iter().chain([PathBuf::from(named)]).chain(numbered);
    let Ok(mut written) = context.units.written.lock() else { return PathBuf::from(named) };
    let taken = |path: &Path| PathBuf::from(format!("{}.{extension}", path.display()));
    let free =
        candidates.find(|path| written.get(&taken(path)).is_none_or(|content| content.is_past)).unwrap_or_default();
    written.insert(taken(&free), Content::default());
    free
}

/// Extensions that names of other files are made without.
pub(super) const EXTENSIONS: [&str; 10] = ["svg", "png", "vtu", "pvd", "vtk", "med", "rmed", "mmed", "msh", "pos"];
