//! Codes of wear, and of what makes a contact unlike what was meant: directions, a basis too poor, penalties (`R460` and up).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R460",
        name: "link-without-direction",
        meaning: "The local axis of a link goes from its first node to its second; they must not be at the same place.",
        example: "#### after the prologue\nDEV = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=1e-3, INST_FIN=0.1),\n    COMPORTEMENT=_F(RELATION='ANTI_SISM', GROUP_NO_1='BOB', GROUP_NO_2='BOB', RIGI_K1=1., RIGI_K2=1., SEUIL_FX=1., C=1., PUIS_ALPHA=0.5, DX_MAX=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R461",
        name: "flexibility-unknown",
        meaning: "VERI_CHOC compares the modal basis with the static flexibility of the structure, which cannot be computed here.",
        example: "#### after the prologue\nLOOSE = COMB_MATR_ASSE(COMB_R=(_F(MATR_ASSE=STIFF, COEF_R=1.), _F(MATR_ASSE=MASS, COEF_R=-1.)))\nDRIFT = CALC_MODES(MATR_RIGI=LOOSE, MATR_MASS=MASS, OPTION='BANDE', CALC_FREQ=_F(FREQ=(-0.1, 10.)))\nPROJ_BASE(BASE=DRIFT, MATR_ASSE_GENE=(_F(MATRICE=CO('M2'), MATR_ASSE=MASS), _F(MATRICE=CO('K2'), MATR_ASSE=LOOSE)))\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Z')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=M2, MATR_RIGI=K2,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1),\n    COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=0.01, RIGI_NOR=10.), VERI_CHOC=_F())\nFIN()\n",
    },
    CodeInfo {
        code: "R462",
        name: "basis-too-poor",
        meaning: "The truncation of the modal basis makes the structure too stiff at a contact: the lost flexibility times the contact stiffness is above SEUIL. Use more modes, or static modes at the contact nodes.",
        example: "#### after the prologue\nONE = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=1))\nPROJ_BASE(BASE=ONE, MATR_ASSE_GENE=(_F(MATRICE=CO('M1'), MATR_ASSE=MASS), _F(MATRICE=CO('K1'), MATR_ASSE=STIFF)))\nWALL = DEFI_OBSTACLE(TYPE='CERCLE')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=M1, MATR_RIGI=K1, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=1e-4, INST_FIN=0.01), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), JEU=0.1, RIGI_NOR=1e4), VERI_CHOC=_F(SEUIL=0.01))\nFIN()\n",
    },
    CodeInfo {
        code: "R463",
        name: "contact-replaced",
        meaning: "Warning: a FLAMBAGE relation includes the contact of its node; a DIS_CHOC on the same node is left out.",
        example: "#### after the prologue\nF1 = DEFI_FONCTION(NOM_PARA='DX', VALE=(0., 1., 1., 1.))\nWALL = DEFI_OBSTACLE(TYPE='CERCLE')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=1e-4, INST_FIN=0.01), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH),\n    COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), JEU=0.1, RIGI_NOR=1e3),\n    _F(RELATION='FLAMBAGE', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), JEU=0.1, FX=F1, RIGI_NOR=F1, AMOR_NOR=F1)))\nFIN()\n",
    },
    CodeInfo {
        code: "R464",
        name: "wear-power-missing",
        meaning: "POST_USURE needs the wear power: give PUIS_USURE, or RESU_GENE with the node of the contact.",
        example: "#### none: the check before the run refuses it first (C009); the operator looks again.\n",
    },
    CodeInfo {
        code: "R465",
        name: "wear-dimension",
        meaning: "The depth of wear of this geometry needs a dimension that is not given.",
        example: "DEBUT()\nW = POST_USURE(PUIS_USURE=1., LOI_USURE='ARCHARD', MOBILE=_F(COEF_USURE=1.E-13), CONTACT='TUBE_TUBE', RAYON_MOBILE=0.01, INST=1.)\nFIN()\n",
    },
    CodeInfo {
        code: "R466",
        name: "wear-law",
        meaning: "The wear law cannot be applied: KWU_EPRI needs the histogram of a transient in which impact dominates sliding.",
        example: "DEBUT()\nW = POST_USURE(PUIS_USURE=1., LOI_USURE='KWU_EPRI', MOBILE=_F(COEF_USURE=1.E-13, COEF_FNOR=1., COEF_VTAN=1.), INST=1.)\nFIN()\n",
    },
    CodeInfo {
        code: "R467",
        name: "wear-materials",
        meaning: "No coefficient is tabulated for this pair of materials, law and geometry. Give MOBILE.",
        example: "DEBUT()\nW = POST_USURE(PUIS_USURE=1., LOI_USURE='ARCHARD', MATER_USURE='STEEL_STEEL', CONTACT='TUBE_BAV', INST=1.)\nFIN()\n",
    },
    CodeInfo {
        code: "R468",
        name: "wear-coefficients",
        meaning: "A coefficient of the wear law is missing.",
        example: "DEBUT()\nW = POST_USURE(PUIS_USURE=1., LOI_USURE='KWU_EPRI', MOBILE=_F(COEF_USURE=1.E-13), INST=1.)\nFIN()\n",
    },
    CodeInfo {
        code: "R469",
        name: "wear-sectors",
        meaning: "Sectors must follow one another from -180 to 180 degrees, and need the transient with the contact.",
        example: "DEBUT()\nW = POST_USURE(PUIS_USURE=1., LOI_USURE='ARCHARD', SECTEUR=_F(ANGL_FIN=180., COEF_USUR_MOBILE=1.E-13), INST=1.)\nFIN()\n",
    },
    CodeInfo {
        code: "R470",
        name: "not-a-wear-table",
        meaning: "TABL_USURE must be the table of an earlier POST_USURE with SECTEUR.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Z')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1),\n    COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=0.01, RIGI_NOR=10.), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nTAB = CREA_TABLE(LISTE=_F(PARA='X', LISTE_R=(0., 1.)))\nX = POST_USURE(RESU_GENE=RUN, GROUP_NO='BOB', ETAT_INIT=_F(TABL_USURE=TAB), LOI_USURE='ARCHARD', INST=1.,\n    SECTEUR=_F(ANGL_INIT=-180., ANGL_FIN=180., COEF_USUR_MOBILE=1.e-13, COEF_USUR_OBST=1.e-13))\nFIN()\n",
    },
    CodeInfo {
        code: "R480",
        name: "contact-without-stiffness",
        meaning: "Warning: RIGI_NOR is zero or negative: the contact never pushes back.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,\n    INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL,\n                                                           NORM_OBST=(0., 0., 1.), RIGI_NOR=0.))\nFIN()\n",
    },
    CodeInfo {
        code: "R481",
        name: "profile-not-closed",
        meaning: "Warning: the profile of an obstacle does not go once around: beyond its ends there is no contact.",
        example: "DEBUT()\nWALL = DEFI_OBSTACLE(TYPE='DISCRET', VALE=(0., 1.e-3, 90., 1.e-3))\nFIN()\n",
    },
    CodeInfo {
        code: "R482",
        name: "restitution",
        meaning: "COEF_REST is the restitution of a rigid contact, between 0 and 1. Rigid contacts have no RIGI_NOR, and need SCHEMA='EVENEMENT' or 'MOREAU'.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT'),\n    INCREMENT=_F(PAS=1.e-2, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB',\n        OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=1.e-3, COEF_REST=1.5),))\nFIN()\n",
    },
    CodeInfo {
        code: "R483",
        name: "penalty-without-object",
        meaning: "The schemes EVENEMENT and MOREAU use Coulomb's law itself. RIGI_TAN and AMOR_TAN have no effect with them, and may be kept for other schemes.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT'),\n    INCREMENT=_F(PAS=1.e-2, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB',\n        OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=1.e-3, FROTTEMENT='COULOMB', COULOMB=0.2, RIGI_TAN=1.e6),))\nFIN()\n",
    },
    CodeInfo {
        code: "R484",
        name: "no-events",
        meaning: "Only the schemes EVENEMENT and MOREAU of DYNA_VIBRA keep dates of events.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=1.e-2, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB',\n        OBSTACLE=WALL, NORM_OBST=(0., 1., 0.), ORIG_OBST=(1., 0., 0.), JEU=1.e-3, RIGI_NOR=1.e3),))\nDATES = POST_DYNA_MODA_T(RESU_GENE=RUN, CHOC=_F(OPTION='EVENEMENT'))\nFIN()\n",
    },
    CodeInfo {
        code: "R485",
        name: "few-states-for-wear",
        meaning: "Warning: the wear power is an integral over the kept states, and there are few of them between two reversals of sliding, so the result is too small. PAS_ARCH counts steps, also where their length varies.",
        example: "#### after the prologue\nHOLE = DEFI_OBSTACLE(TYPE='CERCLE')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.005, INST_FIN=0.5), ARCHIVAGE=_F(PAS_ARCH=10), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=HOLE, ORIG_OBST=(1.0, -0.5, 0.0), NORM_OBST=(0.0, 0.0, 1.0), JEU=0.3, RIGI_NOR=1.E3, FROTTEMENT='COULOMB', COULOMB=0.0001, RIGI_TAN=100.0))\nT = POST_DYNA_MODA_T(RESU_GENE=X, CHOC=_F(OPTION='USURE', INST_FIN=0.5))\n",
    },
    CodeInfo {
        code: "R486",
        name: "sliding-without-friction",
        meaning: "Warning: a contact without friction law keeps no sliding speed: its wear power is 0, whatever slides along it.",
        example: "#### after the prologue\nHOLE = DEFI_OBSTACLE(TYPE='CERCLE')\nX = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, INCREMENT=_F(PAS=0.005, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=HOLE, ORIG_OBST=(1.0, -0.5, 0.0), NORM_OBST=(0.0, 0.0, 1.0), JEU=0.3, RIGI_NOR=1.E3))\nT = POST_DYNA_MODA_T(RESU_GENE=X, CHOC=_F(OPTION='USURE', INST_FIN=0.5))\n",
    },
    CodeInfo {
        code: "R487",
        name: "friction-without-stiffness",
        meaning: "Warning: FROTTEMENT is given and RIGI_TAN is 0. The schemes other than EVENEMENT and MOREAU hold a point at rest by the spring RIGI_TAN: without it nothing holds a contact that sticks.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Z')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 1., 0.),\n        ORIG_OBST=(1., 0., 0.), JEU=0.01, RIGI_NOR=10., FROTTEMENT='COULOMB', COULOMB=0.3), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R488",
        name: "doubtful-number",
        meaning: "Warning: a number has a meaning in rare studies alone: a negative clearance, damping or stiffness, a static coefficient of friction below the dynamic one, a coefficient of friction above 5, a time step longer than the run. It is used as it is.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Z')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),\n    INCREMENT=_F(PAS=1.e-3, INST_FIN=0.1), COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 1., 0.),\n        ORIG_OBST=(1., 0., 0.), JEU=-0.01, RIGI_NOR=10., FROTTEMENT='COULOMB', COULOMB=0.3, RIGI_TAN=10.), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R489",
        name: "surface-velocity",
        meaning: "VITE_ENTR is the velocity of the surface of an obstacle that stays where it is: a belt, a disc. It lies along the surface, and needs a scheme of exact friction (EVENEMENT, MOREAU).",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, SCHEMA_TEMPS=_F(SCHEMA='EVENEMENT'),\n    INCREMENT=_F(PAS=1.e-2, INST_FIN=0.5), EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=PUSH), COMPORTEMENT=(_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB',\n        OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), ORIG_OBST=(1., 0., 0.), JEU=1.e-3, VITE_ENTR=(0.5, 0.5, 0.)),))\nFIN()\n",
    },
];
