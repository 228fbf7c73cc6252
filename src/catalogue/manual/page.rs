//! The page of an operator as data.

use crate::catalogue::schema::{
    Command, Effect, FormerKeyword, Keyword, Level, ResultType, ReusePolicy, Rule, Shape, Status,
};
use crate::catalogue::{check, store, words};

/// The manual page of a command.
pub struct Page {
    pub name: String,
    pub gloss: String,
    /// Sentences about the whole: age, result, `reuse`.
    pub facts: Vec<String>,
    pub body: Group,
    pub notes: Vec<String>,
    /// Old spellings that are read.
    pub spellings: Vec<Former>,
}

/// Keywords of one level that exist under the same condition.
pub struct Group {
    /// The condition; empty when there is none.
    pub when: String,
    pub rules: Vec<String>,
    pub entries: Vec<Entry>,
    /// Keywords of former versions that are still read here.
    pub former: Vec<Former>,
    pub groups: Vec<Group>,
}

/// A keyword on a page.
pub struct Entry {
    pub name: String,
    /// With the factor keywords around it: `COMPORTEMENT/RIGI_NOR`.
    pub path: String,
    /// Type, number of values, allowed values, range, default.
    pub facts: Vec<String>,
    pub gloss: String,
    pub effect: Effect,
    /// Allowed texts and their meanings; without meanings when the texts speak for themselves.
    pub values: Vec<Value>,
    /// The sentence on values that are not implemented; empty without any.
    pub refused: String,
    pub instead: String,
    /// The keywords of a factor keyword.
    pub inner: Option<Group>,
}

/// An allowed value on a page, with its meaning.
pub struct Value {
    pub text: String,
    pub meaning: String,
}

/// A name of former versions.
pub struct Former {
    pub name: String,
    /// Today's form, as the end of a sentence: `is now GROUP_MA`.
    pub today: String,
}

/// A page says what each of up to as many allowed texts means.
pub const FEW: usize = 16;

/// The page of a command; `None` for a name the catalogue does not have.
pub fn page(name: &str) -> Option<Page> {
    store::command(name).map(|command| page_of(name, command))
}

/// The page of a command, of the catalogue or described elsewhere (a macro-command).
pub fn page_of(name: &str, command: &Command) -> Page {
    let spelling = |(old, today): (String, Option<String>)| Former {
        name: old,
        today: today.map_or_else(|| "is ignored".to_string(), |today| format!("is now {today}")),
    };
    let mut body = group(&command.level, "", command);
    body.former = former(command, None, &command.level);
    let notes = command.free_keywords.iter().chain(&command.notes).map(|note| note.to_string()).collect();
    Page {
        name: name.to_string(),
        gloss: command.gloss.to_string(),
        facts: facts(command),
        body,
        notes,
        spellings: check::spellings(command).map(spelling).collect(),
    }
}

fn facts(command: &Command) -> Vec<String> {
    let mut facts = Vec::new();
    if command.reconstructed {
        let versions = command.versions.map_or(String::new(), |v| format!(" ({v})"));
        facts.push(format!("A command of former versions{versions}; its syntax is accepted."));
    }
    let outputs: Vec<String> =
        command.outputs.iter().map(|output| format!("{}=CO('...'): {}", output.path, result(&output.result))).collect();
    facts.push(match (&command.result, outputs.is_empty()) {
        (ResultType::Nothing, false) => format!("Makes the concepts named with CO('...'): {}.", outputs.join("; ")),
        (made, true) => format!("Returns {}.", result(made)),
        (made, false) => format!("Returns {}. Makes the concepts named with CO('...'), too.", result(made)),
    });
    let keywords = &command.reuse.same_as;
    let of = if keywords.is_empty() { String::new() } else { format!(" of {}", words::one_of(keywords, "or")) };
    match command.reuse.policy {
        ReusePolicy::Refused => {}
        ReusePolicy::InPlace => facts.push(format!("Changes the concept{of}, with reuse= or without.")),
        ReusePolicy::Optional if keywords.is_empty() => {
            facts.push("`reuse=` changes an existing concept instead of making a new one.".to_string());
        }
        ReusePolicy::Optional => facts.push(format!(
            "`reuse=` continues an existing result; give the same concept to {}.",
            words::one_of(keywords, "or")
        )),
    }
    facts
}

fn group(level: &Level, path: &str, command: &Command) -> Group {
    let entries = level.keywords.iter().filter(|(_, keyword)| keyword.status != Status::Hidden);
    let block = |block: &crate::catalogue::schema::Block| Group {
        when: words::condition(&block.when),
        ..group(&block.level, path, command)
    };
    Group {
        when: String::new(),
        rules: level.rules.iter().filter_map(|rule| today(rule, level, path, command)).collect(),
        entries: entries.map(|(name, keyword)| entry(name, keyword, path, command)).collect(),
        former: Vec::new(),
        groups: united(level.blocks.iter().map(block).collect()),
    }
}

/// The groups, those of one condition as one: a condition is the same in whatever order its parts stand.
fn united(groups: Vec<Group>) -> Vec<Group> {
    let parts = |when: &str| {
        let mut parts: Vec<String> = when.split(" and ").map(str::to_string).collect();
        parts.sort();
        parts
    };
    let mut out: Vec<Group> = Vec::new();
    for group in groups {
        let Some(same) = out.iter_mut().find(|known| parts(&known.when) == parts(&group.when)) else {
            out.push(group);
            continue;
        };
        same.rules.extend(group.rules.into_iter().filter(|rule| !same.rules.contains(rule)).collect::<Vec<_>>());
        same.entries.extend(group.entries);
        same.former.extend(group.former);
        same.groups.extend(group.groups);
        same.groups = united(std::mem::take(&mut same.groups));
    }
    out
}

