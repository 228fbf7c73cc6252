//! What an operator may touch besides its call: files by logical unit, messages, verdicts, progress.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::suffixes::{SUFFIXES, with_suffix};
use crate::catalogue::Call;
use crate::catalogue::CallError;
use crate::concepts::{Concept, Handle, MeshValue, internal_name};
use crate::diag::Diagnostic;
use crate::former::Age;
use crate::former::upgrade::Insertion;
use crate::io::med::Document;
use crate::kernel::mesh::Mesh;
use crate::source::{Instant, Span, World};
use crate::verdict::Record;

/// Something an operator says; shown in the order of the study whatever the order of execution.
#[derive(Clone, Debug)]
pub enum Message {
    /// Text of the study's log (tables printed, statistics of a run).
    Text(String),
    /// The same, shown the first time only.
    Once(String),
    Diagnostic(Box<Diagnostic>),
    Verdict(Arc<Record>),
    /// Name of a kept slip that changed a figure, and the call.
    Slip(&'static str, Option<Span>),
    /// What an upgrade writes; shown nowhere.
    Insertion(Insertion),
    /// What is legal and doubtful, for `lint` and editors; shown nowhere else.
    Advice(Box<Diagnostic>),
}

/// Logical units: which file each designates.
#[derive(Debug, Default)]
pub struct Units {
    /// Bound by the profile or by DEFI_FICHIER.
    pub bound: Mutex<BTreeMap<i64, PathBuf>>,
    /// Files that units write, where the profile binds another one to be read.
    pub results: BTreeMap<i64, PathBuf>,
    /// Folder of the study: `fort.N`, `<stem>.mail`, `<stem>.N` are looked up there.
    pub folder: PathBuf,
    pub stem: String,
    /// Where files written by the study go (the study's folder unless told otherwise).
    pub output: PathBuf,
    /// What was written to files so far.
    pub written: Written,
    /// MED files of this run, to which later calls add.
    pub documents: Documents,
}

impl Units {
    /// The same units with other files bound to them; what was written so far stays known.
    pub fn rebound(&self, bound: BTreeMap<i64, PathBuf>) -> Units {
        let before = self.bound.lock().map(|bound| bound.clone()).unwrap_or_default();
        let same = |unit: &i64| before.get(unit) == bound.get(unit);
        let results = self.results.iter().filter(|(unit, _)| same(unit)).map(|(u, p)| (*u, p.clone())).collect();
        Units {
            results,
            bound: Mutex::new(bound),
            folder: self.folder.clone(),
            stem: self.stem.clone(),
            output: self.output.clone(),
            written: self.written.clone(),
            documents: self.documents.clone(),
        }
    }

    /// The files that a unit may have been written to, by their formats.
    fn output_files(&self, unit: i64) -> Vec<PathBuf> {
        let named = SUFFIXES.iter().filter_map(|suffix| self.output_file_as(unit, suffix));
        let mut files: Vec<PathBuf> = self.output_file(unit).into_iter().chain(named).collect();
        files.dedup();
        files
    }

    /// The unit whose file goes by `fort.N` in the working folder.
    pub fn unit_of_name(name: &str) -> Option<i64> {
        name.strip_prefix("./").unwrap_or(name).strip_prefix("fort.")?.parse().ok()
    }

    /// The file of a name given in the study: what its units wrote, what else it wrote, or what stands beside it.
    /// The error lists the places looked at.
    pub fn file_named(&self, name: &str, world: &dyn World) -> Result<PathBuf, Vec<PathBuf>> {
        let name = name.strip_prefix("./").unwrap_or(name);
        let mut candidates: Vec<PathBuf> =
            Units::unit_of_name(name).map_or_else(Vec::new, |unit| self.output_files(unit));
        candidates.extend([self.output.join(name), self.folder.join(name)]);
        candidates.dedup();
        candidates.iter().find(|path| world.exists(path)).cloned().ok_or(candidates)
    }

