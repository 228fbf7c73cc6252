//! The outcome of one study of a test run, as its tables, reports and pages show it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::record::Record;
use super::report::Tally;

/// How a study ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Every assertion holds, and there is at least one.
    Held,
    /// An assertion failed.
    Failed,
    /// The study is wrong or cannot be run.
    Error,
    /// It ran longer than it may.
    Time,
    /// It used more memory than it may.
    Memory,
    /// Its process ended without a report, or reported an internal error.
    Crash,
    /// Nothing was verified.
    NoTest,
    /// The user stopped it.
    Stopped,
    /// The run ended before it started.
    NotRun,
}

impl Ending {
    pub const ALL: [Ending; 9] = [
        Ending::Held,
        Ending::Failed,
        Ending::Error,
        Ending::Time,
        Ending::Memory,
        Ending::Crash,
        Ending::NoTest,
        Ending::Stopped,
        Ending::NotRun,
    ];

    /// The word of the table.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Held => "OK",
            Ending::Failed => "NOOK",
            Ending::Error => "ERR",
            Ending::Time => "TIME",
            Ending::Memory => "MEMORY",
            Ending::Crash => "CRASH",
            Ending::NoTest => "NO_TEST",
            Ending::Stopped => "STOPPED",
            Ending::NotRun => "NOT_RUN",
        }
    }

    /// Words for the ending, after a number.
    pub fn in_words(self) -> &'static str {
        match self {
            Ending::Held => "passed",
            Ending::Failed => "with failed assertions",
            Ending::Error => "in error",
            Ending::Time => "out of time",
            Ending::Memory => "out of memory",
            Ending::Crash => "crashed",
            Ending::NoTest => "without a verified assertion",
            Ending::Stopped => "stopped",
            Ending::NotRun => "not run",
        }
    }
}

/// A picture that a study wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub name: String,
    /// The picture itself as an address (`data:`), safe between quotes.
    pub address: String,
}

impl Picture {
    /// A picture in SVG.
    pub fn of_svg(name: String, svg: &str) -> Picture {
        let mut address = "data:image/svg+xml,".to_string();
        for c in svg.chars() {
            match c {
                '%' | '#' | '<' | '>' | '"' | '&' | '\'' | '{' | '}' => {
                    let _ = write!(address, "%{:02X}", c as u32);
                }
                c if c.is_control() => address.push(' '),
                c => address.push(c),
            }
        }
        Picture { name, address }
    }
}

/// One study of a test run.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyResult {
    /// Its path as it was found.
    pub name: String,
    pub ending: Ending,
    pub labels: Vec<String>,
    pub wall_s: f64,
    pub records: Vec<Record>,
    /// The first thing wrong, in one line without its place.
    pub why: String,
    /// File and line of the first thing wrong.
    pub place: Option<(String, usize)>,
    /// Diagnostics of the run, as `run --json` gives them.
    pub diagnostics: Vec<serde_json::Value>,
    /// What the run printed.
    pub log: String,
    pub pictures: Vec<Picture>,
    /// Lines of the command files, by the name that records give them.
    pub sources: BTreeMap<String, Vec<String>>,
}

/// Lines of a call that an excerpt shows at most.
const MOST_LINES: usize = 14;
/// Lines before and after a call.
const CONTEXT: usize = 2;

impl StudyResult {
    pub fn new(name: impl Into<String>, ending: Ending) -> Self {
        StudyResult {
            name: name.into(),
            ending,
            labels: Vec::new(),
            wall_s: 0.0,
            records: Vec::new(),
            why: String::new(),
            place: None,
            diagnostics: Vec::new(),
            log: String::new(),
            pictures: Vec::new(),
            sources: BTreeMap::new(),
        }
    }

    pub fn tally(&self) -> Tally {
        Tally::of(&self.records)
    }

    /// The reason in one line with its place: `line 12: ...`.
    pub fn why_with_line(&self) -> String {
        match &self.place {
            Some((_, line)) => format!("line {line}: {}", self.why),
            None => self.why.clone(),
        }
    }

    /// The lines before a line and those after another, as many as an excerpt has on each side.
    pub fn around(&self, file: &str, first: usize, last: usize) -> [Vec<(usize, &str)>; 2] {
        let lines = self.sources.get(file).map_or(&[][..], Vec::as_slice);
        let part = |from: usize, to: usize| {
            let ranks = from.max(1)..=to.min(lines.len());
            ranks.map(|rank| (rank, lines[rank - 1].as_str())).collect()
        };
        [part(first.saturating_sub(CONTEXT), first.saturating_sub(1)), part(last + 1, last + CONTEXT)]
    }

    /// The lines of a call that starts at `line` (from 1), each with its number: to the bracket that closes it.
    pub fn excerpt(&self, file: &str, line: usize) -> Vec<(usize, &str)> {
        let Some(lines) = self.sources.get(file) else { return Vec::new() };
        let mut open = 0i64;
        let mut excerpt = Vec::new();
        for (rank, text) in lines.iter().enumerate().skip(line.saturating_sub(1)).take(MOST_LINES) {
            excerpt.push((rank + 1, text.as_str()));
            let code = text.split('#').next().unwrap_or("");
            open += code.matches(['(', '[']).count() as i64 - code.matches([')', ']']).count() as i64;
            if open <= 0 {
                break;
            }
        }
        excerpt
    }

    pub fn json(&self) -> serde_json::Value {
        let mut json = serde_json::json!({
            "study": self.name,
            "verdict": self.ending.word(),
            "why": self.why,
            "file": self.place.as_ref().map(|(file, _)| file),
            "line": self.place.as_ref().map(|(_, line)| line),
            "labels": self.labels,
            "wall_s": self.wall_s,
            "tests": self.records.iter().map(Record::json).collect::<Vec<_>>(),
            "diagnostics": self.diagnostics,
        });
        if self.ending != Ending::Held {
            json["log"] = self.log.clone().into();
        }
        json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_ends_with_the_bracket_that_closes_the_call() {
        let mut result = StudyResult::new("a.comm", Ending::Failed);
        let text = "DEBUT()\nTEST_TABLE(TABLE=T, # (\n  VALE_CALC=(1.,\n   2.))\nFIN()";
        result.sources.insert("a.comm".into(), text.lines().map(String::from).collect());
        let ranks: Vec<usize> = result.excerpt("a.comm", 2).iter().map(|(rank, _)| *rank).collect();
        assert_eq!(ranks, [2, 3, 4]);
        assert!(result.excerpt("b.comm", 2).is_empty() && result.excerpt("a.comm", 90).is_empty());
        let [before, after] = result.around("a.comm", 2, 4);
        assert_eq!((before, after), (vec![(1, "DEBUT()")], vec![(5, "FIN()")]));
        assert_eq!(result.around("b.comm", 2, 4), [Vec::new(), Vec::new()]);
    }
}
