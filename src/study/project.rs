//! What a study is made of: its command files in order, the files of its logical units, its modules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::profile::{Profile, UnitFile};
use crate::catalogue::replaced_as;
use crate::diag::Diagnostic;
use crate::former::Request;
use crate::source::{FileId, SourceFile, World};
use crate::syntax::{self, ExpressionKind};

#[derive(Clone, Debug, Default)]
pub struct Project {
    /// Stem of the study's file, its name in reports.
    pub name: String,
    /// Folder in which names are looked up.
    pub folder: PathBuf,
    /// Where files written go.
    pub output: PathBuf,
    pub commands: Vec<PathBuf>,
    pub units: BTreeMap<i64, PathBuf>,
    pub modules: Vec<PathBuf>,
    /// Values computed before that no longer hold do not fail the study.
    pub validation: bool,
    /// `P testlist` of the profile.
    pub labels: Vec<String>,
    /// `P time_limit` of the profile, in seconds.
    pub time_limit_s: Option<f64>,
    /// `P former 2020` or `P former no` of the profile.
    pub former: Option<Request>,
    /// What was chosen, for the user (`profile shoe.export`).
    pub notes: Vec<String>,
    /// Files that units write, where they also read another one.
    pub results: BTreeMap<i64, PathBuf>,
    /// Units that only read.
    pub given: BTreeSet<i64>,
    /// The profile, if there is one.
    pub profile: Option<PathBuf>,
    /// `P lint` of the profile: `-L003`, `+L006`.
    pub lints: Vec<String>,
    /// Units of the profile, with their lines from 0.
    pub bound: Vec<(i64, usize)>,
    /// Command files that have a unit and that no other one includes.
    pub stages: Vec<(i64, PathBuf)>,
    /// What is doubtful in the profile.
    pub warnings: Vec<Diagnostic>,
}

impl Project {
    /// Finds what belongs to a study given by its `.comm` or `.export`.
    pub fn open(study: &Path, output: Option<&Path>, world: &dyn World) -> Result<Self, Box<Diagnostic>> {
        world.may_touch(study).map_err(|error| Box::new(unreadable(study, &error)))?;
        if !world.exists(study) {
            return Err(Box::new(absent(study, world)));
        }
        if let Some(error) = not_a_study(study, world) {
            return Err(Box::new(error));
        }
        let folder = study.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let stem = study.file_stem().unwrap_or_default().to_string_lossy().to_string();
        let mut project = Project {
            name: stem.clone(),
            output: output.map_or_else(|| folder.clone(), Path::to_path_buf),
            folder: folder.clone(),
            ..Project::default()
        };
        let is_profile = study.extension().is_some_and(|e| e == "export");
        let sibling = folder.join(format!("{stem}.export"));
        if let Err(error) = world.may_touch(&sibling) {
            return Err(Box::new(unreadable(&sibling, &error)));
        }
        let profile =
            if is_profile { Some(study.to_path_buf()) } else { Some(sibling).filter(|path| world.exists(path)) };
        let Some(profile) = profile else {
            project.commands.push(study.to_path_buf());
            return Ok(project);
        };
        let bytes = world.read(&profile).map_err(|e| Box::new(unreadable(&profile, &e)))?;
        let read = Profile::parse(&String::from_utf8_lossy(&bytes), &folder);
        if !is_profile && !read.commands.iter().any(|c| c.file_name() == study.file_name()) {
            // The profile of that name is about another study.
            project.commands.push(study.to_path_buf());
            return Ok(project);
        }
        if read.commands.is_empty() {
            let message = format!("{} names no command file", profile.display());
            let help = "add a line such as `F comm study.comm D 1`";
            return Err(Box::new(Diagnostic::error("I002", message).help(help)));
        }
        for path in read.commands.iter().chain(&read.modules) {
            if let Err(error) = world.may_touch(path) {
                let message = format!("{} names {}, which cannot be read: {error}", profile.display(), path.display());
                return Err(Box::new(Diagnostic::error("I001", message)));
            }
        }
        if let Some(missing) = read.commands.iter().find(|c| !world.exists(c)) {
            let message =
                format!("{} names the command file {}, which does not exist", profile.display(), missing.display());
            return Err(Box::new(Diagnostic::error("I001", message)));
        }
        project.commands = read.commands;
        let included = included(&project.commands, &read.stages, world);
        let (parts, stages): (Vec<_>, Vec<_>) =
            read.stages.into_iter().partition(|stage| included.contains(&stage.unit));
        project.commands.retain(|path| !parts.iter().any(|part| part.path == *path));
        project.stages = stages.into_iter().map(|stage| (stage.unit, stage.path)).collect();
        let units: Vec<UnitFile> = parts.into_iter().chain(read.units).collect();
        project.modules = read.modules;
        project.validation = read.validation;
        project.labels = read.labels;
        project.lints = read.lints;
        project.bound = units.iter().map(|file| (file.unit, file.line)).collect();
        project.time_limit_s = read.time_limit_s;
        project.former = read.former.map(|word| word.parse()).transpose().map_err(|why: String| {
            let message = format!("{}: the line `P former` is wrong: {why}", profile.display());
            Box::new(Diagnostic::error("I002", message).help("write `P former 2020` or `P former no`"))
        })?;
        project.profile = Some(profile.clone());
        for (line, text) in &read.unread {
            let message = format!("{}:{line}: the line `{text}` is not understood and ignored", profile.display());
            let help = "a file is `F TYPE NAME D UNIT` (R in place of D: a result), a parameter `P NAME VALUE`";
            project.warnings.push(Diagnostic::warning("I005", message).help(help));
        }
        project.bind(units, output)?;
        if !is_profile {
            project.notes.push(format!("files as in {}", profile.display()));
        }
        Ok(project)
    }
}

