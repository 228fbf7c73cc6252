//! What a number of a text means, shown behind it: sizes of lists, frequency of a time step, natural frequency of one spring
//! with one mass. Each kind is asked for by name.

use std::collections::BTreeMap;

use super::document::Document;
use super::offered::Name;
use super::sizes::sizes;
use crate::concepts::Concept;
use crate::former::walk;
use crate::source::Span;
use crate::syntax::{Argument, Expression, ExpressionKind, StatementKind, UnaryOperator};
use crate::verdict::significant;

/// Kinds of hints that are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Values found by a run, behind those that they are compared with.
    pub found: bool,
    /// Number of points and range of lists.
    pub lists: bool,
    /// Frequency of a constant time step.
    pub steps: bool,
    /// Natural frequency of one spring with one mass.
    pub frequencies: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Wanted { found: true, lists: false, steps: false, frequencies: false }
    }
}

/// A few words behind a place of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// Offset of the byte behind which they stand.
    pub at: usize,
    pub label: String,
    pub tooltip: &'static str,
}

/// Hints of a text, in its order; `names` are those of the study, with what is known of them.
pub fn hints(document: &Document, names: &[Name], wanted: Wanted) -> Vec<Hint> {
    let mut found = Vec::new();
    if wanted.lists {
        let names: BTreeMap<&str, &Concept> =
            names.iter().filter_map(|known| Some((known.name.as_str(), known.concept()?))).collect();
        walk::statements(&document.parsed().statements, &mut |statement| {
            let StatementKind::Assign { targets, value } = &statement.kind else { return };
            let Some(ExpressionKind::Name(name)) = targets.first().map(|target| &target.kind) else { return };
            let known = names.get(name.as_str()).copied();
            if let (Some(concept), true) = (known, walk::call(value).is_some())
                && matches!(concept, Concept::RealList(_) | Concept::Instants(_) | Concept::IntegerList(_))
            {
                found.push(hint(value.span, sizes(concept), "what the list holds, as the last check found it"));
            }
        });
    }
    walk::expressions(&document.parsed().statements, &mut |expression| {
        let Some((command, arguments)) = walk::call(expression) else { return };
        if wanted.steps {
            for value in arguments.iter().filter(|argument| is(argument, "PAS")).map(|argument| &argument.value) {
                if let Some(step) = number(value).filter(|step| *step > 0.0) {
                    let label = format!("1/{}", significant(1.0 / step, 4));
                    found.push(hint(value.span, label, "the step as a fraction of the unit of time"));
                }
            }
        }
        if wanted.frequencies && command == "AFFE_CARA_ELEM" {
            found.extend(frequency(arguments));
        }
    });
    found.sort_by_key(|hint| hint.at);
    found
}

fn hint(span: Span, label: String, tooltip: &'static str) -> Hint {
    Hint { at: span.end as usize, label, tooltip }
}

fn is(argument: &Argument, keyword: &str) -> bool {
    argument.name.as_ref().is_some_and(|(name, _)| name == keyword)
}

fn number(value: &Expression) -> Option<f64> {
    match &value.kind {
        ExpressionKind::Integer(n) => Some(*n as f64),
        ExpressionKind::Real(x) => Some(*x),
        ExpressionKind::Unary(UnaryOperator::Minus, inner) => number(inner).map(|x| -x),
        _ => None,
    }
}

/// f = sqrt(k / m) / 2 pi behind the mass, where a call has one stiffness and one mass of discrete elements, each a single
/// number in its first place.
fn frequency(arguments: &[Argument]) -> Option<Hint> {
    let discrete = arguments.iter().filter(|argument| is(argument, "DISCRET"));
    let (mut stiffness, mut mass) = (Vec::new(), Vec::new());
    for given in discrete.flat_map(|argument| walk::occurrences(&argument.value)) {
        let kind = given.iter().find(|argument| is(argument, "CARA")).map(|argument| walk::words(&argument.value));
        let value = given.iter().find(|argument| is(argument, "VALE")).map(|argument| &argument.value)?;
        match kind?.first()? {
            kind if kind.starts_with("K_T_D_") => stiffness.push(first(value)?),
            kind if kind.starts_with("M_T_D_") => mass.push((first(value)?, value.span)),
            _ => {}
        }
    }
    let ([k], [(m, span)]) = (stiffness.as_slice(), mass.as_slice()) else { return None };
    let is_meant = *k > 0.0 && *m > 0.0;
    let f = libm::sqrt(k / m) / (2.0 * std::f64::consts::PI);
    let label = format!("{} per unit of time", significant(f, 4));
    is_meant.then(|| hint(*span, label, "natural frequency of this spring with this mass: sqrt(k/m) / 2 pi"))
}

fn first(value: &Expression) -> Option<f64> {
    match &value.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => number(items.first()?),
        _ => number(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_spring_with_a_mass_and_a_step_tell_their_frequency() {
        // k = 1.3e3, m = 0.7: sqrt(1300 / 0.7) / 2 pi = 6.8587.
        let text = "C = AFFE_CARA_ELEM(MODELE=M, DISCRET=(_F(CARA='K_T_D_L', GROUP_MA='S', VALE=(1.3e3, 0.0, 0.0)),\n\
                    _F(CARA='M_T_D_N', GROUP_MA='P', VALE=0.7)))\nR = DYNA_VIBRA(INCREMENT=_F(PAS=4e-4))\n";
        let document = Document::new(Path::new("a.comm"), text.to_string());
        let wanted = Wanted { found: false, lists: true, steps: true, frequencies: true };
        let found = hints(&document, &[], wanted);
        let labels: Vec<&str> = found.iter().map(|hint| hint.label.as_str()).collect();
        assert_eq!(labels, ["6.859 per unit of time", "1/2500"]);
        assert!(text[..found[0].at].ends_with("VALE=0.7"));
        assert!(hints(&document, &[], Wanted::default()).is_empty());
        let two = text.replace("_F(CARA='M_T_D_N'", "_F(CARA='M_T_D_N', VALE=0.3), _F(CARA='M_T_D_N'");
        let two = Document::new(Path::new("a.comm"), two);
        assert_eq!(hints(&two, &[], wanted).len(), 1);
    }
}
