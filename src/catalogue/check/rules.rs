//! Rules between the keywords of one level.

use super::checker::{Checker, LevelPlace};
use super::level::Active;
use crate::catalogue::raw::RawValue;
use crate::catalogue::schema::Rule;
use crate::catalogue::words;
use crate::diag::Diagnostic;
use crate::source::Span;

impl Checker<'_> {
    /// `meant` are keywords that misspelt names were probably meant to be: they count as there.
    pub(super) fn rules(&mut self, active: &Active<'_>, meant: &[&str], place: LevelPlace<'_>) {
        for rule in &active.rules {
            let there = |name: &str| active.is_present(name);
            if holds(rule, &there, active, meant) {
                continue;
            }
            let listed = names(rule);
            if listed.iter().any(|n| meant.contains(n) || unknown(active, n)) {
                continue;
            }
            let present: Vec<&str> = listed.iter().copied().filter(|n| there(n)).collect();
            let found = match present.as_slice() {
                [] => "none is given".to_string(),
                [one] => format!("only {one} is given"),
                many => format!("{} are given", words::one_of(many, "and")),
            };
            let found = match rule {
                Rule::NotEmpty => "it is empty".to_string(),
                Rule::Requires(_, needed) => {
                    let missing: Vec<&str> = needed.iter().copied().filter(|n| !there(n)).collect();
                    let verb = if missing.len() == 1 { "is" } else { "are" };
                    format!("{} {verb} not given", words::one_of(&missing, "and"))
                }
                _ => found,
            };
            let message = format!("{}: {}; {found}", self.level_name(place.path), words::rule(rule));
            let mut spans = present.iter().filter_map(|n| span_of(active, n)).collect::<Vec<_>>().into_iter();
            let level = place.span.filter(|_| !place.path.is_empty()).unwrap_or(self.raw.name_span);
            let first = spans.next();
            let mut diagnostic =
                Diagnostic::error("C009", message).at(first.unwrap_or(level)).help(help(rule, &present));
            for span in spans {
                diagnostic = diagnostic.related(span, "and here");
            }
            self.report(diagnostic);
        }
    }
}

fn holds(rule: &Rule, there: &dyn Fn(&str) -> bool, active: &Active<'_>, meant: &[&str]) -> bool {
    let count = |names: &[&str]| names.iter().filter(|n| there(n)).count();
    match rule {
        // One old keyword may stand for several of today's.
        Rule::ExactlyOne(names, _) => count(names) == 1 || (count(names) > 1 && written(active, names) == 1),
        Rule::AtMostOne(names) => count(names) <= 1 || written(active, names) <= 1,
        Rule::AtLeastOne(names) => count(names) >= 1,
        Rule::AllOrNone(names) => count(names) == 0 || count(names) == names.len(),
        Rule::NotEmpty => !active.arguments.iter().all(|a| matches!(a.value, RawValue::None)) || !meant.is_empty(),
        Rule::Requires(k, names) => !there(k) || count(names) == names.len(),
        Rule::Excludes(k, names) => !there(k) || count(names) == 0,
    }
}

/// Number of distinct arguments that make the listed keywords present; a default counts as one.
fn written(active: &Active<'_>, names: &[&str]) -> usize {
    let mut arguments: Vec<&str> = Vec::new();
    let mut others = 0;
    for name in names.iter().filter(|n| active.is_present(n)) {
        match active.written(name).or_else(|| active.stand_in(name)) {
            Some(argument) if arguments.contains(&&*argument.name) => {}
            Some(argument) => arguments.push(&argument.name),
            None => others += 1,
        }
    }
    arguments.len() + others
}

fn names(rule: &Rule) -> Vec<&str> {
    match rule {
        Rule::ExactlyOne(names, _) | Rule::AtLeastOne(names) | Rule::AtMostOne(names) | Rule::AllOrNone(names) => {
            names.clone()
        }
        Rule::NotEmpty => Vec::new(),
        Rule::Requires(k, names) | Rule::Excludes(k, names) => {
            std::iter::once(*k).chain(names.iter().copied()).collect()
        }
    }
}

fn unknown(active: &Active<'_>, name: &str) -> bool {
    active.written(name).is_some_and(|a| matches!(a.value, RawValue::Unknown))
}

fn span_of(active: &Active<'_>, name: &str) -> Option<Span> {
    active.written(name).or_else(|| active.stand_in(name)).map(|a| a.span)
}

fn help(rule: &Rule, present: &[&str]) -> String {
    match rule {
        Rule::ExactlyOne(names, _) | Rule::AtLeastOne(names) if present.is_empty() => {
            format!("give {}", words::one_of(names, "or"))
        }
        Rule::ExactlyOne(..) | Rule::AtMostOne(_) => format!("keep one of {}", words::one_of(present, "and")),
        Rule::AllOrNone(names) => {
            let missing: Vec<&str> = names.iter().copied().filter(|n| !present.contains(n)).collect();
            format!("add {}, or remove {}", words::one_of(&missing, "and"), words::one_of(present, "and"))
        }
        Rule::Requires(k, names) => {
            let missing: Vec<&str> = names.iter().copied().filter(|n| !present.contains(n)).collect();
            format!("add {}, or remove {k}", words::one_of(&missing, "and"))
        }
        Rule::Excludes(k, names) => {
            let extra: Vec<&str> = names.iter().copied().filter(|n| present.contains(n)).collect();
            format!("remove {k}, or {}", words::one_of(&extra, "and"))
        }
        Rule::AtLeastOne(_) | Rule::NotEmpty => "give at least one keyword".to_string(),
    }
}
