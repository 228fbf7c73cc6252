//! L015: a form of former versions. A study that is said to be old (`P former` in its profile) is left alone.

use super::study::Study;
use crate::diag::Diagnostic;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let rehearsal = study.rehearsal;
    if rehearsal.is_dated {
        return;
    }
    let fixes = rehearsal.upgrades.iter().cloned().chain(std::iter::repeat(None));
    for (form, fix) in rehearsal.forms.iter().zip(fixes) {
        // What an upgrade leaves as it is, it leaves for a reason.
        if form.today.is_none() && fix.is_none() {
            continue;
        }
        let message = format!("a form of former versions: {}", form.sentence());
        let help = "`stickslip upgrade` writes all of them in today's syntax; `P former no` in a profile keeps them";
        found.push(Diagnostic::note("L015", message).at(form.span).help(help).fix(fix));
    }
}
