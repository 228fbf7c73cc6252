//! The last line of a test run.

use super::choice::Choice;
use crate::cli::console::{Colour, painted};
use crate::cli::words::{count, duration};
use crate::verdict::{Ending, StudyResult, Tally};

/// The last line, with and without colour.
pub struct LastLine {
    pub plain: String,
    pub painted: String,
}

pub fn last_line(results: &[StudyResult], choice: &Choice, stopped: bool, wall_s: f64) -> LastLine {
    let passed = results.iter().filter(|result| choice.passes(result.ending)).count();
    let (word, colour) = match passed == results.len() {
        _ if stopped => ("STOPPED", Colour::Red),
        true => ("OK", Colour::Green),
        false => ("FAILED", Colour::Red),
    };
    let mut parts = vec![format!("{passed} of {} passed", count_studies(results.len()))];
    for ending in Ending::ALL.into_iter().filter(|ending| *ending != Ending::Held) {
        let number = results.iter().filter(|result| result.ending == ending).count();
        if number > 0 {
            parts.push(format!("{number} {}", ending.in_words()));
        }
    }
    let tally = Tally::of(results.iter().flat_map(|result| &result.records));
    parts.push(format!("{} held", count(tally.passed, "assertion")));
    if tally.failed > 0 {
        parts.push(format!("{} failed", tally.failed));
    }
    let rest = format!("  {}, {}", parts.join(", "), duration(wall_s));
    LastLine { plain: format!("{word}{rest}"), painted: format!("{}{rest}", painted(word, colour)) }
}

pub(super) fn count_studies(n: usize) -> String {
    format!("{n} {}", if n == 1 { "study" } else { "studies" })
}
