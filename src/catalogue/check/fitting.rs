//! The keywords that fit at a place of a call that is being written.

use super::level::Active;
use crate::catalogue::raw::{RawArgument, RawValue};
use crate::catalogue::schema::{Effect, Keyword, Level, Rule, Status};
use crate::catalogue::store;

/// Keywords that can still be added to a call, or to the occurrence of a factor keyword given with its arguments: those
/// not written yet, whose conditions hold or may hold, and that no rule excludes. All keywords, written ones too, when
/// `all`.
pub fn fitting(
    command: &str,
    arguments: &[RawArgument],
    factor: Option<(&str, &[RawArgument])>,
    all: bool,
) -> Vec<(&'static str, &'static Keyword)> {
    let Some(command) = store::command(command) else { return Vec::new() };
    let outer = Active::new(command, &command.level, arguments, None, None, false);
    let Some((name, inner)) = factor else { return left(&outer, all) };
    let found = keywords(&outer).into_iter().find(|(n, _)| *n == name).and_then(|(_, keyword)| keyword.factor());
    let Some(level) = found else { return Vec::new() };
    left(&Active::new(command, level, inner, Some(name), Some(&outer), false), all)
}

/// Those of the level, then those of blocks that may exist.
fn keywords(active: &Active<'_>) -> Vec<(&'static str, &'static Keyword)> {
    fn gather(level: &'static Level, out: &mut Vec<(&'static str, &'static Keyword)>) {
        for (name, keyword) in &level.keywords {
            if !out.iter().any(|(n, _)| *n == *name) {
                out.push((name, keyword));
            }
        }
        level.blocks.iter().for_each(|block| gather(&block.level, out));
    }
    let mut out: Vec<(&'static str, &'static Keyword)> = active.keywords.clone();
    active.doubtful.iter().for_each(|level| gather(level, &mut out));
    out
}

fn left(active: &Active<'_>, all: bool) -> Vec<(&'static str, &'static Keyword)> {
    let written = |name: &str| active.arguments.iter().any(|a| *a.name == *name && !matches!(a.value, RawValue::None));
    let excluded = |name: &str| {
        active.rules.iter().any(|rule| match rule {
            Rule::ExactlyOne(names, _) | Rule::AtMostOne(names) => {
                names.contains(&name) && names.iter().any(|n| written(n))
            }
            Rule::Excludes(one, others) => {
                (written(one) && others.contains(&name)) || (*one == name && others.iter().any(|n| written(n)))
            }
            _ => false,
        })
    };
    let mut found = keywords(active);
    found.retain(|(name, keyword)| {
        all || keyword.status != Status::Hidden
            && keyword.effect != Effect::Unsupported
            && !written(name)
            && !excluded(name)
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn argument(name: &str, value: &str) -> RawArgument {
        let span = Span::new(FileId(0), 0, 0);
        RawArgument { name: name.into(), span, value: RawValue::Text(value.into()), value_span: span }
    }

    #[test]
    fn keywords_fit_where_their_conditions_hold() {
        let names = |arguments: &[RawArgument], factor| {
            fitting("DYNA_VIBRA", arguments, factor, false).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        let transient = [argument("TYPE_CALCUL", "TRAN"), argument("BASE_CALCUL", "GENE")];
        let harmonic = [argument("TYPE_CALCUL", "HARM"), argument("BASE_CALCUL", "GENE")];
        assert!(names(&transient, None).contains(&"COMPORTEMENT") && !names(&transient, None).contains(&"TYPE_CALCUL"));
        assert!(!names(&harmonic, None).contains(&"COMPORTEMENT") && names(&harmonic, None).contains(&"LIST_FREQ"));
        let shock = [argument("RELATION", "DIS_CHOC")];
        assert!(names(&transient, Some(("COMPORTEMENT", &shock))).contains(&"RIGI_NOR"));
        assert!(names(&transient, Some(("NOTHING", &shock))).is_empty());
        assert!(fitting("NOTHING", &[], None, false).is_empty());
    }
}
