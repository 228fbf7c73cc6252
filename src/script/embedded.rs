//! The macro-commands that come with the program.

pub const SCRIPTS: &[(&str, &str)] = &[
    ("MODAL_ANALYSIS", include_str!("../../scripts/macros/MODAL_ANALYSIS.rhai")),
    ("MODE_TABLE", include_str!("../../scripts/macros/MODE_TABLE.rhai")),
];
