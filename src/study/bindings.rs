//! What stands for names and unit numbers: files by unit, variables that the user sets, files that the study's Python
//! writes by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::options::Options;
use super::project::Project;
use crate::catalogue::replaced;
use crate::diag::Diagnostic;
use crate::operators::Units;
use crate::python::{Value, represent};

pub struct Bindings {
    /// Files by unit number, as they are bound at this point of the study.
    pub units: Arc<Units>,
    /// `--set NAME=VALUE`; `None` once the study has taken the value.
    overrides: BTreeMap<String, Option<Value>>,
    /// Files the study's Python writes; not there yet while it is only checked.
    announced: BTreeSet<PathBuf>,
    /// A call that acts on the study itself is wrong: files and units are not known.
    pub unbound: bool,
}

/// Kinds of values that may stand for one another.
fn kind(value: &Value) -> Option<&'static str> {
    match value {
        Value::Logical(_) | Value::Integer(_) | Value::Real(_) | Value::Complex(_) => Some("number"),
        Value::Text(_) => Some("text"),
        Value::List(_) | Value::Tuple(_) => Some("list"),
        Value::Dictionary(_) => Some("dictionary"),
        _ => None,
    }
}

impl Bindings {
    pub fn new(project: &Project, options: &Options) -> Self {
        let places = (project.folder.clone(), project.name.clone(), project.output.clone());
        let units = Units::of_profile(project.units.clone(), project.results.clone(), project.given.clone(), places);
        Bindings {
            units: Arc::new(units),
            overrides: options.set.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect(),
            announced: BTreeSet::new(),
            unbound: false,
        }
    }

    pub fn has_override(&self, name: &str) -> bool {
        self.overrides.get(name).is_some_and(Option::is_some)
    }

    /// Has the next assignment of a name take a value.
    pub fn preset(&mut self, name: &str, value: Value) {
        self.overrides.insert(name.to_string(), Some(value));
    }

    /// Takes back what [`Bindings::preset`] said; false when nothing waits.
    pub fn forget(&mut self, name: &str) -> bool {
        self.overrides.remove(name).is_some_and(|value| value.is_some())
    }

    /// The value to take for the first assignment of a name, and a warning when it is of another kind than the study's `own`.
    pub fn take_override(&mut self, name: &str, own: Option<&Value>) -> Option<(Value, Option<Diagnostic>)> {
        let value = self.overrides.get_mut(name)?.take()?;
        let doubt = own.filter(|own| kind(own).zip(kind(&value)).is_some_and(|(own, set)| own != set)).map(|own| {
            let (own, set) = ((own.type_name(), represent(own)), (value.type_name(), represent(&value)));
            let a = |kind: &str| if kind == "int" { format!("an {kind}") } else { format!("a {kind}") };
            let message = format!("--set {name}: {} is {}, the study has {}, {}", set.1, a(set.0), own.1, a(own.0));
            let help = match set.0 {
                "tuple" if own.0 == "float" => "decimals use a point: 0.3, not 0,3",
                "str" => "what is no Python value is taken as a text",
                _ => "the study goes on with the value that is set",
            };
            Diagnostic::warning("G013", message).help(help)
        });
        Some((value, doubt))
    }

    /// Notes a file that the study's Python writes.
    pub fn announce(&mut self, keys: &[PathBuf]) {
        self.announced.extend(keys.iter().cloned());
    }

    /// Whether the study's Python writes the file.
    pub fn is_announced(&self, keys: &[PathBuf]) -> bool {
        keys.iter().any(|key| self.announced.contains(key))
    }

    /// Has the calls that follow take `fort.N` for the file of a unit that nothing else names.
    pub fn free(&mut self, unit: i64) {
        let mut units = self.units.rebound(self.units.all_bound());
        units.free(unit);
        self.units = Arc::new(units);
    }

    /// Whether the study's Python writes files.
    pub fn announces(&self) -> bool {
        !self.announced.is_empty()
    }

    /// Says which `--set` names the study never assigned; `names` are those it has.
    pub fn unused_overrides(&self, names: &[Arc<str>]) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        let unused = self.overrides.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| name);
        for name in unused {
            if names.iter().any(|known| **known == **name) {
                let message = format!("--set {name}: the study gives {name} its value otherwise than by an assignment");
                let help =
                    "only assignments at the top level of a command file can be set: not loops, imports, or `def`";
                said.push(Diagnostic::error("G013", message).help(help));
                continue;
            }
            let message = format!("--set {name}: the study assigns no variable of that name");
            let diagnostic = Diagnostic::error("G013", message);
            said.push(match replaced(name, names.iter().map(|n| &**n), None) {
                Some((help, _)) => diagnostic.help(help),
                None => diagnostic.help("only variables assigned at the top level of a command file can be set"),
            });
        }
        said
    }
}
