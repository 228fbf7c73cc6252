//! The names in the tree of some statements: a walk that knows the scopes of functions and comprehensions.

use std::collections::BTreeSet;

use super::occurrences::{Names, Occurrence, Role};
use super::quoted::{content, words};
use crate::former::walk::words as texts;
use crate::source::Span;
use crate::syntax::{
    Argument, Comprehension, Expression, ExpressionKind, Identifier, Parameter, Statement, StatementKind, TextPart,
    bound, children, globals, target_names,
};

/// Adds the names of further statements of the module; words of formulas are names of it, as far as is known here.
pub(super) fn read(names: &mut Names, text: &str, statements: &[Statement]) {
    // What no function or comprehension binds is the module's, whatever that binds.
    let module = Scope { parent: None, bound: BTreeSet::new() };
    let own = Names { scopes: names.scopes, ..Names::default() };
    let mut reader = Reader { text, scopes: vec![module], names: own, deletes: false };
    reader.block(statements, 0);
    let mut own = reader.names;
    own.occurrences.sort_by_key(|found| (found.span.start, found.span.end));
    names.occurrences.append(&mut own.occurrences);
    names.built.append(&mut own.built);
    names.scopes += reader.scopes.len() - 1;
}

/// Names that a file, a function or a comprehension binds.
#[derive(Debug)]
struct Scope {
    parent: Option<usize>,
    bound: BTreeSet<String>,
}

struct Reader<'t> {
    text: &'t str,
    scopes: Vec<Scope>,
    names: Names,
    /// Inside DETRUIRE.
    deletes: bool,
}

/// Functions that reach names by their text.
const BUILDERS: [&str; 5] = ["globals", "locals", "vars", "exec", "eval"];

