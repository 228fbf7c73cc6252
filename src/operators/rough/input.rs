//! Numbers of keywords of rough bodies, and refusals.

use crate::catalogue::{CallError, Keywords};

/// An error at a keyword with what to do.
pub(super) fn refused(
    keywords: &Keywords,
    keyword: &str,
    code: &'static str,
    message: String,
    help: impl Into<String>,
) -> CallError {
    Box::new(keywords.error(keyword, code, message).help(help.into()))
}

/// Real of a keyword that must be positive.
pub(super) fn positive(keywords: &Keywords, keyword: &str) -> Result<Option<f64>, CallError> {
    match keywords.real_if_given(keyword) {
        Some(x) if !(x > 0.0 && x.is_finite()) => {
            let message = format!("{keyword} must be a positive number; found {x}");
            Err(refused(
                keywords,
                keyword,
                "R850",
                message,
                "sizes, stiffnesses, masses and steps are positive, in SI units",
            ))
        }
        other => Ok(other),
    }
}

/// Real of a keyword that must not be negative.
pub(super) fn not_negative(keywords: &Keywords, keyword: &str) -> Result<f64, CallError> {
    match keywords.real_if_given(keyword) {
        Some(x) if !(x >= 0.0 && x.is_finite()) => {
            let message = format!("{keyword} must be zero or positive; found {x}");
            Err(refused(keywords, keyword, "R850", message, "give a value in SI units that is not negative"))
        }
        other => Ok(other.unwrap_or(0.0)),
    }
}
