//! L005: a keyword that has no effect here, whatever is given.

use std::collections::BTreeSet;

use super::calls::{Group, each_group};
use super::study::Study;
use crate::catalogue::{Condition, Effect, Level, Rule, Status};
use crate::diag::Diagnostic;
use crate::source::Span;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let former: BTreeSet<Span> = study.rehearsal.forms.iter().map(|form| form.span).collect();
    for text in &study.texts {
        let mut within: Vec<Span> = Vec::new();
        let mut of_call = None;
        each_group(&text.statements, &mut |group| {
            if of_call.replace(group.call.span) != Some(group.call.span) {
                within.clear();
            }
            for argument in group.arguments {
                let Some((name, place)) = &argument.name else { continue };
                // What stands in a keyword without effect goes with it.
                if within.iter().any(|outer| outer.start <= place.start && place.end <= outer.end) {
                    continue;
                }
                if says_something(name) {
                    continue;
                }
                let meanings = group.meanings(name);
                if meanings.is_empty() || !meanings.iter().all(|keyword| keyword.effect == Effect::None) {
                    continue;
                }
                within.push(argument.span);
                // A former spelling is read as today's, wherever that stands.
                if former.contains(&argument.span) || is_bound(&group, name) {
                    continue;
                }
                let message = format!("{name} has no effect in {}", group.call.name);
                // Without it the call may mean something else where other keywords depend on it.
                let fix = text.without_argument(name, argument.span);
                let fix = if depends(group.level, name) { fix } else { fix.sure() };
                found.push(Diagnostic::note("L005", message).at(*place).help("leave it out").fix(Some(fix)));
            }
        });
    }
}

/// Whether a keyword tells a reader something although it changes nothing: titles, all of what is taken anyway, how much is
/// printed, the mark of a validation study.
fn says_something(name: &str) -> bool {
    name == "TOUT" || name.starts_with("TOUT_") || matches!(name, "TITRE" | "SOUS_TITRE" | "INFO" | "CODE")
}

/// Whether the call needs the keyword although it has no effect.
fn is_bound(group: &Group<'_>, name: &str) -> bool {
    let mandatory = group.meanings(name).iter().any(|keyword| keyword.status == Status::Mandatory);
    mandatory
        || group.arguments.len() == 1 && group.level.rules.iter().any(|r| matches!(r, Rule::NotEmpty))
        || rules(group.level, name)
}

fn rules(level: &'static Level, name: &str) -> bool {
    let names = |list: &[&str]| list.contains(&name);
    let here = level.rules.iter().any(|rule| match rule {
        Rule::ExactlyOne(list, _) | Rule::AtLeastOne(list) | Rule::AllOrNone(list) => names(list),
        Rule::Requires(_, list) => names(list),
        _ => false,
    });
    here || level.blocks.iter().any(|block| rules(&block.level, name))
}

/// Whether the presence of other keywords depends on a keyword.
fn depends(level: &'static Level, name: &str) -> bool {
    level.blocks.iter().any(|block| mentions(&block.when, name) || depends(&block.level, name))
}

fn mentions(condition: &Condition, name: &str) -> bool {
    match condition {
        Condition::If(list) => list.iter().any(|(own, _)| *own == name),
        Condition::Present(own) | Condition::Absent(own) | Condition::Count(own, ..) => *own == name,
        Condition::AnyPresent(list) => list.contains(&name),
        Condition::TypeOf(list) => list.iter().any(|(own, _)| *own == name),
        Condition::All(list) | Condition::Any(list) => list.iter().any(|inner| mentions(inner, name)),
        Condition::Not(inner) => mentions(inner, name),
        Condition::Always(_) | Condition::Sentence(_) => false,
    }
}
