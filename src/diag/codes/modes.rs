//! Codes of modes, static shapes, bases and projections (`N2..`, `R2..`).

use super::info::CodeInfo;

const fn code(code: &'static str, name: &'static str, meaning: &'static str, example: &'static str) -> CodeInfo {
    CodeInfo { code, name, meaning, example }
}

pub(super) const CODES: &[CodeInfo] = &[
    code(
        "N201",
        "mass-not-positive",
        "A mass or an inertia is negative, or the mass matrix couples unknowns more strongly than their masses allow. Check the M_ values of AFFE_CARA_ELEM and RHO.",
        "#### after the prologue\nWRONG = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=MASS, COEF_R=-1.0))\nBAD = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=WRONG)\nFIN()\n",
    ),
    code(
        "N202",
        "unknown-without-anything",
        "An unknown has neither stiffness nor mass: fix it, give it one of them, or use a modelisation without it.",
        "#### after the prologue\nNOTHING = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=0.0))\nBAD = CALC_MODES(MATR_RIGI=NOTHING, MATR_MASS=NOTHING)\nFIN()\n",
    ),
    code(
        "N203",
        "massless-part-not-held",
        "A part without mass can move freely, or has a negative stiffness: its motion is not determined.",
        "#### after the prologue\nNOTHING = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=MASS, COEF_R=0.))\nBAD = CALC_MODES(MATR_RIGI=COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=-1.)), MATR_MASS=NOTHING, CALC_FREQ=_F(NMAX_FREQ=1))\nFIN()\n",
    ),
    code(
        "N204",
        "matrix-not-finite",
        "A matrix of the eigenvalue problem contains a value that is not a finite number.",
        "#### after the prologue\nHUGE = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=1.e308))\nprint(HUGE)\nBAD = CALC_MODES(MATR_RIGI=HUGE, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=1))\nFIN()\n",
    ),
    code(
        "N205",
        "too-many-modes",
        "All modes of a large problem are requested. Ask for a band (BANDE) or for the lowest ones (PLUS_PETITE).",
        "#### none: it takes a mesh with more than 1500 unknowns.\n",
    ),
    code(
        "N206",
        "modes-missed",
        "The number of modes found differs from the Sturm count. Move the bounds of the band a little, or ask for fewer modes at a time.",
        "#### none: no study is known whose modes are not all found.\n",
    ),
    code(
        "N207",
        "nothing-vibrates",
        "The structure has no mode: no free unknown has mass.",
        "#### after the prologue\nNOTHING = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=MASS, COEF_R=0.0))\nBAD = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=NOTHING)\nFIN()\n",
    ),
    code(
        "N208",
        "fewer-modes",
        "More modes are requested than the structure has; all of them are computed. An unknown that is fixed, constrained by a relation or without mass gives no mode.",
        "#### after the prologue\nALL = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=5))\nFIN()\n",
    ),
    code(
        "N209",
        "residual",
        "A mode does not satisfy its equation within SEUIL of VERI_MODE.",
        "#### none: no study is known whose modes have so large a residual.\n",
    ),
    code(
        "N210",
        "empty-band",
        "No mode is in the requested band. The message names the nearest ones.",
        "#### after the prologue\nBAD = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION='BANDE', CALC_FREQ=_F(FREQ=(100.0, 200.0)))\nFIN()\n",
    ),
    code(
        "N211",
        "dependent-shapes",
        "A motion is projected on shapes that depend on each other: its coordinates are not unique.",
        "#### after the prologue\nTWICE = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES), _F(MODE_INTF=MODES)), NUME_REF=NUM)\nFIELD = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=MODES, NOM_CHAM='DEPL', NUME_ORDRE=1)\nPROJ_BASE(BASE=TWICE, STOCKAGE='PLEIN', VECT_ASSE_GENE=_F(VECTEUR=CO('Q'), VECT_ASSE=FIELD, TYPE_VECT='DEPL'))\nFIN()\n",
    ),
    code(
        "N212",
        "singular-stiffness",
        "The stiffness cannot be factorised: the structure can still move with its present supports. MODE_STATIQUE and static analyses need a fully supported structure.",
        "#### after the prologue\nNOTHING = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=0.0))\nBAD = MODE_STATIQUE(MATR_RIGI=NOTHING, FORCE_NODALE=_F(GROUP_NO='BOB', AVEC_CMP='DX'))\nFIN()\n",
    ),
    code(
        "N213",
        "nothing-to-scale",
        "The component that NORM_MODE would scale to 1 is zero in some modes. They keep their scale.",
        "#### after the prologue\nSCALED = NORM_MODE(MODE=MODES, AVEC_CMP='DZ')\nFIN()\n",
    ),
    code(
        "N214",
        "energy-not-positive",
        "A shape has no positive energy in the matrix that makes the basis orthogonal: a rigid mode has none in the stiffness.",
        "#### after the prologue\nNOTHING = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=-1.0))\nBAD = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES), _F(MODE_INTF=MODES)), NUME_REF=NUM, ORTHO='OUI', MATRICE=NOTHING)\nFIN()\n",
    ),
    code(
        "N215",
        "dependent-shapes-dropped",
        "Shapes of a basis depend on the previous ones. They are left out (ORTHO) or set to zero (ORTHO_BASE).",
        "#### after the prologue\nLESS = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES), _F(MODE_INTF=MODES)), NUME_REF=NUM, ORTHO='OUI', MATRICE=MASS)\nFIN()\n",
    ),
    code(
        "N216",
        "sign-of-complex-modes",
        "MODE_SIGNE orients real modes only. The phase of a complex mode is that of its norm.",
        "#### after the prologue\nDAMPED = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, MATR_AMOR=MASS, CALC_FREQ=_F(NMAX_FREQ=1), SOLVEUR_MODAL=_F(METHODE='QZ'))\nSCALED = NORM_MODE(MODE=DAMPED, NORME='TRAN', MODE_SIGNE=_F(GROUP_NO='BOB', NOM_CMP='DX'))\nFIN()\n",
    ),
    code(
        "N217",
        "free-motion",
        "Warning: with NPREC < 0 a structure that is free to move is solved. An unknown of each free motion stays at 0; loads must not act on these motions.",
        "#### after the prologue\nSPRINGS = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=_F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(100.0, 0.0, 0.0)))\nPULL = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=(_F(GROUP_NO='ANN', FX=-1.0), _F(GROUP_NO='BOB', FX=1.0)))\nFREE = MECA_STATIQUE(MODELE=MODEL, CARA_ELEM=SPRINGS, EXCIT=_F(CHARGE=PULL), SOLVEUR=_F(NPREC=-1))\nFIN()\n",
    ),
    code(
        "N218",
        "digits-lost",
        "Warning: an element is so stiff that the stiffness of another one at the same node has lost its digits, and a mode moves with the stiff element: its frequency is made of what is lost. Ratios from 1e10 on are told. Tie the nodes, or take a smaller stiffness.",
        "#### after the prologue\nRIGID = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(_F(GROUP_MA='MASSES', CARA='M_T_D_N', VALE=1.0), _F(GROUP_MA='MASSES', CARA='K_T_D_N', VALE=(1.0, 1.0, 1.0)), _F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(1.0e17, 0.0, 0.0))))\nASSEMBLAGE(MODELE=MODEL, CARA_ELEM=RIGID, CHARGE=HOLD, NUME_DDL=CO('NUM_2'), MATR_ASSE=(_F(MATRICE=CO('STIFF_2'), OPTION='RIGI_MECA'), _F(MATRICE=CO('MASS_2'), OPTION='MASS_MECA')))\nSTIFFLY = CALC_MODES(MATR_RIGI=STIFF_2, MATR_MASS=MASS_2, CALC_FREQ=_F(NMAX_FREQ=1))\nFIN()\n",
    ),
    code(
        "R201",
        "no-matrix-there",
        "The concept given to a keyword is not an assembled matrix that can be used there, or its nodes are unknown.",
        "#### after the prologue\nC = COMB_MATR_ASSE(COMB_C=_F(MATR_ASSE=STIFF, COEF_C=1.j))\nBAD = DEFI_BASE_MODALE(ORTHO_BASE=_F(BASE=MODES, MATRICE=C))\nFIN()\n",
    ),
    code(
        "R202",
        "unlike-numberings",
        "A matrix, modes or interfaces have another numbering than the shapes they are used with.",
        "#### after the prologue\nONE = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=1))\nPROJ_BASE(BASE=ONE, MATR_ASSE_GENE=_F(MATRICE=CO('MASS_1'), MATR_ASSE=MASS))\nBAD = CALC_MODES(MATR_RIGI=STIFF_G, MATR_MASS=MASS_1, CALC_FREQ=_F(NMAX_FREQ=1))\nFIN()\n",
    ),
    code(
        "R203",
        "frequencies-asked",
        "The frequencies or loads asked for cannot be used: too few of them, or not finite.",
        "#### after the prologue\nBAD = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION='SEPARE', CALC_FREQ=_F(FREQ=1.))\nFIN()\n",
    ),
    code(
        "R205",
        "no-modes-there",
        "MODE is not a set of modes: maxima of a spectrum (COMB_SISM_MODAL) have the type of modes but are not modes.",
        "#### after the prologue\nFLAT = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0.1, 2.0, 50.0, 2.0))\nSPEC = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.02, 0.1), FONCTION=(FLAT, FLAT))\nMAXIMA = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))\nSCALED = NORM_MODE(MODE=MAXIMA, NORME='MASS_GENE')\nFIN()\n",
    ),
    code(
        "R206",
        "component-to-scale",
        "NORM_MODE needs known components, and exactly one node when a place is given.",
        "#### after the prologue\nSCALED = NORM_MODE(MODE=MODES, GROUP_NO='BOTH', NOM_CMP='DX')\nFIN()\n",
    ),
    code(
        "R207",
        "no-such-mode",
        "No mode has that number. The message lists the available numbers.",
        "#### after the prologue\nBAD = EXTR_MODE(FILTRE_MODE=_F(MODE=MODES, NUME_MODE=7))\nFIN()\n",
    ),
    code(
        "R210",
        "no-basis-there",
        "BASE contains no shapes: maxima of a spectrum (COMB_SISM_MODAL) have the type of modes but are not modes.",
        "#### after the prologue\nFLAT = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0.1, 2.0, 50.0, 2.0))\nSPEC = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.02, 0.1), FONCTION=(FLAT, FLAT))\nMAXIMA = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=SPEC),\n    COMB_MODE=_F(TYPE='SRSS'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))\nNUM_G = NUME_DDL_GENE(BASE=MAXIMA)\nFIN()\n",
    ),
    code(
        "R211",
        "basis-cannot-carry",
        "The basis is empty or made of complex modes: nothing can be projected on it.",
        "#### after the prologue\nCPLX = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, MATR_AMOR=COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=MASS, COEF_R=0.1)), CALC_FREQ=_F(NMAX_FREQ=1), SOLVEUR_MODAL=_F(METHODE='QZ'))\nPROJ_BASE(BASE=CPLX, MATR_ASSE_GENE=_F(MATRICE=CO('M2'), MATR_ASSE=MASS))\nFIN()\n",
    ),
    code(
        "R212",
        "number-of-shapes",
        "NB_VECT must be at least one.",
        "#### after the prologue\nN = NUME_DDL_GENE(BASE=MODES, NB_VECT=0)\nFIN()\n",
    ),
    code(
        "R213",
        "no-generalised-numbering",
        "NUME_DDL_GENE is not a numbering of the basis.",
        "#### after the prologue\nONE = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=1))\nNUM_G = NUME_DDL_GENE(BASE=MODES)\nBAD = PROJ_MATR_BASE(BASE=ONE, NUME_DDL_GENE=NUM_G, MATR_ASSE=MASS)\nFIN()\n",
    ),
    code(
        "R214",
        "matrix-to-project",
        "The matrix cannot be projected on this basis: physical and generalised unknowns cannot be combined.",
        "#### after the prologue\nPROJ_BASE(BASE=MODES, MATR_ASSE_GENE=_F(MATRICE=CO('M2'), MATR_ASSE_GENE=MASS_G))\nFIN()\n",
    ),
    code(
        "R215",
        "vector-to-project",
        "The vector cannot be projected on this basis: physical and generalised unknowns cannot be combined, and sizes must agree.",
        "#### after the prologue\nPROJ_BASE(BASE=MODES, VECT_ASSE_GENE=_F(VECTEUR=CO('V2'), VECT_ASSE_GENE=LOAD_G, TYPE_VECT='FORC'))\nFIN()\n",
    ),
    code(
        "R216",
        "result-to-project",
        "RESU of RESU_GENE must be a transient on the unknowns of the basis.",
        "#### after the prologue\nGEN = CALC_MODES(MATR_RIGI=STIFF_G, MATR_MASS=MASS_G, CALC_FREQ=_F(NMAX_FREQ=2))\nREST = REST_GENE_PHYS(RESU_GENE=FIRST)\nPROJ_BASE(BASE=GEN, RESU_GENE=_F(RESULTAT=CO('RG'), RESU=REST, TYPE_VECT='DEPL'))\nFIN()\n",
    ),
    code(
        "R221",
        "component-of-a-shape",
        "The component does not exist, or none of the nodes designated carries it.",
        "#### after the prologue\nBAD = MODE_STATIQUE(MATR_RIGI=STIFF, FORCE_NODALE=_F(GROUP_NO='BOB', AVEC_CMP='DRX'))\nFIN()\n",
    ),
    code(
        "R223",
        "fixed-or-free",
        "MODE_STAT needs imposed unknowns and FORCE_NODALE free ones; one of the unknowns given is not of that kind.",
        "#### after the prologue\nBAD = MODE_STATIQUE(MATR_RIGI=STIFF, MODE_STAT=_F(GROUP_NO='BOB', AVEC_CMP='DX'))\nFIN()\n",
    ),
    code(
        "R224",
        "direction",
        "DIRECTION must have three or six values that are not all zero.",
        "#### after the prologue\nBAD = CALC_CHAR_SEISME(MATR_MASS=MASS, DIRECTION=(0.0, 0.0, 0.0), MONO_APPUI='OUI')\nFIN()\n",
    ),
    code(
        "R225",
        "shape-of-a-support",
        "The motion of a support needs the static shape of each of its unknowns that moves: MODE_STATIQUE(MODE_STAT) computes them.",
        "#### after the prologue\nSTATIC = MODE_STATIQUE(MATR_RIGI=STIFF, MODE_STAT=_F(GROUP_NO='BOB', AVEC_CMP='DY'))\nBAD = CALC_CHAR_SEISME(MATR_MASS=MASS, DIRECTION=(0.0, 1.0, 0.0), MODE_STAT=STATIC, GROUP_NO='ANN')\nFIN()\n",
    ),
    code(
        "R226",
        "multiplier-value",
        "The function that multiplies a load has no value at that instant, or is not a function of time.",
        "#### after the prologue\nBAD = MECA_STATIQUE(MODELE=MODEL, CARA_ELEM=CARA, INST=9.0, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE, FONC_MULT=PUSH)))\nFIN()\n",
    ),
    code(
        "R228",
        "no-instant-left",
        "No instant of the list is between INST_INIT and INST_FIN.",
        "#### after the prologue\nBAD = MECA_STATIQUE(MODELE=MODEL, CARA_ELEM=CARA, LIST_INST=TIMES, INST_FIN=-1.0, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)))\nFIN()\n",
    ),
    code(
        "R230",
        "no-shapes-there",
        "The concept given to a keyword of DEFI_BASE_MODALE contains neither modes nor other shapes.",
        "#### after the prologue\nU = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=MODES, NOM_CHAM='DEPL', NUME_ORDRE=1)\nCASES = CREA_RESU(OPERATION='AFFE', TYPE_RESU='MULT_ELAS', AFFE=_F(NOM_CHAM='REAC_NODA', CHAM_GD=U, NOM_CAS='A'))\nBAD = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES), _F(MODE_INTF=CASES)), NUME_REF=NUM)\nFIN()\n",
    ),
    code(
        "R232",
        "how-many-modes",
        "NMAX_MODE is a number of modes: one for all sets, or one per set.",
        "#### after the prologue\nBAD = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES, NMAX_MODE=(1, 2, 3)), _F(MODE_INTF=MODES)), NUME_REF=NUM)\nFIN()\n",
    ),
    code(
        "R233",
        "shapes-elsewhere",
        "Shapes of one basis must be on the same mesh and unknowns.",
        "#### after the prologue\nMESH2 = LIRE_MAILLAGE(FORMAT='ASTER')\nMODEL2 = AFFE_MODELE(MAILLAGE=MESH2, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\nNUM2 = NUME_DDL(MODELE=MODEL2)\nBAD = DEFI_BASE_MODALE(RITZ=_F(MODE_MECA=MODES), NUME_REF=NUM2)\nFIN()\n",
    ),
    code(
        "R234",
        "interfaces-of-a-basis",
        "The static shapes of interfaces need interfaces, and modes that come with a real stiffness.",
        "#### after the prologue\nU = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=MODES, NOM_CHAM='DEPL', NUME_ORDRE=1)\nOWN = CREA_RESU(OPERATION='AFFE', TYPE_RESU='MODE_MECA', AFFE=_F(NOM_CHAM='DEPL', CHAM_GD=U, NUME_MODE=1, FREQ=1.))\nINTER = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=_F(NOM='END', TYPE='MNEAL', GROUP_NO='BOB', MASQUE=('DY', 'DZ')))\nBAD = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=INTER, MODE_MECA=OWN, NMAX_MODE=1))\nFIN()\n",
    ),
    code(
        "R235",
        "interfaces",
        "Interfaces are made on a numbering, and their names must differ.",
        "#### after the prologue\nBAD = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=(_F(NOM='I', TYPE='MNEAL', GROUP_NO='BOB', MASQUE=('DY', 'DZ')), _F(NOM='I', TYPE='MNEAL', GROUP_NO='ANN', MASQUE=('DY', 'DZ'))))\nFIN()\n",
    ),
    code(
        "R237",
        "interface-unknowns",
        "The unknowns of an interface CRAIGB are fixed in the study of the component, those of an interface MNEAL are free.",
        "#### after the prologue\nBAD = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=_F(NOM='I', TYPE='CRAIGB', GROUP_NO='BOB', MASQUE=('DY', 'DZ')))\nFIN()\n",
    ),
];
