//! The expressions of a statement, as they stand in the text.

use super::tree::{Expression, Statement, StatementKind};

/// Visits the expressions that stand directly in a statement: not those inside others, nor those of its blocks.
pub fn own_expressions<'s>(statement: &'s Statement, visit: &mut dyn FnMut(&'s Expression)) {
    match &statement.kind {
        StatementKind::Expression(value) => visit(value),
        StatementKind::Assign { targets, value } => {
            targets.iter().for_each(&mut *visit);
            visit(value);
        }
        StatementKind::AugmentedAssign { target, value, .. } => [target, value].into_iter().for_each(visit),
        StatementKind::If { branches, .. } => branches.iter().for_each(|(condition, _)| visit(condition)),
        StatementKind::For { target, iterable, .. } => [target, iterable].into_iter().for_each(visit),
        StatementKind::While { condition, .. } => visit(condition),
        StatementKind::Function(function) => {
            function.parameters.iter().filter_map(|p| p.default.as_ref()).for_each(visit);
        }
        StatementKind::Return(value) | StatementKind::Raise(value) => value.iter().for_each(visit),
        StatementKind::Delete(targets) => targets.iter().for_each(visit),
        StatementKind::With { items, .. } => {
            for (value, target) in items {
                visit(value);
                target.iter().for_each(&mut *visit);
            }
        }
        StatementKind::Try { handlers, .. } => handlers.iter().filter_map(|(kind, ..)| kind.as_ref()).for_each(visit),
        StatementKind::Assert { condition, message } => {
            visit(condition);
            message.iter().for_each(visit);
        }
        StatementKind::Import(_)
        | StatementKind::FromImport { .. }
        | StatementKind::Global(_)
        | StatementKind::Pass
        | StatementKind::Break
        | StatementKind::Continue => {}
    }
}
