//! The text of a study in today's syntax: keywords renamed, values rewritten, what is no longer needed taken out, nodes and
//! cells designated by groups. Comments and layout stay.

mod groups;
mod names;
mod rewrite;
mod spellings;
mod steps;
#[cfg(test)]
mod tests;
mod texts;
mod work;

pub use rewrite::{upgrade, upgrade_all};
pub use work::{At, Change, Insertion, Meant, Places, Upgraded};
