//! The call under way at the end of a text that is being typed: read from the characters alone, since half a call does
//! not parse.

use crate::catalogue::{RawArgument, RawValue};
use crate::concepts::Handle;
use crate::source::{FileId, Span};
use crate::syntax::Argument;
use crate::syntax::scan::{Kind, quoted, tokens};

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
pub struct CursorPlace<'t> {
    /// Brackets that are open, outermost first.
    pub frames: Vec<Frame<'t>>,
    /// Where the text in quotes starts that is open, its first quote excluded.
    pub quote: Option<usize>,
    /// Where the word at the end starts.
    pub word: usize,
}

impl<'t> Frame<'t> {
    /// Names of the arguments that are whole, and their values as they are written.
    pub fn written(&self) -> &[(&'t str, &'t str)] {
        &self.given
    }

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

/// The call around the cursor: its frame, and the frame of the factor keyword in it with the keyword's name.
pub fn call<'p, 't>(place: &'p CursorPlace<'t>) -> Option<(&'p Frame<'t>, Option<(&'t str, &'p Frame<'t>)>)> {
    let rank = place.frames.iter().rposition(|frame| !frame.name.is_empty() && frame.name != "_F")?;
    let command = place.frames.get(rank)?;
    let factor = place.frames.get(rank + 1..)?.iter().rfind(|frame| frame.name == "_F");
    Some((command, factor.and_then(|frame| Some((command.keyword?, frame)))))
}

/// Reads a text up to its end.
pub fn place(text: &str) -> CursorPlace<'_> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut quote = None;
    // The last word, and where it starts and ends.
    let mut word: Option<(usize, usize)> = None;
    for token in tokens(text) {
        let end = token.at + token.text.len();
        match token.kind {
            Kind::Comment | Kind::Blank => continue,
            Kind::Newline if !frames.is_empty() => continue,
            Kind::Name | Kind::Number => {
                word = Some((token.at, end));
                continue;
            }
            Kind::Text => {
                let open = quoted(token.text).filter(|quoted| !quoted.closed && end == text.len());
                quote = open.map(|quoted| token.at + quoted.opening());
            }
            Kind::Open => {
                let name = word.filter(|_| token.text == "(").map_or("", |(from, to)| &text[from..to]);
                frames.push(Frame { name, start: end, ..Frame::default() });
            }
            Kind::Close => {
                frames.pop();
            }
            Kind::Comma => {
                if let Some(frame) = frames.last_mut() {
                    if let Some(keyword) = frame.keyword.take() {
                        frame.given.push((keyword, &text[frame.start..token.at]));
                    }
                    frame.start = end;
                }
            }
            Kind::Equal => {
                if let (Some(frame), Some((from, to))) = (frames.last_mut(), word)
                    && !frame.name.is_empty()
                    && text[frame.start..from].trim().is_empty()
                {
                    frame.keyword = Some(&text[from..to]);
                    frame.start = end;
                }
            }
            _ => {}
        }
        word = None;
    }
    let word = word.filter(|(_, to)| *to == text.len()).map_or(text.len(), |(from, _)| from);
    CursorPlace { frames, quote, word }
}

fn literal(text: &str, concept: &dyn Fn(&str) -> Option<Handle>) -> RawValue {
    let text = text.trim();
    if let Some(inner) =
        quoted(text).filter(|inner| inner.opening() == 1 && inner.closed && inner.length() == text.len())
    {
        return RawValue::Text(inner.content.into());
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
