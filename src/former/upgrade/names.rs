//! Nodes and cells by name: groups take their place where today's language has no names, numbers elsewhere. NUME_ORDRE
//! of TEST_RESU(GENE), which was the rank of a state.

use super::groups::Groups;
use super::work::{At, Meant, Places, Work};
use crate::catalogue::{Command, Keyword, Level, Named, group_of};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Argument, Expression, ExpressionKind, Statement};

/// A call of the study, and what the catalogue says of it.
pub struct Call<'t> {
    pub command: &'t str,
    pub description: &'t Command,
    pub at: At<'t>,
}

/// Rewrites the names of nodes and cells of a call.
pub fn designate(
    work: &mut Work<'_>,
    groups: &mut Groups,
    places: &dyn Places,
    call: &Call<'_>,
    arguments: &[Argument],
) {
    let own = &call.description.level;
    level(work, groups, places, (call, None), own, arguments);
    for argument in arguments {
        let Some((factor, _)) = &argument.name else { continue };
        let Some(inside) = own.find(factor).and_then(Keyword::factor) else { continue };
        for occurrence in walk::occurrences(&argument.value) {
            level(work, groups, places, (call, Some(factor)), inside, occurrence);
        }
    }
}

fn level(
    work: &mut Work<'_>,
    groups: &mut Groups,
    places: &dyn Places,
    (call, factor): (&Call<'_>, Option<&str>),
    level: &Level,
    arguments: &[Argument],
) {
    let command = call.command;
    // What stays a word is read as a number once the study is today's.
    let numbers = places.names_mislead() && !groups.by_name();
    for argument in arguments {
        let Some((name, name_span)) = &argument.name else { continue };
        let Some(group) = group_of(name) else { continue };
        let cell = match call.description.keyword(factor, name).and_then(Keyword::names) {
            Some(Named::Node) => false,
            Some(Named::Cell) => true,
            _ => continue,
        };
        let own = level.find(name).is_some();
        let path = factor.map_or(name.clone(), |f| format!("{f}/{name}"));
        let words = literals(&argument.value);
        let meant: Option<Vec<Meant>> = words.iter().map(|(_, word)| places.meant(call.at, word, cell)).collect();
        let Some(meant) = meant.filter(|_| !words.is_empty()) else {
            if !own {
                work.left(argument.span, format!("{command}: {path} is read by the names of the mesh; today {group}"));
            }
            continue;
        };
        if own && groups.by_name() {
            continue;
        }
        if own {
            // The keyword exists today, where words are numbers.
            ranks_of_words(work, (command, &path), &words, &meant, cell);
            continue;
        }
        let taken = arguments.iter().any(|a| a.name.as_ref().is_some_and(|(n, _)| *n == group));
        if taken || level.find(&group).is_none() {
            work.left(argument.span, format!("{command}: {path} is read as it was"));
            if numbers {
                ranks_of_words(work, (command, &path), &words, &meant, cell);
            }
            continue;
        }
        if let Some(why) = meant.iter().find_map(|meant| groups.refuses(meant)) {
            if numbers {
                work.left(argument.span, format!("{command}: {path} stays: {why}"));
                ranks_of_words(work, (command, &path), &words, &meant, cell);
            } else {
                work.left(argument.span, format!("{command}: {path} is read by the names of the mesh: {why}"));
            }
            continue;
        }
        work.edits.replace(*name_span, group.clone());
        for ((value, word), meant) in words.iter().zip(&meant) {
            let name = groups.name(word.trim(), meant, cell, places);
            if name != word.trim() {
                work.edits.replace(value.span, format!("'{name}'"));
            }
        }
        work.changed(argument.span, format!("{command}: {path} is now {group}, a group of that node or cell"));
    }
}

/// Words become the ranks of what they name: `N3`, `M4`.
fn ranks_of_words(
    work: &mut Work<'_>,
    (command, path): (&str, &str),
    words: &[(&Expression, &str)],
    meant: &[Meant],
    cell: bool,
) {
    let letter = if cell { 'M' } else { 'N' };
    for ((value, word), Meant { number, .. }) in words.iter().zip(meant) {
        let today = format!("{letter}{number}");
        if *word != today && word.parse() != Ok(*number) {
            work.edits.replace(value.span, format!("'{today}'"));
            work.changed(value.span, format!("{command}: {path}='{word}' is now '{today}', its rank"));
        }
    }
}

/// Where a name of a node or cell is not written as a text.
pub fn computed(statements: &[Statement]) -> Option<Span> {
    let mut found = None;
    let mut look = |arguments: &[Argument]| {
        for argument in arguments {
            let of_places = argument.name.as_ref().is_some_and(|(name, _)| group_of(name).is_some());
            if of_places && found.is_none() && literals(&argument.value).is_empty() {
                found = Some(argument.span);
            }
        }
    };
    walk::expressions(statements, &mut |expression| {
        if let Some((_, arguments)) = walk::call(expression) {
            look(arguments);
        }
    });
    found
}

/// The texts of a value and where they stand; none when something else is there.
fn literals(value: &Expression) -> Vec<(&Expression, &str)> {
    match &value.kind {
        ExpressionKind::Text(text) => vec![(value, text)],
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => {
            let found: Vec<_> = items.iter().flat_map(literals).collect();
            if found.len() == items.len() { found } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// NUME_ORDRE of a generalised transient was the rank of a state: with every step stored, the order number plus 1.
pub fn ranks(work: &mut Work<'_>, places: &dyn Places, command: &str, arguments: &[Argument]) {
    if command != "TEST_RESU" || !places.is_former() {
        return;
    }
    for argument in arguments.iter().filter(|a| a.name.as_ref().is_some_and(|(n, _)| n == "GENE")) {
        for occurrence in walk::occurrences(&argument.value) {
            let find = |name: &str| occurrence.iter().find(|a| a.name.as_ref().is_some_and(|(n, _)| n == name));
            let (Some(result), Some(order)) = (find("RESU_GENE"), find("NUME_ORDRE")) else { continue };
            let ExpressionKind::Name(result) = &result.value.kind else { continue };
            if places.kind(result).is_some_and(|kind| &*kind == "tran_gene") {
                let what = "NUME_ORDRE of GENE was the rank of a stored state, from 1, and is its order number, from 0";
                work.left(order.span, format!("TEST_RESU: {what}: write INST to be clear"));
            }
        }
    }
}

/// CODE='OUI' tells that words are numbers, where names of the file could be meant.
pub fn say_numbers(work: &mut Work<'_>, statements: &[Statement]) {
    walk::expressions(statements, &mut |expression| {
        let Some(("DEBUT" | "POURSUITE", arguments)) = walk::call(expression) else { return };
        if arguments.iter().any(|a| a.name.as_ref().is_some_and(|(n, _)| n == "CODE")) {
            return;
        }
        let end = expression.span.end as usize - 1;
        work.edits.insert(end, if arguments.is_empty() { "CODE='OUI'" } else { ", CODE='OUI'" });
        work.changed(expression.span, "CODE='OUI' tells that words for nodes and cells are numbers".into());
    });
}
