//! Which operators make what another takes: the see-also of the manual.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::catalogue::schema::{Command, Effect, Level, ResultType, Shape, Type};
use crate::catalogue::store;
use crate::concepts::is_a;

/// Types of concepts a command makes and takes.
struct Kinds {
    made: Vec<String>,
    taken: Vec<String>,
}

/// Commands before and after one in a study, in alphabetical order.
pub struct Related {
    /// They make what this one takes.
    pub before: Vec<&'static str>,
    /// They take what this one makes.
    pub after: Vec<&'static str>,
}

/// The operators a command goes with; those of former versions are left out.
pub fn related(name: &str) -> Related {
    let all = all();
    let Some(own) = all.get(name) else { return Related { before: Vec::new(), after: Vec::new() } };
    let fits = |made: &[String], taken: &[String]| made.iter().any(|m| taken.iter().any(|t| is_a(m, t)));
    let others = |test: &dyn Fn(&Kinds) -> bool| {
        all.iter().filter(|(other, kinds)| **other != name && test(kinds)).map(|(other, _)| *other).collect()
    };
    Related {
        before: others(&|other| fits(&other.made, &own.taken)),
        after: others(&|other| fits(&own.made, &other.taken)),
    }
}

fn all() -> &'static BTreeMap<&'static str, Kinds> {
    static ALL: OnceLock<BTreeMap<&'static str, Kinds>> = OnceLock::new();
    ALL.get_or_init(|| {
        let today = store::names().filter_map(|name| Some((name, store::command(name)?)));
        today.filter(|(_, command)| !command.reconstructed).map(|(name, command)| (name, kinds(command))).collect()
    })
}

fn kinds(command: &Command) -> Kinds {
    let mut kinds = Kinds { made: Vec::new(), taken: Vec::new() };
    gather(&command.result, &mut kinds.made);
    command.outputs.iter().for_each(|output| gather(&output.result, &mut kinds.made));
    taken(&command.level, &mut kinds.taken);
    for list in [&mut kinds.made, &mut kinds.taken] {
        list.sort_unstable();
        list.dedup();
        // What takes anything goes with nothing in particular.
        list.retain(|kind| kind != "any_concept");
    }
    kinds
}

fn gather(result: &ResultType, kinds: &mut Vec<String>) {
    match result {
        ResultType::Nothing | ResultType::SameAs(_) => {}
        ResultType::Type(kind) => kinds.push(kind.to_string()),
        ResultType::FirstMatch(cases, otherwise) => {
            cases.iter().for_each(|(_, kind)| gather(kind, kinds));
            otherwise.iter().for_each(|kind| gather(kind, kinds));
        }
    }
}

fn taken(level: &Level, kinds: &mut Vec<String>) {
    for (_, keyword) in level.keywords.iter().filter(|(_, keyword)| keyword.effect == Effect::Used) {
        match &keyword.shape {
            Shape::Factor(inner) => taken(inner, kinds),
            Shape::Simple(simple) => kinds.extend(simple.types.iter().filter_map(|kind| match kind {
                Type::Concept(kind) => Some(kind.to_string()),
                _ => None,
            })),
        }
    }
    level.blocks.iter().for_each(|block| taken(&block.level, kinds));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_stand_between_those_before_and_after() {
        let modes = related("CALC_MODES");
        assert!(modes.before.contains(&"ASSE_MATRICE") && modes.after.contains(&"PROJ_BASE"), "{:?}", modes.after);
        assert!(!modes.before.contains(&"DYNA_TRAN_MODAL"));
        assert!(related("FIN").after.is_empty() && related("NOTHING").before.is_empty());
    }
}