impl Project {
    /// Binds the units of the profile, those read first. A unit may read one file and write another one.
    fn bind(&mut self, files: Vec<UnitFile>, output: Option<&Path>) -> Result<(), Box<Diagnostic>> {
        let profile = self.profile.clone().unwrap_or_default();
        let mut reading = BTreeSet::new();
        for file in files {
            let path = match (file.written, output, file.path.file_name()) {
                (true, Some(output), Some(name)) => output.join(name),
                _ => file.path,
            };
            let own = self.own_files().any(|own| *own == path);
            if file.written && own {
                let message = format!("{}: unit {} would write over {}", profile.display(), file.unit, path.display());
                let error = Diagnostic::error("I002", message);
                return Err(Box::new(error.help("results go to files of their own: give the line another name")));
            }
            let Some(first) = self.units.get(&file.unit) else {
                if !file.written {
                    reading.insert(file.unit);
                }
                if file.given {
                    self.given.insert(file.unit);
                }
                self.units.insert(file.unit, path);
                continue;
            };
            let taken = match file.written && reading.contains(&file.unit) {
                true => self.results.entry(file.unit).or_insert_with(|| path.clone()),
                false => first,
            };
            if *taken != path {
                let (unit, taken, left) = (file.unit, taken.display(), path.display());
                let message = format!("{} binds unit {unit} to {taken} and to {left}", profile.display());
                let help = format!("{taken} is taken; give each file a unit of its own");
                self.warnings.push(Diagnostic::warning("I004", message).help(help));
            }
        }
        Ok(())
    }

    /// The files the study itself is made of.
    pub fn own_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.commands.iter().chain(&self.modules).chain(&self.profile)
    }
}

/// The units of command files that some command file includes.
fn included(commands: &[PathBuf], stages: &[UnitFile], world: &dyn World) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    for path in commands.iter().filter(|_| !stages.is_empty()) {
        let Ok(bytes) = world.read(path) else { continue };
        let file = SourceFile::new("", None, syntax::decode(&bytes));
        syntax::each_expression(&syntax::parse(FileId(0), &file).statements, &mut |expression| {
            let ExpressionKind::Call { function, arguments } = &expression.kind else { return };
            if !matches!(&function.kind, ExpressionKind::Name(name) if name == "INCLUDE") {
                return;
            }
            let unit = arguments.iter().find(|a| a.name.as_ref().is_some_and(|(name, _)| name == "UNITE"));
            if let Some(ExpressionKind::Integer(unit)) = unit.map(|unit| &unit.value.kind) {
                found.insert(*unit);
            }
        });
    }
    found
}

fn absent(study: &Path, world: &dyn World) -> Diagnostic {
    if study.is_dir() {
        let message = format!("{} is a folder, not a study", study.display());
        let help = format!("`stickslip test {}` runs the studies in it", study.display());
        return Diagnostic::error("I001", message).help(help);
    }
    let diagnostic = Diagnostic::error("I001", format!("there is no study {}", study.display()));
    let folder = study.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut names = world.list(folder).unwrap_or_default();
    names.retain(|n| n.ends_with(".comm") || n.ends_with(".export"));
    let wanted = study.file_name().unwrap_or_default().to_string_lossy().to_string();
    let beside = |near: &str| folder.join(near).display().to_string();
    match replaced_as(&wanted, names.iter().map(String::as_str), None, &beside) {
        Some((help, _)) => diagnostic.help(help),
        None => diagnostic.help("give the path of a .comm or .export file"),
    }
}

