//! The pass over one folder, and the lists of what is agreed on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use stickslip::diag::Diagnostic;
use stickslip::language::{Choice, Rehearsal, lints, rehearse};
use stickslip::source::Disk;

use super::folder::{below, rehearsed, run_alone};
use super::run::{ran, traces};
use super::text::layout;
use super::{FOLDERS, is_whole};
use crate::idle::IDLE;
use crate::keywords::is_used;
use crate::program::root;

/// What the pass over a folder found; numbers are those of lines of the lists that it met.
#[derive(Default)]
pub struct Pass {
    pub run: usize,
    pub assertions: usize,
    pub rehearsed: usize,
    pub lints: usize,
    pub texts: usize,
    pub failures: Vec<String>,
    pub agreed: BTreeSet<usize>,
    pub unformatted: BTreeSet<usize>,
    pub noted: BTreeSet<usize>,
    pub idle: BTreeSet<usize>,
}

/// The lines of a list of the suite, without comments.
fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("tests/suite").join(name)).unwrap();
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(str::to_string).collect()
}

/// The first words of each line of a list; the reason follows them.
fn words<const N: usize>(name: &str) -> Vec<[String; N]> {
    let first = |line: &String| {
        let mut words = line.split_whitespace();
        let first = std::array::from_fn(|_| words.next().unwrap().to_string());
        assert!(words.count() > 2, "a reason is missing: {line}");
        first
    };
    lines(name).iter().map(first).collect()
}

/// Lints that stay: code, beginning of the path.
pub static AGREED: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| words("lints_agreed.txt"));
/// Studies that keep another layout: beginning of the path.
pub static UNFORMATTED: LazyLock<Vec<[String; 1]>> = LazyLock::new(|| words("unformatted.txt"));
/// Studies outside `tests/cases/former` that have some old form, without extension. No other may get a note about former versions.
pub static NOTED: LazyLock<Vec<String>> = LazyLock::new(|| lines("former_studies.txt"));
/// Keywords that are written and not read: the keyword, and the study (folder and file; `*`: any).
pub static IDLE_LIST: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let places = IDLE.iter().flat_map(|(_, places)| places.iter());
    places.flat_map(|(place, studies)| studies.iter().map(|study| (*place, *study))).collect()
});

/// Codes of notes about former versions.
const NOTES: [&str; 5] = ["G030", "G031", "G032", "G033", "G034"];

/// The pass over a folder of the list; the first who asks makes it.
pub fn pass(rank: usize) -> &'static Pass {
    static PASSES: [OnceLock<Pass>; FOLDERS.len()] = [const { OnceLock::new() }; FOLDERS.len()];
    PASSES[rank].get_or_init(|| made(FOLDERS[rank]))
}

fn made(folder: &str) -> Pass {
    let mut pass = Pass::default();
    let path = root().join(folder);
    let is_case = folder.starts_with("tests/cases/");
    let runs = if is_whole(folder) { Vec::new() } else { run_alone(&path) };
    if !folder.starts_with("tests/") || is_case {
        let mut studies = rehearsed(&path);
        studies.extend(runs.iter().filter(|study| !studies.contains(study)).cloned().collect::<Vec<_>>());
        for study in studies {
            let rehearsal = rehearse(&path.join(&study), &Disk::default());
            pass.rehearsed += 1;
            pass.judge_lints(&rehearsal);
            if runs.contains(&study) {
                pass.judge_errors(&format!("{folder}/{study}"), &rehearsal.diagnostics);
            }
            if !is_whole(folder) && folder != "tests/cases/former" {
                pass.judge_notes(&format!("{folder}/{study}"), &rehearsal.diagnostics);
            }
        }
    }
    for study in &runs {
        pass.run += 1;
        let unread = ran(folder, study, |ran| {
            pass.assertions += ran.figures.len();
            if !ran.held || ran.figures.is_empty() {
                pass.failures.push(format!("{folder}/{study}: {} assertions\n{}", ran.figures.len(), ran.told));
            }
            ran.unread.clone()
        });
        if is_case {
            pass.judge_unread(&format!("{}/{study}", folder.trim_start_matches("tests/cases/")), unread);
        }
    }
    pass.failures.extend(traces(folder));
    pass.judge_texts(&path, is_whole(folder));
    pass
}

