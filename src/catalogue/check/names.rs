//! Names written at a level: repeated ones, and ones that do not exist there.

use super::checker::{Checker, LevelPlace};
use super::level::Active;
use crate::catalogue::raw::{RawArgument, RawValue};
use crate::catalogue::schema::{Condition, Keyword, Level, Shape, Status};
use crate::catalogue::values::FreeValue;
use crate::catalogue::{suggest, words};
use crate::diag::{Diagnostic, Fix, did_you_mean};

/// Keywords of former commands that are written in the command of today: command, keyword, what it is today.
const FORMER: [(&str, &str, &str); 1] = [("DYNA_VIBRA", "METHODE", "SCHEMA_TEMPS=_F(SCHEMA=...)")];

impl Checker<'_> {
    /// Reports repeated and unknown names. Returns the keywords that the unknown names were probably
    /// meant to be, so that those are not reported as missing too.
    pub(super) fn names(
        &mut self,
        active: &Active<'_>,
        schema: &'static Level,
        place: LevelPlace<'_>,
    ) -> Vec<&'static str> {
        let mut meant = Vec::new();
        for (rank, argument) in active.arguments.iter().enumerate() {
            if let Some(first) = active.arguments[..rank].iter().find(|a| a.name == argument.name) {
                let message = format!("{} is given twice in {}", argument.name, self.level_name(place.path));
                let again = Diagnostic::error("C013", message).at(argument.span).label("given again");
                self.report(again.related(first.span, "first given here"));
                continue;
            }
            let old = active.former.iter().any(|(a, _)| a.name == argument.name);
            if old || matches!(argument.value, RawValue::None) || active.keyword(&argument.name).is_some() {
                continue;
            }
            if active.doubtful.iter().any(|level| mentions(level, &argument.name)) {
                self.unknown = true;
                continue;
            }
            if self.command.free_keywords.is_some() && place.path.is_empty() {
                self.unknown |= matches!(argument.value, RawValue::Unknown);
                self.free.insert(argument.name.clone(), free_value(&argument.value));
                continue;
            }
            meant.extend(self.unknown_name(active, schema, argument, place));
        }
        meant
    }

    fn unknown_name(
        &mut self,
        active: &Active<'_>,
        schema: &'static Level,
        argument: &RawArgument,
        place: LevelPlace<'_>,
    ) -> Option<&'static str> {
        let name = &*argument.name;
        let message = format!("{} has no keyword {name}", self.level_name(place.path));
        let diagnostic = Diagnostic::error("C002", message).at(argument.span).label("unknown keyword");
        if self.command.not_described.contains(&name) {
            let help = format!("the language has {name}, this program does not compute it");
            let missing = format!("{name} of {}", self.raw.command);
            let message = format!("{missing} is not computed here");
            let error = Diagnostic::error("C011", message).at(argument.span).label("not supported").help(help);
            self.report(error.missing(missing));
            return None;
        }
        let mut needed = Vec::new();
        conditions_of(schema, name, &mut Vec::new(), &mut needed);
        if !needed.is_empty() {
            needed.truncate(3);
            let message = format!("{} has no keyword {name} here", self.level_name(place.path));
            let help = format!("{name} exists only when {}", needed.join(", or when "));
            self.report(Diagnostic { message, ..diagnostic }.help(help));
            return None;
        }
        let former = |(command, former, _): &&(&str, &str, &str)| *command == &*self.raw.command && *former == name;
        if let Some((.., today)) = FORMER.iter().filter(|_| place.path.is_empty()).find(former) {
            self.report(diagnostic.help(format!("a keyword of former versions; today: {today}")));
            return None;
        }
        if let Some(elsewhere) = self.elsewhere(name, place) {
            self.report(diagnostic.help(elsewhere));
            return None;
        }
        let visible = active.keywords.iter().filter(|(n, k)| k.status != Status::Hidden && active.written(n).is_none());
        let here: Vec<(&'static str, &'static Keyword)> = visible.copied().collect();
        if let Some(near) = suggest::nearest(name, here.iter().map(|(n, _)| *n)) {
            let keyword = here.iter().find(|(n, _)| *n == near);
            let gloss = keyword.map_or("", |(_, k)| k.gloss);
            let fix = diagnostic.span.map(|span| Fix::word(span, name, near).sure());
            self.report(diagnostic.help(did_you_mean(&words::glossed(near, gloss))).fix(fix));
            return keyword.map(|(n, _)| *n);
        }
        let mut all = Vec::new();
        all_names(schema, &mut all);
        let glossed = all.iter().filter_map(|name| Some((*name, schema.find(name)?.gloss)));
        let meant: Vec<String> =
            suggest::by_meaning(name, glossed).into_iter().map(|(name, gloss)| words::glossed(name, gloss)).collect();
        if !meant.is_empty() {
            let meant: Vec<&str> = meant.iter().map(String::as_str).collect();
            self.report(diagnostic.help(did_you_mean(&words::one_of(&meant, "or"))));
            return None;
        }
        if let Some(near) = suggest::nearest(name, all.iter().copied()) {
            conditions_of(schema, near, &mut Vec::new(), &mut needed);
            needed.truncate(2);
            let help = match needed.is_empty() {
                true if active.written(near).is_some() => format!("{} it is there already", did_you_mean(near)),
                true => did_you_mean(near),
                false => format!("{} it exists only when {}", did_you_mean(near), needed.join(", or when ")),
            };
            self.report(diagnostic.help(help));
            return None;
        }
        let visible = active.keywords.iter().filter(|(_, k)| k.status != Status::Hidden);
        let names: Vec<&str> = visible.map(|(n, _)| *n).collect();
        let help = match names.len() {
            0 => "it takes no keyword".to_string(),
            1..=24 => format!("it has {}", words::one_of(&names, "and")),
            _ => format!("`stickslip doc {}` lists its keywords", self.raw.command),
        };
        self.report(diagnostic.help(help));
        None
    }

    /// Other places of the command at which the keyword exists.
    fn elsewhere(&self, name: &str, place: LevelPlace<'_>) -> Option<String> {
        let mut factors = Vec::new();
        factors_with(&self.command.level, name, &mut factors);
        let here = place.path.split('[').next().unwrap_or("");
        factors.retain(|f| *f != here);
        // Within a factor keyword, a name that many others have says nothing.
        let few = if place.path.is_empty() { usize::MAX } else { 3 };
        if !factors.is_empty() && factors.len() <= few {
            let homes: Vec<String> = factors.iter().map(|f| format!("{f}=_F({name}=...)")).collect();
            return Some(format!("{name} belongs in {}", words::one_of(&homes, "or")));
        }
        let mut top = Vec::new();
        all_names(&self.command.level, &mut top);
        (!place.path.is_empty() && top.contains(&name))
            .then(|| format!("{name} belongs to {} itself, outside {here}=_F(...)", self.raw.command))
    }
}

