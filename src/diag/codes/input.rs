//! Codes of input and output (`I...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
