//! The catalogue says what each keyword and each text means, and of which keywords operators read the value.

use std::collections::BTreeSet;

use stickslip::catalogue::{Constant, Effect, Level, Shape, command, names};

use crate::house::sources;
use crate::program::root;

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
pub fn is_used(place: &str) -> bool {
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

/// Operators and the study name every keyword that is declared `used`.
#[test]
fn every_used_keyword_is_named_by_an_operator() {
    fn look(level: &Level, path: &str, source: &str, missing: &mut BTreeSet<String>) {
        for (name, keyword) in &level.keywords {
            if keyword.effect == Effect::Used && !source.contains(&format!("\"{name}\"")) {
                missing.insert(format!("{path}/{name}"));
            }
            if let Shape::Factor(inner) = &keyword.shape {
                look(inner, &format!("{path}/{name}"), source, missing);
            }
        }
        level.blocks.iter().for_each(|block| look(&block.level, path, source, missing));
    }
    // Names of components and parameters of laws are in the kernel.
    let folders = ["src/operators", "src/study", "src/kernel/assembly", "src/kernel/laws"];
    let files = folders.iter().flat_map(|folder| sources(&root().join(folder)));
    let source: String = files.map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let mut missing = BTreeSet::new();
    for name in names().filter(|name| stickslip::operators::find(name).is_some()) {
        look(&command(name).unwrap().level, name, &source, &mut missing);
    }
    assert!(missing.is_empty(), "declared used and never read: {missing:#?}");
}
