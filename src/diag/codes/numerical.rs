//! Codes of numerical faults (`N...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "N301",
        name: "step-too-long",
        meaning: "The time step is too long for the fastest motion, either a mode or a mode stiffened by a contact. Explicit schemes need at most 1/20 of its period (DEVOGE 1/10) and stop with this error; implicit schemes only warn.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1., INST_FIN=10.))\nFIN()\n",
    },
    CodeInfo {
        code: "N302",
        name: "divergence",
        meaning: "A value of a transient is not finite, and the run stopped at that step. The result contains the states kept before.",
        example: "#### after the prologue\nFOREVER = DEFI_CONSTANTE(VALE=1.0)\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=0.5, INST_FIN=1.e4, VERI_PAS='NON'), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=FOREVER))\nFIN()\n",
    },
    CodeInfo {
        code: "N303",
        name: "step-too-short",
        meaning: "The error control of an adaptive scheme requires a step below its minimum.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='RUNGE_KUTTA_54', TOLERANCE=1.e-14, PAS_MINI=1.e-2), INCREMENT=_F(PAS=0.02, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "N304",
        name: "singular-matrix",
        meaning: "A matrix that a transient must invert is singular: for instance a full mass matrix without mass for some motion.",
        example: "#### after the prologue\nNOTHING = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=0.0))\nPROJ_BASE(BASE=MODES, STOCKAGE='PLEIN', MATR_ASSE_GENE=(_F(MATRICE=CO('MASS_0'), MATR_ASSE=NOTHING), _F(MATRICE=CO('STIFF_P'), MATR_ASSE=STIFF)))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_0, MATR_RIGI=STIFF_P,\n    SCHEMA_TEMPS=_F(SCHEMA='NEWMARK'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "N305",
        name: "excitation-value",
        meaning: "The function of an excitation, of a support or of a speed has no value at an instant of the run.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "N306",
        name: "nonlinearity",
        meaning: "A local nonlinearity has no force in the state reached by the run.",
        example: "#### after the prologue\nSPRING_LAW = DEFI_FONCTION(NOM_PARA='DX', VALE=(-1.e-6, 1.0, 1.e-6, -1.0))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=0.4), COMPORTEMENT=_F(RELATION='RELA_EFFO_DEPL', GROUP_NO='BOB', NOM_CMP='DX', FONCTION=SPRING_LAW), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "N309",
        name: "generalised-mass",
        meaning: "A generalised mass is negative, or a generalised matrix contains a value that is not a finite number.",
        example: "#### after the prologue\nMINUS = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=MASS, COEF_R=-1.0))\nPROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('MASS_M'), MATR_ASSE=MINUS)))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_M, MATR_RIGI=STIFF_G,\n    INCREMENT=_F(PAS=1.e-3, INST_FIN=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "N312",
        name: "damping-data",
        meaning: "Warning: a damping is doubtful: there are more values than modes, a ratio is above critical, or only the diagonal of a full matrix is used.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=1.), AMOR_MODAL=_F(AMOR_REDUIT=(0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01)))\nFIN()\n",
    },
    CodeInfo {
        code: "N313",
        name: "forced-steps",
        meaning: "An adaptive scheme accepted steps whose error is too large, after NMAX_ITER_PAS attempts.",
        example: "#### after the prologue\nFOREVER = DEFI_CONSTANTE(VALE=1.0)\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='ADAPT_ORDRE2', NMAX_ITER_PAS=1), INCREMENT=_F(PAS=0.1, INST_FIN=10.), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=FOREVER))\nFIN()\n",
    },
    CodeInfo {
        code: "N314",
        name: "minimal-steps",
        meaning: "More than a million steps of minimal length were made: a force with jumps cannot satisfy a relative error control.",
        example: "#### none: it takes a run of more than a million minimal steps.\n",
    },
    CodeInfo {
        code: "N315",
        name: "too-many-states",
        meaning: "The states kept by a transient need more memory than a run may use. ARCHIVAGE=_F(PAS_ARCH=n) keeps one state in n.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-6, INST_FIN=1.e7))\nFIN()\n",
    },
    CodeInfo {
        code: "N316",
        name: "exact-contact",
        meaning: "The schemes EVENEMENT and MOREAU treat contacts with planes and circles: other relations, and obstacles made of facets, need another scheme.",
        example: "#### after the prologue\nEDGES = DEFI_OBSTACLE(TYPE='DISCRET', VALE=(0., .1, 180., .1, 360., .1))\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT'),\n    INCREMENT=_F(PAS=1.e-2, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB',\n        OBSTACLE=EDGES, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=1.e-3, RIGI_NOR=1.e3),))\nFIN()\n",
    },
    CodeInfo {
        code: "N317",
        name: "rigid-penetration",
        meaning: "A rigid contact is penetrated at the start of the run, and no motion can correct this: the obstacle or the initial state is misplaced, or two rigid contacts contradict each other.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT'),\n    INCREMENT=_F(PAS=1.e-2, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB',\n        OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1.5, 0., 0.), JEU=1.e-3),))\nFIN()\n",
    },
    CodeInfo {
        code: "N318",
        name: "endless-events",
        meaning: "A contact has more than 50 events in one step PAS. The rest of that step is computed by MOREAU, which does not locate events.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT'),\n    INCREMENT=_F(PAS=1.e3, INST_FIN=1.e3), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB',\n        OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=1.e-6, COEF_REST=0.999),))\nFIN()\n",
    },
    CodeInfo {
        code: "N319",
        name: "contact-laws",
        meaning: "No solution of the reduced contact problem was found to rounding. With friction that couples contacts too strongly there may be none.",
        example: "#### none: no study is known whose contact problem stays unsolved.\n",
    },
    CodeInfo {
        code: "N501",
        name: "not-finite",
        meaning: "A function is given a value that is not a finite number (NaN or infinity).",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 1.0, 1.0, float(\"nan\")))\nFIN()\n",
    },
    CodeInfo {
        code: "N502",
        name: "formula-value",
        meaning: "A formula has no value for its arguments: a division by zero, the logarithm of a negative number, or a result that is not finite.",
        example: "DEBUT()\nF = FORMULE(NOM_PARA=\"X\", VALE=\"1.0 / X\")\nG = CALC_FONC_INTERP(FONCTION=F, VALE_PARA=(0.0, 1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "N503",
        name: "function-value",
        meaning: "A function has no value at a point: outside its abscissae with an EXCLU extension, or between points whose logarithm does not exist.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(0.0, 0.0, 1.0, 1.0))\nG = CALC_FONC_INTERP(FONCTION=F, VALE_PARA=(0.0, 2.0))\nFIN()\n",
    },
    CodeInfo {
        code: "N334",
        name: "contact-states",
        meaning: "With TRAITEMENT_NONL='IMPLICITE' a step is repeated with a shorter length where the set of closed contacts changes; here the set changed again in each of a hundred repetitions.",
        example: "#### none: no study is known whose contacts change in a hundred steps, each shorter.\n",
    },
];
