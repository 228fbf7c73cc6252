//! Names of a text: who defines, reads, changes and deletes each, and in which scope. It is read from the tree alone; texts
//! that name things (`CO("X")`, formulas) count.

use std::collections::BTreeSet;

use super::quoted::{content, words};
use crate::former::walk::words as texts;
use crate::source::{FileId, SourceFile, Span};
use crate::syntax::{
    Argument, Comprehension, Expression, ExpressionKind, Identifier, Parameter, Statement, StatementKind, TextPart,
    bound, children, globals, target_names,
};

/// What happens to a name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Defines,
    Reads,
    /// `reuse=`
    Changes,
    Deletes,
}

/// A name at a place of a text.
#[derive(Clone, Debug)]
pub struct Occurrence {
    pub name: String,
    pub span: Span,
    pub role: Role,
    /// It stands in a text between quotes.
    pub in_text: bool,
    /// Rank of the scope that binds it; 0 is the file's.
    pub scope: usize,
}

/// All names of a text.
#[derive(Debug, Default)]
pub struct Names {
    /// In the order of the text.
    pub occurrences: Vec<Occurrence>,
    /// Places where names are built while the study runs: a rename cannot see through them.
    pub built: Vec<Span>,
}

impl Names {
    pub fn of(file: &SourceFile, statements: &[Statement]) -> Names {
        let mut module = BTreeSet::new();
        bound(statements, &mut |name| {
            module.insert(name.to_string());
        });
        let scopes = vec![Scope { parent: None, bound: module }];
        let mut reader = Reader { text: &file.text, scopes, names: Names::default(), deletes: false };
        reader.block(statements, 0);
        let mut names = reader.names;
        names.occurrences.sort_by_key(|found| (found.span.start, found.span.end));
        names
    }

    /// The name at a place: inside it, or just behind it.
    pub fn at(&self, offset: usize) -> Option<&Occurrence> {
        let near = |found: &&Occurrence| (found.span.start as usize..=found.span.end as usize).contains(&offset);
        self.occurrences.iter().find(near)
    }

    /// All places of the name that stands at one of them.
    pub fn same<'n>(&'n self, wanted: &'n Occurrence) -> impl Iterator<Item = &'n Occurrence> {
        self.occurrences.iter().filter(|found| found.name == wanted.name && found.scope == wanted.scope)
    }

    /// The definition that holds at a place: the last one before it, else the first.
    pub fn definition<'n>(&'n self, wanted: &'n Occurrence) -> Option<&'n Occurrence> {
        let all: Vec<&Occurrence> = self.same(wanted).filter(|found| found.role == Role::Defines).collect();
        let before = all.iter().rev().find(|found| found.span.start <= wanted.span.start);
        before.or(all.first()).copied()
    }
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
        self.names.occurrences.push(Occurrence { name: name.to_string(), span, role, in_text, scope: binds });
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

    /// Names in the text of a formula that are neither its parameters nor keywords of the call.
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
                if !own.contains(word) && self.scopes[0].bound.contains(word) {
                    let place = Span::new(span.file, start + at, start + at + word.len());
                    self.add(word, place, Role::Reads, scope, true);
                }
            }
        }
    }
}

/// Names of a text that is read alone, for tests and for windows without a project.
pub fn names(text: &str) -> Names {
    let file = SourceFile::new("", None, text.to_string());
    let parsed = crate::syntax::parse(FileId(0), &file);
    Names::of(&file, &parsed.statements)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let found = names(text).occurrences.into_iter().filter(|found| found.name.len() == 1);
        found.map(|f| format!("{}{}{} ", f.name, &format!("{:?}", f.role)[..1], f.scope)).collect()
    }

    #[test]
    fn roles_and_scopes() {
        assert_eq!(shown("X = F(reuse=X, A=Y)\nDETRUIRE(NOM=X)\n"), "XD0 FR0 XC0 YR0 XD0 ");
        assert_eq!(
            shown("x = 1\ndef f(a, b=x):\n    x = a\n    return x + c\n"),
            "xD0 fD0 aD1 bD1 xR0 xD1 aR1 xR1 cR0 "
        );
        assert_eq!(shown("y = [i for i in z if i]\ng = lambda u: u + y\n"), "yD0 iR1 iD1 zR0 iR1 gD0 uD2 uR2 yR0 ");
        let names = names(
            "T = DYNA(TAB=CO(\"W\"))\nf = 1\nV = FORMULE(NOM_PARA=('X', 'f'), VALE='f*h(X) + k.f + T', h=T)\nPRINT(W)\n",
        );
        let texts: Vec<(&str, bool)> = names.occurrences.iter().map(|o| (o.name.as_str(), o.in_text)).collect();
        assert!(
            texts.contains(&("W", true)) && texts.contains(&("T", true)) && !texts.contains(&("f", true)),
            "{texts:?}"
        );
        assert!(
            super::names("X = CO('a' % 3)\n").built.len() == 1 && super::names("globals()['x'] = 1\n").built.len() == 1
        );
    }

    #[test]
    fn a_definition_is_the_last_before() {
        let names = names("x = 1\ny = x\nx = 2\nz = x\n");
        let reads: Vec<&Occurrence> = names.occurrences.iter().filter(|o| o.role == Role::Reads).collect();
        let starts: Vec<u32> = reads.iter().map(|read| names.definition(read).unwrap().span.start).collect();
        assert_eq!(starts, [0, 12]);
    }
}
