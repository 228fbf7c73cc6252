//! Codes of the catalogue check (`C...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
