//! Codes of running an operator (`R...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R001",
        name: "internal-error",
        meaning: "The program failed in a way it should not, whatever the study says. The rest of the study was run. \
                  Please report it with the study.",
        example: "#### none: it is a mistake of the program; one that is known is mended.\n",
    },
    CodeInfo {
        code: "R002",
        name: "stopped",
        meaning: "The run was stopped (Ctrl-C). Assertions already evaluated are reported and files already written are complete; \
                  what was under way is lost. In a session the input leaves nothing, and all names are as before.",
        example: "#### command: timeout --signal=INT 1 stickslip run example.comm\nDEBUT()\nwhile True:\n    pass\nFIN()\n",
    },
    CodeInfo {
        code: "R003",
        name: "kept-slip",
        meaning: "Figures of the study contain behaviour of the reference program that is plainly not intended and is kept because published \
                  figures contain it. The note appears once in a run for each slip. `stickslip doc slips` lists them all, with the way to the textbook value.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 1., 3., 4.))\nG = CALC_FONCTION(INTEGRE=_F(FONCTION=F, METHODE='SIMPSON'))\nFIN()\n",
    },
    CodeInfo {
        code: "R005",
        name: "out-of-memory",
        meaning: "The run was stopped because it uses more memory than it may: the limit of --max-memory, or nine tenths of what \
                  was free when it started. Files already written are complete.",
        example: "#### command: stickslip run example.comm --max-memory 100M\nDEBUT()\nvalues = []\nwhile True:\n    values.append([0.0] * 1000)\nFIN()\n",
    },
    CodeInfo {
        code: "R006",
        name: "out-of-time",
        meaning: "The run was stopped because it takes longer than --max-time allows. Files already written are complete.",
        example: "#### command: stickslip run example.comm --max-time 1\nDEBUT()\nwhile True:\n    pass\nFIN()\n",
    },
    CodeInfo {
        code: "R300",
        name: "transient-not-available",
        meaning: "A part of the transient operators that this program does not compute.",
        example: "#### none: the check before the run refuses it first (C011); the operator looks again.\n",
    },
    CodeInfo {
        code: "R301",
        name: "generalised-matrices",
        meaning: "The generalised matrices of a transient are missing or do not have the same number of coordinates.",
        example: "#### after the prologue\nONE = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=1))\nPROJ_BASE(BASE=ONE, MATR_ASSE_GENE=_F(MATRICE=CO('STIFF_ONE'), MATR_ASSE=STIFF))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_ONE,\n    INCREMENT=_F(PAS=1.e-3, INST_FIN=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R302",
        name: "varying-speed",
        meaning: "A rotor of varying speed needs generalised matrices in full storage.",
        example: "#### after the prologue\nOMEGA = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 100.0))\nPROJ_BASE(BASE=MODES, STOCKAGE='DIAG', MATR_ASSE_GENE=(_F(MATRICE=CO('MASS_D'), MATR_ASSE=MASS), _F(MATRICE=CO('STIFF_D'), MATR_ASSE=STIFF)))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_D, MATR_RIGI=STIFF_D,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), VITESSE_VARIABLE='OUI', MATR_GYRO=STIFF_D, VITE_ROTA=OMEGA)\nFIN()\n",
    },
    CodeInfo {
        code: "R304",
        name: "initial-state",
        meaning: "The initial state of a transient does not fit its matrices, or reuse is given without continuing the run.",
        example: "#### after the prologue\nONE = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=1))\nPROJ_BASE(BASE=ONE, MATR_ASSE_GENE=(_F(MATRICE=CO('MASS_1'), MATR_ASSE=MASS), _F(MATRICE=CO('STIFF_1'), MATR_ASSE=STIFF)))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_1, MATR_RIGI=STIFF_1,\n    INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), ETAT_INIT=_F(RESULTAT=FIRST))\nFIN()\n",
    },
    CodeInfo {
        code: "R305",
        name: "continued-run",
        meaning: "The run to continue has no state at the instant asked for, or had other local nonlinearities.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), ETAT_INIT=_F(RESULTAT=FIRST, INST_INIT=0.4551))\nFIN()\n",
    },
    CodeInfo {
        code: "R306",
        name: "increment",
        meaning: "The time step or the end of a transient makes no run: a step of no length, an end before the start, a list of unequal steps.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    INCREMENT=_F(PAS=1.e-3, INST_INIT=1., INST_FIN=0.5))\nFIN()\n",
    },
    CodeInfo {
        code: "R307",
        name: "kept-instants",
        meaning: "The instants of ARCHIVAGE lie outside the run or do not increase.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), ARCHIVAGE=_F(INST=(0.2, 3.)))\nFIN()\n",
    },
    CodeInfo {
        code: "R308",
        name: "excitation",
        meaning: "An excitation cannot be read: no multiplier, a vector of another size, a rank without coordinate, a function of something else than INST.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), EXCIT=_F(NUME_ORDRE=99, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R309",
        name: "support-motion",
        meaning: "The motion of supports or the static correction of an excitation lacks its shapes: MODE_STAT with a static mode for each node and direction, or MODE_CORR.",
        example: "#### after the prologue\nA = DEFI_CONSTANTE(VALE=1.0)\nV = DEFI_CONSTANTE(VALE=0.0)\nD = DEFI_CONSTANTE(VALE=0.0)\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, ACCE=A, VITE=V, DEPL=D, MULT_APPUI='OUI', DIRECTION=(1., 0., 0.), GROUP_NO='LEFT'))\nFIN()\n",
    },
    CodeInfo {
        code: "R310",
        name: "step-bounds",
        meaning: "The bounds of an adaptive step contradict each other or the first step.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='RUNGE_KUTTA_54', PAS_MAXI=1.e-4), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R311",
        name: "scheme-data",
        meaning: "The scheme cannot work with these data: ITMI with full matrices, an adaptive scheme with LIST_INST.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='ADAPT_ORDRE2'), INCREMENT=_F(LIST_INST=TIMES))\nFIN()\n",
    },
    CodeInfo {
        code: "R315",
        name: "order-of-last-state",
        meaning: "With ETAT_INIT/NUME_ORDRE the clock starts at the instant of that order and the state is the last one kept, as in the reference program. INST_INIT starts from the state itself.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), ETAT_INIT=_F(RESULTAT=FIRST, NUME_ORDRE=10))\nFIN()\n",
    },
    CodeInfo {
        code: "R316",
        name: "treatment-of-contacts",
        meaning: "TRAITEMENT_NONL='IMPLICITE' takes 41 contacts at most.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='CERCLE')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=1e-4, INST_FIN=0.01), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH),\n    TRAITEMENT_NONL='IMPLICITE', COMPORTEMENT=[_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), JEU=0.1, RIGI_NOR=1e3)] * 42)\nFIN()\n",
    },
    CodeInfo {
        code: "R501",
        name: "formula",
        meaning: "The expression of a FORMULE contains something a formula cannot compute. It may hold arithmetic, comparisons, conditional expressions, calls of functions, and sequences known beforehand.",
        example: "DEBUT()\nF = FORMULE(NOM_PARA=\"X\", VALE=\"X + 'one'\")\nFIN()\n",
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
        meaning: "Warning: the step of a DEFI_LIST_REEL interval does not divide it: the list ends with a shorter step.",
        example: "DEBUT()\nL = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, PAS=0.3))\nFIN()\n",
    },
    CodeInfo {
        code: "R509",
        name: "function-reordered",
        meaning: "Warning: abscissae given in another order were put in increasing order, as VERIF='NON' asks.",
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
    CodeInfo {
        code: "R521",
        name: "function-kind",
        meaning: "An operation on functions is given something of another kind: a surface where a function belongs, functions and surfaces together, a complex function where a real one is needed.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0))\nS = DEFI_NAPPE(NOM_PARA=\"AMOR\", PARA=(0.1, 0.2), FONCTION=(F, F))\nG = CALC_FONCTION(COMB=(_F(FONCTION=F, COEF=1.0), _F(FONCTION=S, COEF=1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "R522",
        name: "no-common-support",
        meaning: "Two functions to combine have no common abscissae. PROL_GAUCHE and PROL_DROITE extend a function.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0))\nG = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(5.0, 1.0, 6.0, 2.0))\nH = CALC_FONCTION(COMB=(_F(FONCTION=F, COEF=1.0), _F(FONCTION=G, COEF=1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "R523",
        name: "function-mismatch",
        meaning: "Functions that do not fit the operation or one another: names, INTERPOL, exponent.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0))\nG = CALC_FONCTION(PUISSANCE=_F(FONCTION=F, EXPOSANT=0))\nFIN()\n",
    },
    CodeInfo {
        code: "R524",
        name: "too-few-points",
        meaning: "The function has too few points for the operation.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0))\nG = CALC_FONCTION(REGR_POLYNOMIALE=_F(FONCTION=F, DEGRE=2))\nFIN()\n",
    },
    CodeInfo {
        code: "R525",
        name: "uneven-step",
        meaning: "A Fourier transform needs a constant step. CALC_FONC_INTERP samples a function on a regular list.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0, 3.0, 0.0))\nG = CALC_FONCTION(FFT=_F(FONCTION=F))\nFIN()\n",
    },
    CodeInfo {
        code: "R526",
        name: "spectrum-parameter",
        meaning: "A frequency or a damping ratio of a response spectrum is out of range: frequencies are above zero, ratios from 0 to below 1.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0))\nS = CALC_FONCTION(SPEC_OSCI=_F(FONCTION=F, AMOR_REDUIT=1.5, NORME=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R527",
        name: "spectrum-extension",
        meaning: "PROL_SPEC_OSCI cannot extend this spectrum: its interpolation is LOG, or its first points do not lead to DEPL_MAX.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"FREQ\", INTERPOL=\"LOG\", VALE=(1.0, 1.0, 2.0, 2.0))\nG = CALC_FONCTION(PROL_SPEC_OSCI=_F(FONCTION=F, NORME=1.0, DEPL_MAX=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R528",
        name: "empty-interval",
        meaning: "The interval of an indicator is empty or reduced to a point.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, 2.0))\nT = INFO_FONCTION(RMS=_F(FONCTION=F, INST_INIT=0.5, INST_FIN=0.5))\nFIN()\n",
    },
    CodeInfo {
        code: "R531",
        name: "spectral-matrix",
        meaning: "The terms of DEFI_INTE_SPEC do not make a matrix of spectral densities.",
        example: "DEBUT()\nS = DEFI_INTE_SPEC(DIMENSION=2, CONSTANT=_F(NUME_ORDRE_I=1, VALE_R=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R532",
        name: "random-draw",
        meaning: "No signal can be drawn from these spectral densities, or not in this way.",
        example: "DEBUT()\nS = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=1, VALE_R=1.0))\nD = GENE_FONC_ALEA(INTE_SPEC=S, FREQ_INIT=200.0)\nFIN()\n",
    },
    CodeInfo {
        code: "R605",
        name: "table-lists",
        meaning: "The columns of CREA_TABLE do not make a table: a name given twice, a row that does not exist.",
        example: "DEBUT()\nT = CREA_TABLE(LISTE=(_F(PARA=\"X\", LISTE_R=1.0), _F(PARA=\"X\", LISTE_R=2.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "R606",
        name: "table-action",
        meaning: "An ACTION of CALC_TABLE cannot be done: as many values as columns, a name that is free, a formula with as many variables as columns.",
        example: "DEBUT()\nT = CREA_TABLE(LISTE=_F(PARA=\"X\", LISTE_R=(1.0, 2.0)))\nU = CALC_TABLE(TABLE=T, ACTION=_F(OPERATION=\"AJOUT_LIGNE\", NOM_PARA=\"X\", VALE=(1.0, 2.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "R607",
        name: "table-field",
        meaning: "CREA_TABLE finds no such field, component, mode or state in the result.",
        example: "#### after the prologue\nT = POST_RELEVE_T(ACTION=_F(OPERATION='EXTRACTION', INTITULE='A', RESULTAT=MODES, NOM_CHAM='VITE', GROUP_NO='BOB', NOM_CMP='DX'))\n",
    },
];
