//! Bounds of the time step that DYNA_TRAN_MODAL set by itself: PAS_MINI and PAS_MAXI of DEVOGE, PAS_MAXI of the adaptive schemes.

use super::work::{Places, Work};
use crate::former::walk;
use crate::source::Span;
use crate::syntax::Argument;

/// Writes the bounds of a call, or says which are missing.
pub fn bound(work: &mut Work<'_>, places: &dyn Places, file: &str, call: Span, arguments: &[Argument]) {
    let found = places.insertions(file, call);
    let scheme = scheme(arguments);
    let constant = scheme == Some("DEVOGE");
    let adaptive = scheme.is_some_and(|name| name.starts_with("ADAPT"));
    if !constant && !adaptive && (scheme.is_some() || found.is_empty()) {
        return;
    }
    let named = |a: &&Argument, name: &str| a.name.as_ref().is_some_and(|(n, _)| n == name);
    let increment = arguments.iter().find(|a| named(a, "INCREMENT")).map(|a| walk::occurrences(&a.value));
    let written = increment.and_then(|o| o.first().copied()).filter(|inner| inner.iter().all(|a| a.stars == 0));
    let Some((inner, step)) = written.and_then(|inner| Some((inner, inner.iter().find(|a| named(a, "PAS"))?))) else {
        if let Some((_, text)) = found.first() {
            work.left(
                call,
                format!(
                    "DYNA_TRAN_MODAL: {} belongs in INCREMENT, which is made elsewhere",
                    text.trim_start_matches(", ")
                ),
            );
        }
        return;
    };
    let has = |name: &str| inner.iter().any(|a| named(&a, name));
    if has("PAS_MAXI") || (constant && has("PAS_MINI")) {
        return;
    }
    let text = if constant {
        let step = work.text(step.value.span);
        format!(", PAS_MINI={step}, PAS_MAXI={step}")
    } else {
        let inside = |(after, _): &&(Span, String)| step.span.start <= after.start && after.end <= step.span.end;
        let mut texts: Vec<&String> = found.iter().filter(inside).map(|(_, text)| text).collect();
        texts.sort();
        texts.dedup();
        match texts[..] {
            [one] => one.clone(),
            [] => {
                let what = "DYNA_TRAN_MODAL: its steps are at most a twentieth of the shortest period; a check of the study does not tell it: write it as PAS_MAXI";
                return work.left(call, what.into());
            }
            _ => {
                let what = "DYNA_TRAN_MODAL: its steps are at most a twentieth of the shortest period, which differs from call to call: write it as PAS_MAXI";
                return work.left(call, what.into());
            }
        }
    };
    work.changed(
        step.span,
        format!("DYNA_TRAN_MODAL: the bounds of its step are written{}", text.replacen(',', ":", 1)),
    );
    work.edits.insert(step.span.end as usize, text);
}

/// The scheme, where its name is written in the call.
fn scheme(arguments: &[Argument]) -> Option<&str> {
    let mut words = arguments.iter().flat_map(|argument| match &argument.name {
        Some((name, _)) if name == "METHODE" => walk::words(&argument.value),
        Some((name, _)) if name == "SCHEMA_TEMPS" => {
            let inner = walk::occurrences(&argument.value).into_iter().flatten();
            let schema = inner.filter(|a| a.name.as_ref().is_some_and(|(n, _)| n == "SCHEMA"));
            schema.flat_map(|a| walk::words(&a.value)).collect()
        }
        _ => Vec::new(),
    });
    words.next()
}
