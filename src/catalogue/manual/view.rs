//! What pages as text have in common: how they are shown, lines of a width, the keywords that are left out.

use super::page::{Entry, Group};
use crate::catalogue::schema::Effect;

/// Form in which a page is shown.
#[derive(Clone, Copy)]
pub struct View {
    /// Keywords without effect and keywords that are not implemented, too.
    pub all: bool,
    /// All about each keyword, however long the page becomes.
    pub full: bool,
    /// Characters per line.
    pub width: usize,
    /// The meanings of all allowed texts, however many there are.
    pub values: bool,
}

/// Text in lines of at most `width` characters, the first with `indent` blanks before it, the others with `hanging`. The
/// blanks of the text stay as they are; a word longer than a line has a line of its own. Nothing for an empty text.
pub fn filled(text: &str, indent: usize, hanging: usize, width: usize) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let mut out = " ".repeat(indent);
    let mut column = indent;
    let mut fresh = true;
    for word in text.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if !fresh && length > 0 && column + length > width.max(hanging + 20) {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&" ".repeat(hanging));
            column = hanging;
        }
        fresh = false;
        out.push_str(word);
        column += word.chars().count();
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Names of the keywords of the first level, each once.
pub(super) fn names(group: &Group, view: View) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    let here = group.entries.iter().filter(|e| view.all || !is_left_out(e)).map(|e| e.name.as_str());
    for name in here.chain(group.groups.iter().flat_map(|inner| names(inner, view))) {
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out
}

/// Tells whether a page shows a keyword only when all are asked for.
pub(super) fn is_left_out(entry: &Entry) -> bool {
    entry.effect != Effect::Used && !entry.facts.iter().any(|fact| fact == "mandatory")
}

/// Way in which entries of one level are written, with so many blanks before them.
pub(super) type Entries<'e> = dyn Fn(&[&Entry], usize, &mut String) + 'e;

/// A group: its rules, its entries, then the groups inside it under their conditions, and names of former versions. Nothing when no
/// entry of it is shown.
pub(super) fn laid_out(group: &Group, indent: usize, view: View, entries: &Entries<'_>, out: &mut String) {
    let shown: Vec<&Entry> = group.entries.iter().filter(|entry| view.all || !is_left_out(entry)).collect();
    let mut text = String::new();
    entries(&shown, indent, &mut text);
    for inner in &group.groups {
        let mut inside = String::new();
        laid_out(inner, indent + 2, view, entries, &mut inside);
        if !inside.is_empty() {
            text.push_str(&filled(&format!("when {}:", inner.when), indent, indent + 4, view.width));
            text.push_str(&inside);
        }
    }
    for former in &group.former {
        text.push_str(&filled(&format!("former: {} {}", former.name, former.today), indent, indent + 4, view.width));
    }
    if !text.is_empty() {
        for rule in &group.rules {
            out.push_str(&filled(&format!("* {rule}"), indent, indent + 2, view.width));
        }
        out.push_str(&text);
    }
}
