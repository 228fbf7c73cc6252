//! Codes of tubes in a flow (`R541` to `R549`), and of files of coefficients (`I606`).

use super::info::CodeInfo;

/// A study of a clamped tube: modes, a flow of 1 m/s over it (`SPEED`), fluids (`WATER`), and files of coefficients.
macro_rules! tube {
    ($($line:literal)*) => {
        concat!(
            "DEBUT()\nMESH = LIRE_MAILLAGE(FORMAT='ASTER')\n",
            "MESH = MODI_MAILLAGE(reuse=MESH, MAILLAGE=MESH, ABSC_CURV=_F(TOUT='OUI', GROUP_NO_ORIG='FIRST'))\n",
            "MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='POU_D_T'))\n",
            "CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=_F(GROUP_MA='TUBE', SECTION='CERCLE', CARA=('R', 'EP'), VALE=(0.01, 0.001)))\n",
            "STEEL = DEFI_MATERIAU(ELAS=_F(E=2.E11, NU=0.3, RHO=11000.))\n",
            "MATER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=STEEL))\n",
            "HOLD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO='ENDS', DX=0., DY=0., DZ=0., DRX=0., DRY=0., DRZ=0.),\n",
            "    _F(TOUT='OUI', DZ=0.)))\n",
            "ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, CHARGE=HOLD, NUME_DDL=CO('NUM'),\n",
            "    MATR_ASSE=(_F(MATRICE=CO('STIFF'), OPTION='RIGI_MECA'), _F(MATRICE=CO('MASS'), OPTION='MASS_MECA')))\n",
            "MODES = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, CALC_FREQ=_F(NMAX_FREQ=1), NORM_MODE=_F(NORME='TRAN'))\n",
            "SPEED = DEFI_CONSTANTE(VALE=1.)\nWATER = DEFI_CONSTANTE(VALE=1000.)\n",
            "with open('law.txt', 'w') as file:\n    file.write('1\\n1 5\\n1\\n0.0\\n0.0 10.0\\n0 0 0 0 0 0 0 1.0 0 0 0\\n--\\n')\n",
            "DEFI_FICHIER(UNITE=70, FICHIER='./law.txt')\nDEFI_FICHIER(UNITE=71, FICHIER='./law.txt')\n",
            "TUBE = {'CARA_ELEM': CARA, 'PROF_VITE_FLUI': SPEED, 'PROF_RHO_F_INT': WATER, 'PROF_RHO_F_EXT': WATER, 'NOM_CMP': 'DY',\n",
            "        'TYPE_PAS': 'CARRE_LIGN'}\n",
            $($line, "\n",)* "FIN()\n",
            "#### example.mail\nCOOR_3D\nN1 0. 0. 0.\nN2 0.25 0. 0.\nN3 0.5 0. 0.\nN4 0.75 0. 0.\nN5 1. 0. 0.\nFINSF\n",
            "SEG2\nS1 N1 N2\nS2 N2 N3\nS3 N3 N4\nS4 N4 N5\nFINSF\nGROUP_MA NOM = TUBE\nS1 S2 S3 S4\nFINSF\nGROUP_NO NOM = FIRST\nN1\nFINSF\nGROUP_NO NOM = ENDS\nN1 N5\nFINSF\nFIN\n"
        )
    };
}

