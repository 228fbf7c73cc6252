//! Keywords that have another name, place or value today, by the catalogue's list of old spellings.

use super::work::Work;
use crate::catalogue::{Command, Constant, FormerSpelling};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Argument, Expression, ExpressionKind};

pub fn rewrite(work: &mut Work<'_>, command: &str, description: &Command, arguments: &[Argument]) {
    for spelling in &description.former_spellings {
        match spelling.old.split_once('/') {
            None => {
                for argument in arguments.iter().filter(|a| is(a, spelling.old) && applies(spelling, a)) {
                    own(work, command, spelling, argument, arguments);
                }
            }
            Some((factor, name)) => {
                for argument in arguments.iter().filter(|a| is(a, factor)) {
                    inner(work, command, spelling, (factor, name), argument);
                }
            }
        }
    }
}

fn is(argument: &Argument, name: &str) -> bool {
    argument.name.as_ref().is_some_and(|(n, _)| n == name)
}

/// Whether the value written is the one the spelling is about.
fn applies(spelling: &FormerSpelling, argument: &Argument) -> bool {
    let whole = |words: Vec<&str>| {
        words.len() == spelling.all.len()
            && words.iter().zip(&spelling.all).all(|(w, v)| matches!(v, Constant::Text(t) if t == w))
    };
    let same = match &spelling.value {
        None => spelling.all.is_empty() || whole(walk::words(&argument.value)),
        Some(Constant::Text(text)) if spelling.among => walk::words(&argument.value).contains(&&**text),
        Some(Constant::Text(text)) => walk::words(&argument.value) == [&**text],
        Some(Constant::Integer(i)) => matches!(argument.value.kind, ExpressionKind::Integer(j) if j == *i),
        Some(_) => false,
    };
    same && (!spelling.factor || !walk::occurrences(&argument.value).is_empty())
}

/// The value of today, as it is written.
fn value(spelling: &FormerSpelling) -> Option<String> {
    let one = |v: &Constant| match v {
        Constant::Text(t) => format!("'{t}'"),
        Constant::Integer(i) => i.to_string(),
        Constant::Real(x) => format!("{x:?}"),
        Constant::Logical(b) => if *b { "True" } else { "False" }.to_string(),
        _ => String::new(),
    };
    match spelling.new_value.as_slice() {
        [] => None,
        [v] => Some(one(v)),
        many => Some(format!("({})", many.iter().map(one).collect::<Vec<_>>().join(", "))),
    }
}

fn said(command: &str, old: &str, new: Option<&str>, value: Option<&str>) -> String {
    match (new, value) {
        (Some(new), Some(value)) => format!("{command}: {old} is now {new}={value}"),
        (Some(new), None) => format!("{command}: {old} is now {new}"),
        (None, _) => format!("{command}: {old} is no longer needed"),
    }
}

/// A keyword of the command itself.
fn own(work: &mut Work<'_>, command: &str, spelling: &FormerSpelling, argument: &Argument, all: &[Argument]) {
    let Some((_, name_span)) = &argument.name else { return };
    if let ("reuse", Some(new)) = (spelling.old, spelling.new) {
        return beside_reuse(work, command, new, argument, all);
    }
    let new_value = value(spelling);
    let message = said(command, spelling.old, spelling.new, new_value.as_deref());
    let Some(new) = spelling.new else {
        work.edits.remove_argument(work.text, argument.span);
        return work.changed(argument.span, message);
    };
    let written = new_value.clone().unwrap_or_else(|| work.text(argument.value.span).to_string());
    let Some((factor, name)) = new.split_once('/') else {
        if new != spelling.old && all.iter().any(|a| is(a, new)) {
            work.edits.remove_argument(work.text, argument.span);
        } else {
            work.edits.replace(*name_span, new);
            if let Some(new_value) = &new_value {
                work.edits.replace(argument.value.span, new_value.clone());
            }
        }
        return work.changed(argument.span, message);
    };
    match all.iter().find(|a| is(a, factor)) {
        None => work.edits.replace(argument.span, format!("{factor}=_F({name}={written})")),
        Some(home) => {
            let Some(ends) = ends(home) else {
                return work.left(argument.span, format!("{message}, in {factor}, which is made elsewhere"));
            };
            work.jointly(|work| {
                for (end, empty) in ends {
                    work.edits.insert(end, format!("{}{name}={written}", if empty { "" } else { ", " }));
                }
                work.edits.remove_argument(work.text, argument.span);
            });
        }
    }
    work.changed(argument.span, message);
}

