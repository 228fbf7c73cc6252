//! What a run tells: messages for people, and events for programs where they are asked for.

use super::console::Console;
use super::wire::Wire;
use crate::api::{Event, Observer, Report};

pub struct RunObserver<'t> {
    pub console: &'t Console,
    pub wire: Option<&'t Wire>,
}

impl RunObserver<'_> {
    /// Tells what was found before the study ran, and the files that it wrote.
    pub fn rest(&self, report: &Report) {
        let Some(wire) = self.wire else { return };
        let before = report.diagnostics.len() - report.shown;
        report.diagnostics[..before].iter().for_each(|diagnostic| wire.diagnostic(diagnostic, &report.sources));
        report.files.iter().for_each(|(path, bytes)| wire.file(path, *bytes));
    }
}

impl Observer for RunObserver<'_> {
    fn see(&self, event: Event<'_>) {
        if let Some(wire) = self.wire {
            wire.see(event);
        }
        self.console.see(event);
    }
}
