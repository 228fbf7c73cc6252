//! L002: an assertion whose only number is a former result of the program.

use super::calls::{each_group, items, number};
use super::study::Study;
use crate::diag::Diagnostic;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        each_group(&text.statements, &mut |group| {
            if !group.call.name.starts_with("TEST_") || group.has_any("VALE_REFE") || group.is_open() {
                return;
            }
            let computed = ["VALE_CALC", "VALE_CALC_I", "VALE_CALC_C"].iter().find_map(|name| group.get(name));
            // A figure that the study computes itself is no former result, and 0 compares nothing (L004).
            let Some(given) =
                computed.filter(|given| items(&given.value).iter().all(|x| number(x).is_some_and(|x| x != 0.0)))
            else {
                return;
            };
            if text.is_commented(group.span()) {
                return;
            }
            let message = "the only figure of this assertion is a former result: nothing says that it is right";
            let help = "give REFERENCE and VALE_REFE (a closed form, another program), or say in a comment where it comes from";
            found.push(Diagnostic::note("L002", message).at(given.span).help(help));
        });
    }
}