impl Reader<'_> {
    fn add(&mut self, name: &str, span: Span, role: Role, scope: usize, in_text: bool) {
        let mut binds = scope;
        while !self.scopes[binds].bound.contains(name) {
            match self.scopes[binds].parent {
                Some(parent) => binds = parent,
                None => break,
            }
        }
        let scope = if binds == 0 { 0 } else { self.names.scopes + binds };
        self.names.occurrences.push(Occurrence { name: name.to_string(), span, role, in_text, scope });
    }

    fn inner(&mut self, parent: usize, bound: BTreeSet<String>) -> usize {
        self.scopes.push(Scope { parent: Some(parent), bound });
        self.scopes.len() - 1
    }

    fn block(&mut self, statements: &[Statement], scope: usize) {
        statements.iter().for_each(|statement| self.statement(statement, scope));
    }

    fn statement(&mut self, statement: &Statement, scope: usize) {
        match &statement.kind {
            StatementKind::Expression(value) => self.expression(value, scope),
            StatementKind::Assign { targets, value } => {
                self.expression(value, scope);
                targets.iter().for_each(|target| self.target(target, Role::Defines, scope));
            }
            StatementKind::AugmentedAssign { target, value, .. } => {
                self.expression(value, scope);
                self.target(target, Role::Defines, scope);
            }
            StatementKind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.expression(condition, scope);
                    self.block(body, scope);
                }
                self.block(otherwise, scope);
            }
            StatementKind::For { target, iterable, body, otherwise } => {
                self.expression(iterable, scope);
                self.target(target, Role::Defines, scope);
                self.block(body, scope);
                self.block(otherwise, scope);
            }
            StatementKind::While { condition, body, otherwise } => {
                self.expression(condition, scope);
                self.block(body, scope);
                self.block(otherwise, scope);
            }
            StatementKind::Function(function) => {
                self.identifier(&function.name, scope);
                let mut own: BTreeSet<String> = function.parameters.iter().map(|p| p.name.clone()).collect();
                bound(&function.body, &mut |name| {
                    own.insert(name.to_string());
                });
                globals(&function.body, &mut |name| {
                    own.remove(name);
                });
                let inner = self.inner(scope, own);
                self.parameters(&function.parameters, scope, inner);
                self.block(&function.body, inner);
            }
            StatementKind::Return(value) | StatementKind::Raise(value) => {
                value.iter().for_each(|value| self.expression(value, scope));
            }
            StatementKind::Import(list) => {
                for (module, alias) in list {
                    let first = module.split('.').next().unwrap_or(module);
                    let end = module.span.start + first.len() as u32;
                    let plain = Identifier { name: first.to_string(), span: Span { end, ..module.span } };
                    self.identifier(alias.as_ref().unwrap_or(&plain), scope);
                }
            }
            StatementKind::FromImport { names, .. } => {
                for (name, alias) in names.iter().filter(|(name, _)| &**name != "*") {
                    self.identifier(alias.as_ref().unwrap_or(name), scope);
                }
            }
            StatementKind::Delete(targets) => {
                targets.iter().for_each(|target| self.target(target, Role::Deletes, scope));
            }
            StatementKind::With { items, body } => {
                for (value, target) in items {
                    self.expression(value, scope);
                    target.iter().for_each(|target| self.target(target, Role::Defines, scope));
                }
                self.block(body, scope);
            }
            StatementKind::Try { body, handlers, otherwise, finally } => {
                self.block(body, scope);
                for (kind, name, body) in handlers {
                    kind.iter().for_each(|kind| self.expression(kind, scope));
                    name.iter().for_each(|name| self.identifier(name, scope));
                    self.block(body, scope);
                }
                self.block(otherwise, scope);
                self.block(finally, scope);
            }
            StatementKind::Assert { condition, message } => {
                self.expression(condition, scope);
                message.iter().for_each(|message| self.expression(message, scope));
            }
            StatementKind::Global(names) => {
                names.iter().for_each(|name| self.add(name, name.span, Role::Reads, 0, false));
            }
            StatementKind::Pass | StatementKind::Break | StatementKind::Continue => {}
        }
    }

    /// Defaults are read outside, names are bound inside.
    fn parameters(&mut self, parameters: &[Parameter], scope: usize, inner: usize) {
        for parameter in parameters {
            parameter.default.iter().for_each(|value| self.expression(value, scope));
            let start = parameter.span.start + u32::from(parameter.stars);
            let end = start + parameter.name.len() as u32;
            self.add(&parameter.name, Span { start, end, ..parameter.span }, Role::Defines, inner, false);
        }
    }

    fn identifier(&mut self, name: &Identifier, scope: usize) {
        self.add(name, name.span, Role::Defines, scope, false);
    }

    fn target(&mut self, target: &Expression, role: Role, scope: usize) {
        match &target.kind {
            ExpressionKind::Name(name) => self.add(name, target.span, role, scope, false),
            ExpressionKind::Tuple(items) | ExpressionKind::List(items) => {
                items.iter().for_each(|item| self.target(item, role, scope));
            }
            ExpressionKind::Starred(inner) => self.target(inner, role, scope),
            _ => self.expression(target, scope),
        }
    }

    fn loops(&mut self, loops: &[Comprehension], scope: usize) -> usize {
        let mut own = BTreeSet::new();
        for part in loops {
            target_names(&part.target, &mut |name| {
                own.insert(name.to_string());
            });
        }
        let inner = self.inner(scope, own);
        for part in loops {
            self.expression(&part.iterable, inner);
            self.target(&part.target, Role::Defines, inner);
            part.conditions.iter().for_each(|condition| self.expression(condition, inner));
        }
        inner
    }

    fn expression(&mut self, expression: &Expression, scope: usize) {
        use ExpressionKind as Kind;
        match &expression.kind {
            Kind::Name(name) => {
                let role = if self.deletes { Role::Deletes } else { Role::Reads };
                self.add(name, expression.span, role, scope, false);
            }
            Kind::Call { function, arguments } => self.call(expression, function, arguments, scope),
            Kind::Format(parts) => self.format(parts, scope),
            Kind::Lambda(parameters, body) => {
                let own = parameters.iter().map(|p| p.name.clone()).collect();
                let inner = self.inner(scope, own);
                self.parameters(parameters, scope, inner);
                self.expression(body, inner);
            }
            Kind::ListComprehension(item, loops)
            | Kind::SetComprehension(item, loops)
            | Kind::Generator(item, loops) => {
                let inner = self.loops(loops, scope);
                self.expression(item, inner);
            }
            Kind::DictionaryComprehension(item, loops) => {
                let inner = self.loops(loops, scope);
                self.expression(&item.0, inner);
                self.expression(&item.1, inner);
            }
            _ => children(expression, &mut |inner| self.expression(inner, scope)),
        }
    }

    fn format(&mut self, parts: &[TextPart], scope: usize) {
        for part in parts {
            if let TextPart::Value { expression, specification } = part {
                self.expression(expression, scope);
                self.format(specification, scope);
            }
        }
    }

    fn call(&mut self, call: &Expression, function: &Expression, arguments: &[Argument], scope: usize) {
        let name = match &function.kind {
            ExpressionKind::Name(name) => name.as_str(),
            _ => "",
        };
        self.expression(function, scope);
        if BUILDERS.contains(&name) || (name == "FORMULE" && arguments.iter().any(|argument| argument.stars == 2)) {
            self.names.built.push(call.span);
        }
        if name == "CO" {
            match arguments {
                [Argument { value: Expression { kind: ExpressionKind::Text(text), span }, .. }] => {
                    if let Some((start, content)) = content(self.text, *span).filter(|(_, content)| content == text) {
                        let end = start + content.len();
                        self.add(text, Span::new(span.file, start, end), Role::Defines, scope, true);
                    }
                }
                _ => self.names.built.push(call.span),
            }
        }
        let before = self.deletes;
        self.deletes |= name == "DETRUIRE";
        for argument in arguments {
            let keyword = argument.name.as_ref().map_or("", |(name, _)| name);
            match &argument.value.kind {
                ExpressionKind::Name(concept) if keyword == "reuse" => {
                    self.add(concept, argument.value.span, Role::Changes, scope, false);
                }
                _ => self.expression(&argument.value, scope),
            }
        }
        self.deletes = before;
        if name == "FORMULE" {
            self.formula(arguments, scope);
        }
    }

    /// Words in the text of a formula that are neither its parameters nor keywords of the call.
    fn formula(&mut self, arguments: &[Argument], scope: usize) {
        let mut own: BTreeSet<String> = BTreeSet::new();
        for argument in arguments {
            let Some((keyword, _)) = &argument.name else { continue };
            own.insert(keyword.clone());
            if keyword == "NOM_PARA" {
                own.extend(texts(&argument.value).into_iter().map(|text| text.trim().to_string()));
            }
        }
        let keyword = |argument: &&Argument| {
            argument.name.as_ref().is_some_and(|(name, _)| matches!(name.as_str(), "VALE" | "VALE_C"))
        };
        for argument in arguments.iter().filter(keyword) {
            let ExpressionKind::Text(text) = &argument.value.kind else { continue };
            let span = argument.value.span;
            let Some((start, content)) = content(self.text, span).filter(|(_, content)| content == text) else {
                continue;
            };
            let content = content.to_string();
            for (at, word) in words(&content) {
                if !own.contains(word) {
                    let place = Span::new(span.file, start + at, start + at + word.len());
                    self.add(word, place, Role::Reads, scope, true);
                }
            }
        }
    }
}
