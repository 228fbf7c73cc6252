//! `--max-errors N`: as many errors of a study are shown, and how many there are beside.

use crate::cli::words::count;
use crate::diag::Diagnostic;

/// The messages to show, and how many errors are left out.
pub fn shown(diagnostics: &[Diagnostic], most: Option<usize>) -> (Vec<&Diagnostic>, usize) {
    let mut errors = 0;
    let fits = |d: &&Diagnostic| {
        errors += usize::from(d.is_error());
        !d.is_error() || most.is_none_or(|most| errors <= most)
    };
    let shown: Vec<&Diagnostic> = diagnostics.iter().filter(fits).collect();
    let left = diagnostics.len() - shown.len();
    (shown, left)
}

/// `431 more errors are not shown (--max-errors 20)`, if there are some.
pub fn left_out(left: usize, most: Option<usize>) -> Option<String> {
    let verb = if left == 1 { "is" } else { "are" };
    let most = most.filter(|_| left > 0)?;
    Some(format!("{} {verb} not shown (--max-errors {most})", count(left, "more error")))
}
