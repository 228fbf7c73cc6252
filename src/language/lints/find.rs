//! The search for lints in a study that was checked.

use super::list::{LINTS, Lint};
use super::noqa;
use super::study::Study;
use crate::diag::Diagnostic;
use crate::language::Rehearsal;

/// Lints beside the usual ones, and lints that are left out.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    pub with: Vec<String>,
    pub without: Vec<String>,
}

impl Choice {
    fn takes(&self, lint: &Lint, of_profile: &[String]) -> bool {
        let named = |list: &[String]| list.iter().any(|code| code.eq_ignore_ascii_case(lint.code));
        let profile = |sign: char| {
            of_profile.iter().any(|word| word.strip_prefix(sign).is_some_and(|w| w.eq_ignore_ascii_case(lint.code)))
        };
        if named(&self.without) {
            return false;
        }
        named(&self.with) || (!profile('-') && (!lint.on_request || profile('+')))
    }
}

/// What is doubtful in a study, in the order of its files. What `# noqa` marks is left out.
pub fn lints(rehearsal: &Rehearsal, choice: &Choice) -> Vec<Diagnostic> {
    let of_profile = rehearsal.project.as_ref().map_or(&[][..], |project| project.lints.as_slice());
    let study = Study::new(rehearsal);
    let mut found = Vec::new();
    for lint in LINTS.iter().filter(|lint| choice.takes(lint, of_profile)) {
        (lint.look)(&study, &mut found);
    }
    found.retain(|lint| !noqa::is_silenced(&study, lint));
    found.sort_by_key(|lint| (lint.span, lint.code));
    found
}

/// Lints that a check says in its own words, with the code of those.
const SAID: &[(&str, &str)] = &[("L009", "N301"), ("L011", "N312")];

/// The lints that an editor shows beside the diagnostics of the check: none that says the same as one of them.
pub fn published(rehearsal: &Rehearsal) -> Vec<Diagnostic> {
    // Forms of former versions are shown as such.
    let choice = Choice { without: vec!["L015".to_string()], ..Choice::default() };
    let mut found = lints(rehearsal, &choice);
    found.retain(|lint| {
        let same = |said: &Diagnostic| {
            let codes = SAID.contains(&(lint.code, said.code));
            codes
                && said
                    .span
                    .zip(lint.span)
                    .is_some_and(|(a, b)| a.file == b.file && a.start <= b.end && b.start <= a.end)
        };
        !rehearsal.diagnostics.iter().any(same)
    });
    found
}
