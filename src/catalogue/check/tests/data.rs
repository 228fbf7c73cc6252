//! The data as a whole: every condition, rule and default of every command.

use crate::catalogue::schema::{Condition, Effect, Keyword, Level, Rule, Shape, Simple, Status};
use crate::catalogue::{command, names};

fn levels(visit: &mut dyn FnMut(&str, &'static Level, Option<&'static Condition>)) {
    fn walk(
        name: &str,
        level: &'static Level,
        when: Option<&'static Condition>,
        visit: &mut dyn FnMut(&str, &'static Level, Option<&'static Condition>),
    ) {
        visit(name, level, when);
        for (keyword, k) in &level.keywords {
            if let Shape::Factor(inner) = &k.shape {
                walk(&format!("{name}/{keyword}"), inner, None, visit);
            }
        }
        for block in &level.blocks {
            walk(name, &block.level, Some(&block.when), visit);
        }
    }
    for name in names() {
        let command = command(name).unwrap_or_else(|| panic!("{name} cannot be read"));
        walk(name, &command.level, None, visit);
    }
}

fn keywords(visit: &mut dyn FnMut(&str, &'static str, &'static Keyword)) {
    levels(&mut |path, level, _| {
        for (name, keyword) in &level.keywords {
            visit(path, name, keyword);
        }
    });
}

fn simples(visit: &mut dyn FnMut(&str, &'static str, &'static Keyword, &'static Simple)) {
    keywords(&mut |path, name, keyword| {
        if let Shape::Simple(simple) = &keyword.shape {
            visit(path, name, keyword, simple);
        }
    });
}

#[test]
fn defaults_are_legal_values() {
    use crate::catalogue::check::conditions::same;
    simples(&mut |path, name, keyword, simple| {
        assert_eq!(
            keyword.status == Status::Defaulted,
            !keyword.default().is_empty() && keyword.status != Status::Hidden,
            "{path}/{name}"
        );
        for value in &simple.default {
            assert!(simple.into.is_empty() || simple.into.iter().any(|v| same(v, value)), "{path}/{name}");
        }
    });
}

#[test]
fn unsupported_values_are_values_of_the_language() {
    use crate::catalogue::check::conditions::same;
    simples(&mut |path, name, _, simple| {
        for value in &simple.unsupported {
            assert!(simple.into.iter().any(|v| same(v, value)), "{path}/{name}: {value:?}");
            assert!(!simple.default.iter().any(|v| same(v, value)), "{path}/{name}: the default is not supported");
        }
    });
}

/// Every condition is met by one of its own making, and read as words.
#[test]
fn every_condition_can_be_said() {
    let mut seen = 0;
    levels(&mut |path, _, when| {
        if let Some(when) = when {
            let words = crate::catalogue::words::condition(when);
            assert!(!words.is_empty(), "{path}");
            seen += 1;
        }
    });
    assert!(seen > 1200, "{seen} conditions");
}

#[test]
fn rules_name_keywords_of_their_command() {
    levels(&mut |path, level, _| {
        for rule in &level.rules {
            let words = crate::catalogue::words::rule(rule);
            assert!(!words.is_empty(), "{path}");
            if let Rule::ExactlyOne(names, _) | Rule::AtLeastOne(names) = rule {
                assert!(!names.is_empty(), "{path}");
            }
        }
    });
}

#[test]
fn what_a_hidden_or_refused_keyword_holds_is_refused_too() {
    keywords(&mut |path, name, keyword| {
        if keyword.effect != Effect::Used
            && let Some(level) = keyword.factor()
        {
            for (inner, k) in &level.keywords {
                assert!(k.effect != Effect::Used, "{path}/{name}/{inner}");
            }
        }
    });
}

#[test]
fn every_refusal_says_what_to_write_instead() {
    let mut silent: Vec<String> = Vec::new();
    let mut look = |place: String, keyword: &Keyword| {
        let refused = match &keyword.shape {
            _ if keyword.effect == Effect::Unsupported => true,
            Shape::Simple(simple) => !simple.unsupported.is_empty(),
            Shape::Factor(_) => false,
        };
        if refused && keyword.instead.is_none() {
            silent.push(place);
        }
    };
    fn walk(path: &str, level: &'static Level, look: &mut dyn FnMut(String, &Keyword)) {
        for (name, keyword) in &level.keywords {
            let place = format!("{path}/{name}");
            look(place.clone(), keyword);
            // What is inside a factor that is refused is never reached.
            if let (Shape::Factor(inner), true) = (&keyword.shape, keyword.effect != Effect::Unsupported) {
                walk(&place, inner, look);
            }
        }
        level.blocks.iter().for_each(|block| walk(path, &block.level, look));
    }
    for name in names() {
        let command = command(name).unwrap_or_else(|| panic!("{name} cannot be read"));
        walk(name, &command.level, &mut look);
        for old in &command.former {
            look(format!("{name}/{} (former)", old.name), &old.keyword);
        }
    }
    assert!(silent.is_empty(), "refused without a word of what to do: {silent:#?}");
}

#[test]
fn every_keyword_has_a_line_of_english() {
    let mut silent = Vec::new();
    keywords(&mut |path, name, keyword| {
        if keyword.gloss.trim().is_empty() {
            silent.push(format!("{path}/{name}"));
        }
    });
    assert!(silent.is_empty(), "{silent:?}");
}
