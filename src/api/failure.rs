//! An error before a study could be evaluated, with the text it points into.

use std::fmt;

use crate::diag::Diagnostic;
use crate::source::SourceMap;

/// Error that keeps a study from being opened.
#[derive(Clone, Debug)]
pub struct Failure {
    pub diagnostic: Diagnostic,
    /// Files that the diagnostic points into.
    pub sources: SourceMap,
}

impl Failure {
    /// Makes an error that points into no text.
    pub fn of(diagnostic: Diagnostic) -> Box<Self> {
        Box::new(Failure { diagnostic, sources: SourceMap::default() })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, place)) = self.diagnostic.span.and_then(|span| self.sources.place(span)) {
            write!(f, "{file}:{}:{}: ", place.line, place.column)?;
        }
        write!(f, "{} [{}]", self.diagnostic.message, self.diagnostic.code)?;
        self.diagnostic.help.as_ref().map_or(Ok(()), |help| write!(f, ": {help}"))
    }
}

impl std::error::Error for Failure {}
