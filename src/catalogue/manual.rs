//! The manual of an operator, printed from the data that checks its calls.

use super::schema::{Block, Command, Effect, Keyword, Level, ResultType, ReusePolicy, Shape, Status};
use super::{store, words};

/// All commands with their glosses. `built` tells which this program computes.
pub fn index(built: impl Fn(&str) -> bool) -> String {
    let width = store::names().map(str::len).max().unwrap_or(0);
    let line = |name: &str| {
        let gloss = store::command(name).map_or("", |c| c.gloss);
        format!("{name:width$}  {gloss}\n")
    };
    let (here, not_here): (Vec<&str>, Vec<&str>) = store::names().partition(|name| built(name));
    let mut out: String = here.iter().map(|name| line(name)).collect();
    if !not_here.is_empty() {
        out.push_str("\nKnown and not built yet:\n\n");
        out.extend(not_here.iter().map(|name| line(name)));
    }
    out
}

/// The page of a command; `None` for a name the catalogue does not have.
pub fn page(name: &str) -> Option<String> {
    store::command(name).map(|command| page_of(name, command))
}

/// The page of a command that is described elsewhere (a macro-command).
pub fn page_of(name: &str, command: &Command) -> String {
    let mut out = format!("{name}\n  {}\n", command.gloss);
    if command.reconstructed {
        let versions = command.versions.map_or(String::new(), |v| format!(" ({v})"));
        out.push_str(&format!("  An older command{versions}; its legacy syntax is accepted.\n"));
    }
    out.push_str(&format!("\nReturns {}.\n", result(&command.result)));
    match command.reuse.policy {
        ReusePolicy::Refused => {}
        policy => {
            let of = match command.reuse.same_as.as_slice() {
                [] => String::new(),
                names => format!(" of {}", words::one_of(names, "or")),
            };
            out.push_str(&match policy {
                ReusePolicy::InPlace => format!("Changes the concept{of}, with reuse= or without.\n"),
                _ => format!("reuse= may be given, the concept{of}.\n"),
            });
        }
    }
    out.push('\n');
    level(&command.level, 0, &mut out);
    if let Some(free) = &command.free_keywords {
        out.push_str(&format!("\n{free}\n"));
    }
    for note in &command.notes {
        out.push_str(&format!("\n{note}\n"));
    }
    old_spellings(command, &mut out);
    out
}

/// One keyword of a command, wherever it stands: `DYNA_VIBRA.COMPORTEMENT`, `DYNA_VIBRA.RIGI_NOR`.
pub fn keyword_page(command: &str, keyword: &str) -> Option<String> {
    let level = &store::command(command)?.level;
    let wanted = keyword.rsplit(['/', '.']).next().unwrap_or(keyword);
    let mut out = String::new();
    find(level, wanted, command, &mut Vec::new(), &mut out);
    (!out.is_empty()).then_some(out)
}

/// Names of all keywords of a command, for suggestions.
pub fn keyword_names(command: &str) -> Vec<&'static str> {
    fn gather(level: &'static Level, names: &mut Vec<&'static str>) {
        for (name, keyword) in &level.keywords {
            names.push(name);
            if let Shape::Factor(inner) = &keyword.shape {
                gather(inner, names);
            }
        }
        level.blocks.iter().for_each(|b| gather(&b.level, names));
    }
    let mut names = Vec::new();
    if let Some(command) = store::command(command) {
        gather(&command.level, &mut names);
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn find<'l>(level: &'l Level, wanted: &str, path: &str, conditions: &mut Vec<&'l Block>, out: &mut String) {
    for (name, keyword) in &level.keywords {
        if *name == wanted {
            out.push_str(&format!("{path}.{name}\n"));
            for block in conditions.iter() {
                out.push_str(&format!("  when {}\n", words::condition(&block.when)));
            }
            describe(name, keyword, 2, out);
            out.push('\n');
        }
        if let Shape::Factor(inner) = &keyword.shape {
            find(inner, wanted, &format!("{path}.{name}"), conditions, out);
        }
    }
    for block in &level.blocks {
        conditions.push(block);
        find(&block.level, wanted, path, conditions, out);
        conditions.pop();
    }
}

