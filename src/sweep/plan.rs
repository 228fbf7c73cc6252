//! The plan of a campaign: `plan.json` (study, tables to collect, digest of all that was read to make it) and `cases.csv`
//! (a line per case). The plan is written last: a folder without it has none.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::axes::Axes;
use crate::diag::Diagnostic;
use crate::source::World;
use crate::study::Project;

const PLAN: &str = "plan.json";
const CASES: &str = "cases.csv";
const FORMAT: u32 = 1;
/// Cases of one plan.
const MOST_CASES: usize = 20_000_000;
const CASE: &str = "CASE";
/// Names of columns of the merged file that no parameter may have.
pub const RESERVED: &[&str] = &[CASE, "STATUS", "ERROR"];

/// What keeps a campaign from being planned, read or run.
pub type Fault = Box<Diagnostic>;

#[derive(Clone, Debug)]
pub struct Plan {
    pub folder: PathBuf,
    pub head: Head,
    pub cases: Vec<Vec<String>>,
}

/// What `plan.json` holds.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Head {
    pub format: u32,
    pub version: String,
    /// The study, by its absolute path.
    pub study: PathBuf,
    /// Folders of macro-commands.
    pub macros: Vec<PathBuf>,
    pub parameters: Vec<String>,
    pub collect: Vec<String>,
    pub cases: usize,
    /// Of the files of the study.
    pub digest: String,
    /// Of `cases.csv`.
    pub cases_digest: String,
}

pub fn fault(message: impl Into<String>, help: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error("W001", message).help(help))
}

fn io_fault(path: &Path, error: impl std::fmt::Display) -> Fault {
    Box::new(Diagnostic::error("W002", format!("{}: {error}", path.display())))
}

impl Plan {
    /// A plan of all combinations of the axes.
    pub fn new(
        folder: &Path,
        project: &Project,
        study: PathBuf,
        macros: Vec<PathBuf>,
        axes: &Axes,
        collect: &[String],
        world: &dyn World,
    ) -> Result<Plan, Fault> {
        let parameters = axes.names();
        for (rank, name) in parameters.iter().enumerate() {
            if parameters[..rank].contains(name) {
                return Err(fault(format!("the parameter {name} is given twice"), "give each parameter in one place"));
            }
            if RESERVED.contains(&name.as_str()) {
                let help = format!("{} are columns of the merged table: rename the variable", RESERVED.join(", "));
                return Err(fault(format!("no parameter can be called {name}"), help));
            }
        }
        let count = axes.count().filter(|count| *count <= MOST_CASES);
        let Some(count) = count.filter(|_| !parameters.is_empty()) else {
            let message = if parameters.is_empty() { "no parameter is given" } else { "the plan has too many cases" };
            let help = format!("give --grid, --cases, --lhs or --sobol; a plan has at most {MOST_CASES} cases");
            return Err(fault(message, help));
        };
        if count == 0 {
            return Err(fault("the plan has no case", "a file given with --cases needs a line per case"));
        }
        let cases: Vec<Vec<String>> = (0..count).map(|rank| axes.case(rank)).collect();
        let head = Head {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            study,
            macros,
            parameters,
            collect: collect.to_vec(),
            cases: count,
            digest: digest(project, world)?,
            cases_digest: String::new(),
        };
        Ok(Plan { folder: folder.to_path_buf(), head, cases })
    }

    pub fn write(&mut self, world: &dyn World) -> Result<(), Fault> {
        std::fs::create_dir_all(&self.folder).map_err(|error| io_fault(&self.folder, error))?;
        let mut table = csv::Writer::from_writer(Vec::new());
        let wrong = |error: csv::Error| io_fault(&self.folder.join(CASES), error);
        table
            .write_record(std::iter::once(CASE).chain(self.head.parameters.iter().map(String::as_str)))
            .map_err(wrong)?;
        for (rank, values) in self.cases.iter().enumerate() {
            let rank = (rank + 1).to_string();
            table.write_record(std::iter::once(&rank).chain(values)).map_err(wrong)?;
        }
        let bytes = table.into_inner().map_err(|error| io_fault(&self.folder.join(CASES), error.to_string()))?;
        self.head.cases_digest = blake3::hash(&bytes).to_hex().to_string();
        let put = |name: &str, bytes: &[u8]| {
            let path = self.folder.join(name);
            world.write(&path, bytes).map_err(|error| io_fault(&path, error))
        };
        put(CASES, &bytes)?;
        let head = serde_json::to_string_pretty(&self.head).map_err(|error| io_fault(&self.folder, error))?;
        put(PLAN, format!("{head}\n").as_bytes())
    }

