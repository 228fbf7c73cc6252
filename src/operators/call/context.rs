//! What an operator may touch besides its call: files by logical unit, messages, verdicts, progress.

use std::sync::Arc;
use std::time::Duration;

use super::units::Units;
use crate::catalogue::Call;
use crate::catalogue::CallError;
use crate::concepts::{Concept, Handle, MeshValue, internal_name};
use crate::diag::Diagnostic;
use crate::former::Age;
use crate::former::upgrade::Insertion;
use crate::kernel::mesh::Mesh;
use crate::source::{Instant, Span, World};
use crate::verdict::Record;

/// Something an operator says; shown in the order of the study whatever the order of execution.
#[derive(Clone, Debug)]
pub enum Message {
    /// Text of the study's log (tables printed, statistics of a run).
    Text(String),
    /// Text of the study's log that is shown the first time only.
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
