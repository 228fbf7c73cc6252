//! Codes of nonlinear analyses (`R360` to `R379`, `N360` to `N369`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "N360",
        name: "no-convergence",
        meaning: "A step of a nonlinear analysis did not converge: the residual is still above the criterion after ITER_GLOB_MAXI iterations, or an event of DEFI_LIST_INST stopped it. The log shows the last residuals, the message the place of the largest one.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), CONVERGENCE=_F(RESI_GLOB_RELA=-1., ITER_GLOB_MAXI=2))\nFIN()\n",
    },
    CodeInfo {
        code: "N361",
        name: "law-without-answer",
        meaning: "The law of an element gives no answer: its local integration does not converge, a curve ends, or a function has no value.",
        example: "#### after the prologue\nCURVE = DEFI_FONCTION(NOM_PARA='DX', VALE=(0., 0., 0.001, 0.1, 0.002, 0.15))\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.), DIS_ECRO_TRAC=_F(FX=CURVE))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nLOCAL = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(_F(GROUP_MA='MASSES', CARA='K_T_D_N', VALE=(1., 1., 1.)), _F(GROUP_MA='SPRING', CARA='K_T_D_L', REPERE='LOCAL', VALE=(100., 0., 0.))))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=LOCAL, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), COMPORTEMENT=_F(RELATION='DIS_ECRO_TRAC', GROUP_MA='SPRING'), INCREMENT=_F(LIST_INST=TIMES))\nFIN()\n",
    },
    CodeInfo {
        code: "N362",
        name: "singular-tangent",
        meaning: "The matrix of a nonlinear step has no inverse: nothing holds an unknown, whose node and component are named.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nNONE = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(_F(GROUP_MA='MASSES', CARA='M_T_D_N', VALE=1.0), _F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(100.0, 0.0, 0.0))))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=NONE, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES))\nFIN()\n",
    },
    CodeInfo {
        code: "N363",
        name: "no-further-step",
        meaning: "Steps that adapt have become shorter than PAS_MINI, or more than NB_PAS_MAXI.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nLIST = DEFI_LIST_INST(METHODE='AUTO', DEFI_LIST=_F(VALE=(0., 1.), PAS_MAXI=0.1, NB_PAS_MAXI=3))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=LIST))\nFIN()\n",
    },
    CodeInfo {
        code: "N364",
        name: "explicit-critical-step",
        meaning: "The step of an explicit nonlinear analysis exceeds the critical one, estimated element by element.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nLONG = DEFI_LIST_REEL(DEBUT=0., INTERVALLE=_F(JUSQU_A=1., NOMBRE=2))\nRUN = DYNA_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=LONG), SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENT', FORMULATION='ACCELERATION'))\nFIN()\n",
    },
    CodeInfo {
        code: "R360",
        name: "nonlinear-refused",
        meaning: "A part of the language of nonlinear analyses that is not available here, by name.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), METHODE='NEWTON_KRYLOV')\nFIN()\n",
    },
    CodeInfo {
        code: "R361",
        name: "law-of-element",
        meaning: "The law of a cell cannot be made: its material lacks it, or the element is not of its kind.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), COMPORTEMENT=_F(RELATION='DIS_CONTACT', GROUP_MA='SPRING'))\nFIN()\n",
    },
    CodeInfo {
        code: "R362",
        name: "nonlinear-instants",
        meaning: "INCREMENT names no steps: the list does not increase, does not reach back to the initial state, or an instant is not in it.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES, NUME_INST_FIN=500))\nFIN()\n",
    },
    CodeInfo {
        code: "R363",
        name: "nonlinear-initial-state",
        meaning: "ETAT_INIT names a state that the result has not, or a field of another kind.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES))\nAGAIN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=_F(CHARGE=HOLD), ETAT_INIT=_F(EVOL_NOLI=RUN, NUME_ORDRE=500), INCREMENT=_F(LIST_INST=TIMES))\nFIN()\n",
    },
    CodeInfo {
        code: "R364",
        name: "list-of-instants",
        meaning: "DEFI_LIST_INST: instants that do not increase, or a rule that is not available.",
        example: "DEBUT()\nL = DEFI_LIST_INST(DEFI_LIST=_F(VALE=(0., 1., 1.)))\nFIN()\n",
    },
    CodeInfo {
        code: "R365",
        name: "nonlinear-criterion",
        meaning: "A criterion of convergence has no reference, or a load has no value.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), CONVERGENCE=_F(RESI_REFE_RELA=1.e-6, MOMENT_REFE=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R367",
        name: "accepted-without-convergence",
        meaning: "Steps did not converge, and were kept because of ARRET='NON'.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), CONVERGENCE=_F(RESI_GLOB_RELA=-1., ITER_GLOB_MAXI=2, ARRET='NON'))\nFIN()\n",
    },
    CodeInfo {
        code: "R368",
        name: "initial-instant-not-listed",
        meaning: "The instant at which a nonlinear analysis starts is not in the list: it starts at the instant before, and its first step ends at the next one listed.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES, INST_INIT=0.015))\nFIN()\n",
    },
    CodeInfo {
        code: "R369",
        name: "no-initial-acceleration",
        meaning: "The mass is singular, so that the balance of forces gives no initial acceleration: it is zero.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nNONE = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(_F(GROUP_MA='MASSES', CARA='K_T_D_N', VALE=(1.0, 1.0, 1.0)), _F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(100.0, 0.0, 0.0))))\nRUN = DYNA_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=NONE, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'))\nFIN()\n",
    },
    CodeInfo {
        code: "R370",
        name: "small-displacements",
        meaning: "DEFORMATION asks for large displacements, and discrete elements take small ones.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), COMPORTEMENT=_F(RELATION='ELAS', DEFORMATION='PETIT_REAC'))\nFIN()\n",
    },
    CodeInfo {
        code: "R371",
        name: "restart-from-rest",
        meaning: "A result is continued without an initial state: the analysis begins at rest again.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES))\nRUN = STAT_NON_LINE(reuse=RUN, RESULTAT=RUN, MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=_F(CHARGE=HOLD), INCREMENT=_F(LIST_INST=TIMES))\nFIN()\n",
    },
    CodeInfo {
        code: "R372",
        name: "material-without-its-law",
        meaning: "The material of some elements has the parameters of a law, and none of these elements has that law in COMPORTEMENT: they are linear, or have another law.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.), DIS_CONTACT=_F(RIGI_NOR=700.0))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES))\nFIN()\n",
    },
    CodeInfo {
        code: "R373",
        name: "loose-criterion",
        meaning: "A criterion of convergence is so loose that states far from equilibrium are accepted: RESI_GLOB_RELA above 1e-4, or accepted residuals above 1 % of the largest force of the run. Or it can never be met: it is 0 or negative.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), CONVERGENCE=_F(RESI_GLOB_RELA=0.5))\nFIN()\n",
    },
    CodeInfo {
        code: "R374",
        name: "law-without-stiffness",
        meaning: "Note: discrete elements with a law have no stiffness in AFFE_CARA_ELEM. It is taken as zero, as Code_Aster does.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.), DIS_CONTACT=_F(RIGI_NOR=700.0))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nSHORT = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=_F(GROUP_MA='MASSES', CARA='K_T_D_N', VALE=(1.0, 1.0, 1.0)))\nRUN = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=SHORT, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), COMPORTEMENT=_F(RELATION='DIS_CONTACT', GROUP_MA='SPRING'))\nFIN()\n",
    },
];