/// What `reuse` alone said is said by two keywords today: without `reuse` a result would begin anew.
fn beside_reuse(work: &mut Work<'_>, command: &str, new: &str, argument: &Argument, all: &[Argument]) {
    if all.iter().any(|a| is(a, new)) {
        return;
    }
    if all.iter().any(|a| a.stars > 0) {
        return work.left(argument.span, format!("{command}: reuse goes with {new}, which may be given by `**`"));
    }
    let value = work.text(argument.value.span).to_string();
    work.edits.insert(argument.span.end as usize, format!(", {new}={value}"));
    work.changed(argument.span, format!("{command}: reuse is now reuse and {new}"));
}

/// Where each occurrence of a factor keyword ends, and whether it is empty.
fn ends(argument: &Argument) -> Option<Vec<(usize, bool)>> {
    let occurrences = walk::occurrences(&argument.value);
    let ends: Option<Vec<(usize, bool)>> =
        occurrences.iter().map(|inner| inner.last().map(|last| (last.span.end as usize, false))).collect();
    ends.filter(|ends| !ends.is_empty())
}

/// A keyword of a factor keyword.
fn inner(
    work: &mut Work<'_>,
    command: &str,
    spelling: &FormerSpelling,
    (factor, name): (&str, &str),
    argument: &Argument,
) {
    let occurrences = walk::occurrences(&argument.value);
    let there = |o: &&&[Argument]| {
        let Some((name, value)) = &spelling.when else { return true };
        o.iter().any(|a| is(a, name) && walk::words(&a.value) == [&**value])
    };
    let in_place = || occurrences.iter().filter(there);
    let found: Vec<&Argument> =
        in_place().flat_map(|o| o.iter()).filter(|a| is(a, name) && applies(spelling, a)).collect();
    if found.is_empty() {
        return;
    }
    if spelling.among {
        // A value goes with another one elsewhere.
        return work.jointly(|work| in_place().for_each(|o| among(work, command, spelling, name, o)));
    }
    let new_value = value(spelling);
    let message = said(command, spelling.old, spelling.new, new_value.as_deref());
    let home = spelling.new.map(|new| new.split_once('/').map_or((None, new), |(f, n)| (Some(f), n)));
    match home {
        Some((Some(home), new)) if home == factor => {
            for old in &found {
                let Some((_, span)) = &old.name else { continue };
                work.edits.replace(*span, new);
                if let Some(new_value) = &new_value {
                    work.edits.replace(old.value.span, new_value.clone());
                }
                work.changed(old.span, message.clone());
            }
        }
        None => {
            for old in &found {
                work.edits.remove_argument(work.text, old.span);
                work.changed(old.span, message.clone());
            }
        }
        // All that the factor keyword held goes to the command itself.
        Some((None, new)) if occurrences.iter().all(|o| o.len() == 1) && found.len() == occurrences.len() => {
            let items: Vec<String> = found.iter().flat_map(|old| items(work, old)).collect();
            let written = if items.len() == 1 { items[0].clone() } else { format!("({})", items.join(", ")) };
            work.edits.replace(argument.span, format!("{new}={written}"));
            work.changed(argument.span, message);
        }
        Some(_) => work.left(argument.span, format!("{message}; it is read so, and not moved")),
    }
}

/// One value of a list, which changes or goes, with the value of the same rank of another keyword.
fn among(work: &mut Work<'_>, command: &str, spelling: &FormerSpelling, name: &str, occurrence: &[Argument]) {
    let Some(Constant::Text(old)) = &spelling.value else { return };
    let elements = |argument: &Argument| -> Vec<(Span, bool)> {
        let one = |e: &Expression| (e.span, matches!(&e.kind, ExpressionKind::Text(t) if t.trim_end() == &**old));
        match &argument.value.kind {
            ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().map(one).collect(),
            _ => vec![one(&argument.value)],
        }
    };
    for argument in occurrence.iter().filter(|a| is(a, name) && applies(spelling, a)) {
        let today = value(spelling);
        let message = match &today {
            Some(today) => format!("{command}: {}='{old}' is now {today}", spelling.old),
            None => format!("{command}: {}='{old}' is no longer needed", spelling.old),
        };
        for (rank, (span, _)) in elements(argument).iter().enumerate().filter(|(_, (_, same))| *same) {
            match &today {
                Some(today) => work.edits.replace(*span, today.clone()),
                None => {
                    work.edits.remove_argument(work.text, *span);
                    let other = occurrence.iter().find(|a| spelling.with.is_some_and(|n| is(a, n)));
                    if let Some((span, _)) = other.and_then(|o| elements(o).get(rank).copied()) {
                        work.edits.remove_argument(work.text, span);
                    }
                }
            }
        }
        work.changed(argument.span, message);
    }
}

/// The values of an argument, as they are written.
fn items(work: &Work<'_>, argument: &Argument) -> Vec<String> {
    let text = |span: Span| work.text(span).to_string();
    match &argument.value.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().map(|i| text(i.span)).collect(),
        _ => vec![text(argument.value.span)],
    }
}
