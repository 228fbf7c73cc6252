//! Codes of numerical faults (`N...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
