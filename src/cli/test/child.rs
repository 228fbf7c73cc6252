//! One study in a process of its own: started, its log read, its report and its pictures taken.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::choice::Choice;
use super::log::Log;
use super::select::Study;
use crate::io::base64;
use crate::source::{memory, note_temporary};
use crate::verdict::{Ending, Picture, Record, StudyResult};

/// Time a study has to end by itself once it has reached its limit.
const GRACE: Duration = Duration::from_secs(2);
/// Between two looks at a process that has closed its output.
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

/// A process under way.
pub struct Running {
    pub rank: usize,
    pub since: Instant,
    pub ends: Option<Instant>,
    child: Child,
    /// Why it was killed.
    killed: Option<(Ending, String)>,
}

impl Running {
    pub fn kill(&mut self, ending: Ending, why: String) {
        if self.killed.is_none() {
            self.killed = Some((ending, why));
            let _ = self.child.kill();
        }
    }

    pub fn is_killed(&self) -> bool {
        self.killed.is_some()
    }

    /// Bytes of memory it occupies, where the system says so.
    pub fn resident(&self) -> u64 {
        memory::resident_of(self.child.id())
    }
}

/// The processes under way.
pub type Table = Mutex<Vec<Running>>;

pub fn locked(table: &Table) -> std::sync::MutexGuard<'_, Vec<Running>> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs one study to its end.
pub fn run(study: &Study, rank: usize, threads: usize, choice: &Choice, table: &Table) -> StudyResult {
    // What the study writes goes to a folder of its own and is thrown away.
    let scratch = std::env::temp_dir().join(format!("stickslip-{}-{rank}", std::process::id()));
    note_temporary(&scratch, true);
    let start = Instant::now();
    let mut result = match std::fs::create_dir_all(&scratch) {
        Ok(()) => run_in(study, rank, threads, choice, table, &scratch),
        Err(error) => wrong(study, format!("the folder {} cannot be made: {error}", scratch.display())),
    };
    result.wall_s = start.elapsed().as_secs_f64();
    result.labels = study.labels.clone();
    let _ = std::fs::remove_dir_all(&scratch);
    note_temporary(&scratch, false);
    result
}

fn wrong(study: &Study, why: String) -> StudyResult {
    StudyResult { why, ..StudyResult::new(&study.name, Ending::Error) }
}