/// Tells whether a level or a block within it has the keyword.
fn mentions(level: &Level, name: &str) -> bool {
    level.keywords.iter().any(|(n, _)| *n == name) || level.blocks.iter().any(|b| mentions(&b.level, name))
}

/// In words, what makes the keyword exist, once for each block that has it.
fn conditions_of(level: &'static Level, name: &str, above: &mut Vec<&'static Condition>, found: &mut Vec<String>) {
    for block in &level.blocks {
        above.push(&block.when);
        if block.level.keywords.iter().any(|(n, _)| *n == name) {
            let words: Vec<String> =
                above.iter().filter(|c| !matches!(c, Condition::Always(true))).map(|c| words::condition(c)).collect();
            let words = words.join(" and ");
            if !found.contains(&words) {
                found.push(words);
            }
        }
        conditions_of(&block.level, name, above, found);
        above.pop();
    }
}

fn all_names(level: &'static Level, names: &mut Vec<&'static str>) {
    names.extend(level.keywords.iter().filter(|(_, k)| k.status != Status::Hidden).map(|(n, _)| *n));
    for block in &level.blocks {
        all_names(&block.level, names);
    }
}

/// The factor keywords of a level that have a keyword of this name.
fn factors_with(level: &'static Level, name: &str, factors: &mut Vec<&'static str>) {
    for (factor, keyword) in &level.keywords {
        if let Shape::Factor(inner) = &keyword.shape
            && mentions(inner, name)
            && !factors.contains(factor)
        {
            factors.push(factor);
        }
    }
    for block in &level.blocks {
        factors_with(&block.level, name, factors);
    }
}

/// The value of a free keyword, as an operator gets it.
pub fn free_value(raw: &RawValue) -> FreeValue {
    let other = || FreeValue::Other(std::sync::Arc::new(raw.clone()));
    match raw {
        RawValue::Integer(i) => FreeValue::Number((*i as f64).into()),
        RawValue::Real(x) => FreeValue::Number((*x).into()),
        RawValue::Complex(z) => FreeValue::Number(*z),
        RawValue::Concept(handle) => FreeValue::Concept(handle.clone()),
        RawValue::Python(function) => FreeValue::Python(function.clone()),
        RawValue::List(_) => {
            let mut numbers = Vec::new();
            if flatten(raw, &mut numbers) { FreeValue::Numbers(numbers) } else { other() }
        }
        _ => other(),
    }
}

/// False when the list holds anything but reals.
fn flatten(raw: &RawValue, numbers: &mut Vec<f64>) -> bool {
    match raw {
        RawValue::Integer(i) => numbers.push(*i as f64),
        RawValue::Real(x) => numbers.push(*x),
        RawValue::List(items) => return items.iter().all(|(v, _)| flatten(v, numbers)),
        _ => return false,
    }
    true
}
