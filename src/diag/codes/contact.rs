//! Codes of obstacles, of contacts and other local relations, and of their statistics (`R401` to `R429`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R401",
        name: "profile-missing",
        meaning: "An obstacle of TYPE='DISCRET' is a profile given by its points in VALE: angles in degrees and radii alternate.",
        example: "DEBUT()\nP = DEFI_OBSTACLE(TYPE='DISCRET')\nFIN()\n",
    },
    CodeInfo {
        code: "R402",
        name: "profile-odd",
        meaning: "The points of a profile are pairs of an angle and a radius; VALE must have an even number of values.",
        example: "DEBUT()\nP = DEFI_OBSTACLE(TYPE='DISCRET', VALE=(0., 1., 90.))\nFIN()\n",
    },
    CodeInfo {
        code: "R403",
        name: "profile-short",
        meaning: "A profile needs at least two points, the ends of one facet. A closed profile ends where it starts, 360 degrees further.",
        example: "DEBUT()\nP = DEFI_OBSTACLE(TYPE='DISCRET', VALE=(0., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R404",
        name: "profile-unused",
        meaning: "Warning: VALE is ignored: points are used only for TYPE='DISCRET'. The dimensions of other obstacles are given where they are used.",
        example: "DEBUT()\nP = DEFI_OBSTACLE(TYPE='PLAN_Y', VALE=(0., 1., 90., 1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R405",
        name: "no-mesh",
        meaning: "A node is designated on a basis or a result that is not made of modes of a mesh (modes of a generalised problem, for example). Restore on the structure first, or take generalised coordinates.",
        example: "#### after the prologue\nAGAIN = CALC_MODES(MATR_RIGI=STIFF_G, MATR_MASS=MASS_G, CALC_FREQ=_F(NMAX_FREQ=1))\nX = RECU_FONCTION(RESULTAT=AGAIN, NOM_CHAM='DEPL', NOM_CMP='DX', GROUP_NO='BOB')\nFIN()\n",
    },
    CodeInfo {
        code: "R406",
        name: "unknown-relation",
        meaning: "RELATION is not one of the local nonlinearities that a modal transient computes.",
        example: "#### none: the check before the run refuses it first (C005); the operator looks again.\n",
    },
    CodeInfo {
        code: "R407",
        name: "contact-unavailable",
        meaning: "A contact uses a feature that is not implemented: a sub-structured basis, a frame other than GLOBAL, or a fluid film.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Z')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1),\n    COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=0.01, RIGI_NOR=10., REPERE='LEFT_PART'))\nFIN()\n",
    },
    CodeInfo {
        code: "R412",
        name: "contact-unknowns",
        meaning: "A contact needs DX, DY and DZ at its nodes (a relation needs its component). Use a modelisation in space: DIS_T, DIS_TR, a beam.",
        example: "# A contact needs the three displacements of its node, and this model has two.\nDEBUT()\nMESH = LIRE_MAILLAGE(FORMAT=\"ASTER\")\nMODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT=\"OUI\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"2D_DIS_T\"))\nCARA = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET_2D=(\n    _F(GROUP_MA=\"BOB\", CARA=\"K_T_D_N\", VALE=(800.0, 800.0)), _F(GROUP_MA=\"BOB\", CARA=\"M_T_D_N\", VALE=2.0)))\nASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, NUME_DDL=CO(\"NUM\"), MATR_ASSE=(\n    _F(MATRICE=CO(\"K\"), OPTION=\"RIGI_MECA\"), _F(MATRICE=CO(\"M\"), OPTION=\"MASS_MECA\")))\nMODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ=2))\nPROJ_BASE(BASE=MODES, STOCKAGE=\"DIAG\", MATR_ASSE_GENE=(_F(MATRICE=CO(\"KG\"), MATR_ASSE=K), _F(MATRICE=CO(\"MG\"), MATR_ASSE=M)))\nWALLS = DEFI_OBSTACLE(TYPE=\"PLAN_Y\")\nRUN = DYNA_VIBRA(TYPE_CALCUL=\"TRAN\", BASE_CALCUL=\"GENE\", MATR_MASS=MG, MATR_RIGI=KG, SCHEMA_TEMPS=_F(SCHEMA=\"DIFF_CENTRE\"),\n                 INCREMENT=_F(PAS=1.0e-3, INST_FIN=0.1),\n                 COMPORTEMENT=_F(RELATION=\"DIS_CHOC\", GROUP_NO_1=\"BOB\", OBSTACLE=WALLS, NORM_OBST=(1.0, 0.0, 0.0), ORIG_OBST=(0.0, 0.0, 0.0), JEU=0.01,\n                                 RIGI_NOR=1.0e4))\nFIN()\n#### example.mail\nCOOR_3D\n  N1     0.0 0.0 0.0\nFINSF\nPOI1\n  E1 N1\nFINSF\nGROUP_NO\n  BOB N1\nFINSF\nGROUP_MA\n  BOB E1\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "R413",
        name: "not-an-obstacle",
        meaning: "OBSTACLE must be a result of DEFI_OBSTACLE.",
        example: "#### after the prologue\nTAB = CREA_TABLE(TYPE_TABLE='TABLE_FONCTION', LISTE=_F(PARA='R', LISTE_R=(0., 1.)))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1),\n    COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=TAB, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=0.01, RIGI_NOR=10.))\nFIN()\n",
    },
    CodeInfo {
        code: "R414",
        name: "normal-stiffness",
        meaning: "A penalised contact needs RIGI_NOR, its normal stiffness in N/m.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='CERCLE')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=1e-4, INST_FIN=0.01), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH),\n    COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), JEU=0.1))\nFIN()\n",
    },
    CodeInfo {
        code: "R415",
        name: "contact-segment",
        meaning: "GROUP_MA makes one contact between the two ends of each segment; all its cells must be SEG2.",
        example: "#### after the prologue\nHOLE = DEFI_OBSTACLE(TYPE='CERCLE')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_MA='MASSES', OBSTACLE=HOLE, ORIG_OBST=(1.0, 0.0, 0.0), NORM_OBST=(1.0, 0.0, 0.0), JEU=1.0, RIGI_NOR=1.E3))\n",
    },
    CodeInfo {
        code: "R416",
        name: "circle-in-circle",
        meaning: "In BI_CERC_INT the circle of the first node lies inside that of the second: DIST_2 cannot be smaller than DIST_1.",
        example: "#### after the prologue\nTWO = DEFI_OBSTACLE(TYPE='BI_CERC_INT')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='ANN', GROUP_NO_2='BOB', OBSTACLE=TWO, NORM_OBST=(1.0, 0.0, 0.0), DIST_1=0.3, DIST_2=0.2, RIGI_NOR=1.E3))\n",
    },
    CodeInfo {
        code: "R417",
        name: "contact-nodes",
        meaning: "Obstacles named BI_... are between two nodes. All others are fixed; a second node is then only a name.",
        example: "#### after the prologue\nTWO = DEFI_OBSTACLE(TYPE='BI_PLAN_Y')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='ANN', OBSTACLE=TWO, NORM_OBST=(1.0, 0.0, 0.0), DIST_1=0.3, DIST_2=0.2, RIGI_NOR=1.E3))\n",
    },
    CodeInfo {
        code: "R418",
        name: "contact-normal",
        meaning: "NORM_OBST is the normal to the plane of the obstacle; it must not be zero.",
        example: "#### after the prologue\nHOLE = DEFI_OBSTACLE(TYPE='CERCLE')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=HOLE, ORIG_OBST=(1.0, 0.0, 0.0), NORM_OBST=(0.0, 0.0, 0.0), JEU=1.0, RIGI_NOR=1.E3))\n",
    },
    CodeInfo {
        code: "R419",
        name: "three-values",
        meaning: "A vector of space has three values: X, Y and Z.",
        example: "#### none: the check before the run refuses it first (C008); the operator looks again.\n",
    },
    CodeInfo {
        code: "R420",
        name: "not-a-modal-transient",
        meaning: "RESU_GENE must be a transient on a modal basis, the result of DYNA_VIBRA with BASE_CALCUL='GENE'.",
        example: "#### none: the check before the run refuses it first (C004); the operator looks again.\n",
    },
    CodeInfo {
        code: "R421",
        name: "statistics-repeated",
        meaning: "Warning: each occurrence of CHOC makes the whole table, and only the last one is kept. Call POST_DYNA_MODA_T once per occurrence.",
        example: "#### after the prologue\nHOLE = DEFI_OBSTACLE(TYPE='CERCLE')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=HOLE, ORIG_OBST=(1.0, 0.0, 0.0), NORM_OBST=(1.0, 0.0, 0.0), JEU=1.0, RIGI_NOR=1.E3))\nT = POST_DYNA_MODA_T(RESU_GENE=X, CHOC=(_F(OPTION='USURE', INST_FIN=0.5), _F(OPTION='USURE', INST_FIN=0.4)))\n",
    },
    CodeInfo {
        code: "R422",
        name: "statistics-window",
        meaning: "The window from INST_INIT to INST_FIN contains no archived instant.",
        example: "#### after the prologue\nHOLE = DEFI_OBSTACLE(TYPE='CERCLE')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=HOLE, ORIG_OBST=(1.0, 0.0, 0.0), NORM_OBST=(1.0, 0.0, 0.0), JEU=1.0, RIGI_NOR=1.E3))\nT = POST_DYNA_MODA_T(RESU_GENE=X, CHOC=_F(OPTION='USURE', INST_INIT=3.0, INST_FIN=4.0))\n",
    },
    CodeInfo {
        code: "R423",
        name: "no-contact",
        meaning: "Contact statistics need a transient with at least one DIS_CHOC or FLAMBAGE relation.",
        example: "#### after the prologue\nT = POST_DYNA_MODA_T(RESU_GENE=FIRST, CHOC=_F(OPTION='USURE', INST_FIN=0.5))\n",
    },
    CodeInfo {
        code: "R424",
        name: "no-such-relation",
        meaning: "The transient has no relation of this kind at this node and on this component.",
        example: "#### after the prologue\nT = POST_DYNA_MODA_T(RESU_GENE=FIRST, RELA_EFFO_DEPL=_F(GROUP_NO='BOB', NOM_CMP='DX'))\n",
    },
    CodeInfo {
        code: "R425",
        name: "old-buckling",
        meaning: "FLAMBAGE is given by functions of the penetration (FX, RIGI_NOR, AMOR_NOR), or by the numbers of 2020 (RIGI_NOR, FNOR_CRIT, FNOR_POST_FL ...), which must make a law; RIGI_NOR_POST_FL of older versions is not computed.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Z')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1),\n    COMPORTEMENT=_F(RELATION='FLAMBAGE', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=0.01, RIGI_NOR=10., FNOR_CRIT=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R426",
        name: "rigid-damper",
        meaning: "A DIS_VISC element whose compliances 1/K1 and 1/K3 are both zero is rigid: it has no force.",
        example: "#### after the prologue\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_VISC', GROUP_NO_1='ANN', GROUP_NO_2='BOB', UNSUR_K1=0.0, K2=1.0, UNSUR_K3=0.0, C=1.0, PUIS_ALPHA=1.0))\n",
    },
    CodeInfo {
        code: "R427",
        name: "hardening-curve",
        meaning: "The curve of DIS_ECRO_TRAC starts at (0, 0), rises with slopes that do not exceed the first, and has at least three points (exactly three with ECROUISSAGE='CINEMATIQUE').",
        example: "#### after the prologue\nC = DEFI_FONCTION(NOM_PARA='DX', VALE=(0.0, 0.0, 1.0, 1.0, 2.0, 5.0))\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_ECRO_TRAC', GROUP_NO_1='ANN', GROUP_NO_2='BOB', FX=C))\n",
    },
    CodeInfo {
        code: "R428",
        name: "device-threshold",
        meaning: "The force of an ANTI_SISM device is divided by SEUIL_FX and by DX_MAX; they must not be zero where they are used.",
        example: "#### after the prologue\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='ANTI_SISM', GROUP_NO_1='ANN', GROUP_NO_2='BOB', RIGI_K1=1.0, RIGI_K2=1.0, SEUIL_FX=0.0, C=1.0, PUIS_ALPHA=0.5, DX_MAX=0.0))\n",
    },
    CodeInfo {
        code: "R429",
        name: "function-of-what",
        meaning: "A law calls its function with a parameter of a given name (DX, DTAN, or the component of the relation): define it with this NOM_PARA.",
        example: "#### after the prologue\nC = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='RELA_EFFO_DEPL', GROUP_NO='BOB', NOM_CMP='DX', FONCTION=C))\n",
    },
];
