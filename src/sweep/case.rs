//! What is kept of a case: its verdicts, tables and error, what it was computed from, and the limit that ended it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::concepts::{self, Concept, Table};
use crate::study::{Report, State};
use crate::verdict::{Compared, Record};

/// A value of the merged table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    #[default]
    Empty,
    Integer(i64),
    Real(f64),
    Text(String),
}

impl Cell {
    /// Numbers that are not finite have no place in JSON: they are kept by name.
    pub fn real(x: f64) -> Cell {
        match x {
            x if x.is_finite() => Cell::Real(x),
            x if x.is_nan() => Cell::Text("nan".into()),
            x => Cell::Text(if x > 0.0 { "inf" } else { "-inf" }.into()),
        }
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Integer(i) => Some(*i as f64),
            Cell::Real(x) => Some(*x),
            Cell::Text(text) => text.trim().parse().ok(),
            Cell::Empty => None,
        }
    }

    pub fn text(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Integer(i) => i.to_string(),
            Cell::Real(x) => format!("{x:?}"),
            Cell::Text(text) => text.clone(),
        }
    }
}

/// What is kept of a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub key: String,
    /// `ok`, `failed`, `error`
    pub status: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Label of each assertion and the value it found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<(String, Cell)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Collected>,
    /// What it read (see `inputs.rs`), by the name of that set of marks.
    #[serde(default)]
    pub inputs: String,
    /// The build of the program that computed it.
    #[serde(default)]
    pub build: String,
    /// The limit that ended it: it is no result where there is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<LimitReached>,
}

/// A limit of a case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum LimitReached {
    /// Seconds of processor time.
    #[serde(rename = "time")]
    Time(f64),
    /// Bytes.
    #[serde(rename = "memory")]
    Memory(u64),
}

/// A table named with `--collect`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Collected {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

impl Row {
    fn empty() -> Row {
        Row { build: crate::source::build().to_string(), ..Row::default() }
    }

    /// A case that could not even start.
    pub fn broken(key: String, why: String) -> Row {
        Row { key, status: "error".into(), error: Some(why), ..Row::empty() }
    }

    pub fn of(key: String, report: &Report, collect: &[String]) -> Row {
        let mut row = Row { key, status: "ok".into(), ..Row::empty() };
        if report.failed_assertions() > 0 {
            row.status = "failed".into();
        }
        if let Some(error) = report.error() {
            let place = error.span.and_then(|span| report.sources.place(span));
            let place = place.map_or(String::new(), |(file, at)| format!(" at {file}:{}", at.line));
            row.status = "error".into();
            row.error = Some(format!("{}{place}: {}", error.code, lasting(&error.message)));
        }
        row.tests = assertions(&report.verdicts);
        for name in collect {
            match table(report, name) {
                Some(table) => row.tables.push(collected(name, &table)),
                None if row.error.is_none() => {
                    row.status = "error".into();
                    row.error = Some(format!("W003: the study made no table called {name} (--collect)"));
                }
                None => {}
            }
        }
        row
    }
}

/// A message without the memory that was left at that moment: it depends on what else ran.
fn lasting(message: &str) -> String {
    const FROM: &str = " of memory and ";
    const TO: &str = " are left";
    match message.find(FROM).and_then(|at| Some((at, at + message[at..].find(TO)?))) {
        Some((from, to)) => format!("{} of memory, more than there is{}", &message[..from], &message[to + TO.len()..]),
        None => message.to_string(),
    }
}

/// The last table of that name that was computed.
fn table(report: &Report, name: &str) -> Option<Arc<Table>> {
    let nodes = report.graph.nodes.iter().zip(&report.states).rev();
    nodes.filter(|(_, state)| **state == State::Done).flat_map(|(node, _)| node.makes()).find_map(|handle| match handle
        .get()
    {
        Some(Concept::Table(table)) if handle.name() == name => Some(table.clone()),
        _ => None,
    })
}

fn collected(name: &str, table: &Table) -> Collected {
    let cell = |cell: Cow<'_, concepts::Cell>| match &*cell {
        concepts::Cell::Integer(i) => Cell::Integer(*i),
        concepts::Cell::Real(x) => Cell::real(*x),
        concepts::Cell::Complex(z) => Cell::Text(format!("{:?}{:+?}j", z.re, z.im)),
        concepts::Cell::Text(text) => Cell::Text(text.to_string()),
        _ => Cell::Empty,
    };
    Collected {
        name: name.to_string(),
        columns: table.columns.iter().map(|column| column.name.clone()).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
    }
}

/// One value per assertion: its comparisons with a reference and with a value computed before are one.
fn assertions(records: &[Arc<Record>]) -> Vec<(String, Cell)> {
    let mut tests: Vec<(String, Cell)> = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (rank, record) in records.iter().enumerate() {
        let same = |other: &Record| {
            (&other.command, other.line, &other.label, &other.computed)
                == (&record.command, record.line, &record.label, &record.computed)
                && other.kind != record.kind
        };
        if rank > 0 && same(&records[rank - 1]) {
            continue;
        }
        let count = seen.entry(record.label.to_string()).or_insert(0);
        *count += 1;
        let label = if *count == 1 { record.label.to_string() } else { format!("{} ({count})", record.label) };
        let value = match &record.computed {
            Compared::Integer(i) => Cell::Integer(*i),
            Compared::Real(x) => Cell::real(*x),
            Compared::Complex(z) => Cell::Text(format!("{:?}{:+?}j", z.re, z.im)),
            Compared::Text(text) => Cell::Text(text.clone()),
        };
        tests.push((label, value));
    }
    tests
}
