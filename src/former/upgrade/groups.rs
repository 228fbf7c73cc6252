//! Groups of one node or cell, defined on the meshes that are meant, after they are read.

use super::work::{Meant, Places, Work};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Expression, ExpressionKind, Statement, StatementKind};

/// The groups to define, and where that can be done.
#[derive(Debug, Default)]
pub struct Groups {
    list: Vec<Group>,
    /// Calls of this text that read a mesh into a name, on lines of their own: file, place.
    readers: Vec<(String, Span)>,
    /// The study stays one in which words are names: groups are made of names, not of numbers.
    by_name: bool,
    /// Groups are counted, named or printed by the study: it is to find no others.
    seen: Option<&'static str>,
}

/// A group of one node or cell.
#[derive(Debug, PartialEq)]
struct Group {
    name: String,
    /// `N3`, `M4`, or the name.
    member: String,
    cell: bool,
    /// The call that reads its mesh.
    read: (String, Span),
}

impl Groups {
    /// No group yet.
    pub fn of(text: &str, file: &str, statements: &[Statement], by_name: bool) -> Self {
        let mut readers = Vec::new();
        walk::statements(statements, &mut |statement| {
            let Some((_, call)) = reader(statement) else { return };
            let (start, end) = (statement.span.start as usize, statement.span.end as usize);
            let line = text[..start].rfind('\n').map_or(0, |n| n + 1);
            let rest = text[end..].split('\n').next().unwrap_or("").trim_start();
            if text[line..start].trim().is_empty() && (rest.is_empty() || rest.starts_with('#')) {
                readers.push((file.to_string(), call));
            }
        });
        Groups { list: Vec::new(), readers, by_name, seen: seen(statements) }
    }

    /// Whether words that today are numbers stay names.
    pub fn by_name(&self) -> bool {
        self.by_name
    }

    /// Why a group of that node or cell cannot be defined here.
    pub fn refuses(&self, meant: &Meant) -> Option<String> {
        if let Some(what) = self.seen {
            return Some(format!("the study {what}, and groups would be added"));
        }
        let known = |read: &(String, Span)| self.readers.iter().any(|own| same(own, read));
        let fine = !meant.read.is_empty() && meant.read.iter().all(known);
        (!fine).then(|| "the mesh is not read by `NAME = LIRE_MAILLAGE(...)` in this text".to_string())
    }

    /// The name of the group of a node or cell, its own one where that is free.
    pub fn name(&mut self, word: &str, meant: &Meant, cell: bool, places: &dyn Places) -> String {
        let mut name = word.to_string();
        while places.has_group(&name, cell) {
            name += if cell { "_M" } else { "_N" };
        }
        let letter = if cell { 'M' } else { 'N' };
        let member = if self.by_name { word.to_string() } else { format!("{letter}{}", meant.number) };
        for read in &meant.read {
            let group = Group { name: name.clone(), member: member.clone(), cell, read: read.clone() };
            if !self.list.contains(&group) {
                self.list.push(group);
            }
        }
        name
    }
}

/// Whether two calls are the same one; the rank of a file depends on who asks.
fn same(a: &(String, Span), b: &(String, Span)) -> bool {
    a.0 == b.0 && a.1.range() == b.1.range()
}

/// The name that a statement reads a mesh into, and the call.
fn reader(statement: &Statement) -> Option<(&str, Span)> {
    let StatementKind::Assign { targets, value } = &statement.kind else { return None };
    let ("LIRE_MAILLAGE", _) = walk::call(value)? else { return None };
    let ([Expression { kind: ExpressionKind::Name(mesh), .. }], ExpressionKind::Call { function, .. }) =
        (targets.as_slice(), &value.kind)
    else {
        return None;
    };
    Some((mesh, function.span))
}

/// What a study does with the groups of its meshes, other than naming some.
fn seen(statements: &[Statement]) -> Option<&'static str> {
    let mut found = None;
    walk::expressions(statements, &mut |expression| match &expression.kind {
        ExpressionKind::Text(word) if matches!(word.trim_end(), "NB_GROUP_MA" | "NB_GROUP_NO") => {
            found = Some("counts the groups of its mesh");
        }
        ExpressionKind::Attribute(_, name) if name.starts_with("LIST_GROUP_") || name.starts_with("getGroupsOf") => {
            found = Some("asks for the groups of its mesh");
        }
        ExpressionKind::Call { .. } => {
            let Some((command, arguments)) = walk::call(expression) else { return };
            let holds = |name: &str| arguments.iter().any(|a| a.name.as_ref().is_some_and(|(n, _)| n == name));
            let inside = || arguments.iter().flat_map(|a| walk::occurrences(&a.value)).flatten();
            let mesh = || inside().any(|a| a.name.as_ref().is_some_and(|(n, _)| n == "MAILLAGE"));
            match command {
                "MACR_INFO_MAIL" => found = Some("lists the groups of its mesh"),
                "IMPR_RESU" if holds("RESU") && mesh() => found = Some("prints its mesh"),
                _ => {}
            }
        }
        _ => {}
    });
    found
}

/// Defines the groups after the meshes are read.
pub fn define(work: &mut Work<'_>, groups: &Groups, statements: &[Statement]) {
    walk::statements(statements, &mut |statement| {
        let Some((mesh, call)) = reader(statement) else { return };
        let part = |keyword: &str, one: &str, cell: bool| {
            let here = groups.list.iter().filter(|g| g.cell == cell && g.read.1.range() == call.range());
            let items: Vec<String> = here.map(|g| format!("_F(NOM='{}', {one}='{}')", g.name, g.member)).collect();
            match items.as_slice() {
                [] => String::new(),
                [one] => format!(",\n    {keyword}={one}"),
                many => format!(",\n    {keyword}=(\n        {},\n    )", many.join(",\n        ")),
            }
        };
        let parts = [part("CREA_GROUP_MA", "MAILLE", true), part("CREA_GROUP_NO", "NOEUD", false)].concat();
        if parts.is_empty() {
            return;
        }
        let (start, end) = (statement.span.start as usize, statement.span.end as usize);
        let line = work.text[..start].rfind('\n').map_or(0, |n| n + 1);
        let indent = work.text[line..start].to_string();
        let call = format!("\n{mesh} = DEFI_GROUP(\n    reuse={mesh}, MAILLAGE={mesh}{parts}\n)");
        let end = end + work.text[end..].find('\n').unwrap_or(work.text.len() - end);
        work.edits.insert(end, call.replace('\n', &format!("\n{indent}")));
        work.changed(statement.span, format!("groups of one node or cell are defined on {mesh}"));
    });
}
