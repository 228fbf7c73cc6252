//! Codes of running an operator (`R...`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R001",
        name: "internal-error",
        meaning: "The program failed in a way it should not, whatever the study says. The rest of the study was run. \
                  Please report it with the study.",
        example: "",
    },
    CodeInfo {
        code: "R002",
        name: "stopped",
        meaning: "The run was stopped (Ctrl-C). What was computed before is kept: assertions already evaluated are \
                  reported, files already written stay.",
        example: "",
    },
    CodeInfo {
        code: "R501",
        name: "formula",
        meaning: "The expression of a FORMULE contains something a formula cannot compute. It may hold arithmetic, comparisons, conditional expressions, calls of functions, and sequences known beforehand.",
        example: "DEBUT()\nF = FORMULE(NOM_PARA=\"X\", VALE=\"X + 'one'\")\nFIN()\n",
    },
    CodeInfo {
        code: "R502",
        name: "formula-name",
        meaning: "The expression of a FORMULE uses a name without value. A name is one of NOM_PARA, a keyword of the FORMULE call, a variable of the study, or a built-in function.",
        example: "DEBUT()\nF = FORMULE(NOM_PARA=\"X\", VALE=\"K * X\")\nFIN()\n",
    },
    CodeInfo {
        code: "R503",
        name: "function-values",
        meaning: "The values of a function, a surface or a formula are incomplete: an odd number of values, lists of different lengths, an empty expression.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 2.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R504",
        name: "function-order",
        meaning: "Abscissae must strictly increase. VERIF='NON' puts a decreasing or unordered list in order; a repeated abscissa is never legal.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(1.0, 0.0, 0.0, 1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R505",
        name: "function-logarithm",
        meaning: "A logarithmic interpolation rule needs positive values, and real ordinates when it applies to them.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"FREQ\", INTERPOL=\"LOG\", VALE=(0.0, 1.0, 2.0, 3.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R506",
        name: "list-interval",
        meaning: "An interval of DEFI_LIST_REEL or DEFI_LIST_ENTI cannot be cut as asked: a zero step, a step of the wrong sign or too long, a number of steps that does not divide it.",
        example: "DEBUT()\nL = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, PAS=-0.1))\nFIN()\n",
    },
    CodeInfo {
        code: "R507",
        name: "list-split",
        meaning: "The step of a DEFI_LIST_REEL interval does not divide it: the list ends with a shorter step. A warning.",
        example: "DEBUT()\nL = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, PAS=0.3))\nFIN()\n",
    },
    CodeInfo {
        code: "R509",
        name: "function-reordered",
        meaning: "Abscissae given in another order were put in increasing order, as VERIF='NON' asks. A warning.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VERIF=\"NON\", VALE=(1.0, 0.0, 0.0, 1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R511",
        name: "sampling",
        meaning: "CALC_FONC_INTERP is asked to sample something that does not have the variables named: one for a function, two for a surface.",
        example: "DEBUT()\nF = FORMULE(NOM_PARA=(\"X\", \"Y\"), VALE=\"X + Y\")\nG = CALC_FONC_INTERP(FONCTION=F, VALE_PARA=(0.0, 1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R601",
        name: "unknown-column",
        meaning: "A table has no column of this name.",
        example: "DEBUT()\nT = CREA_TABLE(LISTE=_F(PARA=\"X\", LISTE_R=(1.0, 2.0)))\nIMPR_TABLE(TABLE=T, NOM_PARA=\"Y\")\nFIN()\n",
    },
    CodeInfo {
        code: "R602",
        name: "real-format",
        meaning: "FORMAT_R is not a format of reals: a notation (E, F, G), a width, a number of decimals, as in E12.5.",
        example: "DEBUT()\nT = CREA_TABLE(LISTE=_F(PARA=\"X\", LISTE_R=(1.0, 2.0)))\nIMPR_TABLE(TABLE=T, FORMAT_R=\"12.5\")\nFIN()\n",
    },
    CodeInfo {
        code: "R603",
        name: "curve",
        meaning: "A COURBE of IMPR_FONCTION cannot be drawn: lists of different lengths, a formula without points.",
        example: "DEBUT()\nIMPR_FONCTION(COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0, 2.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "R604",
        name: "table-print",
        meaning: "A table cannot be printed in this form.",
        example: "DEBUT()\nT = CREA_TABLE(LISTE=_F(PARA=\"X\", LISTE_R=(1.0, 2.0)))\nIMPR_TABLE(TABLE=T, FORMAT=\"TABLEAU_CROISE\")\nFIN()\n",
    },
];
