//! `stickslip sweep submit`: a campaign handed to a batch system.

use std::path::Path;
use std::time::Duration;

use super::campaign::{fault, put, read};
use super::sandbox;
use crate::cli::codes::HELD;
use crate::cli::streams::to_stdout;
use crate::cli::words::count;
use crate::source::{Disk, World, memory};
use crate::sweep::{Fault, Submission};

/// What the command line asks for.
pub struct Asked<'a> {
    pub shards: Option<usize>,
    /// Cores per task.
    pub jobs: usize,
    pub print: bool,
    /// Options of `sbatch`.
    pub options: &'a [String],
}

/// Submits the campaign, or prints the scripts.
pub fn submit(folder: &Path, asked: &Asked<'_>, time: Option<Duration>, world: &Disk) -> Result<u8, Fault> {
    let Asked { shards, jobs, print, options } = *asked;
    let plan = read(folder, world)?;
    let words = options.iter().map(|word| (word.as_str(), "an option of sbatch"));
    let path = folder.to_string_lossy();
    for (text, what) in words.chain([(&*path, "the folder of the campaign")]) {
        let is_path = what.starts_with("the folder");
        if let Some(sign) = text.chars().find(|c| c.is_control() || is_path && matches!(c, '"' | '\\')) {
            return Err(fault(format!("{what} holds the sign {sign:?}, which a job script cannot: {text:?}")));
        }
    }
    let absolute = std::path::absolute(folder).map_err(|error| fault(error.to_string()))?;
    let program = std::env::current_exe().map_err(|error| fault(error.to_string()))?;
    let shards = shards.unwrap_or(plan.cases.len().div_ceil(100).min(1000)).clamp(1, plan.cases.len());
    let mut limits = Vec::new();
    if let Some(time) = time {
        limits.extend(["--max-time".to_string(), time.as_secs_f64().to_string()]);
    }
    if let Some(bytes) = memory::limit_set() {
        limits.extend(["--max-memory".to_string(), bytes.to_string()]);
    }
    if world.is_sandbox() {
        limits.push("--sandbox".to_string());
    }
    let submission = Submission { folder: &absolute, program: &program, shards, jobs: jobs.max(1), limits, options };
    let (array, merge) = crate::sweep::script(&submission);
    if print {
        to_stdout(&format!("{array}\n{merge}"));
        return Ok(HELD);
    }
    sandbox::within(&[folder], world)
        .may_touch(&absolute.join("log"))
        .and_then(|()| std::fs::create_dir_all(absolute.join("log")))
        .map_err(|error| fault(format!("{}: {error}", absolute.display())))?;
    let send = |name: &str, text: &str, more: &[String]| {
        let path = absolute.join(name);
        put(&path, text.as_bytes(), world)?;
        let sent = std::process::Command::new("sbatch").arg("--parsable").args(more).arg(&path).output();
        let sent = sent.map_err(|error| fault(format!("sbatch cannot be run: {error}; --print shows the script")))?;
        if !sent.status.success() {
            return Err(fault(format!("sbatch: {}", String::from_utf8_lossy(&sent.stderr).trim())));
        }
        let text = String::from_utf8_lossy(&sent.stdout);
        Ok(text.trim().split(';').next().unwrap_or_default().to_string())
    };
    let array = send("array.sh", &array, &[])?;
    let merge = send("merge.sh", &merge, &[format!("--dependency=afterany:{array}")])?;
    to_stdout(&format!(
        "job {array}: {} of {}; job {merge} merges",
        count(shards, "task"),
        count(plan.cases.len(), "case")
    ));
    Ok(HELD)
}