fn level(level: &Level, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    for rule in &level.rules {
        out.push_str(&format!("{pad}* {}\n", words::rule(rule)));
    }
    for (name, keyword) in &level.keywords {
        if keyword.status != Status::Hidden {
            describe(name, keyword, indent, out);
        }
    }
    for block in &level.blocks {
        out.push_str(&format!("{pad}when {}:\n", words::condition(&block.when)));
        self::level(&block.level, indent + 2, out);
    }
}

fn describe(name: &str, keyword: &Keyword, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    let mut facts = Vec::new();
    match keyword.status {
        Status::Mandatory => facts.push("mandatory".to_string()),
        Status::Optional | Status::Defaulted | Status::Hidden => {}
    }
    match &keyword.shape {
        Shape::Simple(simple) => {
            facts.push(words::types(&simple.types));
            if keyword.max != Some(1) || keyword.min > 1 {
                facts.push(words::count(keyword.min, keyword.max, "value"));
            }
            if !simple.into.is_empty() {
                facts.push(words::allowed(simple));
            }
            if let Some(range) = &simple.range {
                facts.push(words::range(range));
            }
            facts.extend(simple.validators.iter().map(words::validator));
            if !keyword.default().is_empty() {
                facts.push(format!("default {}", words::values(keyword.default())));
            }
        }
        Shape::Factor(_) => {
            facts.push("_F(...)".to_string());
            if keyword.max != Some(1) {
                facts.push(words::count(keyword.min, keyword.max, "occurrence"));
            }
        }
    }
    match keyword.effect {
        Effect::Used => {}
        Effect::None => facts.push("accepted, has no effect".to_string()),
        Effect::Unsupported => facts.push("not implemented".to_string()),
    }
    out.push_str(&format!("{pad}{name}: {}\n", facts.join("; ")));
    if !keyword.gloss.is_empty() {
        out.push_str(&format!("{pad}    {}\n", keyword.gloss));
    }
    if let Shape::Simple(simple) = &keyword.shape {
        let width = simple.meanings.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0) + 2;
        for (value, meaning) in &simple.meanings {
            out.push_str(&format!("{pad}    {:<width$} {meaning}\n", format!("'{value}'")));
        }
    }
    if let Shape::Simple(simple) = &keyword.shape
        && !simple.unsupported.is_empty()
    {
        out.push_str(&format!("{pad}    not implemented: {}\n", words::listed(&simple.unsupported, "and")));
    }
    if let Some(instead) = &keyword.instead {
        out.push_str(&format!("{pad}    instead: {instead}\n"));
    }
    if let Shape::Factor(inner) = &keyword.shape {
        level(inner, indent + 4, out);
    }
}

fn result(kind: &ResultType) -> String {
    match kind {
        ResultType::Nothing => "nothing".into(),
        ResultType::Type(kind) => words::concept_type(kind),
        ResultType::SameAs(path) => format!("a concept of the type of {path}"),
        ResultType::FirstMatch(cases, otherwise) => {
            let mut parts: Vec<String> =
                cases.iter().map(|(when, kind)| format!("{} when {}", result(kind), words::condition(when))).collect();
            if let Some(kind) = otherwise {
                parts.push(format!("otherwise {}", result(kind)));
            }
            parts.join("; ")
        }
    }
}

fn old_spellings(command: &Command, out: &mut String) {
    let line = |(old, today): (String, Option<String>)| match today {
        Some(today) => format!("  {old} is now {today}\n"),
        None => format!("  {old} is ignored\n"),
    };
    let lines: Vec<String> = super::spellings(command).map(line).collect();
    if !lines.is_empty() {
        out.push_str("\nOld spellings:\n");
        out.extend(lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_show_the_data() {
        let text = page("DEFI_LIST_REEL").unwrap();
        assert!(text.starts_with("DEFI_LIST_REEL\n"));
        assert!(text.contains("VALE") && text.contains("a list of reals (listr8_sdaster)"), "{text}");
        assert!(keyword_page("DYNA_VIBRA", "RIGI_NOR").unwrap().contains("COMPORTEMENT.RIGI_NOR"));
        assert!(page("NOTHING").is_none() && keyword_page("DYNA_VIBRA", "NOTHING").is_none());
    }

    #[test]
    fn every_command_has_a_page() {
        assert!(store::names().all(|name| page(name).is_some_and(|text| text.len() > 20)));
    }
}
