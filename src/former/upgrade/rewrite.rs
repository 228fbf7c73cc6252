//! Upgrade of the text of a study.

use super::groups::Groups;
use super::work::{Places, Upgraded, Work};
use super::{groups, names, spellings, steps, texts};
use crate::former::{Signs, walk};
use crate::source::{Edits, FileId, SourceFile};
use crate::syntax::{ExpressionKind, Statement, StatementKind};
use crate::{catalogue, syntax};

/// Writes a text in today's syntax.
pub fn upgrade(name: &str, text: &str, places: &dyn Places) -> Upgraded {
    let new = upgraded(name, text, places, false);
    if new.joint.is_empty() || !stays_former(&new.text, places) {
        return new;
    }
    upgraded(name, text, places, true)
}

/// Whether words are still read as in former studies: something that dates the study is left, or the user says so.
fn stays_former(text: &str, places: &dyn Places) -> bool {
    let file = SourceFile::new("", None, text.into());
    let mut signs = Signs::default();
    signs.read(&syntax::parse(FileId(0), &file).statements);
    places.is_dated() || (places.is_former() && signs.age(None).is_former())
}

/// The same where words for nodes and cells stay names, or become numbers.
fn upgraded(name: &str, text: &str, places: &dyn Places, by_name: bool) -> Upgraded {
    let file = SourceFile::new(name, None, text.into());
    let statements = syntax::parse(FileId(0), &file).statements;
    let mut work = Work { text, edits: Edits::default(), joint: Vec::new(), changed: Vec::new(), left: Vec::new() };
    let mut groups = Groups::of(text, name, &statements, by_name);
    imports(&mut work, &statements);
    // In tables about sub-structures a number depends on the sub-structure: names stay.
    let mut joined = false;
    walk::expressions(&statements, &mut |expression| {
        joined |= walk::call(expression).is_some_and(|(command, _)| command == "DEFI_MODELE_GENE");
    });
    // Words that are computed cannot be rewritten: where they could be misread, all words stay names.
    let computed = names::computed(&statements).filter(|_| places.is_former() && places.labels_mislead());
    if let Some(span) = computed {
        let what =
            "names of nodes or cells are computed here, and some are numbers of others: all names stay as they are";
        work.left(span, what.into());
    }
    walk::expressions(&statements, &mut |expression| {
        let Some((command, arguments)) = walk::call(expression) else { return };
        let ExpressionKind::Call { function, .. } = &expression.kind else { return };
        if computed.is_some() && matches!(command, "POURSUITE" | "DEBUT") {
            return;
        }
        if command == "POURSUITE" {
            work.jointly(|work| work.edits.replace(function.span, "DEBUT"));
            work.changed(function.span, "POURSUITE is now DEBUT".into());
        }
        let Some(description) = catalogue::command(command) else { return };
        if command == "DYNA_TRAN_MODAL" {
            work.jointly(|work| steps::bound(work, places, name, function.span, arguments));
        }
        if let Some(today) = catalogue::successor(command).filter(|_| description.reconstructed) {
            work.left(function.span, format!("{command} is read as it was; today's command is {today}"));
            return;
        }
        spellings::rewrite(&mut work, command, description, arguments);
        if computed.is_none() {
            let call = names::Call { command, description, at: (name, function.span) };
            work.jointly(|work| {
                names::designate(work, &mut groups, places, &call, arguments);
                if !joined && !by_name {
                    texts::numbers(work, places, &call, arguments);
                }
            });
        }
        names::ranks(&mut work, places, command, arguments);
    });
    work.jointly(|work| {
        groups::define(work, &groups, &statements);
        if places.names_mislead() && computed.is_none() && !by_name {
            names::say_numbers(work, &statements);
        }
    });
    let Work { edits, joint, mut changed, mut left, .. } = work;
    changed.sort_by_key(|c| c.line);
    left.sort_by_key(|c| c.line);
    Upgraded { text: edits.clone().applied(text), edits: edits.list(), joint, changed, left }
}

/// `from numpy import math`, an accident of old releases.
fn imports(work: &mut Work<'_>, statements: &[Statement]) {
    walk::statements(statements, &mut |statement| {
        if let StatementKind::FromImport { module, names } = &statement.kind
            && module == "numpy"
            && let [(name, None)] = names.as_slice()
            && &**name == "math"
        {
            work.edits.replace(statement.span, "import math");
            work.changed(statement.span, "`from numpy import math` is now `import math`".into());
        }
    });
}
