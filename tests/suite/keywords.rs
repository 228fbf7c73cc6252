//! No keyword is read past in silence: what the cases write, and the catalogue declares used, is read by its operator.

use std::collections::{BTreeMap, BTreeSet};

use stickslip::catalogue::{Constant, Effect, Level, Shape, command, names};
use stickslip::source::Disk;
use stickslip::study::events::Silent;
use stickslip::study::{Options, Project, State, evaluate};

use crate::cases::{studies, study_folders};
use crate::idle::IDLE;
use crate::program::{copy_of, root};

#[test]
fn what_the_cases_write_is_read() {
    let mut unread = BTreeMap::<String, BTreeSet<String>>::new();
    for folder in study_folders(&root().join("tests/cases")) {
        let name = folder.strip_prefix(root()).unwrap().to_string_lossy().replace('/', "_");
        let copy = copy_of(&folder, &format!("keywords_{name}"));
        // The nineteen shoes write what the example does.
        for study in studies(&folder).iter().filter(|study| !study.starts_with("nineteen")) {
            let world = Disk::default();
            let Ok(project) = Project::open(&copy.join(study), None, &world) else { continue };
            let report = evaluate(&project, &Options { threads: 2, ..Options::default() }, &world, &Silent);
            let ended = report.graph.nodes.iter().zip(&report.states).filter(|(_, state)| **state == State::Done);
            for (node, _) in ended {
                for path in node.call.unread() {
                    let place = format!("{}/{path}", node.call.command);
                    if is_used(&place) {
                        let short = folder.file_name().unwrap().to_string_lossy();
                        unread.entry(place).or_default().insert(format!("{short}/{study}"));
                    }
                }
            }
        }
    }
    let excused = |place: &str, study: &str| {
        IDLE.iter().any(|(_, places)| {
            places.iter().any(|(p, studies)| *p == place && [study, "*"].iter().any(|s| studies.contains(s)))
        })
    };
    let stale: Vec<_> = (IDLE.iter().flat_map(|(_, places)| places.iter()))
        .flat_map(|(place, studies)| studies.iter().map(move |study| (place, study)))
        .filter(|(place, study)| !unread.get(**place).is_some_and(|found| **study == "*" || found.contains(**study)))
        .collect();
    assert!(stale.is_empty(), "listed as idle and read, or not there: {stale:#?}");
    for (place, studies) in &mut unread {
        studies.retain(|study| !excused(place, study));
    }
    unread.retain(|_, studies| !studies.is_empty());
    assert!(unread.is_empty(), "written, declared used and not read: {unread:#?}");
}

/// `doc`, messages and the completion of the session say what each allowed text means.
#[test]
fn every_allowed_text_has_a_meaning() {
    fn look(level: &Level, place: &str, without: &mut Vec<String>) {
        for (name, keyword) in level.keywords.iter().filter(|(_, keyword)| keyword.effect == Effect::Used) {
            let place = format!("{place}/{name}");
            match &keyword.shape {
                Shape::Factor(inner) => look(inner, &place, without),
                Shape::Simple(simple) => {
                    let computed = simple.into.iter().filter(|value| !simple.unsupported.contains(value));
                    without.extend(computed.filter_map(|value| match value {
                        Constant::Text(text) if simple.meanings.of(text).is_none() => Some(format!("{place} '{text}'")),
                        _ => None,
                    }));
                }
            }
        }
        level.blocks.iter().for_each(|block| look(&block.level, place, without));
    }
    let mut without = Vec::new();
    for name in names() {
        look(&command(name).unwrap().level, name, &mut without);
    }
    assert!(without.is_empty(), "allowed texts without a meaning in grammar/values.json: {without:#?}");
}

/// Whether the catalogue says that a keyword has an effect.
fn is_used(place: &str) -> bool {
    let mut names = place.split('/');
    let Some(command) = names.next().and_then(command) else { return false };
    let mut levels = vec![&command.level];
    for name in names {
        let mut inner = Vec::new();
        let mut used = false;
        while let Some(level) = levels.pop() {
            levels.extend(level.blocks.iter().map(|block| &*block.level));
            for (_, keyword) in level.keywords.iter().filter(|(other, _)| **other == *name) {
                used |= keyword.effect == Effect::Used;
                if let Shape::Factor(level) = &keyword.shape {
                    inner.push(&**level);
                }
            }
        }
        if !used {
            return false;
        }
        levels = inner;
    }
    true
}

#[test]
fn glosses_say_of_what() {
    fn look(place: &str, level: &Level, wrong: &mut Vec<String>) {
        for (name, keyword) in &level.keywords {
            let place = format!("{place}/{name}");
            let gloss = keyword.gloss;
            let capital = gloss.starts_with(|c: char| !c.is_lowercase());
            if !capital || !gloss.ends_with('.') || gloss.split_whitespace().count() < 2 {
                wrong.push(format!("{place}: {gloss:?}"));
            }
            if let Shape::Factor(inner) = &keyword.shape {
                look(&place, inner, wrong);
            }
        }
        level.blocks.iter().for_each(|block| look(place, &block.level, wrong));
    }
    let mut wrong = Vec::new();
    for name in names() {
        let Some(command) = command(name) else { continue };
        look(name, &command.level, &mut wrong);
    }
    assert!(
        wrong.is_empty(),
        "a gloss is a phrase that says of what, with a capital and a full stop:\n{}",
        wrong.join("\n")
    );
}
