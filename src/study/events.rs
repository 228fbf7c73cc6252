//! What is seen from outside while a study is evaluated and run.

use std::sync::Arc;

use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::source::SourceMap;
use crate::verdict::Record;

#[derive(Debug)]
pub enum Event<'e> {
    /// Text of the study's log.
    Text(&'e str),
    /// The concept an expression gives, typed by a user who wants to see it.
    Concept(&'e Handle),
    Diagnostic(&'e Diagnostic, &'e SourceMap),
    Verdict(&'e Arc<Record>),
    /// Nodes that are going to run, by their command.
    Planned(&'e [(&'e str, usize)]),
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

pub trait Observer: Sync {
    fn see(&self, event: Event<'_>);
}

/// Looks away.
pub struct Silent;

impl Observer for Silent {
    fn see(&self, _: Event<'_>) {}
}