    /// The file of a unit that is to be read: the one bound to it, else what the study wrote to it, else the first that
    /// exists of `fort.N` (among the results, then beside the study), `<stem>.<extension>` for each extension given, `<stem>.N`.
    /// The error lists the places looked at.
    pub fn resolve(&self, unit: i64, extensions: &[&str], world: &dyn World) -> Result<PathBuf, Vec<PathBuf>> {
        let bound = self.bound.lock().ok().and_then(|bound| bound.get(&unit).cloned());
        let candidates = match bound {
            Some(path) => {
                // What the study wrote to the unit comes before what it was given to read.
                let result =
                    self.results.get(&unit).filter(|path| self.written.lock().is_ok_and(|w| w.contains_key(*path)));
                vec![result.cloned().unwrap_or(path)]
            }
            None => {
                let written = |path: &PathBuf| self.written.lock().is_ok_and(|written| written.contains_key(path));
                let mut candidates: Vec<PathBuf> = self.output_files(unit).into_iter().filter(written).collect();
                candidates.push(self.output.join(format!("fort.{unit}")));
                candidates.push(self.folder.join(format!("fort.{unit}")));
                candidates.extend(extensions.iter().map(|e| self.folder.join(format!("{}.{e}", self.stem))));
                let own = self.folder.join(format!("{}.{unit}", self.stem));
                candidates.push(own.clone());
                candidates
                    .extend(SUFFIXES.map(|suffix| with_suffix(&own, suffix)).into_iter().filter(|p| world.exists(p)));
                candidates.dedup();
                candidates
            }
        };
        // What may not be touched is told when it is read.
        let wanted = |path: &&PathBuf| world.exists(path) || world.may_touch(path).is_err();
        candidates.iter().find(wanted).cloned().ok_or(candidates)
    }
}

/// Runs a command.
pub type Run = fn(&Call, &mut Context<'_>) -> Result<(), CallError>;

/// The running side of one node.
pub struct Context<'a> {
    /// The commands that an operator may run in its own place.
    pub commands: fn(&str) -> Option<Run>,
    pub world: &'a dyn World,
    pub units: &'a Units,
    pub messages: Vec<Message>,
    /// Fraction done (0 to 1) and a short text; called at most a few times per second.
    pub progress: &'a (dyn Fn(f64, &str) + Sync),
    /// Name of the study file, for verdicts.
    pub file: Arc<str>,
    /// When the study was written.
    pub age: &'a Age,
    /// Number of what the node makes, the same wherever it makes the same; none where results are not shared.
    pub seed: Option<u64>,
    /// The study is only checked: what takes long ends once all that it was given is known to be right, without a result.
    pub rehearsal: bool,
}

impl<'a> Context<'a> {
    /// The name and the bytes of the file of UNITE, by default one of the study's folder with this extension.
    pub fn read_unit(&self, call: &Call, extension: &str, unit: i64) -> Result<(String, Vec<u8>), CallError> {
        let path = self.units.resolve(unit, &[extension], self.world).map_err(|places| {
            let places: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
            let error = call.error("UNITE", "I604", format!("there is no file for unit {unit}"));
            Box::new(error.help(format!("looked for {}", places.join(", "))))
        })?;
        let file = path.file_name().map_or(String::new(), |name| name.to_string_lossy().to_string());
        let bytes = self.world.read(&path).map_err(|fault| {
            call.error("UNITE", "I604", format!("the file {file} of unit {unit} cannot be read: {fault}"))
        })?;
        Ok((file, bytes))
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.messages.push(Message::Text(text.into()));
    }

    /// Says what other commands of the study may say too: the same text is shown once.
    pub fn say_once(&mut self, text: impl Into<String>) {
        self.messages.push(Message::Once(text.into()));
    }

    pub fn warn(&mut self, diagnostic: Diagnostic) {
        self.messages.push(Message::Diagnostic(Box::new(diagnostic)));
    }

    /// Says, once in a run, that a kept slip of the reference changes a figure (a name of `diag::SLIPS`).
    pub fn slip(&mut self, name: &'static str, span: Option<Span>) {
        debug_assert!(crate::diag::slip(name).is_some(), "{name} is not in diag::SLIPS");
        self.messages.push(Message::Slip(name, span));
    }

    /// Whether the study asks for a former rule; a note says what differs when it is a former study that does not.
    pub fn former_rule(&mut self, subject: &str, then: &str) -> bool {
        let (follows, note) = self.age.rule(subject, then);
        if let Some(note) = note {
            self.warn(note);
        }
        follows
    }

    pub fn judge(&mut self, record: Record) {
        self.messages.push(Message::Verdict(Arc::new(record)));
    }