/// The same with modes under flow at 1 and 2 m/s, `BASE`.
macro_rules! base {
    ($($line:literal)*) => {
        tube!(
            "FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=_F(COUPLAGE='OUI', TYPE_RESEAU=5, **TUBE))"
            "BASE = CALC_FLUI_STRU(VITE_FLUI=_F(VITE_MIN=1., VITE_MAX=2., NB_POIN=2), BASE_MODALE=_F(MODE_MECA=MODES, AMOR_UNIF=0.01), TYPE_FLUI_STRU=FLOW)"
            "TURB = DEFI_SPEC_TURB(SPEC_LONG_COR_2=_F(LONG_COR=3., PROF_VITE_FLUI=SPEED))"
            $($line)*
        )
    };
}

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R541",
        name: "flow-configuration",
        meaning: "DEFI_FLUI_STRU lacks what it needs: a tube of one circular section, curvilinear abscissae, profiles, an arrangement.",
        example: tube!("FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=_F(COUPLAGE='OUI', TYPE_RESEAU=1006, **TUBE))"),
    },
    CodeInfo {
        code: "R542",
        name: "flow-zones",
        meaning: "A profile of speed makes no zone of the tube, or the zone of another one: a zone is where its profile is not zero.",
        example: tube!(
            "FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=(_F(COUPLAGE='NON', **TUBE), _F(COUPLAGE='NON', **TUBE)))"
        ),
    },
    CodeInfo {
        code: "R543",
        name: "modes-under-flow",
        meaning: "CALC_FLUI_STRU cannot couple these modes: dampings do not match, speeds are none, modes do not move along the component of the flow or lie on another mesh.",
        example: tube!(
            "FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=_F(COUPLAGE='NON', **TUBE))"
            "BASE = CALC_FLUI_STRU(VITE_FLUI=_F(VITE_MIN=1., VITE_MAX=2., NB_POIN=2), BASE_MODALE=_F(MODE_MECA=MODES, AMOR_REDUIT=(0.01, 0.01)), TYPE_FLUI_STRU=FLOW)"
        ),
    },
    CodeInfo {
        code: "R544",
        name: "no-coupled-frequency",
        meaning: "A mode has no frequency under flow at a speed, or (warning) its reduced speed leaves the range of the measured coefficients.",
        example: tube!(
            "FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=_F(COUPLAGE='OUI', TYPE_RESEAU=5, **TUBE))"
            "BASE = CALC_FLUI_STRU(VITE_FLUI=_F(VITE_MIN=80., VITE_MAX=80., NB_POIN=1), BASE_MODALE=_F(MODE_MECA=MODES, AMOR_UNIF=0.01), TYPE_FLUI_STRU=FLOW)"
        ),
    },
    CodeInfo {
        code: "R545",
        name: "basis-under-flow",
        meaning: "A basis of modes under flow has no such speed, mode or constant, or is not that of the modes given.",
        example: base!("UNDER = MODI_BASE_MODALE(BASE=MODES, BASE_ELAS_FLUI=BASE, NUME_VITE_FLUI=3)"),
    },
    CodeInfo {
        code: "R546",
        name: "turbulence",
        meaning: "Turbulence cannot be projected: a parameter of the model, the number of frequencies or the zone is wrong, or no mode lies between the frequencies.",
        example: base!(
            "S = PROJ_SPEC_BASE(SPEC_TURB=TURB, BASE_ELAS_FLUI=BASE, VITE_FLUI=1., FREQ_INIT=1., FREQ_FIN=500., NB_POIN=100, TOUT='OUI')"
        ),
    },
    CodeInfo {
        code: "R547",
        name: "response-under-flow",
        meaning: "The response of modes under flow cannot be made of this spectral matrix, or (warning) the component is not that of the flow.",
        example: base!(
            "S = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=7, NUME_ORDRE_J=7, VALE_R=1.))"
            "R = DYNA_SPEC_MODAL(BASE_ELAS_FLUI=BASE, VITE_FLUI=1., EXCIT=_F(INTE_SPEC_GENE=S))"
        ),
    },
    CodeInfo {
        code: "R548",
        name: "unstable-response",
        meaning: "Warning: a mode has no damping left at this speed, so that it has no stationary response. The damping 1e-6 stands for it, as in the reference.",
        example: base!(
            "FAST = CALC_FLUI_STRU(VITE_FLUI=_F(VITE_MIN=3., VITE_MAX=3., NB_POIN=1), BASE_MODALE=_F(MODE_MECA=MODES, AMOR_UNIF=0.0), TYPE_FLUI_STRU=FLOW)"
            "S = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=1.))"
            "R = DYNA_SPEC_MODAL(BASE_ELAS_FLUI=FAST, VITE_FLUI=3., EXCIT=_F(INTE_SPEC_GENE=S))"
        ),
    },
    CodeInfo {
        code: "R549",
        name: "transient-under-flow",
        meaning: "A transient cannot use these modes under flow: no such speed, full matrices, or contacts in the matrices; or (warning) the flow changes nothing.",
        example: base!(
            "PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('M'), MATR_ASSE=MASS), _F(MATRICE=CO('K'), MATR_ASSE=STIFF)))"
            "RUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=M, MATR_RIGI=K, BASE_ELAS_FLUI=BASE, NUME_VITE_FLUI=9, INCREMENT=_F(PAS=1.E-3, INST_FIN=0.1))"
        ),
    },
    CodeInfo {
        code: "I606",
        name: "flow-coefficients",
        meaning: "A file of coefficients of fluid-elastic forces is short, has a word that is no number, or has no block of the pitch and type asked for.",
        example: tube!("FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=_F(COUPLAGE='OUI', TYPE_RESEAU=6, **TUBE))"),
    },
];
