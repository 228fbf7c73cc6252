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

/// Operators and the study read every keyword that is declared `used`.
#[test]
fn every_used_keyword_is_named_by_an_operator() {
    let mut source = String::new();
    // Names of components and parameters of laws are in the kernel.
    let mut folders: Vec<std::path::PathBuf> =
        ["src/operators", "src/study", "src/kernel/assembly", "src/kernel/laws"].map(Into::into).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                source += &std::fs::read_to_string(&path).expect("a file");
            }
        }
    }
    let mut missing = std::collections::BTreeMap::<String, Vec<String>>::new();
    keywords(&mut |path, name, keyword| {
        let command = path.split('/').next().unwrap_or(path);
        if keyword.effect == Effect::Used
            && crate::operators::find(command).is_some()
            && !source.contains(&format!("\"{name}\""))
        {
            let list = missing.entry(path.to_string()).or_default();
            if !list.contains(&name.to_string()) {
                list.push(name.to_string());
            }
        }
    });
    assert!(missing.is_empty(), "declared used and never read: {missing:#?}");
}
