//! `import` and `from ... import`: the modules studies use, and Python modules that come with a study.

use std::sync::Arc;

use crate::catalogue::{quoted, replaced_as};
use crate::diag::Diagnostic;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Module, Scope, Value};
use crate::python::modules::register;
use crate::python::run::instead;
use crate::source::Span;
use crate::syntax::Identifier;

impl Interpreter<'_> {
    pub(crate) fn import(&mut self, name: &str, alias: Option<&str>, span: Span, scope: &Arc<Scope>) -> Result<()> {
        let module = self.module(name, span)?;
        note_import(name, scope);
        match alias {
            Some(alias) => scope.set(alias, Value::Module(module)),
            // `import a.b` binds `a`.
            None => match name.split_once('.') {
                Some((first, _)) => {
                    let first_module = self.module(first, span)?;
                    scope.set(first, Value::Module(first_module));
                }
                None => scope.set(name, Value::Module(module)),
            },
        }
        Ok(())
    }

    pub(crate) fn import_from(
        &mut self,
        module: &str,
        names: &[(Identifier, Option<Identifier>)],
        span: Span,
        scope: &Arc<Scope>,
    ) -> Result<()> {
        note_import(module, scope);
        if matches!(
            module,
            "code_aster.Commands"
                | "Cata.cata"
                | "Utilitai"
                | "__future__"
                | "Accas"
                | "code_aster.Cata.Syntax"
                | "code_aster.Cata.Commands"
        ) {
            return self.import_commands(module, names, span, scope);
        }
        let module = self.module(module, span)?;
        for (name, alias) in names {
            if &**name == "*" {
                for (name, value) in module.scope.entries() {
                    if !name.starts_with('_') {
                        scope.set(&name, value);
                    }
                }
                continue;
            }
            let value = module.scope.own(name).ok_or_else(|| {
                let known = module.scope.visible();
                let mut diagnostic =
                    Diagnostic::error("G007", format!("module {} has no '{name}'", module.name)).at(span);
                let near = replaced_as(name, known.iter().map(|n| &**n), Some(span), &quoted);
                diagnostic = match (instead::of_files(&module.name, name), near) {
                    (Some(help), _) => diagnostic.help(help),
                    (None, Some((help, fix))) => diagnostic.help(help).fix(fix),
                    (None, None) => {
                        let mut known: Vec<&str> = known.iter().map(|n| &**n).collect();
                        known.sort_unstable();
                        diagnostic.help(format!("it has {}", known.join(", ")))
                    }
                };
                Fault::with("ImportError", diagnostic)
            })?;
            scope.set(alias.as_deref().unwrap_or(name), value);
        }
        Ok(())
    }

    /// Commands are known everywhere; only another name for one has to be bound.
    fn import_commands(
        &mut self,
        module: &str,
        names: &[(Identifier, Option<Identifier>)],
        span: Span,
        scope: &Arc<Scope>,
    ) -> Result<()> {
        for (name, alias) in names {
            if let Some(alias) = alias {
                let value = self.name(name, span, &Scope::module())?;
                scope.set(alias, value);
            } else if &**name != "*" && module == "code_aster.Commands" && !matches!(&**name, "_F" | "CO") {
                let found = self.name(name, span, &Scope::module())?;
                scope.set(name, found);
            }
        }
        Ok(())
    }

    pub(crate) fn module(&mut self, name: &str, span: Span) -> Result<Arc<Module>> {
        if let Some(module) = self.modules.get(name) {
            return Ok(module.clone());
        }
        let Some(module) = register::module(name) else { return self.study_module(name, span) };
        if name == "numpy" {
            // An accident of old releases, `from numpy import math`, that studies rely on.
            module.scope.set("math", Value::Module(self.module("math", span)?));
        }
        if name == "os" {
            let seen = self.host.environment().into_iter();
            let seen = seen.map(|(name, value)| (Arc::from(name.as_str()), Value::text(value)));
            module.scope.set("environ", Value::dictionary(seen));
        }
        self.modules.insert(name.to_string(), module.clone());
        Ok(module)
    }

    fn study_module(&mut self, name: &str, span: Span) -> Result<Arc<Module>> {
        let Some(statements) = self.host.module(name) else {
            let mut diagnostic =
                Diagnostic::error("G005", format!("module '{name}' is not known")).at(span).label("cannot be imported");
            let known = || register::MODULES.iter().copied();
            if let Some(help) = instead::of_files(name, "") {
                return Err(Fault::with("ModuleNotFoundError", diagnostic.help(help)));
            }
            if let Some(help) = instead::of_the_reference(name) {
                let missing = format!("Python module {name}");
                return Err(Fault::with("ModuleNotFoundError", diagnostic.help(help).missing(missing)));
            }
            diagnostic = match replaced_as(name, known(), Some(span), &quoted) {
                Some((help, fix)) => diagnostic.help(help).fix(fix),
                None => diagnostic.help(format!(
                    "a study can import {} and Python files that come with it (a line `F nom {name}.py D 0` of the \
                     profile, or a file {name}.py beside the study)",
                    known().collect::<Vec<_>>().join(", ")
                )),
            };
            return Err(Fault::with("ModuleNotFoundError", diagnostic));
        };
        let scope = Scope::module();
        scope.set_imports_itself();
        let module = Arc::new(Module { name: name.into(), scope: scope.clone() });
        // Registered first, so that modules importing each other end.
        self.modules.insert(name.to_string(), module.clone());
        self.run_module(&statements, &scope)?;
        Ok(module)
    }
}

/// A file that imports code_aster or its commands (not one of its other modules) imports the rest too.
fn note_import(module: &str, scope: &Arc<Scope>) {
    if matches!(module, "code_aster" | "code_aster.CA" | "code_aster.Commands") {
        scope.set_imports_itself();
    }
}
