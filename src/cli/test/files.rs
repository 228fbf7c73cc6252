//! What a test run writes: JUnit, JSON, a page, and which studies failed.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::about;
use super::choice::Choice;
use crate::answers::versioned;
use crate::cli::sandbox;
use crate::cli::streams::{to_stderr, to_stdout};
use crate::cli::test::last_line::LastLine;
use crate::source::{Confined, World};
use crate::verdict::{About, Ending, StudyResult, junit, page};

/// Between two writings of a report while studies run: whatever ends this program, the report is at most so old.
const BETWEEN_WRITINGS: Duration = Duration::from_secs(1);

/// The reports asked for.
pub struct Reports<'r> {
    choice: &'r Choice,
    world: &'r dyn World,
    last: Instant,
}

impl<'r> Reports<'r> {
    pub fn new(choice: &'r Choice, world: &'r dyn World) -> Self {
        Reports { choice, world, last: Instant::now() }
    }

    /// Writes reports of no study yet: none of an earlier run stays, and one that cannot be written is said before all studies run.
    pub fn start(&mut self) -> bool {
        self.write(&[], 0.0) && self.write_page(&[], "the run has not ended")
    }

    /// Writes what is known so far, unless that was done a moment ago.
    pub fn now_and_then(&mut self, results: &[StudyResult], wall_s: f64) {
        if self.last.elapsed() > BETWEEN_WRITINGS || self.world.cancelled() {
            self.write(results, wall_s);
            self.last = Instant::now();
        }
    }

    /// Writes all; whether it could.
    pub fn finish(&self, results: &[StudyResult], last: &LastLine, wall_s: f64) -> bool {
        let mut done = self.write(results, wall_s) & self.write_page(results, &last.plain);
        for (path, text) in
            [(&self.choice.junit, junit(results, wall_s)), (&self.choice.json, json_text(results, wall_s))]
        {
            if path.as_deref() == Some(Path::new("-")) {
                done &= to_stdout(&text);
            }
        }
        if self.choice.html.as_deref() == Some(Path::new("-")) {
            done &= to_stdout(&page_of(results, &last.plain, Path::new("page.html")));
        }
        done
    }

    fn write(&self, results: &[StudyResult], wall_s: f64) -> bool {
        let junit = self.choice.junit.as_ref().is_none_or(|path| self.put(path, || junit(results, wall_s)));
        let json = self.choice.json.as_ref().is_none_or(|path| self.put(path, || json_text(results, wall_s)));
        junit && json
    }

    fn write_page(&self, results: &[StudyResult], last: &str) -> bool {
        self.choice.html.as_ref().is_none_or(|path| self.put(path, || page_of(results, last, path)))
    }

    fn put(&self, path: &Path, text: impl Fn() -> String) -> bool {
        if path == Path::new("-") {
            return true;
        }
        // The world that was told to stop still writes files.
        let written = sandbox::beside(path, self.world).write(path, text().as_bytes()).map_err(|e| e.to_string());
        if let Err(why) = &written {
            to_stderr(&format!("{} cannot be written: {why}", path.display()));
        }
        written.is_ok()
    }
}

/// The page of the run at a path.
fn page_of(results: &[StudyResult], summary: &str, path: &Path) -> String {
    let foot = about::foot();
    let link = |name: &str| about::address(path, Path::new(name));
    page(results, &About { summary, foot: &foot, link: Some(&link) })
}

fn json_text(results: &[StudyResult], wall_s: f64) -> String {
    format!("{:#}\n", json(results, wall_s))
}

/// All results as one object.
pub fn json(results: &[StudyResult], wall_s: f64) -> serde_json::Value {
    let mut counts = serde_json::json!({ "studies": results.len() });
    for ending in Ending::ALL {
        counts[ending.word()] = results.iter().filter(|result| result.ending == ending).count().into();
    }
    let studies: Vec<serde_json::Value> = results.iter().map(StudyResult::json).collect();
    versioned(serde_json::json!({ "counts": counts, "wall_s": wall_s, "studies": studies }))
}

/// The studies of the last run that did not pass, one path per line.
const FAILED_STUDIES: &str = ".stickslip/failed";

pub fn failed_last_time(world: &dyn World) -> Result<Vec<PathBuf>, String> {
    let text = failed_before(&here(world)).map_err(|why| match why.kind() {
        ErrorKind::NotFound => format!("no study failed the last time ({FAILED_STUDIES} is not there)"),
        _ => format!("{FAILED_STUDIES} cannot be read: {why}"),
    })?;
    Ok(text.lines().map(plain).collect())
}

fn here(world: &dyn World) -> Confined<'_> {
    sandbox::within(&[Path::new("")], world)
}

fn failed_before(world: &dyn World) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&world.read(Path::new(FAILED_STUDIES))?).into_owned())
}

/// A path without the leading `./`.
pub fn plain(path: &str) -> PathBuf {
    Path::new(path).components().filter(|part| *part != std::path::Component::CurDir).collect()
}

/// Writes down which studies did not pass; those of this run that passed are struck off.
pub fn remember(results: &[StudyResult], choice: &Choice, world: &dyn World) {
    let world = here(world);
    let path = |study: &str| plain(study).to_string_lossy().into_owned();
    let ran = |result: &&StudyResult| !matches!(result.ending, Ending::NotRun | Ending::Stopped);
    let run: Vec<String> = results.iter().filter(ran).map(|result| path(&result.name)).collect();
    let before = failed_before(&world).unwrap_or_default();
    let mut failed: Vec<String> = before.lines().filter(|l| !run.iter().any(|r| r == l)).map(String::from).collect();
    let bad = |result: &&StudyResult| !choice.passes(result.ending);
    failed.extend(results.iter().filter(ran).filter(bad).map(|result| path(&result.name)));
    // A convenience: where nothing can be written, the next run is simply not shorter.
    if world.may_touch(Path::new(FAILED_STUDIES)).is_err() {
        return;
    }
    if failed.is_empty() {
        let _ = std::fs::remove_file(FAILED_STUDIES);
        let _ = std::fs::remove_dir(".stickslip");
        return;
    }
    let _ = std::fs::create_dir_all(".stickslip");
    let _ = world.write(Path::new(FAILED_STUDIES), (failed.join("\n") + "\n").as_bytes());
}
