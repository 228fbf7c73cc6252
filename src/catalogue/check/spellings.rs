//! Old ways of writing, turned into today's before anything is checked.

use std::borrow::Cow;
use std::sync::Arc;

use num_complex::Complex64;

use super::conditions::only;
use crate::catalogue::check::equality::same_raw;
use crate::catalogue::raw::{Form, RawArgument, RawCall, RawValue};
use crate::catalogue::schema::{Command, Constant, FormerKeyword, FormerSpelling, Keyword};
use crate::catalogue::words;
use crate::source::Span;

type Reuse<'a> = Option<Cow<'a, (RawValue, Span)>>;

/// The arguments and the value of `reuse` in today's spelling, and what was spelt otherwise.
pub(super) fn modernise<'a>(command: &Command, raw: &'a RawCall) -> (Cow<'a, [RawArgument]>, Reuse<'a>, Vec<Form>) {
    let mut arguments = Cow::Borrowed(raw.arguments.as_slice());
    let mut reuse = raw.reuse.as_ref().map(Cow::Borrowed);
    let mut forms = Vec::new();
    let mut note = |spelling: &FormerSpelling, span: Span| {
        let (old, today) = written(spelling);
        forms.push(Form { command: raw.command.clone(), old, today, span });
    };
    for spelling in &command.former_spellings {
        if spelling.old == "reuse" {
            let Some(written) = &reuse else { continue };
            match &spelling.new {
                None => {
                    note(spelling, written.1);
                    reuse = None;
                }
                // Today's language has both; the former one had `reuse` alone.
                Some(new) if !arguments.iter().any(|a| &*a.name == *new) => {
                    note(spelling, written.1);
                    let (value, span) = written.as_ref().clone();
                    arguments.to_mut().push(RawArgument { name: (*new).into(), span, value, value_span: span });
                }
                Some(_) => {}
            }
        } else if applies(spelling, &arguments) {
            each_match(spelling, &arguments, &mut |argument| note(spelling, argument.span));
            rewrite(spelling, arguments.to_mut());
        }
    }
    (arguments, reuse, forms)
}

/// An old spelling and that of today, as a study has them: `DDL_IMPO/LIAISON='ENCASTRE'`.
fn written(spelling: &FormerSpelling) -> (String, Option<String>) {
    let old = match &spelling.value {
        Some(value) => format!("{}={}", spelling.old, words::values(std::slice::from_ref(value))),
        None => spelling.old.to_string(),
    };
    let today = spelling.new.as_ref().map(|new| match spelling.new_value.as_slice() {
        [] if spelling.old == "reuse" => format!("reuse and {new}"),
        [] => new.to_string(),
        values => format!("{new}={}", words::values(values)),
    });
    (old, today)
}

/// The old spellings of a command, each with that of today; `None` when nothing takes its place.
pub fn spellings(command: &Command) -> impl Iterator<Item = (String, Option<String>)> + '_ {
    command.former_spellings.iter().map(written)
}

fn applies(spelling: &FormerSpelling, arguments: &[RawArgument]) -> bool {
    let mut found = false;
    each_match(spelling, arguments, &mut |_| found = true);
    found
}

/// The arguments that have the old spelling.
fn each_match(spelling: &FormerSpelling, arguments: &[RawArgument], visit: &mut dyn FnMut(&RawArgument)) {
    match spelling.old.split_once('/') {
        None => arguments.iter().filter(|a| matches(spelling, a, spelling.old)).for_each(visit),
        Some((factor, name)) => {
            for argument in arguments.iter().filter(|a| *a.name == *factor) {
                for value in super::conditions::items(&argument.value) {
                    if let RawValue::Factor(inner, _) = value
                        && beside(spelling, inner)
                    {
                        inner.iter().filter(|a| matches(spelling, a, name)).for_each(&mut *visit);
                    }
                }
            }
        }
    }
}

/// Form of today's language in place of an old keyword.
pub(super) fn form_of(command: &'static Command, name: &Arc<str>, old: &FormerKeyword, argument: &RawArgument) -> Form {
    let path = |keyword: &str| match &old.factor {
        Some(factor) => format!("{factor}/{keyword}"),
        None => keyword.to_string(),
    };
    let level = match &old.factor {
        Some(factor) => command.level.find(factor).and_then(Keyword::factor),
        None => Some(&command.level),
    };
    let group = group_of(old.name).filter(|group| level.is_some_and(|l| l.find(group).is_some()));
    let today = group.or_else(|| old.stands_for.first().map(|s| s.to_string()));
    Form { command: name.clone(), old: path(old.name), today: today.map(|t| path(&t)), span: argument.span }
}

