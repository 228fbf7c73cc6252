//! L018: the same number with four or more digits in five calls: a variable says what it is, and changes in one place.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::each_call;
use super::study::{Study, Text};
use crate::diag::{Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::{ExpressionKind, each_expression, each_inside};

/// Calls that write it.
const CALLS: usize = 5;
/// Significant digits of a number that is not chance.
const DIGITS: usize = 4;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    study.texts.iter().for_each(|text| in_text(text, found));
}

fn in_text(text: &Text<'_>, found: &mut Vec<Diagnostic>) {
    let mut places: BTreeMap<&str, Vec<(Span, Span)>> = BTreeMap::new();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    each_expression(&text.statements, &mut |inner| {
        if let ExpressionKind::Name(name) = &inner.kind {
            names.insert(name);
        }
    });
    each_call(&text.statements, &mut |call| {
        // What is expected there is another thing each time.
        if call.name.starts_with("TEST_") {
            return;
        }
        for argument in call.arguments {
            each_inside(&argument.value, &mut |inner| {
                let written = text.written(inner.span);
                let is_number = matches!(inner.kind, ExpressionKind::Real(_) | ExpressionKind::Integer(_));
                if is_number && digits(written) >= DIGITS {
                    places.entry(written).or_default().push((call.span, inner.span));
                }
            });
        }
    });
    for (number, all) in places {
        let mut calls: Vec<Span> = all.iter().map(|(call, _)| *call).collect();
        calls.dedup();
        if calls.len() < CALLS {
            continue;
        }
        let first = all[0].1;
        let message = format!("{number} stands in {} calls", calls.len());
        let help = "give it a name, with a comment that says what it is";
        let fix = extracted(text, &names, number, &all);
        found.push(Diagnostic::note("L018", message).at(first).help(help).fix(fix));
    }
}

/// Significant digits of a number as it is written.
fn digits(written: &str) -> usize {
    let mantissa = written.split(['e', 'E']).next().unwrap_or("");
    let all: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    all.trim_start_matches('0').trim_end_matches('0').len()
}

/// The number in a variable, before the first statement of the file that reads it.
fn extracted(text: &Text<'_>, names: &BTreeSet<&str>, number: &str, places: &[(Span, Span)]) -> Option<Fix> {
    let first = places.iter().map(|(_, place)| *place).min()?;
    let behind = text.statements.partition_point(|statement| statement.span.start <= first.start);
    let statement = text.statements.get(behind.checked_sub(1)?)?;
    let name = (1..100).map(|rank| format!("NUMBER_{rank}")).find(|name| !names.contains(name.as_str()))?;
    let at = Span { end: statement.span.start, ..statement.span };
    let mut edits = vec![(at, format!("{name} = {number}\n"))];
    edits.extend(places.iter().map(|(_, place)| (*place, name.clone())));
    Some(Fix::new(format!("put {number} into a variable"), edits))
}

#[cfg(test)]
mod tests {
    #[test]
    fn zeros_at_the_ends_are_no_digits() {
        let count = super::digits;
        assert_eq!(
            (count("0.0254"), count("0.02541"), count("7.85e-9"), count("210000.0"), count("1.3007E3")),
            (3, 4, 3, 2, 5)
        );
    }
}
