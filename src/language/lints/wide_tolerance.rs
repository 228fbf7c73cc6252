//! L003: a relative tolerance above 5 %, with no comment that says why.

use super::calls::{each_group, number};
use super::study::Study;
use crate::diag::Diagnostic;
use crate::former::walk::words;
use crate::verdict::significant;

/// The widest relative tolerance that needs no word.
const WIDEST: f64 = 0.05;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        each_group(&text.statements, &mut |group| {
            if !group.call.name.starts_with("TEST_") || !(group.has_any("VALE_CALC") || group.has_any("VALE_REFE")) {
                return;
            }
            if group.get("CRITERE").is_some_and(|given| words(&given.value) != ["RELATIF"]) || group.is_open() {
                return;
            }
            for name in ["PRECISION", "TOLE_MACHINE"] {
                let Some(given) = group.get(name) else { continue };
                let Some(wide) = number(&given.value).filter(|x| *x > WIDEST) else { continue };
                if text.is_commented(group.span()) {
                    continue;
                }
                let message =
                    format!("the tolerance {name}={wide:?} is {} % of the value", significant(100.0 * wide, 3));
                let help = "give a narrower one, or say in a comment why the figure is not known better";
                found.push(Diagnostic::note("L003", message).at(given.span).help(help));
            }
        });
    }
}