/// One keyword; `path` is that of the factor keywords around it.
pub(super) fn entry(name: &str, keyword: &Keyword, path: &str, command: &Command) -> Entry {
    let path = if path.is_empty() { name.to_string() } else { format!("{path}/{name}") };
    let mut entry = Entry {
        name: name.to_string(),
        facts: Vec::new(),
        gloss: keyword.gloss.to_string(),
        effect: keyword.effect,
        values: Vec::new(),
        refused: String::new(),
        instead: keyword.instead.unwrap_or_default().to_string(),
        inner: None,
        path,
    };
    if keyword.status == Status::Mandatory {
        entry.facts.push("mandatory".to_string());
    }
    match &keyword.shape {
        Shape::Simple(simple) => {
            entry.facts.push(words::types(&simple.types));
            if keyword.max != Some(1) || keyword.min > 1 {
                entry.facts.push(words::count(keyword.min, keyword.max, "value"));
            }
            let computed = simple.into.iter().filter(|value| !simple.unsupported.contains(value)).count();
            if !simple.into.is_empty() && (simple.into.len() > FEW || simple.meanings.iter().count() < computed) {
                entry.facts.push(words::allowed(simple));
            }
            entry.facts.extend(simple.range.as_ref().map(words::range));
            entry.facts.extend(simple.validators.iter().map(words::validator));
            if !keyword.default().is_empty() {
                entry.facts.push(format!("default {}", words::values(keyword.default())));
            }
            let value = |value| {
                let text = words::constant(value);
                let bare = text.trim_matches('\'');
                Value { meaning: simple.meanings.of(bare).unwrap_or_default().to_string(), text }
            };
            let refused: Vec<String> = simple.unsupported.iter().map(words::constant).collect();
            entry.values = simple.into.iter().map(value).filter(|value| !refused.contains(&value.text)).collect();
            if !simple.unsupported.is_empty() {
                entry.refused = format!("not implemented: {}", words::listed(&simple.unsupported, "and"));
            }
        }
        Shape::Factor(inner) => {
            entry.facts.push("_F(...)".to_string());
            if keyword.max != Some(1) {
                entry.facts.push(words::count(keyword.min, keyword.max, "occurrence"));
            }
            let mut inner_group = group(inner, &entry.path, command);
            if entry.path == name {
                inner_group.former = former(command, Some(name), inner);
            }
            entry.inner = Some(inner_group);
        }
    }
    match keyword.effect {
        Effect::Used => {}
        Effect::None => entry.facts.push("accepted, has no effect".to_string()),
        Effect::Unsupported => entry.facts.push("not implemented".to_string()),
    }
    entry
}

/// A rule without the names of former versions; `None` when nothing is left of it.
fn today(rule: &Rule, level: &Level, path: &str, command: &Command) -> Option<String> {
    let factor = Some(path).filter(|path| !path.is_empty());
    let is_today = |name: &str| match level.find(name) {
        Some(keyword) => keyword.status != Status::Hidden,
        None => command.former(factor, name).is_none(),
    };
    let kept =
        |names: &[&'static str]| -> Vec<&'static str> { names.iter().filter(|n| is_today(n)).copied().collect() };
    let several =
        |names: Vec<&'static str>, rule: fn(Vec<&'static str>) -> Rule| (names.len() > 1).then(|| rule(names));
    let rule = match rule {
        Rule::ExactlyOne(names, defaults) => match kept(names) {
            names if names.len() == 1 && defaults.is_empty() => return Some(format!("{} is given", names[0])),
            names if names.is_empty() => return None,
            names => return Some(words::exactly_one(&names, defaults)),
        },
        Rule::AtLeastOne(names) => match kept(names) {
            names if names.len() == 1 => return Some(format!("{} is given", names[0])),
            names => several(names, Rule::AtLeastOne)?,
        },
        Rule::AtMostOne(names) => several(kept(names), Rule::AtMostOne)?,
        Rule::AllOrNone(names) => several(kept(names), Rule::AllOrNone)?,
        Rule::NotEmpty => Rule::NotEmpty,
        Rule::Requires(name, names) | Rule::Excludes(name, names) if !is_today(name) || kept(names).is_empty() => {
            return None;
        }
        Rule::Requires(name, names) => Rule::Requires(name, kept(names)),
        Rule::Excludes(name, names) => Rule::Excludes(name, kept(names)),
    };
    Some(words::rule(&rule))
}

/// Keywords of former versions that are read at a level and that it does not list.
fn former(command: &Command, factor: Option<&str>, level: &Level) -> Vec<Former> {
    let here = |old: &&FormerKeyword| old.factor == factor && level.find(old.name).is_none();
    let line = |old: &FormerKeyword| {
        let group = check::group_of(old.name).filter(|group| level.find(group).is_some());
        let today = group.or_else(|| old.stands_for.first().map(|name| name.to_string()));
        let gloss = old.keyword.gloss.trim_end_matches('.');
        let today = match (today, &old.keyword.instead, old.keyword.effect) {
            (_, Some(instead), _) => format!("is not implemented. {instead}"),
            (Some(today), None, _) => format!("is now {today}"),
            (None, None, Effect::None) => "has no effect".to_string(),
            (None, None, _) if gloss.is_empty() => "is read as it was".to_string(),
            (None, None, _) => format!("is read as it was ({gloss})"),
        };
        Former { name: old.name.to_string(), today }
    };
    command.former.iter().filter(here).map(line).collect()
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
