//! `check --fix`: the sure fixes of a study, written into its files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;
use crate::source::{SourceMap, World};
use crate::syntax::decode;

/// Applies the sure fixes of some diagnostics to their files; how many. A file whose text is not in UTF-8 is left.
pub fn apply(diagnostics: &[Diagnostic], sources: &SourceMap, world: &dyn World) -> Result<usize, String> {
    let mut by_file: BTreeMap<PathBuf, Vec<(usize, usize, String)>> = BTreeMap::new();
    for fix in diagnostics.iter().flat_map(|found| found.placed_fixes(sources)).filter(|fix| fix.sure) {
        for (span, text) in fix.edits {
            let path = sources.get(span.file).and_then(|file| file.path.clone());
            if let Some(path) = path {
                by_file.entry(path).or_default().push((span.start as usize, span.end as usize, text));
            }
        }
    }
    let mut count = 0;
    for (path, mut edits) in by_file {
        edits.sort();
        edits.dedup();
        count += write(&path, &edits, world).map_err(|why| format!("{}: {why}", path.display()))?;
    }
    Ok(count)
}

fn write(path: &Path, edits: &[(usize, usize, String)], world: &dyn World) -> Result<usize, String> {
    let bytes = world.read(path).map_err(|error| error.to_string())?;
    let Ok(written) = std::str::from_utf8(&bytes) else { return Ok(0) };
    let text = decode(&bytes);
    let (mut new, mut done, mut count) = (String::with_capacity(text.len()), 0, 0);
    for (start, end, word) in edits {
        if *start < done {
            continue;
        }
        let Some(between) = text.get(done..*start) else { return Err("its text has changed".into()) };
        new += between;
        new += word;
        (done, count) = (*end, count + 1);
    }
    new += text.get(done..).unwrap_or("");
    if written.contains("\r\n") {
        new = new.replace('\n', "\r\n");
    }
    if written.starts_with('\u{feff}') {
        new.insert(0, '\u{feff}');
    }
    world.write(path, new.as_bytes()).map_err(|error| error.to_string())?;
    Ok(count)
}
