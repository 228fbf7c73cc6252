//! The message of a run that is stopped.

use crate::diag::Diagnostic;
use crate::source::{Stop, memory};

/// Says why a run ended before its end.
pub fn stop_diagnostic(why: Stop) -> Diagnostic {
    let limit = memory::shown(memory::limit());
    match why {
        Stop::Asked => Diagnostic::error(
            "R002",
            "the run was stopped; files already written are complete, what was under way is lost",
        ),
        Stop::Memory => Diagnostic::error(
            "R005",
            format!(
                "the run was stopped: it uses more memory than it may ({limit}); files already written are complete"
            ),
        )
        .help(
            "--max-memory sets another limit; keep fewer states (PAS_ARCH, LIST_INST of ARCHIVAGE), or shorter lists",
        ),
        Stop::Time => Diagnostic::error(
            "R006",
            "the run was stopped: it takes longer than it may; files already written are complete",
        )
        .help("--max-time sets another limit"),
        Stop::Changed => Diagnostic::error(
            "R002",
            "the run was given up: a file of the study has changed; files already written are complete",
        ),
    }
}
