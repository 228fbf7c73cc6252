//! Fields on elements and what is made of them: CALC_CHAMP, POST_ELEM, POST_RELEVE_T (R7xx).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[];
