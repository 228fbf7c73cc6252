//! Which commands have a page, and where.

use std::sync::OnceLock;

use crate::catalogue::command;
use crate::script::ScriptMacros;
use crate::study::Macros;

pub fn address(name: &str) -> String {
    format!("{name}.html")
}

/// Whether a name is that of a command with a page.
pub fn has_page(name: &str) -> bool {
    command(name).is_some() || macros().description(name).is_some()
}

pub fn macros() -> &'static ScriptMacros {
    static MACROS: OnceLock<ScriptMacros> = OnceLock::new();
    MACROS.get_or_init(ScriptMacros::embedded)
}
