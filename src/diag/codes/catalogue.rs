//! Codes of the catalogue check (`C...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "C001",
        name: "unknown-command",
        meaning: "A name in capitals is called that is neither an operator of the catalogue nor a name of the study. \
                  `stickslip doc` lists the operators.",
        example: "DEBUT()\nF = DEFI_FONCTON(NOM_PARA='INST', VALE=(0., 0., 1., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C002",
        name: "unknown-keyword",
        meaning: "The operator, or this factor keyword of it, has no keyword of that name here. Some keywords exist only \
                  for certain values of others: the message then names the condition. `stickslip doc OPERATOR` lists \
                  the keywords with the conditions under which they exist.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALEURS=(0., 0., 1., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C003",
        name: "missing-keyword",
        meaning: "A mandatory keyword is not given, or is given as None.",
        example: "DEBUT()\nF = DEFI_FONCTION(VALE=(0., 0., 1., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C004",
        name: "wrong-type",
        meaning: "The value is not of a type the keyword takes: a text where a number belongs, a concept of another type, \
                  a plain value where a group of keywords _F(...) belongs. An integer is accepted where a real is asked \
                  for, and a real with an integral value where an integer is.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE='ramp')\nFIN()\n",
    },
    CodeInfo {
        code: "C005",
        name: "bad-value",
        meaning: "The keyword takes one of a list of values, and this is none of them. Case counts.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 1.), PROL_DROITE='LINEAR')\nFIN()\n",
    },
    CodeInfo {
        code: "C006",
        name: "out-of-range",
        meaning: "The number lies outside the range the keyword allows.",
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
        meaning: "Too few or too many values for a keyword, or occurrences of a factor keyword.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\nMO = AFFE_MODELE(MAILLAGE=(MA, MA), AFFE=_F(TOUT='OUI', \
                  PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\nFIN()\n",
    },
    CodeInfo {
        code: "C009",
        name: "rule",
        meaning: "Keywords that exclude or need one another: exactly one of a list, at most one, all or none, one that \
                  needs or excludes others. A default counts as given; an empty list does not.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0.), VALE_C=(0., 0., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "C010",
        name: "bad-reuse",
        meaning: "`reuse` names the concept an operator enriches in place. Some operators refuse it. It is \
                  the concept of the keyword that the catalogue names: \
                  `MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, ...)`.",
        example: "DEBUT()\nF = DEFI_CONSTANTE(VALE=1.)\nF = DEFI_CONSTANTE(reuse=F, VALE=2.)\nFIN()\n",
    },
    CodeInfo {
        code: "C011",
        name: "unsupported-keyword",
        meaning: "The language has this keyword; this program does not compute what it asks for, and says so rather than \
                  ignore it.",
        example: "DEBUT()\nMAT = DEFI_MATERIAU(MAZARS=_F(EPSD0=1.e-4))\nFIN()\n",
    },
    CodeInfo {
        code: "C012",
        name: "unsupported-value",
        meaning: "The language allows this value; this program does not compute what it asks for, and says so rather than \
                  take another.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='GIBI', UNITE=19)\nFIN()\n",
    },
    CodeInfo {
        code: "C013",
        name: "keyword-given-twice",
        meaning: "A keyword is given twice in the same call or the same _F(...). To give a factor keyword several times, \
                  give it a list: EXCIT=(_F(...), _F(...)).",
        example: "DEBUT()\nF = DEFI_CONSTANTE(VALE=1., **{\"VALE\": 2.})\nFIN()\n",
    },
];
