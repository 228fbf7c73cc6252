//! The call under way at the end of a text that is being typed: read from the characters alone, since half a call does
//! not parse.

use crate::catalogue::{RawArgument, RawValue};
use crate::concepts::Handle;
use crate::source::{FileId, Span};
use crate::syntax::Argument;

/// An open bracket.
#[derive(Debug, Default)]
pub struct Frame<'t> {
    /// The word before it; empty for a list, a tuple, an index.
    pub name: &'t str,
    /// Arguments that are whole, as they are written.
    given: Vec<(&'t str, &'t str)>,
    /// The keyword whose value is being written.
    pub keyword: Option<&'t str>,
    /// Where the argument starts.
    start: usize,
}

/// Where the text ends.
#[derive(Debug)]
pub struct Place<'t> {
    /// Brackets that are open, outermost first.
    pub frames: Vec<Frame<'t>>,
    /// Where the text in quotes starts that is open, its first quote excluded.
    pub quote: Option<usize>,
    /// Where the word at the end starts.
    pub word: usize,
}

impl<'t> Frame<'t> {
    /// The arguments; the value of a name is looked up.
    pub fn arguments(&self, concept: &dyn Fn(&str) -> Option<Handle>) -> Vec<RawArgument> {
        let span = Span::new(FileId(u32::MAX), 0, 0);
        let argument = |&(name, text): &(&str, &str)| RawArgument {
            name: name.into(),
            span,
            value: literal(text, concept),
            value_span: span,
        };
        let mut arguments: Vec<RawArgument> = self.given.iter().map(argument).collect();
        arguments.extend(self.keyword.map(|name| argument(&(name, "?"))));
        arguments
    }
}

/// Arguments of a call in a text that parses; the value of a name is looked up.
pub fn arguments_of(given: &[Argument], text: &str, concept: &dyn Fn(&str) -> Option<Handle>) -> Vec<RawArgument> {
    let named = given.iter().filter_map(|argument| Some((argument.name.as_ref()?, &argument.value)));
    named
        .map(|((name, span), value)| RawArgument {
            name: name.as_str().into(),
            span: *span,
            value: literal(text.get(value.span.range()).unwrap_or(""), concept),
            value_span: value.span,
        })
        .collect()
}

/// Reads a text up to its end.
pub fn place(text: &str) -> Place<'_> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut quote: Option<(&str, usize)> = None;
    // The last word, and where it starts and ends.
    let mut word: Option<(usize, usize)> = None;
    let mut previous = ' ';
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        if let Some((mark, _)) = quote {
            if c == '\\' {
                at = next + text[next..].chars().next().map_or(0, char::len_utf8);
            } else if text[at..].starts_with(mark) {
                at += mark.len();
                (quote, previous) = (None, '"');
            } else {
                at = next;
                if c == '\n' && mark.len() == 1 {
                    quote = None;
                }
            }
            continue;
        }
        match c {
            '#' => {
                at = text[at..].find('\n').map_or(text.len(), |n| at + n);
                continue;
            }
            '"' | '\'' => {
                let long = ["\"\"\"", "'''"].into_iter().find(|mark| text[at..].starts_with(mark));
                let mark = long.unwrap_or(if c == '"' { "\"" } else { "'" });
                quote = Some((mark, at + mark.len()));
                at += mark.len();
                word = None;
                continue;
            }
            '(' | '[' | '{' => {
                let name = word.filter(|_| c == '(').map_or("", |(from, to)| &text[from..to]);
                frames.push(Frame { name, start: next, ..Frame::default() });
                word = None;
            }
            ')' | ']' | '}' => {
                frames.pop();
                word = None;
            }
            ',' => {
                if let Some(frame) = frames.last_mut() {
                    if let Some(keyword) = frame.keyword.take() {
                        frame.given.push((keyword, &text[frame.start..at]));
                    }
                    frame.start = next;
                }
                word = None;
            }
            '=' => {
                let comparison = matches!(previous, '=' | '!' | '<' | '>') || text[next..].starts_with('=');
                if let (Some(frame), Some((from, to)), false) = (frames.last_mut(), word, comparison)
                    && !frame.name.is_empty()
                    && text[frame.start..from].trim().is_empty()
                {
                    frame.keyword = Some(&text[from..to]);
                    frame.start = next;
                }
                word = None;
            }
            c if c.is_alphanumeric() || c == '_' => {
                word = match word {
                    Some((from, to)) if to == at => Some((from, next)),
                    _ => Some((at, next)),
                };
            }
            c if c.is_whitespace() => {
                if c == '\n' && frames.is_empty() {
                    word = None;
                }
                at = next;
                continue;
            }
            _ => word = None,
        }
        previous = c;
        at = next;
    }
    let word = word.filter(|(_, to)| *to == text.len()).map_or(text.len(), |(from, _)| from);
    Place { frames, quote: quote.map(|(_, from)| from), word }
}

fn literal(text: &str, concept: &dyn Fn(&str) -> Option<Handle>) -> RawValue {
    let text = text.trim();
    let quoted = |mark| text.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    if let Some(inner) = quoted('"').or_else(|| quoted('\'')) {
        return RawValue::Text(inner.into());
    }
    if let Ok(i) = text.parse() {
        return RawValue::Integer(i);
    }
    match concept(text) {
        Some(handle) => RawValue::Concept(handle),
        None if text.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-') => {
            text.parse().map_or(RawValue::Unknown, RawValue::Real)
        }
        None => RawValue::Unknown,
    }
}
