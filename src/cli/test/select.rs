//! Which studies are run: those below some paths, by name, label, part, or because they failed last time.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::choice::Choice;
use super::files;
use crate::cli::codes::{NO_STUDY, WRONG};
use crate::cli::sandbox;
use crate::source::World;
use crate::study::Project;
use crate::sweep::Shard;

/// A study to run.
#[derive(Clone, Debug)]
pub struct Study {
    pub path: PathBuf,
    pub name: String,
    pub labels: Vec<String>,
    /// Its command files.
    pub commands: Vec<PathBuf>,
    pub limit: Limit,
    /// It stays in its folder.
    pub sandbox: bool,
}

/// How long a study may run, and who says so.
#[derive(Clone, Debug)]
pub struct Limit {
    pub time: Duration,
    pub of: &'static str,
}

/// The limit where nobody gives one.
const LONGEST: Duration = Duration::from_secs(3600);
/// Lines of a command file in which labels are looked for.
const HEAD: usize = 40;

/// The studies, or the exit code and why there are none.
pub fn studies(
    paths: &[PathBuf],
    choice: &Choice,
    time: Option<Duration>,
    world: &dyn World,
) -> Result<Vec<Study>, (u8, String)> {
    let wrong = |why: String| (WRONG, why);
    let here = [PathBuf::from(".")];
    let mut found = Vec::new();
    for path in if paths.is_empty() { &here } else { paths } {
        if !path.exists() {
            return Err(wrong(format!("{} does not exist", path.display())));
        }
        find_studies(path, &mut found, world);
    }
    found.sort();
    found.dedup();
    if let Some(pattern) = expression("-R", choice.pattern.as_deref()).map_err(wrong)? {
        found.retain(|study| pattern.is_match(&study.to_string_lossy()) || pattern.is_match(&name_of(study)));
    }
    if choice.rerun_failed {
        let failed = files::failed_last_time(world).map_err(wrong)?;
        found.retain(|study| failed.contains(&files::plain(&study.to_string_lossy())));
    }
    let mut studies: Vec<Study> = found.into_iter().map(|path| described(path, choice, time, world)).collect();
    if let Some(pattern) = expression("-L", choice.label.as_deref()).map_err(wrong)? {
        studies.retain(|study| study.labels.iter().any(|label| pattern.is_match(label)));
    }
    let some = !studies.is_empty();
    if let Some(text) = &choice.shard {
        let shard = Shard::parse(text).map_err(|why| wrong(format!("--shard {text}: {why}")))?;
        let mut ranks = 0..;
        studies.retain(|_| ranks.next().is_some_and(|rank: usize| rank % shard.count == shard.index));
    }
    // A part of few studies may be empty; a choice of none is a mistake.
    if some { Ok(studies) } else { Err((NO_STUDY, "no study found".to_string())) }
}

/// Its path without a leading `./`, as reports of other tools expect it.
fn name_of(path: &Path) -> String {
    files::plain(&path.to_string_lossy()).to_string_lossy().into_owned()
}

fn expression(option: &str, text: Option<&str>) -> Result<Option<regex_lite::Regex>, String> {
    text.map(|text| regex_lite::Regex::new(text).map_err(|error| format!("{option} '{text}': {error}"))).transpose()
}

fn described(path: PathBuf, choice: &Choice, time: Option<Duration>, world: &dyn World) -> Study {
    // What is wrong with it, its run tells.
    let world = &sandbox::of_study(&path, None, &[], world);
    let project = Project::open(&path, None, world).unwrap_or_default();
    let own = project.time_limit_s.filter(|limit| *limit > 0.0);
    let own = own.and_then(|limit| Duration::try_from_secs_f64(limit * choice.time_factor).ok());
    let own = own.map(|time| Limit { time, of: "P time_limit of its profile" });
    let given = [(choice.timeout, "--timeout"), (time, "--max-time")];
    let given = given.into_iter().filter_map(|(time, of)| time.map(|time| Limit { time, of }));
    let shortest = given.chain(own).min_by_key(|limit| limit.time);
    let limit = shortest.unwrap_or(Limit { time: LONGEST, of: "the limit without --timeout" });
    let mut labels = project.labels.clone();
    for file in &project.commands {
        let text = world.read(file).unwrap_or_default();
        for line in String::from_utf8_lossy(&text).lines().take(HEAD) {
            let given = line.trim_start().strip_prefix('#').and_then(|line| line.trim_start().strip_prefix("labels:"));
            labels
                .extend(given.unwrap_or_default().split([' ', ',', '\t']).filter(|l| !l.is_empty()).map(String::from));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    labels.retain(|label| seen.insert(label.clone()));
    Study { name: name_of(&path), path, labels, commands: project.commands, limit, sandbox: world.is_sandbox() }
}

/// Profiles, and command files that no profile beside them names.
pub fn find_studies(path: &Path, found: &mut Vec<PathBuf>, world: &dyn World) {
    if path.is_file() {
        found.push(path.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    let is = |p: &PathBuf, kind: &str| p.extension().is_some_and(|e| e == kind);
    let profiles: Vec<&PathBuf> = entries.iter().filter(|p| is(p, "export")).collect();
    let read =
        |p: &&PathBuf| String::from_utf8_lossy(&sandbox::beside(p, world).read(p).unwrap_or_default()).into_owned();
    let texts: Vec<String> = profiles.iter().map(read).collect();
    let claimed = |p: &PathBuf| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        texts.iter().any(|t| t.split_whitespace().any(|word| word == name))
    };
    found.extend(profiles.into_iter().cloned());
    found.extend(entries.iter().filter(|p| is(p, "comm") && !claimed(p)).cloned());
    for folder in entries.iter().filter(|p| p.is_dir() && !p.is_symlink()) {
        let hidden = folder.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if !hidden && folder.file_name().is_none_or(|n| n != "target") {
            find_studies(folder, found, world);
        }
    }
}
