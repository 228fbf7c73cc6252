//! The stable codes: what each means, and an example that triggers it. One file a stage.

mod catalogue;
mod contact;
mod graph;
mod input;
mod numerical;
mod running;
mod syntax;
mod verdict;

/// One code, as `stickslip explain` prints it.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    pub code: &'static str,
    /// Short name of the kind of error (`unknown-keyword`).
    pub name: &'static str,
    /// What it means and what to do, a few sentences.
    pub meaning: &'static str,
    /// A whole study that triggers it (tests run it in a folder of its own).
    pub example: &'static str,
}

/// All codes, sorted within each stage.
pub fn all_codes() -> impl Iterator<Item = &'static CodeInfo> {
    [syntax::CODES, catalogue::CODES, graph::CODES, running::CODES, contact::CODES, numerical::CODES, verdict::CODES, input::CODES]
        .into_iter()
        .flatten()
}

/// Looks a code up by its code (`C012`, any case) or by its short name.
pub fn explain(code: &str) -> Option<&'static CodeInfo> {
    all_codes().find(|c| c.code.eq_ignore_ascii_case(code) || c.name == code)
}