impl Pass {
    /// What runs well has no error when it is only checked.
    fn judge_errors(&mut self, study: &str, found: &[Diagnostic]) {
        let errors = found.iter().filter(|d| d.is_error());
        self.failures.extend(errors.map(|d| format!("{study} is checked with an error: {} {}", d.code, d.message)));
    }

    /// Studies in today's syntax get no note about former versions.
    fn judge_notes(&mut self, study: &str, found: &[Diagnostic]) {
        let Some(note) = found.iter().find(|d| NOTES.contains(&d.code)) else { return };
        let stem = Path::new(study).with_extension("").to_string_lossy().into_owned();
        match NOTED.iter().position(|known| *known == stem) {
            Some(rank) => drop(self.noted.insert(rank)),
            None => self.failures.push(format!("{study} gets a note: {} {}", note.code, note.message)),
        }
    }

    /// No lint but those agreed on.
    fn judge_lints(&mut self, rehearsal: &Rehearsal) {
        for lint in lints(rehearsal, &Choice::default()) {
            self.lints += 1;
            let place = lint.span.and_then(|span| {
                let source = rehearsal.sources.get(span.file)?;
                let path = source.path.as_ref()?.strip_prefix(root()).ok()?.to_string_lossy().into_owned();
                Some((path, source.line_column(span.start as usize).line))
            });
            let (path, line) = place.unwrap_or_default();
            // Their spellings are their purpose.
            if lint.code == "L015" && NOTED.iter().any(|stem| path.starts_with(stem.as_str())) {
                continue;
            }
            let fits = |[code, start]: &[String; 2]| *code == lint.code && path.starts_with(start);
            let met: Vec<usize> = (0..AGREED.len()).filter(|&i| fits(&AGREED[i])).collect();
            if met.is_empty() {
                let advice = "mend it, or agree in lints_agreed.txt with a reason";
                self.failures.push(format!("{path}:{line}: {} {} ({advice})", lint.code, lint.message));
            }
            self.agreed.extend(met);
        }
    }

    /// No keyword is read past in silence: what a case writes, and the catalogue declares used, is read by its operator.
    fn judge_unread(&mut self, study: &str, unread: Vec<String>) {
        let mut found: BTreeMap<String, bool> = BTreeMap::new();
        for place in unread.into_iter().filter(|place| is_used(place)) {
            let excused =
                (0..IDLE_LIST.len()).filter(|&i| IDLE_LIST[i].0 == place && ["*", study].contains(&IDLE_LIST[i].1));
            let ranks: Vec<usize> = excused.collect();
            found.insert(place, !ranks.is_empty());
            self.idle.extend(ranks);
        }
        let lost = found.into_iter().filter(|(_, excused)| !excused);
        self.failures
            .extend(lost.map(|(place, _)| format!("{study} writes {place}, declared used, and nothing reads it")));
    }

    fn judge_texts(&mut self, folder: &Path, whole: bool) {
        let mut files = Vec::new();
        below(folder, &["comm"], &mut files);
        files.retain(|file| whole || file.parent() == Some(folder));
        for (rank, file) in files.iter().enumerate() {
            let Some(found) = layout(file, rank) else { continue };
            self.texts += 1;
            self.failures.extend(found.failures);
            let name = file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            match UNFORMATTED.iter().position(|[start]| name.starts_with(start)) {
                Some(rank) if !found.formatted => drop(self.unformatted.insert(rank)),
                None if !found.formatted => self.failures.push(format!(
                    "{name} is not formatted: `stickslip fmt` it, or list it in unformatted.txt with a reason"
                )),
                _ => {}
            }
        }
    }
}
