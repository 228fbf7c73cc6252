//! L006: a keyword that is given its default. Looked for on request: a value that is written says that it was thought of.

use super::calls::{each_group, number};
use super::study::Study;
use crate::catalogue::{Constant, Keyword};
use crate::diag::Diagnostic;
use crate::syntax::{Expression, ExpressionKind};

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for text in &study.texts {
        each_group(&text.statements, &mut |group| {
            for argument in group.arguments {
                let Some((name, place)) = &argument.name else { continue };
                let meanings = group.meanings(name);
                let same =
                    |keyword: &&Keyword| matches!(keyword.default(), [default] if is_same(default, &argument.value));
                if meanings.is_empty() || !meanings.iter().all(same) || group.arguments.len() == 1 {
                    continue;
                }
                let message = format!("{} is the default of {name}", text.written(argument.value.span));
                let fix = text.without_argument(name, argument.span).sure();
                found.push(Diagnostic::note("L006", message).at(*place).help("leave it out").fix(Some(fix)));
            }
        });
    }
}

fn is_same(default: &Constant, value: &Expression) -> bool {
    match (default, &value.kind) {
        (Constant::Text(own), ExpressionKind::Text(text)) => own == text,
        (Constant::Logical(own), ExpressionKind::True) => *own,
        (Constant::Logical(own), ExpressionKind::False) => !*own,
        (Constant::Integer(own), _) => number(value) == Some(*own as f64),
        (Constant::Real(own), _) => number(value) == Some(*own),
        _ => false,
    }
}
