//! Each lint finds its bad study, leaves the good one alone, and mends the bad one to the fixed one.

use std::path::{Path, PathBuf};

use super::find::{Choice, lints};
use super::list::LINTS;
use crate::api::Study;
use crate::diag::Diagnostic;
use crate::language::{Rehearsal, rehearse_with};
use crate::source::{BorrowedOrShared, Disk};

fn folder(code: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/language/lints/tests").join(code)
}

fn found(path: &Path, code: &str) -> (Rehearsal, Vec<Diagnostic>) {
    let world = Disk::default();
    let study = Study::in_world(path, None, BorrowedOrShared::Lent(&world)).unwrap();
    let rehearsal = rehearse_with(&study, &world);
    let choice = Choice { with: vec![code.to_string()], without: Vec::new() };
    let all = lints(&rehearsal, &choice);
    (rehearsal, all)
}

/// The text with the first fix of each lint of a code, where there are any.
fn mended(rehearsal: &Rehearsal, all: &[Diagnostic], code: &str) -> Option<String> {
    let text = rehearsal.sources.iter().next().map(|(_, file)| file.text.clone())?;
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for lint in all.iter().filter(|lint| lint.code == code) {
        let fix = lint.placed_fixes(&rehearsal.sources).into_iter().next()?;
        edits.extend(fix.edits.into_iter().map(|(span, text)| (span.start as usize, span.end as usize, text)));
    }
    edits.sort();
    edits.dedup();
    let (mut new, mut done) = (String::new(), 0);
    for (start, end, word) in edits {
        new += &text[done..start];
        new += &word;
        done = end;
    }
    Some(new + &text[done..])
}

#[test]
fn every_lint_finds_what_is_bad_and_leaves_what_is_good() {
    let mut wrong = Vec::new();
    for lint in LINTS {
        let folder = folder(lint.code);
        let study = |name: &str| {
            let profile = folder.join(format!("{name}.export"));
            if profile.exists() { profile } else { folder.join(format!("{name}.comm")) }
        };
        let (rehearsal, all) = found(&study("bad"), lint.code);
        let codes: Vec<&str> = all.iter().map(|lint| lint.code).collect();
        if !codes.contains(&lint.code) || codes.iter().any(|code| *code != lint.code) {
            wrong.push(format!("{} bad.comm: found {codes:?}", lint.code));
        }
        let unsound = |d: &&Diagnostic| d.is_error() && lint.code != "L016";
        if let Some(error) = rehearsal.diagnostics.iter().find(unsound) {
            wrong.push(format!("{} bad.comm: {}", lint.code, error.message));
        }
        let (rehearsal_of_good, all_of_good) = found(&study("good"), lint.code);
        if !all_of_good.is_empty() || rehearsal_of_good.diagnostics.iter().any(Diagnostic::is_error) {
            let messages: Vec<_> =
                all_of_good.iter().chain(&rehearsal_of_good.diagnostics).map(|d| &d.message).collect();
            wrong.push(format!("{} good.comm: {messages:?}", lint.code));
        }
        let fixed = folder.join("fixed.comm");
        match (mended(&rehearsal, &all, lint.code), std::fs::read_to_string(&fixed)) {
            (Some(new), expected) => {
                if std::env::var_os("STICKSLIP_WRITE").is_some() {
                    std::fs::write(&fixed, &new).unwrap();
                } else if expected.ok().as_ref() != Some(&new) {
                    wrong.push(format!("{} fixed.comm should be\n{new}", lint.code));
                }
                let left = found(&fixed, lint.code).1;
                if left.iter().any(|left| left.code == lint.code) {
                    wrong.push(format!("{}: its fix leaves it", lint.code));
                }
            }
            (None, Ok(_)) => wrong.push(format!("{} has no fix, and a fixed.comm", lint.code)),
            (None, Err(_)) => {
                let explained = crate::diag::explain(lint.code).map_or("", |info| &info.meaning);
                if !explained.contains("There is no fix: ") {
                    wrong.push(format!("{} has no fix, and its page does not say why", lint.code));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn codes_are_in_order_and_explained() {
    assert!(LINTS.windows(2).all(|pair| pair[0].code < pair[1].code));
    assert!(LINTS.iter().all(|lint| crate::diag::explain(lint.code).is_some()));
    assert_eq!(LINTS.len(), 18);
}

/// Concepts whose type the keywords decide are concepts too.
#[test]
fn a_name_given_to_a_number_or_to_another_type_is_told_each_time() {
    let all = found(&folder("L008").join("bad.comm"), "L008").1;
    let lines: Vec<&str> = all.iter().map(|lint| lint.message.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(lines, ["T", "F", "G"], "{all:?}");
}
