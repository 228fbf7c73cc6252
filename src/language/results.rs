//! Verdicts of a run beside the assertions of the text: summed up per call, found again after edits, marked as stale once
//! what they come from has changed.

use std::collections::{BTreeMap, VecDeque};

use super::assertions::{Assertion, assertions};
use super::document::Document;
use crate::source::Span;
use crate::verdict::{Compared, Kind, Record, significant};

/// Records kept of one call: those of a loop are summed up.
const MOST_KEPT: usize = 64;

/// Verdicts of one run, by file and line of their call.
#[derive(Debug, Default)]
pub struct Results {
    /// Assertions of the texts that were run, by the name of their file.
    texts: BTreeMap<String, Vec<Assertion>>,
    places: BTreeMap<(String, usize), Sum>,
}

/// What became of one call.
#[derive(Debug, Default)]
struct Sum {
    held: usize,
    failed: usize,
    skipped: usize,
    /// The record that the sum is judged by: the first that failed, otherwise the one nearest to its tolerance.
    worst: Option<Record>,
    kept: Vec<Record>,
}

/// A verdict at its place in the text as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub span: Span,
    /// `OK 0.0002 %`
    pub title: String,
    /// What was compared, for a reader who asks.
    pub details: String,
    /// `None` when nothing was compared.
    pub passed: Option<bool>,
    /// The text it comes from has changed since.
    pub stale: bool,
    /// Value found for each number that the call compares with, at the end of that number.
    pub found: Vec<(Span, String)>,
}

impl Results {
    /// The results of a run that begins now.
    pub fn of(study: &[&Document]) -> Results {
        let texts = study.iter().map(|document| (document.source.name.clone(), assertions(document, study)));
        Results { texts: texts.collect(), places: BTreeMap::new() }
    }

