//! The macro-commands of one evaluation, which notes those that it asks for.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::macros::{Emission, Emitted, MacroFault, Macros};
use crate::catalogue::{Command, RawValue};

pub struct RequestedMacros {
    macros: Arc<dyn Macros>,
    names: Mutex<BTreeSet<String>>,
}

impl RequestedMacros {
    pub fn new(macros: Arc<dyn Macros>) -> Self {
        RequestedMacros { macros, names: Mutex::default() }
    }

    /// The names that were asked for, be there a macro-command or not.
    pub fn asked(&self) -> BTreeSet<String> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, name: &str) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if !names.contains(name) {
            names.insert(name.to_string());
        }
    }
}

impl Macros for RequestedMacros {
    fn names(&self) -> Vec<&str> {
        self.macros.names()
    }

    fn description(&self, name: &str) -> Option<&'static Command> {
        self.note(name);
        self.macros.description(name)
    }

    fn script(&self, name: &str) -> Option<(&str, &str)> {
        self.note(name);
        self.macros.script(name)
    }

    fn expand(
        &self,
        name: &str,
        arguments: Vec<(Arc<str>, RawValue)>,
        emit: &mut dyn FnMut(Emitted) -> Result<Emission, ()>,
    ) -> Result<RawValue, MacroFault> {
        self.note(name);
        self.macros.expand(name, arguments, emit)
    }
}
