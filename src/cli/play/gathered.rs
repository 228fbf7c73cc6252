//! A study with the files that it reads, as the page opens it.

use std::path::Path;

use serde_json::{Map, Value as Json, json};

use crate::api::Failure;
use crate::cli::options::study as opened;
use crate::cli::settings::Settings;
use crate::diag::Diagnostic;
use crate::source::{SourceMap, TrackedFiles, World};
use crate::syntax::decode;

/// Name, text and files of a study. The files are those that a check of it reads.
///
/// # Errors
/// The study cannot be opened, or the sandbox keeps it from a file.
pub fn gathered(settings: &Settings, path: &Path, world: &dyn World) -> Result<Json, Box<Failure>> {
    let noted = TrackedFiles::new(world);
    let (command, refused) = {
        let study = opened(settings, path, None, &noted)?;
        let report = study.check();
        let command = study.project().commands.first().cloned();
        let is_refused = |found: &&Diagnostic| found.is_error() && found.message.contains("--sandbox");
        let refused = report.diagnostics.iter().find(is_refused).cloned();
        (command, refused.map(|diagnostic| Failure { diagnostic, sources: report.sources }))
    };
    if let Some(failure) = refused {
        return Err(Box::new(failure));
    }
    let command = command.unwrap_or_else(|| path.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = |file: &Path| file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
    let text = |file: &Path| world.read(file).ok().map(|bytes| decode(&bytes));
    let mut files = Map::new();
    // A file that is not there was looked for; one that is no text cannot be opened in the page.
    for (file, _) in noted.files().iter().filter(|(file, _)| *file != command && world.exists(file)) {
        if let Some(text) = text(file).filter(|text| !text.contains('\0')) {
            files.insert(name(file), text.into());
        }
    }
    let Some(text) = text(&command) else {
        let message = format!("{} cannot be read", command.display());
        return Err(Box::new(Failure {
            diagnostic: Diagnostic::error("I001", message),
            sources: SourceMap::default(),
        }));
    };
    Ok(json!({"name": name(&command), "text": text, "files": files}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;

    #[test]
    fn a_study_comes_with_what_it_reads() {
        let world = Memory::with([
            ("s/a.export", "F comm a.comm D 1\nF mail sub/a.mail D 20\nF libr part.comm D 91\n"),
            ("s/a.comm", "DEBUT()\nMA = LIRE_MAILLAGE(UNITE=20)\nINCLUDE(UNITE=91)\nFIN()\n"),
            ("s/sub/a.mail", "COOR_2D\nN1 0.0 0.7\nFINSF\nFIN\n"),
            ("s/part.comm", "X = 1.3\n"),
            ("s/other.mail", "FIN\n"),
        ]);
        let found = gathered(&Settings::default(), Path::new("s/a.export"), &world).unwrap();
        let files: Vec<&str> = found["files"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!((found["name"].as_str(), files), (Some("a.comm"), vec!["a.export", "part.comm", "sub/a.mail"]));
    }
}
