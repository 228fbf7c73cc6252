//! Regular expressions given in keywords.

use regex_lite::Regex;

use crate::catalogue::{CallError, Keywords};

/// The regular expression of a keyword.
pub fn expression(keywords: &Keywords, keyword: &str, pattern: &str) -> Result<Regex, CallError> {
    Regex::new(pattern).map_err(|fault| {
        let error = keywords.error(keyword, "T007", format!("'{pattern}' is not a regular expression: {fault}"));
        Box::new(error.help("groups, classes, repetitions, anchors and alternatives are read; looking around is not"))
    })
}