/// `GROUP_NO` for `NOEUD`, `SANS_GROUP_MA` for `SANS_MAILLE`, `GROUP_MA_1` for `MAILLE_1`.
pub fn group_of(name: &str) -> Option<String> {
    for (one, group) in [("NOEUD", "GROUP_NO"), ("MAILLE", "GROUP_MA")] {
        for prefix in ["", "SANS_"] {
            if let Some(rest) = name.strip_prefix(prefix).and_then(|n| n.strip_prefix(one)) {
                return Some(format!("{prefix}{group}{rest}"));
            }
        }
    }
    None
}

/// The command that does today what a dropped one did.
pub fn successor(command: &str) -> Option<&'static str> {
    Some(match command {
        "POURSUITE" => "DEBUT",
        "DYNA_TRAN_MODAL" => "DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE')",
        "DYNA_LINE_TRAN" => "DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS')",
        "DYNA_LINE_HARM" => "DYNA_VIBRA(TYPE_CALCUL='HARM')",
        "MODE_ITER_SIMULT" | "MODE_ITER_INV" => "CALC_MODES",
        "MACRO_MODE_MECA" => "CALC_MODES on bands of frequencies",
        "MACRO_MATR_ASSE" => "ASSEMBLAGE",
        "MACRO_PROJ_BASE" => "PROJ_BASE",
        "REST_BASE_PHYS" => "REST_GENE_PHYS",
        _ => return None,
    })
}

/// Tells whether the keyword beside that the spelling asks for has its value.
fn beside(spelling: &FormerSpelling, arguments: &[RawArgument]) -> bool {
    let Some((name, value)) = &spelling.when else { return true };
    let value = Constant::Text(value);
    arguments.iter().any(|a| &*a.name == *name && only(&a.value).is_some_and(|written| same_raw(written, &value)))
}

fn matches(spelling: &FormerSpelling, argument: &RawArgument, name: &str) -> bool {
    let items = || super::conditions::items(&argument.value);
    let is_it = |v: &Constant| match spelling.among {
        true => items().any(|written| same_raw(written, v)),
        false => only(&argument.value).is_some_and(|written| same_raw(written, v)),
    };
    let are_they = |all: &[Constant]| items().count() == all.len() && items().zip(all).all(|(a, b)| same_raw(a, b));
    *argument.name == *name
        && (spelling.all.is_empty() || are_they(&spelling.all))
        && spelling.value.as_ref().is_none_or(is_it)
        && (!spelling.factor || matches!(argument.value, RawValue::Factor(..) | RawValue::List(_)))
}

fn rewrite(spelling: &FormerSpelling, arguments: &mut Vec<RawArgument>) {
    let Some((factor, name)) = spelling.old.split_once('/') else {
        let moved = take(spelling, spelling.old, arguments);
        return place(spelling, moved, arguments);
    };
    let mut moved = Vec::new();
    for argument in arguments.iter_mut().filter(|a| *a.name == *factor) {
        for_each_occurrence(&mut argument.value, &mut |inner| {
            if !beside(spelling, inner) {
                return;
            }
            if spelling.among {
                return change_among(spelling, name, inner);
            }
            let mut taken = take(spelling, name, inner);
            match spelling.new.and_then(|new| new.split_once('/')) {
                Some((home, new)) if home == factor => {
                    taken.iter_mut().for_each(|a| a.name = new.into());
                    inner.append(&mut taken);
                }
                _ => moved.append(&mut taken),
            }
        });
    }
    // A factor keyword that held nothing else goes with what it held.
    if !moved.is_empty() {
        arguments.retain(|a| *a.name != *factor || !holds_nothing(&a.value));
    }
    place(spelling, joined(moved), arguments);
}

