//! The check of a whole study before any of it runs.

use super::evaluation::evaluate;
use super::events::Silent;
use super::input::Phase;
use super::options::Options;
use super::session::Session;
use crate::diag::Diagnostic;
use crate::python::{Fault, Result};

impl Session<'_> {
    /// Before anything runs half-way: the whole study is checked, so that an error at its end is said
    /// before an hour is spent.
    pub(super) fn rehearse(&mut self) -> Result<()> {
        if self.input.phase != Phase::Rehearse {
            return Ok(());
        }
        self.input.phase = Phase::Session;
        let options = Options { check_only: true, ..(*self.setup.options).clone() };
        let report = evaluate(&self.setup.project, &options, self.setup.world(), &Silent);
        if report.diagnostics.iter().any(Diagnostic::is_error) {
            // Files are loaded in the same order, but those of INCLUDE and of modules may come later.
            self.sources = report.sources;
            self.input.diagnostics = report.diagnostics;
            return Err(Fault::Stop);
        }
        Ok(())
    }
}
