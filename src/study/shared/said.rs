//! What a node said, with its places relative to its call: a call that has moved says the same at its new place.

use std::sync::Arc;

use crate::catalogue::{Call, Keywords};
use crate::diag::{Diagnostic, Fix};
use crate::former::upgrade::Insertion;
use crate::operators::Message;
use crate::source::Span;

pub struct Said {
    messages: Vec<Message>,
    /// Places of the call, in the order of its keywords.
    places: Vec<Span>,
    file: Arc<str>,
    line: usize,
}

impl Said {
    pub fn new(messages: Vec<Message>, call: &Call, file: &Arc<str>) -> Self {
        let places = if messages.is_empty() { Vec::new() } else { places(call) };
        Said { messages, places, file: file.clone(), line: call.line }
    }

    /// Messages for a call with this content, wherever it stands; `None` where one points elsewhere, or into a piece of the text
    /// that is written otherwise now.
    pub fn at(&self, call: &Call, file: &Arc<str>) -> Option<Vec<Message>> {
        if self.messages.is_empty() {
            return Some(Vec::new());
        }
        let now = places(call);
        if self.places == now && self.file == *file && self.line == call.line {
            return Some(self.messages.clone());
        }
        let moved = Moved { said: self, now: &now, file, line: call.line };
        self.messages.iter().map(|message| moved.message(message)).collect()
    }
}

/// Places of a call: its name, then each level and each keyword that is written.
fn places(call: &Call) -> Vec<Span> {
    fn level(keywords: &Keywords, found: &mut Vec<Span>) {
        found.extend(keywords.span);
        found.extend(keywords.simple_names().filter_map(|(_, given)| given.span));
        keywords.factor_names().flat_map(|(_, occurrences)| occurrences).for_each(|inner| level(inner, found));
    }
    let mut found = vec![call.span];
    level(&call.keywords, &mut found);
    found
}

struct Moved<'s> {
    said: &'s Said,
    now: &'s [Span],
    file: &'s Arc<str>,
    line: usize,
}

impl Moved<'_> {
    fn message(&self, message: &Message) -> Option<Message> {
        Some(match message {
            Message::Text(_) | Message::Once(_) => message.clone(),
            Message::Diagnostic(diagnostic) => Message::Diagnostic(Box::new(self.diagnostic(diagnostic)?)),
            Message::Advice(diagnostic) => Message::Advice(Box::new(self.diagnostic(diagnostic)?)),
            Message::Slip(name, span) => Message::Slip(name, self.maybe(*span)?),
            Message::Insertion(insertion) => Message::Insertion(Insertion {
                call: self.span(insertion.call)?,
                after: self.span(insertion.after)?,
                text: insertion.text.clone(),
            }),
            Message::Verdict(record) => {
                let mut record = record.clone();
                if record.file != self.said.file || record.line != self.said.line {
                    return None;
                }
                let changed = Arc::make_mut(&mut record);
                (changed.file, changed.line) = (self.file.clone(), self.line);
                Message::Verdict(record)
            }
        })
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> Option<Diagnostic> {
        let mut moved = diagnostic.clone();
        moved.span = self.maybe(moved.span)?;
        for (span, _) in &mut moved.related {
            *span = self.span(*span)?;
        }
        moved.also = moved.also.iter().map(|other| self.diagnostic(other)).collect::<Option<_>>()?;
        moved.fixes = moved.fixes.into_iter().map(|fix| self.fix(fix)).collect::<Option<_>>()?;
        Some(moved)
    }

    fn fix(&self, mut fix: Fix) -> Option<Fix> {
        for (span, _) in &mut fix.edits {
            *span = self.span(*span)?;
        }
        Some(fix)
    }

    fn maybe(&self, span: Option<Span>) -> Option<Option<Span>> {
        span.map_or(Some(None), |span| self.span(span).map(Some))
    }

    /// Where a place of the call is now. A piece of a keyword moves with it, if its text is as long as before.
    fn span(&self, span: Span) -> Option<Span> {
        let pairs = || self.said.places.iter().zip(self.now);
        if let Some((_, now)) = pairs().find(|(then, _)| **then == span) {
            return Some(*now);
        }
        let holds = |then: &Span| then.file == span.file && then.start <= span.start && span.end <= then.end;
        let (then, now) = pairs().filter(|(then, _)| holds(then)).min_by_key(|(then, _)| then.end - then.start)?;
        let same = then.end - then.start == now.end - now.start;
        let shift = |at: u32| (now.start + (at - then.start)) as usize;
        same.then(|| Span::new(now.file, shift(span.start), shift(span.end)))
    }
}
