//! Keywords with several spellings, and errors at them.

use crate::catalogue::{CallError, Keywords};

/// An error at a keyword, with what to do.
pub fn refuse(
    keywords: &Keywords,
    keyword: &str,
    code: &'static str,
    message: impl Into<String>,
    help: impl Into<String>,
) -> CallError {
    Box::new(keywords.error(keyword, code, message).help(help))
}

/// The name, of several spellings, under which a keyword is given; the first when none is.
pub fn spelling<'n>(keywords: &Keywords, names: &[&'n str]) -> &'n str {
    names.iter().find(|name| keywords.has(name)).copied().unwrap_or(names[0])
}
