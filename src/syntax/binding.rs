//! Names that statements bind.

use super::tree::{Expression, ExpressionKind, Statement, StatementKind};
use super::walk::blocks;

/// Calls `f` with every name that statements bind, those inside functions excluded.
pub fn bound(body: &[Statement], f: &mut dyn FnMut(&str)) {
    for statement in body {
        match &statement.kind {
            StatementKind::Assign { targets, .. } | StatementKind::Delete(targets) => {
                targets.iter().for_each(|target| target_names(target, f));
            }
            StatementKind::AugmentedAssign { target, .. } | StatementKind::For { target, .. } => {
                target_names(target, f);
            }
            StatementKind::Function(definition) => f(&definition.name),
            StatementKind::Import(list) => {
                for (module, alias) in list {
                    f(alias.as_deref().unwrap_or_else(|| module.split('.').next().unwrap_or(module)));
                }
            }
            StatementKind::FromImport { names, .. } => {
                names.iter().for_each(|(name, alias)| f(alias.as_deref().unwrap_or(name)));
            }
            StatementKind::With { items, .. } => {
                items.iter().filter_map(|(_, target)| target.as_ref()).for_each(|target| target_names(target, f));
            }
            StatementKind::Try { handlers, .. } => {
                handlers.iter().filter_map(|(_, name, _)| name.as_deref()).for_each(&mut *f);
            }
            _ => {}
        }
        blocks(statement).into_iter().for_each(|block| bound(block, f));
    }
}

/// Calls `f` with every name of a `global` statement, those inside functions excluded.
pub fn globals(body: &[Statement], f: &mut dyn FnMut(&str)) {
    for statement in body {
        if let StatementKind::Global(names) = &statement.kind {
            names.iter().for_each(|name| f(name));
        }
        blocks(statement).into_iter().for_each(|block| globals(block, f));
    }
}

/// Calls `f` with the names that an assignment to a target binds.
pub fn target_names(target: &Expression, f: &mut dyn FnMut(&str)) {
    match &target.kind {
        ExpressionKind::Name(name) => f(name),
        ExpressionKind::Tuple(items) | ExpressionKind::List(items) => items.iter().for_each(|t| target_names(t, f)),
        ExpressionKind::Starred(inner) => target_names(inner, f),
        _ => {}
    }
}