    /// The observer of a long run.
    pub fn watch(&self) -> Watch<'a> {
        Watch { world: self.world, progress: self.progress, last: Instant::now() }
    }

    pub fn cancelled(&self) -> bool {
        self.world.cancelled()
    }

    /// The mesh with all groups added to it up to this call.
    pub fn latest_mesh<'m>(&self, call: &'m Call, mesh: &'m MeshValue) -> &'m Arc<Mesh> {
        latest_mesh(call, mesh).unwrap_or(&mesh.mesh)
    }

    /// The identity of a mesh that the call makes.
    pub fn identity(&self, call: &Call) -> u64 {
        let id = call.result.as_ref().map_or(0, |handle| handle.id);
        match self.seed {
            None => id,
            // A command inside a macro-command counts its concepts beyond those of the study.
            Some(seed) if id >> 32 != 0 => seed.wrapping_add(id & 0xffff_ffff),
            Some(seed) => seed,
        }
    }
}

/// The versions of a mesh that a call reaches: the first, and the latest one.
pub fn versions<'m>(call: &'m Call, mesh: &MeshValue) -> Option<&'m (Handle, Handle)> {
    let is_same = |first: &Handle| matches!(first.get(), Some(Concept::Mesh(value)) if value.identity == mesh.identity);
    call.meshes.iter().find(|(first, _)| is_same(first))
}

/// The mesh with all groups added to it up to a call; none where it is the first version.
pub fn latest_mesh<'m>(call: &'m Call, mesh: &MeshValue) -> Option<&'m Arc<Mesh>> {
    match versions(call, mesh)?.1.get() {
        Some(Concept::Mesh(value)) => Some(&value.mesh),
        _ => None,
    }
}

/// The name of a mesh in tables.
pub fn mesh_name(call: &Call, mesh: &MeshValue) -> String {
    versions(call, mesh).map_or_else(|| mesh.name(), |(first, _)| internal_name(first))
}

/// Observer of a long run: reports its progress a few times per second, and tells when it must stop.
pub struct Watch<'a> {
    world: &'a dyn World,
    progress: &'a (dyn Fn(f64, &str) + Sync),
    last: Instant,
}

impl Watch<'_> {
    /// Reports the fraction done (0 to 1) and a text if the last report is old enough; whether the run may go on.
    pub fn observe(&mut self, fraction: f64, text: impl FnOnce() -> String) -> bool {
        if self.last.elapsed() > Duration::from_millis(250) {
            self.last = Instant::now();
            (self.progress)(fraction, &text());
        }
        !self.world.cancelled()
    }
}

/// Sets the result of a call.
pub fn set_result(call: &Call, value: Concept) -> Result<(), CallError> {
    match &call.result {
        Some(handle) => {
            handle.set(value);
            Ok(())
        }
        None => Ok(()),
    }
}

/// `1 state`, `3 states`.
pub(in crate::operators) fn counted(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// What the units hold so far, shared by all the bindings of a run.
pub type Written = Arc<Mutex<BTreeMap<PathBuf, Vec<u8>>>>;

/// The MED files of a run, shared in the same way.
pub type Documents = Arc<Mutex<BTreeMap<PathBuf, Arc<Document>>>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;

    #[test]
    fn units_are_looked_up_where_the_documentation_says() {
        let world = Memory::with([("s/shoe.mail", ""), ("s/fort.21", ""), ("s/shoe.35", ""), ("x/y", "")]);
        let units = Units { folder: "s".into(), stem: "shoe".into(), output: "out".into(), ..Units::default() };
        units.bound.lock().unwrap().insert(22, "x/y".into());
        units.bound.lock().unwrap().insert(23, "x/z".into());
        let resolve = |unit, extensions: &[&str]| units.resolve(unit, extensions, &world);
        assert_eq!(resolve(20, &["mail"]), Ok("s/shoe.mail".into()));
        assert_eq!(resolve(21, &["mail"]), Ok("s/fort.21".into()));
        assert_eq!(resolve(22, &[]), Ok("x/y".into()));
        assert_eq!(resolve(23, &["mail"]), Err(vec!["x/z".into()]));
        assert_eq!(resolve(35, &[]), Ok("s/shoe.35".into()));
        assert_eq!(resolve(20, &[]).unwrap_err().len(), 3);
    }
}
