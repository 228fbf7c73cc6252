//! Codes of assertions (`T...`).

use super::CodeInfo;

const FUNCTION: &str = "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "T001",
        name: "not-testable",
        meaning: "An assertion is asked of a concept, or with arguments, that it cannot be asked of.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n\
                  TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=(0.5, 1.0), VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T002",
        name: "kind-of-value",
        meaning: "The expected value is of another kind than the computed one: VALE_CALC and VALE_REFE are for reals, with _I for integers, \
                  _C for complex numbers, _K for texts.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='FREQ', VALE_C=(0.0, 1.0, 2.0, 1.0, 2.0, 3.0))\n\
                  TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.5, VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T003",
        name: "no-such-cell",
        meaning: "The table has no such column, or the filters keep no row, or several values where one is needed.",
        example: "DEBUT()\nT = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1.0, 2.0)))\nTEST_TABLE(TABLE=T, NOM_PARA='A', VALE_CALC=1.0)\nFIN()\n",
    },
    CodeInfo {
        code: "T004",
        name: "no-such-value",
        meaning: "The function has no value at that place (outside its range with PROL='EXCLU', for instance), or no such attribute.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n\
                  TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=3.0, VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T005",
        name: "no-such-place",
        meaning: "The result has nothing stored at that order, instant or frequency, or no such field, component or parameter.",
        example: FUNCTION,
    },
];
