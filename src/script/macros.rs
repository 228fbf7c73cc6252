//! The macro-commands written in rhai, embedded and of folders, as studies call them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rhai::AST;

use super::{describe, embedded, engine};
use crate::catalogue;
use crate::catalogue::{Command, RawValue};
use crate::diag::Diagnostic;
use crate::source::{SourceFile, SourceMap, Span, World};
use crate::study::{Emission, Emitted, MacroFault, Macros};

/// One macro-command.
pub(super) struct Script {
    name: String,
    file: String,
    text: String,
    /// Compiled when first named; scripts of folders at once, so that what is wrong with them is told first.
    compiled: OnceLock<Option<Compiled>>,
}

#[derive(Clone)]
struct Compiled {
    ast: AST,
    description: &'static Command,
}

/// The macro-commands of the program and of some folders.
#[derive(Default)]
pub struct ScriptMacros {
    scripts: Vec<Script>,
}

/// A script that cannot be taken, with the sources its place refers to.
pub type LoadError = Box<(Diagnostic, SourceMap)>;

impl ScriptMacros {
    /// Those embedded in the program.
    pub fn embedded() -> Self {
        let script = |(name, text): &(&str, &str)| Script {
            name: name.to_string(),
            file: format!("{name}.rhai"),
            text: text.to_string(),
            compiled: OnceLock::new(),
        };
        ScriptMacros { scripts: embedded::SCRIPTS.iter().map(script).collect() }
    }

    /// Adds all `*.rhai` of a folder, in the order of their names.
    pub fn add_folder(&mut self, folder: &Path, world: &dyn World) -> Result<(), LoadError> {
        let unreadable = |what: String| -> LoadError {
            let error = Diagnostic::error("G020", what).help("--macros takes a folder with scripts NAME.rhai");
            Box::new((error, SourceMap::default()))
        };
        let names = world
            .list(folder)
            .map_err(|e| unreadable(format!("the folder {} cannot be read: {e}", folder.display())))?;
        for path in names.iter().filter(|name| name.ends_with(".rhai")).map(|name| folder.join(name)) {
            let bytes = world.read(&path).map_err(|e| unreadable(format!("{} cannot be read: {e}", path.display())))?;
            let file = path.file_name().unwrap_or_default().to_string_lossy().to_string();
            self.add(&file, String::from_utf8_lossy(&bytes).to_string())?;
        }
        Ok(())
    }

    /// Adds one script; one of the same name before it is replaced.
    pub fn add(&mut self, file: &str, text: String) -> Result<(), LoadError> {
        let name = file.trim_end_matches(".rhai").to_uppercase();
        let fail = |message: String, (start, end): (usize, usize)| -> LoadError {
            let mut sources = SourceMap::default();
            let id = sources.add(SourceFile::new(file, None, text.clone()));
            let error = Diagnostic::error("G020", message).at(Span::new(id, start, end)).label("in this script");
            Box::new((error, sources))
        };
        let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) || !name.chars().all(fits) {
            return Err(fail(format!("{file} cannot name a command: letters, digits and _ only"), (0, 0)));
        }
        if catalogue::command(&name).is_some() {
            return Err(fail(format!("{name} is an operator already: give the script another name"), (0, 0)));
        }
        let compiled = compile(&name, &text).map_err(|fault| {
            let (start, end) = fault.range(&text);
            fail(fault.message, (start, end))
        })?;
        self.scripts.retain(|s| s.name != name);
        self.scripts.push(Script { name, file: file.to_string(), text, compiled: OnceLock::from(Some(compiled)) });
        self.scripts.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(())
    }

    fn script_of(&self, name: &str) -> Option<&Script> {
        self.scripts.iter().find(|s| s.name == name)
    }
}

impl Script {
    fn compiled(&self) -> Option<&Compiled> {
        self.compiled.get_or_init(|| compile(&self.name, &self.text).ok()).as_ref()
    }
}

/// Scripts by name and text: what they declare lives as long as the program, so that each is compiled once.
static KNOWN: Mutex<BTreeMap<(String, String), Compiled>> = Mutex::new(BTreeMap::new());

fn compile(name: &str, text: &str) -> Result<Compiled, engine::Fault> {
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (name.to_string(), text.to_string());
    if let Some(compiled) = known().get(&key) {
        return Ok(compiled.clone());
    }
    let ast = engine::compile(text)?;
    let declared = engine::describe(&ast)?;
    let description = describe::command(name, &declared)
        .map_err(|message| engine::Fault::at(text, "describe", format!("what describe() returns: {message}")))?;
    let compiled = Compiled { ast, description: Box::leak(Box::new(description)) };
    known().insert(key, compiled.clone());
    Ok(compiled)
}

impl Macros for ScriptMacros {
    fn names(&self) -> Vec<&str> {
        self.scripts.iter().map(|s| s.name.as_str()).collect()
    }

    fn description(&self, name: &str) -> Option<&'static Command> {
        self.script_of(name)?.compiled().map(|c| c.description)
    }

    fn script(&self, name: &str) -> Option<(&str, &str)> {
        self.script_of(name).map(|s| (s.file.as_str(), s.text.as_str()))
    }

    fn expand(
        &self,
        name: &str,
        arguments: Vec<(Arc<str>, RawValue)>,
        emit: &mut dyn FnMut(Emitted) -> Result<Emission, ()>,
    ) -> Result<RawValue, MacroFault> {
        let Some(script) = self.script_of(name) else { return Err(MacroFault::Reported) };
        let Some(Compiled { ast, description }) = script.compiled() else { return Err(MacroFault::Reported) };
        let callable = self.names().into_iter().map(str::to_string).collect();
        engine::expand(engine::WAY, ast, &script.text, description, arguments, callable, emit)
    }
}