fn run_in(study: &Study, rank: usize, threads: usize, choice: &Choice, table: &Table, scratch: &Path) -> StudyResult {
    // Beside the folder of what the study writes: no name of its own is taken.
    let (output, report) = (scratch.join("files"), scratch.join("report.json"));
    let (mut command, mut reader) = match command(study, threads, choice, &output, &report) {
        Ok(ready) => ready,
        Err(error) => return wrong(study, format!("its process cannot be prepared: {error}")),
    };
    let since = Instant::now();
    let ends = since.checked_add(study.limit.time.saturating_add(GRACE));
    {
        let mut running = locked(table);
        match command.spawn() {
            Ok(child) => running.push(Running { rank, since, ends, child, killed: None }),
            Err(error) => return wrong(study, format!("its process cannot be started: {error}")),
        }
    }
    // It holds the other end of the pipe.
    drop(command);
    let mut log = Log::default();
    let mut buffer = vec![0; 16 << 10];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => log.push(&buffer[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let (status, killed) = ended(rank, table);
    let json = std::fs::read(&report).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let mut result = judged(study, status, killed, json.as_ref());
    result.log = log.text();
    result.pictures = pictures(&output);
    result.sources = sources(study);
    result
}

type Prepared = (Command, std::io::PipeReader);

fn command(study: &Study, threads: usize, choice: &Choice, output: &Path, report: &Path) -> std::io::Result<Prepared> {
    let (reader, writer) = std::io::pipe()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("run").arg("--with-parent").arg("--output").arg(output).arg("--json").arg(report);
    command.arg("--threads").arg(threads.to_string());
    command.arg("--max-time").arg(study.limit.time.as_secs_f64().to_string());
    if let Some(bytes) = memory::limit_set() {
        command.arg("--max-memory").arg(bytes.to_string());
    }
    if study.sandbox {
        command.arg("--sandbox");
    }
    if crate::kernel::simd::is_narrow() {
        command.arg("--narrow");
    }
    if let Some(former) = choice.age.former {
        command.arg("--former").arg(former.word());
    }
    command.arg("--").arg(&study.path);
    // The study ends when the other end of its standard input is closed, however this process ends.
    command.stdin(Stdio::piped()).stderr(writer.try_clone()?).stdout(writer);
    #[cfg(unix)]
    {
        // Ctrl-C in a terminal is for this process, which ends its studies.
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    Ok((command, reader))
}

/// Takes a process that has closed its output off the table.
fn ended(rank: usize, table: &Table) -> (Option<ExitStatus>, Option<(Ending, String)>) {
    loop {
        let mut running = locked(table);
        let Some(at) = running.iter().position(|running| running.rank == rank) else { return (None, None) };
        match running[at].child.try_wait() {
            Ok(None) => {}
            status => return (status.ok().flatten(), running.remove(at).killed),
        }
        drop(running);
        std::thread::sleep(BETWEEN_LOOKS);
    }
}

fn judged(
    study: &Study,
    status: Option<ExitStatus>,
    killed: Option<(Ending, String)>,
    json: Option<&serde_json::Value>,
) -> StudyResult {
    let mut result = StudyResult::new(&study.name, Ending::Crash);
    if let Some(json) = json {
        let list = |key: &str| json[key].as_array().cloned().unwrap_or_default();
        result.records = list("tests").iter().filter_map(Record::from_json).collect();
        result.diagnostics = list("diagnostics");
        if result.diagnostics.is_empty() && !json["error"].is_null() {
            result.diagnostics.push(json["error"].clone());
        }
    }
    if let Some((ending, why)) = killed {
        (result.ending, result.why) = (ending, why);
        return result;
    }
    let Some(json) = json else {
        result.why = unreported(status);
        return result;
    };
    let error = &json["error"];
    if !error.is_null() {
        let text = |key: &str| error[key].as_str().unwrap_or_default().to_string();
        let code = text("code");
        result.ending = match code.as_str() {
            "R006" => Ending::Time,
            "R005" => Ending::Memory,
            "R001" => Ending::Crash,
            _ => Ending::Error,
        };
        result.why = match result.ending {
            Ending::Time => late(study),
            _ => format!("{code} {}", text("message")),
        };
        result.place = error["line"].as_u64().map(|line| (text("file"), line as usize));
        return result;
    }
    let Some(failed) = result.records.iter().find(|record| record.passed == Some(false)) else {
        let verified = result.records.iter().any(|record| record.passed.is_some());
        result.ending = if verified { Ending::Held } else { Ending::NoTest };
        if !verified {
            result.why = match result.records.len() {
                0 => "no assertion".to_string(),
                _ => "no assertion was compared".to_string(),
            };
        }
        return result;
    };
    result.place = Some((failed.file.to_string(), failed.line));
    result.why = format!("{} is {}, expected {}", failed.label, failed.computed, failed.expected);
    result.ending = Ending::Failed;
    result
}

/// The words for a study that took too long.
pub fn late(study: &Study) -> String {
    format!("stopped after {} s ({})", study.limit.time.as_secs_f64(), study.limit.of)
}

fn unreported(status: Option<ExitStatus>) -> String {
    let Some(status) = status else { return "its process was lost".to_string() };
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return format!("its process was ended by signal {signal}{}", signal_name(signal));
        }
    }
    match status.code() {
        Some(code) => format!("its process ended with exit code {code} and no report"),
        None => "its process ended without a report".to_string(),
    }
}

#[cfg(unix)]
fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic)",
        9 => " (kill)",
        11 => " (segmentation fault)",
        15 => " (termination)",
        _ => "",
    }
}

/// The pictures a study wrote, by name.
fn pictures(folder: &Path) -> Vec<Picture> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|files| files.flatten().map(|file| file.path()).collect()).unwrap_or_default();
    found.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).ok()?;
        let name = path.file_name()?.to_string_lossy().into_owned();
        if bytes.starts_with(b"\x89PNG\r\n") {
            let mut address = "data:image/png;base64,".to_string();
            base64::encode(&bytes, &mut address);
            return Some(Picture { name, address });
        }
        let svg = String::from_utf8(bytes).ok().filter(|text| text.trim_start().starts_with("<svg"))?;
        Some(Picture::of_svg(name, &svg))
    };
    found.into_iter().filter_map(read).collect()
}

/// The lines of the command files, as messages name the files.
fn sources(study: &Study) -> std::collections::BTreeMap<String, Vec<String>> {
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).ok()?;
        let lines = String::from_utf8_lossy(&bytes).lines().map(String::from).collect();
        Some((path.file_name()?.to_string_lossy().into_owned(), lines))
    };
    study.commands.iter().filter_map(read).collect()
}
