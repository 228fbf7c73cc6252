//! A study that can be checked and run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::failure::Failure;
use crate::former::Request;
use crate::python::Value;
use crate::script::ScriptMacros;
use crate::source::{BorrowedOrShared, Disk, Memory, World};
use crate::study::events::{Observer, Silent};
use crate::study::{Options, Project, Report, Shared, evaluate};

/// Study with its files, its settings, and the world it sees.
#[derive(Clone)]
pub struct Study<'w> {
    pub(super) project: Project,
    pub(super) options: Options,
    pub(super) world: BorrowedOrShared<'w, dyn World + 'w>,
}

impl Study<'static> {
    /// Opens a command file (`.comm`) or a profile (`.export`) on the disk.
    ///
    /// # Errors
    /// There is no such study, its profile is wrong, or a macro-command in the folder `macros` beside it is.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Box<Failure>> {
        Study::open_in(path, Disk::default())
    }

    /// Opens a command file or a profile in a world of one's own: a memory, a folder, a server.
    ///
    /// # Errors
    /// As those of [`Study::open`].
    pub fn open_in(path: impl AsRef<Path>, world: impl World + 'static) -> Result<Self, Box<Failure>> {
        Study::in_world(path.as_ref(), None, BorrowedOrShared::Shared(Arc::new(world)))
    }

    /// Makes a study from a text and the files it reads, by name. What it writes stays in memory.
    ///
    /// # Errors
    /// As those of [`Study::open`].
    pub fn of_text<'f>(
        name: &'f str,
        text: &'f str,
        files: impl IntoIterator<Item = (&'f str, &'f [u8])>,
    ) -> Result<Self, Box<Failure>> {
        let world = Memory::default();
        let all = files.into_iter().chain([(name, text.as_bytes())]);
        for (file, bytes) in all {
            let cannot = |error: std::io::Error| Failure::of(crate::diag::Diagnostic::error("I001", error.to_string()));
            world.write(Path::new(file), bytes).map_err(cannot)?;
        }
        Study::in_world(Path::new(name), None, BorrowedOrShared::Shared(Arc::new(world)))
    }
}

impl<'w> Study<'w> {
    /// Opens a study in a world that may be lent. `output` is the folder it writes to, its own if absent. Macro-commands are
    /// those of the program and of a folder `macros` beside the study.
    ///
    /// # Errors
    /// As those of [`Study::open`].
    pub fn in_world(
        path: &Path,
        output: Option<&Path>,
        world: BorrowedOrShared<'w, dyn World + 'w>,
    ) -> Result<Self, Box<Failure>> {
        let project = Project::open(path, output, &*world).map_err(|error| Failure::of(*error))?;
        Study::of_project(project, world)
    }

    /// Makes a study without files, for a session; names of files are looked up in the current folder.
    ///
    /// # Errors
    /// A macro-command in the folder `macros` is wrong.
    pub fn empty(
        name: &str,
        output: Option<&Path>,
        world: BorrowedOrShared<'w, dyn World + 'w>,
    ) -> Result<Self, Box<Failure>> {
        let output = output.map_or_else(PathBuf::new, Path::to_path_buf);
        Study::of_project(Project { name: name.to_string(), output, ..Project::default() }, world)
    }

    /// Makes a study from a project that is open already.
    ///
    /// # Errors
    /// A macro-command beside it is wrong.
    pub fn of_project(project: Project, world: BorrowedOrShared<'w, dyn World + 'w>) -> Result<Self, Box<Failure>> {
        let macros = beside(&project, &*world)?;
        let options = Options { macros: Some(Arc::new(macros)), ..Options::default() };
        Ok(Study { project, options, world })
    }

    /// Sets the value of a variable in place of its first assignment, as `--set` does.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.set.push((name.to_string(), value.into()));
        self
    }

    /// Sets a variable of the environment that the study sees, as `--env NAME` does.
    pub fn environment(mut self, name: &str, value: &str) -> Self {
        self.options.environment.retain(|(own, _)| own != name);
        self.options.environment.push((name.to_string(), value.to_string()));
        self
    }

    /// Sets the number of threads (1 by default).
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = threads.max(1);
        self
    }

    /// Adds the macro-commands (`NAME.rhai`) of more folders.
    ///
    /// # Errors
    /// A folder cannot be read, or one of its scripts is wrong.
    pub fn macros(mut self, folders: &[PathBuf]) -> Result<Self, Box<Failure>> {
        if !folders.is_empty() {
            let mut macros = beside(&self.project, &*self.world)?;
            add(&mut macros, folders, &*self.world)?;
            self.options.macros = Some(Arc::new(macros));
        }
        Ok(self)
    }

    /// Reads the study by the rules of a version: today's, or those of version 15. Recognised from the study if not given.
    pub fn version(mut self, version: Option<Request>) -> Self {
        self.options.former = version;
        self
    }

    /// Drops the keywords of a call once it has run, for callers that do not look at the calls in the graph of the report.
    pub fn drop_keywords_after_run(mut self) -> Self {
        self.options.forgets = true;
        self
    }

    /// Keeps the states of transients after the run, for callers that look up values by name then.
    pub fn keep_states(mut self, keeps: bool) -> Self {
        self.options.keeps = keeps;
        self
    }

    /// Takes results over from earlier runs that share `shared`: what has not changed is not computed again.
    pub fn sharing(mut self, shared: Arc<Shared>) -> Self {
        self.options.shared = Some(shared);
        self
    }

    /// Returns the stem of the study's file, which is its name in reports.
    pub fn name(&self) -> &str {
        &self.project.name
    }

    /// Returns the settings of the evaluation.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the files and units that were found when the study was opened.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Checks the whole study and reports all that is wrong with it. Nothing runs that takes long, and nothing is written.
    pub fn check(&self) -> Report {
        let options = Options { check_only: true, prepares: true, ..self.options.clone() };
        evaluate(&self.project, &options, &*self.world, &Silent)
    }

    /// Lists the operators from their calls alone: no file is read but the texts of the study.
    pub fn outline(&self) -> Report {
        let options = Options { check_only: true, ..self.options.clone() };
        evaluate(&self.project, &options, &*self.world, &Silent)
    }

    /// Runs the study without an observer.
    pub fn run(&self) -> Report {
        self.run_observed(&Silent)
    }

    /// Runs the study; `observer` sees what is printed, found wrong and shown while it happens.
    pub fn run_observed(&self, observer: &dyn Observer) -> Report {
        evaluate(&self.project, &self.options, &*self.world, observer)
    }
}

/// Macro-commands of the program and of the folder `macros` beside the study.
fn beside(project: &Project, world: &dyn World) -> Result<ScriptMacros, Box<Failure>> {
    let mut macros = ScriptMacros::embedded();
    let is_there = |folder: &PathBuf| folder.is_dir() || world.list(folder).is_ok_and(|names| !names.is_empty());
    let folder = Some(project.folder.join("macros")).filter(is_there);
    add(&mut macros, folder.as_slice(), world)?;
    Ok(macros)
}

fn add(macros: &mut ScriptMacros, folders: &[PathBuf], world: &dyn World) -> Result<(), Box<Failure>> {
    for folder in folders {
        let failure = |error: Box<(crate::diag::Diagnostic, crate::source::SourceMap)>| {
            let (diagnostic, sources) = *error;
            Box::new(Failure { diagnostic, sources })
        };
        macros.add_folder(folder, world).map_err(failure)?;
    }
    Ok(())
}