/// A file that is plainly something else: a mesh, or no text.
fn not_a_study(study: &Path, world: &dyn World) -> Option<Diagnostic> {
    let bytes = world.read(study).ok()?;
    let error = |what: &str| Diagnostic::error("I007", format!("{} {what}", study.display()));
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Some(error("is text in UTF-16").help("save it in UTF-8"));
    }
    let head = &bytes[..bytes.len().min(4096)];
    if head.starts_with(b"\x89HDF") {
        return Some(error("is a MED file, not a study").help("give the .comm or .export file that reads it"));
    }
    if head.contains(&0) {
        return Some(error("is no text file").help("give a .comm or .export file"));
    }
    let text = String::from_utf8_lossy(head);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('%'))?;
    let is_mesh = ["TITRE", "COOR_2D", "COOR_3D", "$MeshFormat"].contains(&first.split_whitespace().next()?);
    is_mesh.then(|| error("looks like a mesh, not a study").help("give the .comm or .export file that reads it"))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("I001", format!("{} cannot be read: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;

    #[test]
    fn a_command_file_takes_its_sibling_profile() {
        let world = Memory::with([
            ("s/a.comm", "DEBUT()\n"),
            ("s/b.com1", "POURSUITE()\n"),
            ("s/a.export", "F comm a.comm D 1\nF com1 b.com1 D 1\nF mail m.mail D 20\nF svg c.svg R 40\n"),
        ]);
        let project = Project::open(Path::new("s/a.comm"), Some(Path::new("out")), &world).unwrap();
        assert_eq!(project.commands, [PathBuf::from("s/a.comm"), PathBuf::from("s/b.com1")]);
        assert_eq!(project.units[&20], PathBuf::from("s/m.mail"));
        assert_eq!(project.units[&40], PathBuf::from("out/c.svg"));
        assert_eq!(project.notes.len(), 1);
    }

    #[test]
    fn a_unit_reads_one_file_and_writes_one() {
        let text = "F comm a.comm D 1\nF libr in D 30\nF libr out R 30\nF libr x R 31\nF libr y R 31\n";
        let world = Memory::with([
            ("a.comm", ""),
            ("a.export", text),
            ("b.comm", ""),
            ("b.export", "F comm b.comm D 1\nF libr b.comm R 38\n"),
        ]);
        let project = Project::open(Path::new("a.export"), None, &world).unwrap();
        assert_eq!((&project.units[&30], &project.results[&30]), (&PathBuf::from("in"), &PathBuf::from("out")));
        assert_eq!(project.units[&31], PathBuf::from("x"));
        let warned: Vec<_> = project.warnings.iter().map(|w| (w.code, w.message.contains("unit 31"))).collect();
        assert_eq!(warned, [("I004", true)]);
        assert_eq!(Project::open(Path::new("b.export"), None, &world).unwrap_err().code, "I002");
    }

    #[test]
    fn a_command_file_that_another_includes_is_no_stage() {
        let world = Memory::with([
            ("a.comm", "for k in range(2):\n    INCLUDE(INFO=1, UNITE=71)\n"),
            ("part.comm", "x = 1\n"),
            ("late.comm", "y = 1\n"),
            ("a.export", "F comm a.comm D 1\nF comm part.comm D 71\nF comm late.comm D 2\n"),
        ]);
        let project = Project::open(Path::new("a.export"), None, &world).unwrap();
        assert_eq!(project.commands, [PathBuf::from("a.comm"), PathBuf::from("late.comm")]);
        assert_eq!((&project.units[&71], project.given.contains(&71)), (&PathBuf::from("part.comm"), true));
        assert_eq!(project.stages, [(2, PathBuf::from("late.comm"))]);
    }

    #[test]
    fn a_missing_study_or_command_file_is_said() {
        let world = Memory::with([("a.export", "F comm b.comm D 1\n"), ("c.export", "P x 1\n")]);
        assert_eq!(Project::open(Path::new("z.comm"), None, &world).unwrap_err().code, "I001");
        assert_eq!(Project::open(Path::new("a.export"), None, &world).unwrap_err().code, "I001");
        assert_eq!(Project::open(Path::new("c.export"), None, &world).unwrap_err().code, "I002");
        let world = Memory::with([("b.comm", ""), ("d.export", "F comm b.comm D 1\nP former 1990\n")]);
        assert_eq!(Project::open(Path::new("d.export"), None, &world).unwrap_err().code, "I002");
        let world = Memory::with([("m.mail", "COOR_3D\nA 0. 0. 0.\nFINSF\nFIN\n"), ("b.comm", "DEBUT\0\0")]);
        assert_eq!(Project::open(Path::new("m.mail"), None, &world).unwrap_err().code, "I007");
        assert_eq!(Project::open(Path::new("b.comm"), None, &world).unwrap_err().code, "I007");
    }
}