/// Changes one value of a list, or takes it out with the value of the same rank of another keyword.
fn change_among(spelling: &FormerSpelling, name: &str, arguments: &mut [RawArgument]) {
    let Some(old) = &spelling.value else { return };
    let mut dropped = Vec::new();
    for argument in arguments.iter_mut().filter(|a| *a.name == *name) {
        let span = argument.value_span;
        if !matches!(argument.value, RawValue::List(_)) {
            argument.value = RawValue::List(vec![(argument.value.clone(), span)]);
        }
        let RawValue::List(list) = &mut argument.value else { continue };
        for (rank, (value, _)) in list.iter_mut().enumerate().filter(|(_, (v, _))| same_raw(v, old)) {
            match spelling.new_value.as_slice() {
                [one] => *value = raw_value(one),
                _ => dropped.push(rank),
            }
        }
    }
    let both = arguments.iter_mut().filter(|a| *a.name == *name || spelling.with == Some(&*a.name));
    for argument in both {
        if let RawValue::List(list) = &mut argument.value {
            let mut rank = 0;
            list.retain(|_| {
                rank += 1;
                !dropped.contains(&(rank - 1))
            });
        }
    }
}

fn holds_nothing(value: &RawValue) -> bool {
    match value {
        RawValue::Factor(inner, _) => inner.is_empty(),
        RawValue::List(list) => list.iter().all(|(v, _)| holds_nothing(v)),
        _ => false,
    }
}

/// Joins the arguments of several occurrences into one with all their values.
fn joined(moved: Vec<RawArgument>) -> Vec<RawArgument> {
    let mut arguments = moved.into_iter();
    let Some(mut first) = arguments.next() else { return Vec::new() };
    for next in arguments {
        let mut values = Vec::new();
        for (value, span) in [(first.value, first.value_span), (next.value, next.value_span)] {
            match value {
                RawValue::List(list) => values.extend(list),
                one => values.push((one, span)),
            }
        }
        first.value = RawValue::List(values);
    }
    vec![first]
}

/// Takes the old arguments out, with today's value.
fn take(spelling: &FormerSpelling, name: &str, arguments: &mut Vec<RawArgument>) -> Vec<RawArgument> {
    let mut taken = Vec::new();
    arguments.retain(|a| {
        let old = matches(spelling, a, name);
        if old {
            taken.push(a.clone());
        }
        !old
    });
    for argument in &mut taken {
        let span = argument.value_span;
        match spelling.new_value.as_slice() {
            [] => {}
            [one] => argument.value = raw_value(one),
            many => argument.value = RawValue::List(many.iter().map(|v| (raw_value(v), span)).collect()),
        }
    }
    taken
}

/// Puts moved arguments where today's spelling has them, unless today's keyword is written too.
fn place(spelling: &FormerSpelling, moved: Vec<RawArgument>, arguments: &mut Vec<RawArgument>) {
    let Some(new) = spelling.new else { return };
    for mut argument in moved {
        match new.split_once('/') {
            None => {
                argument.name = new.into();
                arguments.push(argument);
            }
            Some((factor, name)) => {
                argument.name = Arc::from(name);
                let home = arguments.iter_mut().find(|a| *a.name == *factor);
                if let Some(home) = home {
                    // What was said once holds for every occurrence that does not say otherwise.
                    for_each_occurrence(&mut home.value, &mut |inner| {
                        if !inner.iter().any(|a| a.name == argument.name) {
                            inner.push(argument.clone());
                        }
                    });
                } else {
                    let span = argument.span;
                    let value = RawValue::Factor(vec![argument], span);
                    arguments.push(RawArgument { name: factor.into(), span, value, value_span: span });
                }
            }
        }
    }
}

fn for_each_occurrence(value: &mut RawValue, change: &mut dyn FnMut(&mut Vec<RawArgument>)) {
    match value {
        RawValue::Factor(inner, _) => change(inner),
        RawValue::List(list) => list.iter_mut().for_each(|(v, _)| for_each_occurrence(v, change)),
        _ => {}
    }
}

fn raw_value(constant: &Constant) -> RawValue {
    match constant {
        Constant::Integer(i) => RawValue::Integer(*i),
        Constant::Real(x) => RawValue::Real(*x),
        Constant::Complex(re, im) => RawValue::Complex(Complex64::new(*re, *im)),
        Constant::Text(t) => RawValue::Text((*t).into()),
        Constant::Logical(b) => RawValue::Logical(*b),
    }
}