    pub fn read(folder: &Path, world: &dyn World) -> Result<Plan, Fault> {
        let path = folder.join(PLAN);
        let bytes = world.read(&path).map_err(|error| {
            let message = format!("{} holds no plan of a campaign ({PLAN}: {error})", folder.display());
            fault(message, "make one with `stickslip sweep plan STUDY -o DIR --grid NAME=V1,V2`")
        })?;
        let head: Head = serde_json::from_slice(&bytes).map_err(|error| io_fault(&path, error))?;
        if head.format != FORMAT {
            return Err(fault(format!("{} has format {}, not {FORMAT}", path.display(), head.format), "plan again"));
        }
        let path = folder.join(CASES);
        let bytes = world.read(&path).map_err(|error| io_fault(&path, error))?;
        if blake3::hash(&bytes).to_hex().as_str() != head.cases_digest {
            let message = format!("{} is not the file that was planned", path.display());
            return Err(fault(message, "plan again; results of cases that stay the same are kept"));
        }
        let mut cases = Vec::with_capacity(head.cases);
        for record in csv::Reader::from_reader(bytes.as_slice()).records() {
            let record = record.map_err(|error| io_fault(&path, error))?;
            cases.push(record.iter().skip(1).map(String::from).collect());
        }
        Ok(Plan { folder: folder.to_path_buf(), head, cases })
    }

    /// Whether the study is still what was planned.
    pub fn check_study(&self, project: &Project, world: &dyn World) -> Result<(), Fault> {
        if digest(project, world)? == self.head.digest && self.head.version == env!("CARGO_PKG_VERSION") {
            return Ok(());
        }
        let study = self.head.study.display();
        Err(fault(format!("{study} or the program has changed since the campaign was planned"), "plan again"))
    }

    /// What identifies a case: all that its result depends on.
    pub fn key(&self, rank: usize) -> String {
        let mut hash = blake3::Hasher::new();
        let mut add = |text: &str| {
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        add(&self.head.digest);
        add(&self.head.version);
        add(&self.head.collect.len().to_string());
        self.head.collect.iter().for_each(|table| add(table));
        for (name, value) in self.head.parameters.iter().zip(&self.cases[rank]) {
            add(name);
            add(value);
        }
        hash.finalize().to_hex()[..32].to_string()
    }
}

/// Of the names and contents of the files a study is made of.
fn digest(project: &Project, world: &dyn World) -> Result<String, Fault> {
    let mut files: Vec<PathBuf> = project.commands.iter().chain(&project.modules).cloned().collect();
    files.extend(project.units.values().filter(|path| world.exists(path)).cloned());
    // What the study reads by name or by its usual name stands beside it.
    if let Ok(entries) =
        std::fs::read_dir(if project.folder.as_os_str().is_empty() { Path::new(".") } else { &project.folder })
    {
        const READ: &[&str] = &["comm", "mail", "med", "mmed", "msup", "unv", "msh", "py"];
        let read = |path: &PathBuf| path.extension().is_some_and(|e| READ.iter().any(|kind| e == *kind));
        files.extend(entries.flatten().map(|entry| project.folder.join(entry.file_name())).filter(read));
    }
    files.sort();
    files.dedup();
    let mut hash = blake3::Hasher::new();
    for path in files {
        let bytes = world.read(&path).map_err(|error| io_fault(&path, error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        hash.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
    }
    Ok(hash.finalize().to_hex()[..32].to_string())
}
