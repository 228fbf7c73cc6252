//! Codes of input and output (`I...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "I001",
        name: "missing-study-file",
        meaning: "A file of the study (the study itself, a command file named by its profile, a file to include) does \
                  not exist or cannot be read.",
        example: "DEBUT()\nINCLUDE(UNITE=77)\nFIN()\n",
    },
    CodeInfo {
        code: "I002",
        name: "bad-profile",
        meaning: "The profile (.export) names no command file.",
        example: "",
    },
];
