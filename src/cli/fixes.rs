//! `check --fix`, `lint --fix`: the fixes of a study, written into its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Fix};
use crate::source::{SourceMap, World};
use crate::syntax::decode;

/// Fixes that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Sure,
    /// Also those that are to be looked at; of several of one diagnostic the first.
    All,
}

/// Places of one file that are replaced.
type Edits = Vec<(usize, usize, String)>;

/// Applies the fixes of some diagnostics to their files; how many. One that meets another waits for the next time. A file whose
/// text is not in UTF-8 is left.
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
        if !write(&path, &edits, world).map_err(|why| format!("{}: {why}", path.display()))? {
            return Ok(0);
        }
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

/// Writes a file with its edits, which do not meet; false when it is not in UTF-8.
fn write(path: &Path, edits: &[(usize, usize, String)], world: &dyn World) -> Result<bool, String> {
    let bytes = world.read(path).map_err(|error| error.to_string())?;
    let Ok(written) = std::str::from_utf8(&bytes) else { return Ok(false) };
    let text = decode(&bytes);
    let (mut new, mut done) = (String::with_capacity(text.len()), 0);
    for (start, end, word) in edits {
        let Some(between) = text.get(done..*start) else { return Err("its text has changed".into()) };
        new += between;
        new += word;
        done = *end;
    }
    new += text.get(done..).unwrap_or("");
    if written.contains("\r\n") {
        new = new.replace('\n', "\r\n");
    }
    if written.starts_with('\u{feff}') {
        new.insert(0, '\u{feff}');
    }
    world.write(path, new.as_bytes()).map_err(|error| error.to_string())?;
    Ok(true)
}
