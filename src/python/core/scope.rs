//! Variables: the module's, and those of each call of a function.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::value::{Locals, Scope, Value, read, write};

/// What looking a name up gives.
pub enum Found {
    Value(Value),
    /// A local name without value yet.
    Unbound,
    Missing,
}

impl Scope {
    pub fn module() -> Arc<Self> {
        Arc::default()
    }

    pub fn function(parent: &Arc<Scope>, locals: &Arc<Locals>) -> Arc<Self> {
        Arc::new(Scope { parent: Some(parent.clone()), locals: Some(locals.clone()), ..Scope::default() })
    }

    /// A level for the variables of a comprehension.
    pub fn nested(parent: &Arc<Scope>) -> Arc<Self> {
        Arc::new(Scope { parent: Some(parent.clone()), ..Scope::default() })
    }

    pub fn is_module(&self) -> bool {
        self.parent.is_none()
    }

    pub fn root(self: &Arc<Self>) -> Arc<Scope> {
        let mut scope = self;
        while let Some(parent) = &scope.parent {
            scope = parent;
        }
        scope.clone()
    }

    /// Notes that the module imports what it uses: it comes with the study, or imports code_aster.
    pub fn set_imports_itself(self: &Arc<Self>) {
        self.root().imports_itself.store(true, Relaxed);
    }

    /// Whether DEBUT imports nothing for the module.
    pub fn imports_itself(self: &Arc<Self>) -> bool {
        self.root().imports_itself.load(Relaxed)
    }

    pub fn get(self: &Arc<Self>, name: &str) -> Found {
        let mut scope = self;
        loop {
            if scope.locals.as_ref().is_some_and(|l| l.global.contains(name)) {
                return scope.root().own(name).map_or(Found::Missing, Found::Value);
            }
            if let Some(value) = scope.own(name) {
                return Found::Value(value);
            }
            if scope.locals.as_ref().is_some_and(|l| l.bound.contains(name)) {
                return Found::Unbound;
            }
            match &scope.parent {
                Some(parent) => scope = parent,
                None => return Found::Missing,
            }
        }
    }

    /// A variable of this very level.
    pub fn own(&self, name: &str) -> Option<Value> {
        read(&self.variables).get(name).cloned()
    }

    pub fn set(self: &Arc<Self>, name: &str, value: Value) {
        if self.locals.as_ref().is_some_and(|l| l.global.contains(name)) {
            return self.root().set(name, value);
        }
        let mut variables = write(&self.variables);
        match variables.get_mut(name) {
            Some(slot) => *slot = value,
            None => {
                variables.insert(name.into(), value);
            }
        }
    }

    /// False when there was no such variable.
    pub fn delete(&self, name: &str) -> bool {
        write(&self.variables).shift_remove(name).is_some()
    }

    /// Names and values of this level, in order of creation.
    pub fn entries(&self) -> Vec<(Arc<str>, Value)> {
        read(&self.variables).iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    /// Puts the names and values of [`Scope::entries`] back.
    pub fn replace(&self, entries: impl IntoIterator<Item = (Arc<str>, Value)>) {
        *write(&self.variables) = entries.into_iter().collect();
    }

    /// All names that can be seen from here, for suggestions.
    pub fn visible(self: &Arc<Self>) -> Vec<Arc<str>> {
        let mut names = Vec::new();
        let mut scope = Some(self);
        while let Some(s) = scope {
            names.extend(read(&s.variables).keys().cloned());
            scope = s.parent.as_ref();
        }
        names
    }
}
