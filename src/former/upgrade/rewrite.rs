//! Upgrade of the text of a study.

use super::groups::Groups;
use super::work::{Places, Upgraded, Work};
use super::{groups, names, spellings, steps, texts};
use crate::former::{Signs, walk};
use crate::source::{Edits, FileId, SourceFile};
use crate::syntax::{ExpressionKind, Statement, StatementKind};
use crate::{catalogue, syntax};

/// Writes a text in today's syntax; the other texts of its study stay as they are.
pub fn upgrade(name: &str, text: &str, places: &dyn Places) -> Upgraded {
    if !places.dated_elsewhere(name) {
        return upgrade_all(&[(name, text)], places).pop().unwrap_or_default();
    }
    // They tell how words are read here too.
    let words = if places.labels_mislead() { Words::Left } else { Words::Names };
    upgraded(name, text, places, words)
}

/// Rewrites all texts of a study together: what one of them says of its age, or computes, decides how words are read in all.
pub fn upgrade_all(texts: &[(&str, &str)], places: &dyn Places) -> Vec<Upgraded> {
    let all = |words: Words| texts.iter().map(|(name, text)| upgraded(name, text, places, words)).collect::<Vec<_>>();
    let misleads = places.is_former() && places.labels_mislead();
    if misleads && texts.iter().any(|(name, text)| names::computed(&parsed(name, text)).is_some()) {
        return all(Words::Left);
    }
    let new = all(Words::Numbers);
    let has_joint = new.iter().any(|one| !one.joint.is_empty());
    if has_joint && stay_former(&new, places) { all(Words::Names) } else { new }
}

/// What becomes of words for nodes and cells.
#[derive(Clone, Copy, PartialEq)]
enum Words {
    /// Groups and numbers.
    Numbers,
    /// They stay names, with groups by name.
    Names,
    /// All stay as they are: those that are computed cannot be rewritten, and could be misread.
    Left,
}

fn parsed(name: &str, text: &str) -> Vec<Statement> {
    syntax::parse(FileId(0), &SourceFile::new(name, None, text.into())).statements
}

/// Whether words are still read as in former studies: something that dates the study is left, or the user says so.
fn stay_former(new: &[Upgraded], places: &dyn Places) -> bool {
    let mut signs = Signs::default();
    new.iter().for_each(|one| signs.read(&parsed("", &one.text)));
    places.is_dated() || (places.is_former() && signs.age(None).is_former())
}

/// Rewrites one text in today's syntax; its words for nodes and cells become what `words` says.
fn upgraded(name: &str, text: &str, places: &dyn Places, words: Words) -> Upgraded {
    let by_name = words == Words::Names;
    let statements = parsed(name, text);
    let mut work = Work { text, edits: Edits::default(), joint: Vec::new(), changed: Vec::new(), left: Vec::new() };
    let mut groups = Groups::of(text, name, &statements, by_name);
    imports(&mut work, &statements);
    // In tables about sub-structures a number depends on the sub-structure: names stay.
    let mut joined = false;
    walk::expressions(&statements, &mut |expression| {
        joined |= walk::call(expression).is_some_and(|(command, _)| command == "DEFI_MODELE_GENE");
    });
    if let Some(span) = names::computed(&statements).filter(|_| words == Words::Left) {
        let what =
            "names of nodes or cells are computed here, and some are numbers of others: all names stay as they are";
        work.left(span, what.into());
    }
    walk::expressions(&statements, &mut |expression| {
        let Some((command, arguments)) = walk::call(expression) else { return };
        let ExpressionKind::Call { function, .. } = &expression.kind else { return };
        if words == Words::Left && matches!(command, "POURSUITE" | "DEBUT") {
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
        if words != Words::Left {
            let call = names::Call { command, description, at: (name, function.span) };
            work.jointly(|work| {
                names::designate(work, &mut groups, places, &call, arguments);
                if !joined && words == Words::Numbers {
                    texts::numbers(work, places, &call, arguments);
                }
            });
        }
        names::ranks(&mut work, places, command, arguments);
    });
    work.jointly(|work| {
        groups::define(work, &groups, &statements);
        if places.names_mislead() && words == Words::Numbers {
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
