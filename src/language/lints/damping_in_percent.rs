//! L011: a damping ratio above 1, which is above critical damping: probably a number in per cent.

use super::calls::{each_group, items, number};
use super::study::Study;
use crate::diag::{Diagnostic, Fix};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        each_group(&text.statements, &mut |group| {
            let Some(given) = group.get("AMOR_REDUIT") else { return };
            if group.level.find("AMOR_REDUIT").is_none() || group.call.name.starts_with("TEST_") {
                return;
            }
            let above = |item: &&crate::syntax::Expression| number(item).is_some_and(|ratio| ratio > 1.0);
            let Some(first) = items(&given.value).iter().find(above) else { return };
            // All of them are in per cent, or none.
            let part = |written: &str| written.parse().map_or(0.0, |ratio: f64| ratio / 100.0);
            let edit = |item: &crate::syntax::Expression| {
                number(item).map(|_| (item.span, format!("{:?}", part(text.written(item.span)))))
            };
            let edits: Option<Vec<_>> = items(&given.value).iter().map(edit).collect();
            let written = text.written(first.span);
            let message = format!("AMOR_REDUIT={written} is above critical damping: a damping ratio is a fraction");
            let help = format!("{written} per cent is {:?}", part(written));
            let fix = edits.map(|edits| Fix::new("divide by 100", edits));
            found.push(Diagnostic::warning("L011", message).at(first.span).help(help).fix(fix));
        });
    }
}
