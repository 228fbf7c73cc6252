//! Codes of verdicts (`T...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