    pub fn add(&mut self, record: Record) {
        let sum = self.places.entry((record.file.to_string(), record.line)).or_default();
        match record.passed {
            Some(true) => sum.held += 1,
            Some(false) => sum.failed += 1,
            None => sum.skipped += 1,
        }
        if sum.worst.as_ref().is_none_or(|worst| rank(&record) > rank(worst)) {
            sum.worst = Some(record.clone());
        }
        if sum.kept.len() < MOST_KEPT {
            sum.kept.push(record);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The verdicts of a text of the study, as it is now.
    pub fn marks(&self, document: &Document, study: &[&Document]) -> Vec<Mark> {
        let Some(before) = self.texts.get(&document.source.name) else { return Vec::new() };
        let now = assertions(document, study);
        let mut marks = Vec::new();
        for (old, new) in pairs(before, &now) {
            let Some(sum) = self.places.get(&(document.source.name.clone(), old.line)) else { continue };
            let stale = old.text != new.text || old.basis != new.basis;
            marks.extend(sum.mark(new, stale));
        }
        marks
    }
}

/// How much a record counts in a sum: failures first, then by the share of the tolerance that is used.
fn rank(record: &Record) -> (u8, f64) {
    let share = record.error.map_or(0.0, |error| error.abs() / record.tolerance.max(f64::MIN_POSITIVE));
    match record.passed {
        Some(false) => (2, 0.0),
        Some(true) => (1, share),
        None => (0, 0.0),
    }
}

/// Each assertion of the text that was run with its like of the text as it is now: the one with the same words, otherwise, in
/// order, one of the same command that has no like.
fn pairs<'a>(before: &'a [Assertion], now: &'a [Assertion]) -> Vec<(&'a Assertion, &'a Assertion)> {
    let (mut by_text, mut by_command) = (BTreeMap::new(), BTreeMap::new());
    let mut free = vec![true; now.len()];
    for (rank, new) in now.iter().enumerate() {
        by_text.entry(new.text).or_insert_with(VecDeque::new).push_back(rank);
        by_command.entry(new.command.as_str()).or_insert_with(VecDeque::new).push_back(rank);
    }
    let mut take = |ranks: Option<&mut VecDeque<usize>>| {
        let ranks = ranks?;
        let rank = std::iter::from_fn(|| ranks.pop_front()).find(|rank| free[*rank])?;
        free[rank] = false;
        Some(&now[rank])
    };
    let exact: Vec<Option<&Assertion>> = before.iter().map(|old| take(by_text.get_mut(&old.text))).collect();
    let like = before.iter().zip(exact);
    let other = like.filter_map(|(old, new)| {
        let new = new.or_else(|| take(by_command.get_mut(old.command.as_str())))?;
        Some((old, new))
    });
    other.collect()
}

impl Sum {
    fn mark(&self, call: &Assertion, stale: bool) -> Option<Mark> {
        let worst = self.worst.as_ref()?;
        let all = self.held + self.failed + self.skipped;
        let mut title = match (worst.passed, all) {
            (_, 1) => one(worst),
            (Some(false), all) => format!("NOOK {} of {all}, {}", self.failed, found_of(worst)),
            (Some(true), _) => {
                let skipped = if self.skipped > 0 { format!(", {} not compared", self.skipped) } else { String::new() };
                format!("OK {} of {all}{skipped}{}", self.held, error_of(worst))
            }
            (None, all) => format!("not compared ({all}, VALE_CALC=0)"),
        };
        if stale {
            title = format!("before the change: {title}");
        }
        let of = |kind: Kind, places: &[Span]| {
            let records: Vec<&Record> = self.kept.iter().filter(|record| record.kind == kind).collect();
            let whole = all == self.kept.len() && records.len() == places.len();
            let pairs = places.iter().zip(records).filter(|_| whole);
            pairs.map(|(span, record)| (*span, value(&record.computed))).collect::<Vec<_>>()
        };
        let mut found = of(Kind::Regression, &call.computed);
        if found.is_empty() {
            found = of(Kind::Reference, &call.references);
        }
        let details = self.kept.iter().map(details).collect::<Vec<_>>().join("\n");
        Some(Mark { span: call.span, title, details, passed: worst.passed, stale, found })
    }
}

fn one(record: &Record) -> String {
    match record.passed {
        Some(true) => format!("OK{}", error_of(record).replace(", largest error", "")),
        Some(false) => format!("NOOK {}", found_of(record)),
        None => format!("not compared (VALE_CALC=0), found {}", value(&record.computed)),
    }
}

fn found_of(record: &Record) -> String {
    format!("found {}, expected {}", value(&record.computed), value(&record.expected))
}

/// `, largest error 0.0002 %`
fn error_of(record: &Record) -> String {
    let Some(error) = record.error else { return String::new() };
    match record.criterion {
        crate::verdict::Criterion::Relative => format!(", largest error {} %", significant(error * 100.0, 2)),
        crate::verdict::Criterion::Absolute => format!(", largest error {}", significant(error, 2)),
    }
}

fn details(record: &Record) -> String {
    let tolerance = match record.criterion {
        crate::verdict::Criterion::Relative => format!("{} %", significant(record.tolerance * 100.0, 3)),
        crate::verdict::Criterion::Absolute => significant(record.tolerance, 3),
    };
    let status = record.status().trim().to_string();
    format!("{status}  {}: {} ({}), tolerance {tolerance}", record.label, found_of(record), record.reference)
}

/// A value as an engineer writes it, with the digits that tell it from its neighbours in a test.
fn value(value: &Compared) -> String {
    match value {
        Compared::Integer(n) => n.to_string(),
        Compared::Real(x) => significant(*x, 8),
        Compared::Complex(z) => format!("{} {:+}j", significant(z.re, 8), z.im),
        Compared::Text(text) => format!("'{text}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TEXT: &str = "DEBUT()\nF = DEFI_CONSTANTE(VALE=1.3)\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=1.3))\n\
        for x in (0.0, 0.7):\n    TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=x, VALE_CALC=1.2))\n";

    fn document(text: &str) -> Document {
        Document::new(Path::new("a.comm"), text.to_string())
    }

    fn record(line: usize, expected: f64, found: f64) -> Record {
        let error = (found / expected - 1.0).abs();
        Record {
            command: "TEST_FONCTION".into(),
            file: "a.comm".into(),
            line,
            label: "F at 0".into(),
            kind: Kind::Regression,
            reference: "NON_REGRESSION".into(),
            expected: Compared::Real(expected),
            computed: Compared::Real(found),
            error: Some(error),
            tolerance: 1e-6,
            criterion: crate::verdict::Criterion::Relative,
            passed: Some(error <= 1e-6),
        }
    }

    #[test]
    fn verdicts_stay_at_their_calls_and_grow_old_with_what_they_rest_on() {
        let run = document(TEXT);
        let mut results = Results::of(&[&run]);
        results.add(record(3, 1.3, 1.3 * (1.0 + 2e-7)));
        results.add(record(5, 1.2, 1.3));
        results.add(record(5, 1.2, 1.2));
        let marks = results.marks(&run, &[&run]);
        let titles: Vec<&str> = marks.iter().map(|mark| mark.title.as_str()).collect();
        assert_eq!(titles, ["OK 2e-5 %", "NOOK 1 of 2, found 1.3, expected 1.2"]);
        assert_eq!(marks[0].found.len(), 1);
        assert!(marks[1].found.is_empty() && marks.iter().all(|mark| !mark.stale));
        // Two lines more above: the verdicts go with their calls.
        let moved = document(&TEXT.replace("F = DEFI", "# a\n\nF = DEFI"));
        let marks = results.marks(&moved, &[&moved]);
        assert_eq!(moved.source.line_column(marks[0].span.start as usize).line, 5);
        assert!(!marks[0].stale);
        // Another constant: both rest on it.
        let changed = document(&TEXT.replace("VALE=1.3)", "VALE=1.4)"));
        let marks = results.marks(&changed, &[&changed]);
        assert!(marks.len() == 2 && marks.iter().all(|mark| mark.stale));
        assert_eq!(marks[0].title, "before the change: OK 2e-5 %");
    }
}
