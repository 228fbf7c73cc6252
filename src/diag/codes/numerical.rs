//! Codes of numerical faults (`N...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "N501",
        name: "not-finite",
        meaning: "A function is given a value that is not a finite number (NaN or infinity).",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, float(\"nan\")))\nFIN()\n",
    },
    CodeInfo {
        code: "N502",
        name: "formula-value",
        meaning: "A formula has no value for the parameters it is given: a division by zero, the logarithm of a negative number, a result that is not finite.",
        example: "DEBUT()\nF = FORMULE(NOM_PARA=\"X\", VALE=\"1.0 / X\")\nG = CALC_FONC_INTERP(FONCTION=F, VALE_PARA=(0.0, 1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "N503",
        name: "function-value",
        meaning: "A function has no value at a point: outside its abscissae with an EXCLU extension, or between points whose logarithm does not exist.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 0.0, 1.0, 1.0))\nG = CALC_FONC_INTERP(FONCTION=F, VALE_PARA=(0.0, 2.0))\nFIN()\n",
    },
];
