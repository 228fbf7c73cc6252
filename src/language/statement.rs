//! The statement under way at the end of a text that is being typed.

use crate::catalogue::command;

/// The end of a text, from the last line on that surely begins a statement: what stands above may have brackets that are
/// not closed.
pub fn statement(before: &str) -> &str {
    let begins = |at: &usize| {
        let line = before[*at..].split('\n').next().unwrap_or("");
        let called = line.split_once('=').map_or(line, |(_, right)| right);
        [line, called].into_iter().any(|text| {
            let name = text.trim_start().split('(').next().unwrap_or("");
            let starts = line.trim_start().starts_with(char::is_alphabetic);
            starts && text.contains('(') && command(name).is_some()
        })
    };
    let last = before.rmatch_indices('\n').map(|(at, _)| at + 1).chain([0]).find(begins);
    last.map_or(before, |at| &before[at..])
}
