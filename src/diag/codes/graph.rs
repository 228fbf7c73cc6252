//! Codes of names and the operation graph (`G...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
