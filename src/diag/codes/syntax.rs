//! Codes of reading the text (`S...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[CodeInfo {
    code: "S001",
    name: "syntax",
    meaning: "The line does not follow the command language.",
    example: "DEBUT()\nx = (1 +\nFIN()\n",
}];
