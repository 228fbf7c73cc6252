//! Codes of running an operator (`R...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
