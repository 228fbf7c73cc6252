//! L004: an assertion that compares nothing: the value computed before is 0, and there is neither its scale nor a reference.

use super::calls::{each_group, items, number};
use super::study::Study;
use crate::catalogue::Effect;
use crate::diag::{Diagnostic, Fix};
use crate::former::walk::words;
use crate::source::Span;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        each_group(&text.statements, &mut |group| {
            if !group.call.name.starts_with("TEST_") || group.has_any("VALE_REFE") || group.is_open() {
                return;
            }
            // Where the scale has no effect, 0 is compared exactly.
            let skips = group.meanings("ORDRE_GRANDEUR").iter().any(|keyword| keyword.effect == Effect::Used);
            let is_zero = |value| items(value).first().is_some_and(|x| number(x) == Some(0.0));
            let given = group.get("VALE_CALC").filter(|given| is_zero(&given.value));
            let Some(zero) = given.filter(|_| skips && group.get("ORDRE_GRANDEUR").is_none()) else { return };
            let message = "VALE_CALC=0 has no relative error: without ORDRE_GRANDEUR or VALE_REFE nothing is compared";
            let help =
                "give VALE_REFE=0.0, or ORDRE_GRANDEUR, with CRITERE='ABSOLU' and a tolerance in the unit of the value";
            let end = Span { start: zero.span.end, ..zero.span };
            let mut more = String::new();
            if group.get("REFERENCE").is_none() {
                more += ", REFERENCE=\"ANALYTIQUE\"";
            }
            more += ", VALE_REFE=0.0";
            let mut edits = Vec::new();
            match group.get("CRITERE") {
                None => more += ", CRITERE=\"ABSOLU\"",
                Some(criterion) if words(&criterion.value) == ["RELATIF"] => {
                    edits.push((criterion.value.span, "\"ABSOLU\"".to_string()));
                }
                Some(_) => {}
            }
            edits.push((end, more));
            let fix = Fix::new("compare with 0, with an absolute tolerance", edits);
            found.push(Diagnostic::note("L004", message).at(zero.span).help(help).fix(Some(fix)));
        });
    }
}
