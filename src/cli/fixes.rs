//! `check --fix`, `lint --fix`: the fixes of a study, written into its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Fix};
use crate::source::{SourceMap, World};
use crate::syntax::rewritten;

/// Fixes that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Sure,
    /// Also those that are to be looked at; of several of one diagnostic the first.
    All,
}

/// Places of one file that are replaced.
type Edits = Vec<(usize, usize, String)>;

/// Applies the fixes of some diagnostics to their files; how many. One that meets another waits for the next time.
pub fn apply(
    diagnostics: &[Diagnostic],
    sources: &SourceMap,
    wanted: Wanted,
    world: &dyn World,
) -> Result<usize, String> {
    let mut by_file: BTreeMap<PathBuf, Edits> = BTreeMap::new();
    let mut count = 0;
    for diagnostic in diagnostics {
        let fixes = diagnostic.placed_fixes(sources);
        let fixes = fixes.into_iter().filter(|fix| fix.sure || wanted == Wanted::All);
        for fix in fixes.take(if wanted == Wanted::All { 1 } else { usize::MAX }) {
            count += usize::from(take(&fix, sources, &mut by_file));
        }
    }
    for (path, mut edits) in by_file {
        edits.sort();
        write(&path, edits, world).map_err(|why| format!("{}: {why}", path.display()))?;
    }
    Ok(count)
}

/// Adds the edits of a fix, all or none.
fn take(fix: &Fix, sources: &SourceMap, by_file: &mut BTreeMap<PathBuf, Edits>) -> bool {
    let mut new: Vec<(PathBuf, (usize, usize, String))> = Vec::new();
    for (span, text) in &fix.edits {
        let Some(path) = sources.get(span.file).and_then(|file| file.path.clone()) else { return false };
        let edit = (span.start as usize, span.end as usize, text.clone());
        let known = by_file.get(&path).map_or(&[][..], Vec::as_slice);
        // The same edit once is enough for both.
        if known.contains(&edit) {
            continue;
        }
        if known.iter().any(|other| edit.0 < other.1.max(other.0 + 1) && other.0 < edit.1.max(edit.0 + 1)) {
            return false;
        }
        new.push((path, edit));
    }
    let some = !new.is_empty();
    new.into_iter().for_each(|(path, edit)| by_file.entry(path).or_default().push(edit));
    some
}

/// Writes a file with its edits, which do not meet.
fn write(path: &Path, edits: Edits, world: &dyn World) -> Result<(), String> {
    let bytes = world.read(path).map_err(|error| error.to_string())?;
    let edits: Vec<_> = edits.into_iter().map(|(start, end, text)| (start..end, text)).collect();
    let new = rewritten(&bytes, &edits).ok_or("its text has changed")?;
    world.write(path, &new).map_err(|error| error.to_string())
}
