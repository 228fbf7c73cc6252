//! What is seen from outside while a study is evaluated and run.

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::python::Value;
use crate::source::SourceMap;
use crate::verdict::Record;

#[derive(Clone, Copy, Debug)]
pub enum Event<'e> {
    /// Text of the study's log.
    Text(&'e str),
    /// The value of an expression typed by a user who wants to see it; `last` where nothing follows it in the text.
    /// `text` is what it was then, empty for a concept.
    Value {
        value: &'e Value,
        text: &'e str,
        last: bool,
    },
    Diagnostic(&'e Diagnostic, &'e SourceMap),
    Verdict(&'e Arc<Record>),
    /// Nodes that are going to run.
    Planned(&'e [PlannedNode<'e>]),
    /// A node starts, advances (fraction done and a short text), ends. These come in the order of
    /// execution, from any thread; all others in the order of the study.
    Started {
        node: usize,
        title: &'e str,
    },
    Progress {
        node: usize,
        fraction: f64,
        text: &'e str,
    },
    Ended {
        node: usize,
    },
}

/// A node that is going to run.
#[derive(Clone, Copy, Debug)]
pub struct PlannedNode<'e> {
    pub node: usize,
    pub command: &'e str,
    /// Time steps that its call asks for, if it tells them.
    pub steps: Option<f64>,
}

pub trait Observer: Send + Sync {
    fn see(&self, event: Event<'_>);
}

/// Looks away.
pub struct Silent;

impl Observer for Silent {
    fn see(&self, _: Event<'_>) {}
}
