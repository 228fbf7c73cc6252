//! The bridge to pest: one logical line in, pairs or an exact place of failure out.

use std::sync::{Mutex, PoisonError};

use pest::Parser;
use pest::error::Error;
use pest::iterators::Pairs;

use super::nesting::{self, MAX_DEPTH};

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/comm.pest"]
struct CommandGrammar;

/// Where and why a piece of text does not parse.
pub(super) struct Failure {
    /// Offset in the piece of the first byte that cannot stand there.
    pub offset: usize,
    /// What could have stood there, as written in the grammar.
    pub expected: Vec<String>,
    /// What stands just before `offset` is refused as a name: it is a reserved word.
    pub inside_name: bool,
    /// The text is nested too deeply to be parsed at all.
    pub too_deep: bool,
}

pub(super) fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Failure> {
    if let Some(offset) = nesting::beyond(text, MAX_DEPTH) {
        return Err(Failure { offset, expected: Vec::new(), inside_name: false, too_deep: true });
    }
    CommandGrammar::parse(rule, text).map_err(|_| locate(rule, text))
}

/// The detail pest can collect about a failure is switched on for the whole program: one at a time.
static DETAIL: Mutex<()> = Mutex::new(());

/// Parses again to learn the exact place; done for failing lines only, because it is slow.
fn locate(rule: Rule, text: &str) -> Failure {
    let error = {
        let _guard = DETAIL.lock().unwrap_or_else(PoisonError::into_inner);
        pest::set_error_detail(true);
        let error = CommandGrammar::parse(rule, text).err();
        pest::set_error_detail(false);
        error
    };
    let mut failure = Failure { offset: 0, expected: Vec::new(), inside_name: false, too_deep: false };
    let Some(error) = error else { return failure };
    failure.offset = furthest(&error);
    if let Some(attempts) = error.parse_attempts() {
        failure.offset = failure.offset.max(attempts.max_position);
        failure.expected = attempts.expected_tokens().iter().map(ToString::to_string).collect();
        // Where a name was refused because of its last letter, only more letters are expected.
        failure.inside_name = failure.expected.iter().any(|t| t == "_") && failure.expected.iter().all(|t| t != " ");
    }
    failure
}

fn furthest(error: &Error<Rule>) -> usize {
    match error.location {
        pest::error::InputLocation::Pos(at) => at,
        pest::error::InputLocation::Span((at, _)) => at,
    }
}
