//! Codes of harmonic responses and of transients on physical unknowns (`R320` to `R349`, `N320` to `N329`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "N320",
        name: "resonance-without-damping",
        meaning: "The harmonic response is infinite: nothing damps the motion at this frequency, or the structure is not supported at 0 Hz.",
        example: "#### after the prologue\nFREE = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=0.))\nRESP = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=FREE, FREQ=0.,\n    EXCIT=_F(VECT_ASSE=LOAD, COEF_MULT=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "N321",
        name: "singular-scheme",
        meaning: "The matrix that a scheme solves with, or the mass that gives the initial acceleration, has no inverse: an unknown has neither stiffness nor mass.",
        example: "#### after the prologue\nNO_K = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=0.))\nNO_M = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=MASS, COEF_R=0.))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=NO_M, MATR_RIGI=NO_K, INCREMENT=_F(PAS=0.01, INST_FIN=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "N322",
        name: "explicit-step",
        meaning: "The step of an explicit scheme on physical unknowns exceeds a twentieth of the shortest period of an unknown, or the adaptive scheme would need a shorter one than allowed.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=0.5, INST_FIN=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "N323",
        name: "motion-not-finite",
        meaning: "The motion of a transient on physical unknowns has grown beyond all bounds. The states kept before stay in the result.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1., INST_FIN=500., VERI_PAS='NON'),\n    EXCIT=_F(VECT_ASSE=LOAD, COEF_MULT=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R320",
        name: "harmonic-excitation",
        meaning: "An excitation does not act on the unknowns of the matrices, or its multiplier is not a function of FREQ.",
        example: "#### after the prologue\nRESP = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, FREQ=1.,\n    EXCIT=_F(VECT_ASSE=LOAD, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R321",
        name: "reduced-damping-without-modes",
        meaning: "Reduced dampings belong to modes, and the matrices of this harmonic response are physical.",
        example: "#### after the prologue\nRESP = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, FREQ=1.,\n    AMOR_MODAL=_F(AMOR_REDUIT=0.02), EXCIT=_F(VECT_ASSE=LOAD, COEF_MULT=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R322",
        name: "contradictory-motions",
        meaning: "The motions that an excitation imposes contradict each other.",
        example: "#### after the prologue\nONE = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='BOB', DX=1.))\nTWO = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='BOB', DX=2.))\nASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=(HOLD, ONE, TWO), NUME_DDL=CO('N2'), MATR_ASSE=(_F(MATRICE=CO('K2'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M2'), OPTION='MASS_MECA')))\nBAD = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MATR_RIGI=K2, MATR_MASS=M2, FREQ=1., EXCIT=(_F(CHARGE=ONE, COEF_MULT_C=1.), _F(CHARGE=TWO, COEF_MULT_C=1.)))\nFIN()\n",
    },
    CodeInfo {
        code: "R330",
        name: "direct-scheme",
        meaning: "The scheme is not available on physical unknowns, or a parameter of it cannot be used.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', BETA=0.), INCREMENT=_F(PAS=0.01, INST_FIN=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R331",
        name: "scheme-without-constraints",
        meaning: "This scheme cannot impose motions, or relations that couple several unknowns.",
        example: "#### after the prologue\nSHAKE = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='BOTH', DY=1.0))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, SCHEMA_TEMPS=_F(SCHEMA='WILSON'), INCREMENT=_F(PAS=0.01, INST_FIN=1.),\n    EXCIT=_F(CHARGE=SHAKE, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R332",
        name: "vector-of-other-unknowns",
        meaning: "The vector of an excitation is not a load vector, or imposes a motion that the matrices do not constrain; or a result used as forces has no state at the instant.",
        example: "#### after the prologue\nSHAKE = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='ANN', DX=1.0))\nASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=SHAKE, NUME_DDL=CO('OTHER'), MATR_ASSE=_F(MATRICE=CO('K2'), OPTION='RIGI_MECA'),\n           VECT_ASSE=_F(VECTEUR=CO('SHAKE_V'), OPTION='CHAR_MECA', CHARGE=SHAKE))\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(VECT_ASSE=SHAKE_V, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R333",
        name: "direct-matrices",
        meaning: "A transient on physical unknowns needs real matrices on physical unknowns.",
        example: "#### none: the check before the run refuses it first (C004); the operator looks again.\n",
    },
    CodeInfo {
        code: "R334",
        name: "modal-damping",
        meaning: "AMOR_MODAL of a transient on physical unknowns has no modes, no damping, or modes numbered otherwise.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), AMOR_MODAL=_F(MODE_MECA=MODES))\nFIN()\n",
    },
    CodeInfo {
        code: "R335",
        name: "moving-support",
        meaning: "A support that moves (MULT_APPUI) has no nodes, no direction or no static modes.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, INCREMENT=_F(PAS=0.01, INST_FIN=0.5),\n    EXCIT=_F(VECT_ASSE=LOAD, MULT_APPUI='OUI', ACCE=PUSH, VITE=PUSH, DEPL=PUSH, DIRECTION=(1., 0., 0.), GROUP_NO='ANN'))\nFIN()\n",
    },
    CodeInfo {
        code: "R336",
        name: "direct-initial-state",
        meaning: "The initial state of a transient on physical unknowns is not a field on nodes, or the run to continue has no state at the instant.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, INCREMENT=_F(PAS=0.01, INST_FIN=0.5))\nMORE = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, INCREMENT=_F(PAS=0.01, INST_FIN=1.), ETAT_INIT=_F(RESULTAT=RUN, NUME_ORDRE=77))\nFIN()\n",
    },
    CodeInfo {
        code: "R337",
        name: "observation",
        meaning: "OBSERVATION finds no node with the requested component, or its formula has no value.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, INCREMENT=_F(PAS=0.01, INST_FIN=0.5),\n    OBSERVATION=_F(NOM_CHAM='DEPL', NOM_CMP='DRX', GROUP_NO='ANN'))\nFIN()\n",
    },
    CodeInfo {
        code: "R338",
        name: "coupled-mass",
        meaning: "Warning: explicit schemes on physical unknowns invert the mass unknown by unknown; terms that couple two unknowns are left out.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=STIFF, MATR_RIGI=STIFF, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=0.01, INST_FIN=0.5))\nFIN()\n",
    },
    CodeInfo {
        code: "R339",
        name: "archive-between-steps",
        meaning: "Warning: ARCHIVAGE requests instants at which no step ends. No state is kept there.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, INCREMENT=_F(PAS=0.01, INST_FIN=0.5), ARCHIVAGE=_F(INST=0.123))\nFIN()\n",
    },
    CodeInfo {
        code: "R340",
        name: "band-of-modes",
        meaning: "DYNA_LINE needs BANDE_ANALYSE: the band of the computed modes, from which the default step is derived.",
        example: "#### after the prologue\nRUN = DYNA_LINE(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MODELE=MODEL, CARA_ELEM=CARA, CHARGE=HOLD,\n    INCREMENT=_F(INST_FIN=0.5), EXCIT=_F(CHARGE=FORCE, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R341",
        name: "amplifying-scheme",
        meaning: "The parameters of the scheme make motions grow by themselves: γ of Newmark below 1/2, θ of Wilson below 1.37.",
        example: "#### after the prologue\nRUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', GAMMA=0.4), INCREMENT=_F(PAS=0.01, INST_FIN=0.5))\nFIN()\n",
    },
    CodeInfo {
        code: "R344",
        name: "kinematic-motion-on-modes",
        meaning: "A kinematic load that imposes a motion is not possible in generalised coordinates; DYNA_LINE accepts it with BASE_CALCUL='PHYS'.",
        example: "#### after the prologue\nSHIFT = AFFE_CHAR_CINE(MODELE=MODEL, MECA_IMPO=_F(GROUP_NO='ANN', DX=0.1))\nRUN = DYNA_LINE(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MODELE=MODEL, CARA_ELEM=CARA, CHARGE=(HOLD, SHIFT), BANDE_ANALYSE=5.0,\n    INCREMENT=_F(INST_FIN=0.5), EXCIT=_F(CHARGE=FORCE, FONC_MULT=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "R342",
        name: "support-of-dyna-line",
        meaning: "An excitation of DYNA_LINE by the supports lacks its nodes, its direction or its acceleration.",
        example: "#### after the prologue\nRUN = DYNA_LINE(TYPE_CALCUL='TRAN', BASE_CALCUL='PHYS', MODELE=MODEL, CARA_ELEM=CARA, CHARGE=HOLD,\n    INCREMENT=_F(PAS=0.01, INST_FIN=0.5), EXCIT=_F(TYPE_APPUI='MONO', DIRECTION=(0., 0., 0.), FONC_MULT=PUSH))\nFIN()\n",
    },
];
