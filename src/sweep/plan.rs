//! The plan of a campaign: `plan.json` (study, tables to collect, digest of the cases) and `cases.csv` (a line per case).
//! The plan is written last: a folder without it has none.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::axes::Axes;
use super::cases::Cases;
use crate::diag::Diagnostic;
use crate::source::World;

const PLAN: &str = "plan.json";
const CASES: &str = "cases.csv";
const FORMAT: u32 = 2;
/// Values of all cases of one plan, which has room in 300 MB then.
const MOST_VALUES: usize = 5_000_000;
const CASE: &str = "CASE";
/// Names of columns of the merged file that no parameter may have.
pub const RESERVED: &[&str] = &[CASE, "STATUS", "ERROR"];

/// What keeps a campaign from being planned, read or run.
pub type Fault = Box<Diagnostic>;

#[derive(Clone, Debug)]
pub struct Plan {
    pub folder: PathBuf,
    pub head: Head,
    pub cases: Cases,
}

/// What `plan.json` holds.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Head {
    pub format: u32,
    /// The study, by its absolute path.
    pub study: PathBuf,
    /// Folders of macro-commands.
    pub macros: Vec<PathBuf>,
    pub parameters: Vec<String>,
    pub collect: Vec<String>,
    pub cases: usize,
    /// Assertions are judged: their values are those of the study as it stands, and so mean nothing where others are set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assertions: bool,
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
        study: PathBuf,
        macros: Vec<PathBuf>,
        axes: &Axes,
        collect: &[String],
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
        if parameters.is_empty() {
            return Err(fault("no parameter is given", "give --grid, --cases, --lhs or --sobol"));
        }
        let count = axes.count();
        let Some(count) = count.filter(|count| count.saturating_mul(parameters.len()) <= MOST_VALUES) else {
            let many = count.map_or("too many cases".to_string(), |count| format!("{count} cases"));
            return Err(too_many(&many, parameters.len()));
        };
        if count == 0 {
            return Err(fault("the plan has no case", "a file given with --cases needs a line per case"));
        }
        let mut cases = Cases::of_width(parameters.len());
        for rank in 0..count {
            if !cases.push(axes.case(rank)) {
                return Err(fault("the values of all cases together are longer than 4 GB", "give shorter values"));
            }
        }
        let head = Head {
            format: FORMAT,
            study,
            macros,
            parameters,
            collect: collect.to_vec(),
            cases: count,
            assertions: false,
            cases_digest: String::new(),
        };
        Ok(Plan { folder: folder.to_path_buf(), head, cases })
    }

    /// The status of a case as the campaign tells it.
    pub fn judged<'s>(&self, status: &'s str) -> &'s str {
        if status == "failed" && !self.head.assertions { "ok" } else { status }
    }

    pub fn write(&mut self, world: &dyn World) -> Result<(), Fault> {
        let path = self.folder.join(CASES);
        self.keep_what_is_no_plan(&path, world)?;
        std::fs::create_dir_all(&self.folder).map_err(|error| io_fault(&self.folder, error))?;
        let mut digest = blake3::Hasher::new();
        let written = world.write_pieces(&path, &mut |out| {
            digest.reset();
            let mut table = csv::Writer::from_writer(Digested { out, digest: &mut digest });
            table.write_record(std::iter::once(CASE).chain(self.head.parameters.iter().map(String::as_str)))?;
            for rank in 0..self.cases.len() {
                let number = (rank + 1).to_string();
                table.write_record(std::iter::once(number.as_str()).chain(self.cases.get(rank)))?;
            }
            table.flush()
        });
        written.map_err(|error| io_fault(&path, error))?;
        self.head.cases_digest = digest.finalize().to_hex().to_string();
        let head = serde_json::to_string_pretty(&self.head).map_err(|error| io_fault(&self.folder, error))?;
        let path = self.folder.join(PLAN);
        world.write(&path, format!("{head}\n").as_bytes()).map_err(|error| io_fault(&path, error))
    }

    /// A plan replaces a plan, and no table of the same name that somebody else made.
    fn keep_what_is_no_plan(&self, path: &Path, world: &dyn World) -> Result<(), Fault> {
        let Ok(there) = world.read(path) else { return Ok(()) };
        let head =
            world.read(&self.folder.join(PLAN)).ok().and_then(|bytes| serde_json::from_slice::<Head>(&bytes).ok());
        let digest = blake3::hash(&there).to_hex();
        // A plan that was killed between its two files.
        let begun = format!("{CASE},{}", self.head.parameters.join(","));
        if head.is_some_and(|head| head.cases_digest == digest.as_str()) || there.starts_with(begun.as_bytes()) {
            return Ok(());
        }
        let message = format!("{} is there and was not made by a plan", path.display());
        Err(fault(message, "plan into another folder (-o), or move the file"))
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
        let mut cases = Cases::of_width(head.parameters.len());
        for record in csv::Reader::from_reader(bytes.as_slice()).records() {
            let record = record.map_err(|error| io_fault(&path, error))?;
            if record.len() != head.parameters.len() + 1 || !cases.push(record.iter().skip(1)) {
                return Err(io_fault(&path, "it does not hold the parameters of the plan"));
            }
        }
        Ok(Plan { folder: folder.to_path_buf(), head, cases })
    }

    /// The folder of the study.
    pub fn study_folder(&self) -> &Path {
        self.head.study.parent().unwrap_or(Path::new(""))
    }

    /// The keys of all cases.
    pub fn keys(&self) -> std::collections::BTreeSet<String> {
        (0..self.cases.len()).map(|rank| self.key(rank)).collect()
    }

    /// Whether a file is one of the campaign itself.
    pub fn is_own(&self, path: &Path) -> bool {
        let real = |path: &Path| std::fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_default();
        let (folder, path) = (real(&self.folder), real(path));
        [PLAN, CASES].iter().any(|name| path == folder.join(name)) || path.starts_with(folder.join("results"))
    }

    /// What identifies a case: study, tables to collect, names and values. What it reads is noted in its row.
    pub fn key(&self, rank: usize) -> String {
        let mut hash = blake3::Hasher::new();
        let mut add = |text: &str| {
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        add(&self.head.study.file_name().unwrap_or_default().to_string_lossy());
        add(&self.head.collect.len().to_string());
        self.head.collect.iter().for_each(|table| add(table));
        for (name, value) in self.head.parameters.iter().zip(self.cases.get(rank)) {
            add(name);
            add(value);
        }
        hash.finalize().to_hex()[..32].to_string()
    }
}

fn too_many(cases: &str, values: usize) -> Fault {
    let message = format!("{cases} of {values} values each: a plan has at most {MOST_VALUES} values");
    fault(message, "make several campaigns, each with a part of the values")
}

/// Whether so many samples of so many ranges have room in a plan.
pub fn allow_samples(count: usize, ranges: usize) -> Result<(), Fault> {
    if count.saturating_mul(ranges) <= MOST_VALUES { Ok(()) } else { Err(too_many(&format!("{count} cases"), ranges)) }
}

/// What takes bytes, and their digest.
struct Digested<'d> {
    out: &'d mut dyn Write,
    digest: &'d mut blake3::Hasher,
}

impl Write for Digested<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.digest.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
