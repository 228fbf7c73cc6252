//! All lints, by their codes. What each means is in `grammar/codes/advice.md`.

use super::study::Study;
use super::{
    damping_in_percent, default_written, former_form, group_unused, loop_invariant, lost_comma, magic_number,
    mixed_types, no_effect, reassigned_concept, shadowed_operator, step_near_limit, test_without_reference,
    tests_nothing, unit_twice, unread_unit, unused_concept, wide_tolerance,
};
use crate::diag::Diagnostic;

/// One lint.
pub struct Lint {
    pub code: &'static str,
    /// It is looked for only where that is asked for.
    pub on_request: bool,
    pub(super) look: fn(&Study<'_>, &mut Vec<Diagnostic>),
}

const fn lint(code: &'static str, look: fn(&Study<'_>, &mut Vec<Diagnostic>)) -> Lint {
    Lint { code, on_request: false, look }
}

/// The lints in the order of their codes.
pub const LINTS: &[Lint] = &[
    lint("L001", unused_concept::look),
    lint("L002", test_without_reference::look),
    lint("L003", wide_tolerance::look),
    lint("L004", tests_nothing::look),
    lint("L005", no_effect::look),
    Lint { code: "L006", on_request: true, look: default_written::look },
    lint("L007", shadowed_operator::look),
    lint("L008", reassigned_concept::look),
    lint("L009", step_near_limit::look),
    lint("L010", mixed_types::look),
    lint("L011", damping_in_percent::look),
    lint("L012", unit_twice::look),
    lint("L013", unread_unit::look),
    lint("L014", loop_invariant::look),
    lint("L015", former_form::look),
    lint("L016", lost_comma::look),
    lint("L017", group_unused::look),
    lint("L018", magic_number::look),
];
