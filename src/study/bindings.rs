//! What stands for names and unit numbers: files by unit, variables that the user sets, files that the study's Python
//! writes by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use super::options::Options;
use super::project::Project;
use crate::catalogue::nearest;
use crate::diag::Diagnostic;
use crate::operators::Units;
use crate::python::Value;

pub struct Bindings {
    /// Files by unit number, as they are bound at this point of the study.
    pub units: Arc<Units>,
    /// `--set NAME=VALUE`; `None` once the study has taken the value.
    overrides: BTreeMap<String, Option<Value>>,
    /// Files the study's Python writes; not there yet while it is only checked.
    announced: BTreeSet<String>,
}

impl Bindings {
    pub fn new(project: &Project, options: &Options) -> Self {
        let units = Units {
            bound: Mutex::new(project.units.clone()),
            results: project.results.clone(),
            folder: project.folder.clone(),
            stem: project.name.clone(),
            output: project.output.clone(),
            ..Units::default()
        };
        Bindings {
            units: Arc::new(units),
            overrides: options.set.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect(),
            announced: BTreeSet::new(),
        }
    }

    /// The value to take for the first assignment of a name.
    pub fn take_override(&mut self, name: &str) -> Option<Value> {
        self.overrides.get_mut(name)?.take()
    }

    /// Notes a file that the study's Python writes.
    pub fn announce(&mut self, name: &str) {
        self.announced.insert(name.to_string());
    }

    /// Whether the study's Python writes the file.
    pub fn is_announced(&self, name: &str) -> bool {
        self.announced.contains(name)
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
            said.push(match nearest(name, names.iter().map(|n| &**n)) {
                Some(near) => diagnostic.help(format!("did you mean {near}?")),
                None => diagnostic.help("only variables assigned at the top level of a command file can be set"),
            });
        }
        said
    }
}
