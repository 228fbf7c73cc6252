//! Messages in the order of the study, whatever the order of execution: the finished prefix is sent as soon
//! as it is complete.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::events::Event;
use crate::diag::{Diagnostic, slip};
use crate::former::upgrade::Insertion;
use crate::operators::Message;
use crate::python::Value;
use crate::source::Span;
use crate::study::repeats::Repeats;
use crate::study::run_context::RunContext;
use crate::verdict::{Kind, Record};

#[derive(Default)]
pub struct Outbox {
    items: Vec<Item>,
    /// Items before this one are sent.
    next: usize,
    finished: BTreeMap<usize, Vec<Message>>,
    pub verdicts: Vec<Arc<Record>>,
    /// Codes of warnings that are not shown (IGNORE_ALARM).
    pub ignored: Vec<String>,
    pub diagnostics: Vec<Diagnostic>,
    /// Messages of a check so far; a run shows each as it comes.
    pub repeats: Repeats,
    /// Kept slips said so far.
    slips: Vec<&'static str>,
    /// What an upgrade writes.
    pub insertions: Vec<Insertion>,
    /// What operators advise, for `lint`.
    pub advice: Vec<Diagnostic>,
    /// Texts that are shown once.
    once: BTreeSet<String>,
    /// The study is judged by its references: a VALE_CALC that does not hold does not count.
    validation: bool,
}

enum Item {
    /// What `print` wrote.
    Text(String),
    /// A check of the study's own.
    Verdict(Arc<Record>),
    /// A value to show, once the nodes before have ended, its text, and whether nothing follows it.
    Value(Value, String, bool),
    /// What a node will say.
    Node(usize),
    Sent,
}

impl Outbox {
    pub fn judging(validation: bool) -> Self {
        Outbox { validation, ..Outbox::default() }
    }

    pub fn print(&mut self, text: String) {
        // `print(x, end=" ")` leaves its line open.
        if let Some(Item::Text(line)) = self.items[self.next..].last_mut()
            && !line.ends_with('\n')
        {
            line.push_str(&text);
            return;
        }
        self.items.push(Item::Text(text));
    }

    /// Shows a value, and its `text` where it is no concept; nothing follows the `last` one.
    pub fn show(&mut self, value: Value, text: String, last: bool) {
        let open = matches!(self.items[self.next..].last(), Some(Item::Text(line)) if !line.ends_with('\n'));
        if open && !text.is_empty() {
            return self.print(text + "\n");
        }
        self.items.push(Item::Value(value, text, last));
    }

    pub fn judge(&mut self, record: Record) {
        self.items.push(Item::Verdict(Arc::new(record)));
    }

    pub fn expect(&mut self, node: usize) {
        self.items.push(Item::Node(node));
    }

    pub fn finish(&mut self, node: usize, messages: Vec<Message>) {
        self.finished.insert(node, messages);
    }

    /// Drops what was to be sent.
    pub fn discard(&mut self) {
        (self.next, self.items) = (0, Vec::new());
        self.finished.clear();
        self.verdicts.clear();
        self.diagnostics.clear();
    }

    /// Sends what is complete.
    pub fn flush(&mut self, around: &RunContext<'_>) {
        while let Some(item) = self.items.get(self.next) {
            if let Item::Node(node) = item
                && !self.finished.contains_key(node)
            {
                return;
            }
            if matches!(item, Item::Text(text) if !text.ends_with('\n')) && self.next + 1 == self.items.len() {
                return;
            }
            self.send_next(around);
        }
        self.items.clear();
        self.next = 0;
    }

    /// Sends all that is left, around the nodes that never ran.
    pub fn flush_all(&mut self, around: &RunContext<'_>) {
        while self.next < self.items.len() {
            self.send_next(around);
        }
    }

    fn send_next(&mut self, around: &RunContext<'_>) {
        // What is sent takes no more room.
        match std::mem::replace(&mut self.items[self.next], Item::Sent) {
            Item::Sent => {}
            Item::Text(text) => around.observer.see(Event::Text(&text)),
            Item::Value(value, text, last) => {
                around.observer.see(Event::Value { value: &value, text: &text, last });
            }
            Item::Verdict(record) => {
                around.observer.see(Event::Verdict(&record));
                self.verdicts.push(record);
            }
            Item::Node(node) => {
                for message in self.finished.remove(&node).unwrap_or_default() {
                    match message {
                        Message::Slip(name, _) if self.slips.contains(&name) => {}
                        Message::Slip(name, span) => {
                            self.slips.push(name);
                            let note = slip_note(name, span);
                            if !self.ignored.iter().any(|i| i == note.code) {
                                around.observer.see(Event::Diagnostic(&note, around.sources));
                                self.diagnostics.push(note);
                            }
                        }
                        Message::Insertion(insertion) => self.insertions.push(insertion),
                        Message::Advice(advice) => self.advice.push(*advice),
                        Message::Once(text) if self.once.contains(&text) => {}
                        Message::Once(text) => {
                            around.observer.see(Event::Text(&text));
                            self.once.insert(text);
                        }
                        Message::Text(text) => around.observer.see(Event::Text(&text)),
                        Message::Diagnostic(d) if !d.is_error() && self.ignored.iter().any(|i| i == d.code) => {}
                        // What differs from a former version is said once per study.
                        Message::Diagnostic(d)
                            if ["G031", "G034"].contains(&d.code)
                                && self.diagnostics.iter().any(|said| said.message == d.message) => {}
                        Message::Diagnostic(d) if around.rehearsal && !self.repeats.is_new(&d, node) => {}
                        Message::Diagnostic(diagnostic) => {
                            around.observer.see(Event::Diagnostic(&diagnostic, around.sources));
                            self.diagnostics.push(*diagnostic);
                        }
                        Message::Verdict(mut record) => {
                            if self.validation && record.kind == Kind::Regression && record.passed == Some(false) {
                                Arc::make_mut(&mut record).passed = None;
                            }
                            around.observer.see(Event::Verdict(&record));
                            self.verdicts.push(record);
                        }
                    }
                }
            }
        }
        self.next += 1;
    }
}

/// The note of a kept slip.
fn slip_note(name: &'static str, span: Option<Span>) -> Diagnostic {
    let (place, what, textbook) = slip(name).map_or(("", "", ""), |s| (s.place, s.what, s.textbook));
    Diagnostic::note("R003", format!("figures contain a kept slip of the reference, {name} ({place}): {what}"))
        .help(format!("textbook value: {textbook} (`stickslip doc slips`)"))
        .at_if_absent(span)
}
