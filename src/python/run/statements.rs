//! Statements. At module level an error is reported, the names the statement would have bound become
//! unknown, and the next statement is evaluated: all errors of a study come in one run.

use std::sync::Arc;

use super::names;
use crate::python::core::compare::truth;
use crate::python::core::display::display;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration::Items;
use crate::python::core::scope::Found;
use crate::python::core::unknown::forget;
use crate::python::core::value::{Body, Function, Scope, Value};
use crate::syntax::{
    Expression, ExpressionKind, Parameter, Statement, StatementKind, Statements, blocks, bound, each_expression,
};

/// How a block ends.
#[derive(Debug)]
pub enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
    /// A skipped statement could have left the loop or the function.
    Unknown,
}

/// Nesting in which what skipped statements may have changed is made unknown.
const FORGOTTEN_DEPTH: usize = 8;

impl Interpreter<'_> {
    /// Runs the statements of a command file or of a module.
    pub fn run_module(&mut self, statements: &[Statement], scope: &Arc<Scope>) -> Result<()> {
        match self.block(statements, scope)? {
            Flow::Return(_) => Err(Fault::new("SyntaxError", "'return' outside a function")),
            _ => Ok(()),
        }
    }

    /// Runs the statements of a file; each is given back once it has run, for a file may have a million.
    pub fn run_file(&mut self, statements: Statements, scope: &Arc<Scope>) -> Result<()> {
        let mut unknown = false;
        for statement in statements {
            match self.statement(&statement, scope)? {
                Flow::Next => {}
                Flow::Unknown => unknown = true,
                Flow::Return(_) if !unknown => return Err(Fault::new("SyntaxError", "'return' outside a function")),
                _ => break,
            }
        }
        Ok(())
    }

    pub(crate) fn run_body(&mut self, statements: &[Statement], scope: &Arc<Scope>) -> Result<Value> {
        Ok(match self.block(statements, scope)? {
            Flow::Return(value) => value,
            Flow::Unknown => Value::Unknown,
            _ => Value::None,
        })
    }

    pub(crate) fn block(&mut self, statements: &[Statement], scope: &Arc<Scope>) -> Result<Flow> {
        let mut unknown = false;
        for statement in statements {
            match self.statement(statement, scope)? {
                Flow::Next => {}
                // What follows is still worth checking.
                Flow::Unknown => unknown = true,
                other => return Ok(if unknown { Flow::Unknown } else { other }),
            }
        }
        Ok(if unknown { Flow::Unknown } else { Flow::Next })
    }

    fn statement(&mut self, statement: &Statement, scope: &Arc<Scope>) -> Result<Flow> {
        self.tick()?;
        crate::source::place::enter(statement.span);
        let result = self.enter().and_then(|()| self.execute(statement, scope));
        self.depth -= 1;
        match result.map_err(|fault| fault.at(statement.span)) {
            Err(Fault::Raised(error)) if self.calls == 0 && self.tries == 0 => {
                self.host.report(error.diagnostic());
                Ok(self.skip(std::slice::from_ref(statement), scope))
            }
            other => other,
        }
    }

    /// Leaves statements out: what they would have changed is unknown from here on.
    pub(crate) fn skip(&mut self, statements: &[Statement], scope: &Arc<Scope>) -> Flow {
        bound(statements, &mut |name| scope.set(name, Value::Unknown));
        for name in names::mentioned_in(statements) {
            let container = |v: &Value| {
                matches!(
                    v,
                    Value::List(_) | Value::Dictionary(_) | Value::Set(_) | Value::Array(_) | Value::Iterator(_)
                )
            };
            if let Found::Value(value) = scope.get(name)
                && container(&value)
            {
                // Other names may hold the same container.
                forget(&value, FORGOTTEN_DEPTH);
                if scope.own(name).is_some() {
                    scope.set(name, Value::Unknown);
                } else {
                    scope.root().set(name, Value::Unknown);
                }
            }
        }
        self.skip_created(statements, scope);
        if names::may_jump(statements) { Flow::Unknown } else { Flow::Next }
    }

    /// Names that `CO("name")` would have bound in statements left out, and the commands they would call.
    fn skip_created(&mut self, statements: &[Statement], scope: &Arc<Scope>) {
        each_expression(statements, &mut |e| {
            if let ExpressionKind::Call { function, arguments } = &e.kind
                && matches!(&function.kind, ExpressionKind::Name(name) if name == "CO")
                && let Some(ExpressionKind::Text(name)) = arguments.first().map(|a| &a.value.kind)
            {
                scope.root().set(name, Value::Unknown);
            }
            if let ExpressionKind::Call { function, .. } = &e.kind
                && let ExpressionKind::Name(name) = &function.kind
            {
                self.host.skipped_call(name, function.span);
            }
        });
    }

    fn execute(&mut self, statement: &Statement, scope: &Arc<Scope>) -> Result<Flow> {
        match &statement.kind {
            StatementKind::Expression(e) => {
                let value = self.evaluate(e, scope)?;
                if self.calls == 0 {
                    self.host.shows(&value, statement.span);
                }
            }
            StatementKind::Assign { targets, value } => self.assign_statement(targets, value, scope)?,
            StatementKind::AugmentedAssign { target, operator, value } => {
                self.augmented(target, *operator, value, scope)?;
            }
            StatementKind::If { branches, otherwise } => return self.branch(statement, branches, otherwise, scope),
            StatementKind::For { target, iterable, body, otherwise } => {
                let value = self.evaluate(iterable, scope)?;
                let Some(items) = Items::unlimited(&value).map_err(|f| f.at(iterable.span))? else {
                    let flow = self.skip(std::slice::from_ref(statement), scope);
                    return Ok(after_loop(flow, body));
                };
                let mut items = items;
                return self.turns(body, otherwise, scope, &mut |interpreter, scope| {
                    items.check_unchanged().map_err(|f| f.at(iterable.span))?;
                    match items.next() {
                        Some(item) => interpreter.assign(target, item, scope).map(|()| Some(true)),
                        None => Ok(Some(false)),
                    }
                });
            }
            StatementKind::While { condition, body, otherwise } => {
                return self.turns(body, otherwise, scope, &mut |interpreter, scope| {
                    truth(&interpreter.evaluate(condition, scope)?)
                });
            }
            StatementKind::Function(definition) => {
                let mut locals = names::locals(&definition.body);
                locals.bound.extend(definition.parameters.iter().map(|p| p.name.clone()));
                let defaults = self.defaults(&definition.parameters, scope)?;
                let function = Function {
                    name: definition.name.to_string(),
                    body: Body::Definition(definition.clone()),
                    defaults,
                    locals: Arc::new(locals),
                    scope: scope.clone(),
                };
                check_parameters(&definition.parameters)?;
                scope.set(&definition.name, Value::Function(Arc::new(function)));
            }
            StatementKind::Return(value) => {
                return Ok(Flow::Return(match value {
                    Some(e) => self.evaluate(e, scope)?,
                    None => Value::None,
                }));
            }
            StatementKind::Import(list) => {
                for (module, alias) in list {
                    self.import(module, alias.as_deref(), statement.span, scope)?;
                }
            }
            StatementKind::FromImport { module, names } => self.import_from(module, names, statement.span, scope)?,
            StatementKind::Delete(targets) => {
                for target in targets {
                    self.delete(target, scope)?;
                }
            }
            StatementKind::With { items, body } => return self.with(items, body, scope),
            StatementKind::Try { body, handlers, otherwise, finally } => {
                return self.attempt(body, handlers, otherwise, finally, scope);
            }
            StatementKind::Raise(e) => {
                let value = e.as_ref().map(|e| self.evaluate(e, scope)).transpose()?;
                return Err(self.raised(value, scope)?);
            }
            StatementKind::Assert { condition, message } => {
                if truth(&self.evaluate(condition, scope)?)? == Some(false) {
                    let given = message.as_ref().map(|e| self.evaluate(e, scope)).transpose()?;
                    let mut fault = Fault::new("AssertionError", given.as_ref().map(display).unwrap_or_default());
                    if let Fault::Raised(e) = &mut fault {
                        e.arguments.extend(given);
                    }
                    return Err(fault.at(condition.span));
                }
            }
            StatementKind::Global(_) | StatementKind::Pass => {}
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::Next)
    }

    fn branch(
        &mut self,
        statement: &Statement,
        branches: &[(Expression, Vec<Statement>)],
        otherwise: &[Statement],
        scope: &Arc<Scope>,
    ) -> Result<Flow> {
        for (condition, body) in branches {
            let value = self.evaluate(condition, scope)?;
            match truth(&value).map_err(|f| f.at(condition.span))? {
                Some(true) => return self.block(body, scope),
                Some(false) => {}
                None => return Ok(self.skip(std::slice::from_ref(statement), scope)),
            }
        }
        self.block(otherwise, scope)
    }

    /// Runs a loop. `advance` tells whether there is another turn, `None` when that is unknown.
    fn turns(
        &mut self,
        body: &[Statement],
        otherwise: &[Statement],
        scope: &Arc<Scope>,
        advance: &mut dyn FnMut(&mut Self, &Arc<Scope>) -> Result<Option<bool>>,
    ) -> Result<Flow> {
        loop {
            self.tick()?;
            match advance(self, scope)? {
                Some(true) => {}
                Some(false) => return self.block(otherwise, scope),
                None => {
                    let flow = self.skip(body, scope);
                    return Ok(after_loop(flow, body));
                }
            }
            match self.block(body, scope)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return(value) => return Ok(Flow::Return(value)),
                Flow::Unknown => {
                    let flow = self.skip(body, scope);
                    return Ok(after_loop(flow, body));
                }
            }
        }
    }

    fn with(
        &mut self,
        items: &[(Expression, Option<Expression>)],
        body: &[Statement],
        scope: &Arc<Scope>,
    ) -> Result<Flow> {
        let mut opened = Vec::new();
        for (e, target) in items {
            let value = self.evaluate(e, scope)?;
            let does_nothing = matches!(&value, Value::Module(module) if &*module.name == WITHOUT_EFFECT);
            if !does_nothing && !matches!(value, Value::File(_) | Value::Unknown) {
                let message = format!("'with' expects a file, not {}", value.a_type());
                return Err(Fault::type_error(message).at(e.span));
            }
            opened.push(value.clone());
            if let Some(target) = target {
                self.assign(target, value, scope)?;
            }
        }
        let flow = self.block(body, scope);
        for value in opened.iter().rev() {
            if let Value::File(file) = value {
                self.close(file)?;
            }
        }
        flow
    }
}

/// The context `CA.disable_fpe()`: floating-point faults give nan or inf here in any case.
const WITHOUT_EFFECT: &str = "disable_fpe";

/// `break` and `continue` of a skipped body stay inside the loop; `return` does not.
fn after_loop(flow: Flow, body: &[Statement]) -> Flow {
    fn returns(body: &[Statement]) -> bool {
        body.iter().any(|s| matches!(s.kind, StatementKind::Return(_)) || blocks(s).into_iter().any(returns))
    }
    match flow {
        Flow::Unknown if !returns(body) => Flow::Next,
        other => other,
    }
}

fn check_parameters(parameters: &[Parameter]) -> Result<()> {
    for (i, parameter) in parameters.iter().enumerate() {
        if parameters[..i].iter().any(|p| p.name == parameter.name && !p.name.is_empty()) {
            let message = format!("argument '{}' stands twice in the definition", parameter.name);
            return Err(Fault::new("SyntaxError", message).at(parameter.span));
        }
    }
    Ok(())
}
