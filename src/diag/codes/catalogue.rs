//! Codes of the catalogue check (`C...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "C001",
        name: "unknown-command",
        meaning: "A name in capitals is called that is neither an operator of the catalogue nor a variable of the study. `stickslip doc` lists the operators.",
        example: "DEBUT()\nF = DEFI_FONCTON(NOM_PARA='INST', VALE=(0., 0., 1., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C002",
        name: "unknown-keyword",
        meaning: "The operator, or this factor keyword, has no keyword of that name here. Some keywords exist only for certain values of others; the message then names the condition. `stickslip doc OPERATOR` lists the keywords and their conditions.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALEURS=(0., 0., 1., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C003",
        name: "missing-keyword",
        meaning: "A mandatory keyword is missing, or is given as None.",
        example: "DEBUT()\nF = DEFI_FONCTION(VALE=(0., 0., 1., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C004",
        name: "wrong-type",
        meaning: "The value does not have the type of the keyword: a text in place of a number, a concept of another type, or a plain value in place of a group of keywords _F(...). An integer is accepted as a real, and a real with an integral value as an integer.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE='ramp')\nFIN()\n",
    },
    CodeInfo {
        code: "C005",
        name: "bad-value",
        meaning: "The keyword accepts a list of values, and this is not one of them. Case matters.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 1.), PROL_DROITE='LINEAR')\nFIN()\n",
    },
    CodeInfo {
        code: "C006",
        name: "out-of-range",
        meaning: "The number is outside the range of the keyword.",
        example: "DEBUT()\nMAT = DEFI_MATERIAU(ELAS=_F(E=2.1e11, NU=1.5))\nFIN()\n",
    },
    CodeInfo {
        code: "C007",
        name: "bad-series",
        meaning: "Each value is valid alone, but not in combination: a value given twice where all must differ, a list that \
                  must increase and does not, a list in which an item is missing, a text that is too long.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\nMO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=('A', 'A'), \
                  PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\nFIN()\n",
    },
    CodeInfo {
        code: "C008",
        name: "wrong-count",
        meaning: "A keyword has too few or too many values, or a factor keyword too few or too many occurrences.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\nMO = AFFE_MODELE(MAILLAGE=(MA, MA), AFFE=_F(TOUT='OUI', \
                  PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\nFIN()\n",
    },
    CodeInfo {
        code: "C009",
        name: "rule",
        meaning: "Keywords exclude or require one another: exactly one of a list, at most one, all or none, or one that requires or excludes others. A default counts as given; an empty list does not.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0.), VALE_C=(0., 0., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C010",
        name: "bad-reuse",
        meaning: "`reuse` names the concept that an operator enriches in place. Some operators do not accept it. It must be the concept of the keyword that the catalogue names: `MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, ...)`.",
        example: "DEBUT()\nF = DEFI_CONSTANTE(VALE=1.)\nF = DEFI_CONSTANTE(reuse=F, VALE=2.)\nFIN()\n",
    },
    CodeInfo {
        code: "C011",
        name: "unsupported-keyword",
        meaning: "The keyword is valid in the language, but this program does not implement it, and refuses it rather than ignore it.",
        example: "DEBUT()\nMAT = DEFI_MATERIAU(MAZARS=_F(EPSD0=1.e-4))\nFIN()\n",
    },
    CodeInfo {
        code: "C012",
        name: "unsupported-value",
        meaning: "The value is valid in the language, but this program does not implement it, and refuses it rather than use another one.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='GIBI', UNITE=19)\nFIN()\n",
    },
    CodeInfo {
        code: "C013",
        name: "keyword-given-twice",
        meaning: "A keyword is given twice in the same call or the same _F(...). To give a factor keyword several times, \
                  give it a list: EXCIT=(_F(...), _F(...)).",
        example: "DEBUT()\nF = DEFI_CONSTANTE(VALE=1., **{\"VALE\": 2.})\nFIN()\n",
    },
    CodeInfo {
        code: "C014",
        name: "made-twice",
        meaning: "Two keywords of one call ask for a concept of the same name with CO('name'): the second would take the place of the first.",
        example: "#### after the prologue\nASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=HOLD, NUME_DDL=CO('N'), MATR_ASSE=(\n    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('K'), OPTION='MASS_MECA')))\nFIN()\n",
    },
];
