//! The macro-commands that come with the program.

pub const SCRIPTS: &[(&str, &str)] = &[
    ("ASSE_ELEM_SSD", include_str!("../../scripts/macros/ASSE_ELEM_SSD.rhai")),
    ("CREA_ELEM_SSD", include_str!("../../scripts/macros/CREA_ELEM_SSD.rhai")),
    ("MODAL_ANALYSIS", include_str!("../../scripts/macros/MODAL_ANALYSIS.rhai")),
    ("MODE_TABLE", include_str!("../../scripts/macros/MODE_TABLE.rhai")),
];
