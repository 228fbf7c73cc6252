//! Fields on elements and what is made of them: CALC_CHAMP, POST_ELEM, POST_RELEVE_T (`R7..`).

use super::info::CodeInfo;

/// A study of one spring (group of cells SPRING) between GROUND, fixed, and BOB, pulled: its static response is `U`.
macro_rules! spring {
    ($($line:literal)*) => {
        concat!(
            "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\")\n",
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT=\"OUI\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"DIS_T\"))\n",
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA=\"SPRING\", CARA=\"K_T_D_L\", VALE=(2.0, 1.0, 1.0)))\n",
            "CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO=\"GROUND\", DX=0.0, DY=0.0, DZ=0.0),\n",
            "                    FORCE_NODALE=_F(GROUP_NO=\"BOB\", FX=1.0))\n",
            "U = MECA_STATIQUE(MODELE=MO, CARA_ELEM=CA, EXCIT=_F(CHARGE=CL))\n", $($line, "\n",)* "FIN()\n",
            "#### example.mail\nCOOR_3D\nGROUND 0.0 0.0 0.0\nBOB 1.0 0.0 0.0\nFINSF\nSEG2\nS GROUND BOB\nFINSF\n",
            "GROUP_NO NOM = GROUND\nGROUND\nFINSF\nGROUP_NO NOM = BOB\nBOB\nFINSF\nGROUP_MA NOM = SPRING\nS\nFINSF\nFIN\n"
        )
    };
}

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R700",
        name: "field-source",
        meaning: "Fields on elements are computed from modes, or from a result on physical unknowns whose model is known. Restore results in generalised coordinates first, and give MODELE if the result does not contain it.",
        example: "#### after the prologue\nU = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MESH, AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY', 'DZ'), VALE=(1., 0., 0.)))\nMOVED = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_ELAS', AFFE=_F(NOM_CHAM='DEPL', CHAM_GD=U, INST=0.))\nX = CALC_CHAMP(RESULTAT=MOVED, CONTRAINTE='EFGE_ELNO')\nFIN()\n",
    },
    CodeInfo {
        code: "R701",
        name: "post-elem-form",
        meaning: "This form of POST_ELEM, or this keyword of it, is not implemented.",
        example: spring!("T = POST_ELEM(MODELE=MO, CARA_ELEM=CA, GEOMETRIE=\"DEFORMEE\", MASS_INER=_F(TOUT=\"OUI\"))"),
    },
    CodeInfo {
        code: "R702",
        name: "no-velocity",
        meaning: "A kinetic energy needs velocities (VITE), and the result has none: static results have none, nor has a transient restored with NOM_CHAM='DEPL' alone.",
        example: spring!("T = POST_ELEM(RESULTAT=U, ENER_CIN=_F(TOUT=\"OUI\"))"),
    },
    CodeInfo {
        code: "R703",
        name: "field-load",
        meaning: "A load of EXCIT has no value at a state of the result: its function ends before, or does not depend on a single variable.",
        example: spring!(
            "F = DEFI_FONCTION(NOM_PARA=\"INST\", VALE=(1.0, 0.0, 2.0, 1.0))"
            "V = CALC_CHAMP(RESULTAT=U, FORCE=\"REAC_NODA\", EXCIT=_F(CHARGE=CL, FONC_MULT=F))"
        ),
    },
    CodeInfo {
        code: "R704",
        name: "field-option",
        meaning: "CALC_CHAMP does not compute this field: discrete elements, bars and beams have internal forces (EFGE_, SIEF_), stresses of sections (SIPO_, SIPM_), energies and nodal forces.",
        example: "DEBUT()\nMESH = LIRE_MAILLAGE(FORMAT='ASTER')\nBEAM = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='POU_D_E'))\nSTEEL = DEFI_MATERIAU(ELAS=_F(E=2.e11, NU=0.3, RHO=7800., ALPHA=1.e-5))\nHOT = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_TEMP_R', MAILLAGE=MESH, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=100.))\nMATTER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=STEEL), AFFE_VARC=_F(NOM_VARC='TEMP', CHAM_GD=HOT, VALE_REF=20.))\nCARA = AFFE_CARA_ELEM(MODELE=BEAM, POUTRE=_F(GROUP_MA='BEAM', SECTION='GENERALE', CARA=('A', 'IY', 'IZ', 'JX'), VALE=(1.e-4, 1.e-9, 1.e-9, 2.e-9)))\nLOAD = AFFE_CHAR_MECA(MODELE=BEAM, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0., DY=0., DZ=0., DRX=0., DRY=0., DRZ=0.), FORCE_NODALE=_F(GROUP_NO='TIP', FY=1.))\nREST = MECA_STATIQUE(MODELE=BEAM, CHAM_MATER=MATTER, CARA_ELEM=CARA, EXCIT=_F(CHARGE=LOAD))\nREST = CALC_CHAMP(reuse=REST, RESULTAT=REST, ENERGIE='EPOT_ELEM')\nFIN()\n#### example.mail\nCOOR_3D\nA 0. 0. 0.\nB 1. 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nGROUP_NO\nFOOT A\nFINSF\nGROUP_NO\nTIP B\nFINSF\nGROUP_MA\nBEAM S\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "R705",
        name: "no-extreme-stress",
        meaning: "A section given by its constants (GENERALE) does not define its extreme fibres in both directions at once: SIPM_ELNO is empty on its elements.",
        example: "DEBUT()\nMESH = LIRE_MAILLAGE(FORMAT='ASTER')\nBEAM = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='POU_D_E'))\nSTEEL = DEFI_MATERIAU(ELAS=_F(E=2.e11, NU=0.3, RHO=7800.))\nMATTER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=STEEL))\nCARA = AFFE_CARA_ELEM(MODELE=BEAM, POUTRE=_F(GROUP_MA='BEAM', SECTION='GENERALE', CARA=('A', 'IY', 'IZ', 'JX'), VALE=(1.e-4, 1.e-9, 1.e-9, 2.e-9)))\nLOAD = AFFE_CHAR_MECA(MODELE=BEAM, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0., DY=0., DZ=0., DRX=0., DRY=0., DRZ=0.), FORCE_NODALE=_F(GROUP_NO='TIP', FY=1.))\nREST = MECA_STATIQUE(MODELE=BEAM, CHAM_MATER=MATTER, CARA_ELEM=CARA, EXCIT=_F(CHARGE=LOAD))\nREST = CALC_CHAMP(reuse=REST, RESULTAT=REST, CONTRAINTE='SIPM_ELNO')\nFIN()\n#### example.mail\nCOOR_3D\nA 0. 0. 0.\nB 1. 0. 0.\nFINSF\nSEG2\nS A B\nFINSF\nGROUP_NO\nFOOT A\nFINSF\nGROUP_NO\nTIP B\nFINSF\nGROUP_MA\nBEAM S\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "R706",
        name: "user-field",
        meaning: "A field of CHAM_UTIL cannot be computed: the source field is missing, or a formula has no value for its components.",
        example: spring!(
            "F = FORMULE(NOM_PARA=\"N\", VALE=\"N**2\")"
            "V = CALC_CHAMP(RESULTAT=U, CHAM_UTIL=_F(NOM_CHAM=\"EFGE_ELNO\", FORMULE=F, NUME_CHAM_RESU=1))"
        ),
    },
    CodeInfo {
        code: "R707",
        name: "readings-form",
        meaning: "POST_RELEVE_T extracts components at nodes, their resultant and their moment, in global axes. This form of it is not implemented.",
        example: spring!(
            "T = POST_RELEVE_T(ACTION=_F(OPERATION=\"EXTRACTION\", INTITULE=\"T\", RESULTAT=U, NOM_CHAM=\"DEPL\","
            "    GROUP_NO=\"BOB\", NOM_CMP=\"DX\", REPERE=\"POLAIRE\"))"
        ),
    },
    CodeInfo {
        code: "R708",
        name: "not-printed",
        meaning: "The requested file is for another program, or shows the contents of a concept: it is not written, and the study continues; or a result has nothing of what is asked.",
        example: spring!("IMPR_RESU(FORMAT=\"MED\", UNITE=80, RESU=_F(RESULTAT=U, NOM_CHAM=\"VITE\"))"),
    },
    CodeInfo {
        code: "R710",
        name: "result-operation",
        meaning: "CREA_RESU makes results from fields (AFFE); its other operations are not implemented.",
        example: "#### none: the check before the run refuses it first (C012); the operator looks again.\n",
    },
    CodeInfo {
        code: "R711",
        name: "result-state",
        meaning: "CREA_RESU needs the instant or the frequency at which to store a field, or a field is added to a mode that has no DEPL.",
        example: "#### after the prologue\nU = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='EXTR', RESULTAT=MODES, NOM_CHAM='DEPL', NUME_ORDRE=1)\nR = CREA_RESU(OPERATION='AFFE', TYPE_RESU='MODE_MECA', AFFE=_F(NOM_CHAM='VITE', CHAM_GD=U, MODELE=MODEL, NUME_MODE=1, FREQ=1.))\nFIN()\n",
    },
    CodeInfo {
        code: "R712",
        name: "frame-form",
        meaning: "MODI_REPERE transforms vectors at nodes (displacements, velocities, reactions) and efforts of elements to user-defined or cylindrical axes (undefined at points of the cylinder's axis). Frames and fields of plates are not implemented.",
        example: "#### after the prologue\nF = MODI_REPERE(RESULTAT=MODES, REPERE='CYLINDRIQUE', MODI_CHAM=_F(NOM_CHAM='DEPL', TYPE_CHAM='VECT_3D'), AFFE=_F(TOUT='OUI', ORIGINE=(0.0, 0.0, 0.0), AXE_Z=(1.0, 0.0, 0.0)))\n",
    },
    CodeInfo {
        code: "R713",
        name: "field-transfer",
        meaning: "PROJ_CHAMP projects fields on nodes from the segments and points of one mesh to the nodes of another. This use of it is not implemented.",
        example: "#### after the prologue\nF = FORMULE(VALE='1./X', NOM_PARA='X')\nG = FORMULE(VALE='Y', NOM_PARA='Y')\nH = FORMULE(VALE='Z', NOM_PARA='Z')\nREST = REST_GENE_PHYS(RESU_GENE=FIRST)\nX = PROJ_CHAMP(METHODE='COLLOCATION', RESULTAT=REST, MODELE_1=MODEL, MODELE_2=MODEL, VIS_A_VIS=_F(TOUT_1='OUI', TOUT_2='OUI', TRANSF_GEOM_1=(F, G, H)))\nFIN()\n",
    },
    CodeInfo {
        code: "R714",
        name: "field-kept",
        meaning: "With `reuse`, CALC_CHAMP keeps a field on elements that the result already contains at the requested states: nothing is computed. Without `reuse` the field is computed into a new result.",
        example: spring!(
            "U = CALC_CHAMP(reuse=U, RESULTAT=U, CONTRAINTE=\"EFGE_ELNO\")"
            "U = CALC_CHAMP(reuse=U, RESULTAT=U, CONTRAINTE=\"EFGE_ELNO\")"
        ),
    },
    CodeInfo {
        code: "R715",
        name: "several-line-loads",
        meaning: "Forces at the ends of beams (EFGE_ELNO, SIPO_ELNO, SIPM_ELNO) can take account of the nodal forces of one line load only; two loads of the result contain FORCE_POUTRE or PESANTEUR.",
        example: spring!(
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=\"SPRING\", PHENOMENE=\"MECANIQUE\", MODELISATION=\"POU_D_E\"))"
            "MT = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0, RHO=1.0))"
            "CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT=\"OUI\", MATER=MT))"
            "CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA=\"SPRING\", SECTION=\"CERCLE\", CARA=\"R\", VALE=0.1))"
            "CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO=\"GROUND\", DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0))"
            "C1 = AFFE_CHAR_MECA(MODELE=MO, FORCE_POUTRE=_F(GROUP_MA=\"SPRING\", FX=1.0))"
            "C2 = AFFE_CHAR_MECA(MODELE=MO, PESANTEUR=_F(GRAVITE=1.0, DIRECTION=(0.0, 0.0, -1.0)))"
            "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, EXCIT=(_F(CHARGE=CL), _F(CHARGE=C1), _F(CHARGE=C2)))"
            "U = CALC_CHAMP(reuse=U, RESULTAT=U, CONTRAINTE=\"EFGE_ELNO\")"
        ),
    },
    CodeInfo {
        code: "R716",
        name: "whole-listing",
        meaning: "Note: IMPR_RESU lists all values of a field. Bounds, extremes, parts of complex values and coordinates of nodes have no effect in a listing.",
        example: spring!("IMPR_RESU(FORMAT=\"RESULTAT\", RESU=_F(RESULTAT=U, NOM_CHAM=\"DEPL\", BORNE_SUP=0.1))"),
    },
    CodeInfo {
        code: "R717",
        name: "states-left-out",
        meaning: "Warning: a result has more states than can be written for ParaView or gmsh (1000, one file or view per state) or drawn on a page (12). Only a part of them is written.",
        example: spring!(
            "D = CREA_CHAMP(OPERATION=\"EXTR\", TYPE_CHAM=\"NOEU_DEPL_R\", RESULTAT=U, NOM_CHAM=\"DEPL\", NUME_ORDRE=1)"
            "T = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2000))"
            "R = CREA_RESU(OPERATION=\"AFFE\", TYPE_RESU=\"DYNA_TRANS\", AFFE=_F(NOM_CHAM=\"DEPL\", CHAM_GD=D, LIST_INST=T))"
            "IMPR_RESU(FORMAT=\"GMSH\", RESU=_F(RESULTAT=R))"
        ),
    },
    CodeInfo {
        code: "R718",
        name: "no-such-data-set",
        meaning: "LIRE_RESU or LIRE_CHAMP does not find what is asked in the file (a data set of a universal file, a field or a step of a MED file), or it does not suit the study: real data where complex ones are needed, another mesh, other components.",
        example: spring!("IMPR_RESU(FORMAT=\"IDEAS\", UNITE=30, RESU=_F(RESULTAT=U, NOM_CHAM=\"DEPL\"))" "BACK = LIRE_RESU(FORMAT=\"IDEAS\", UNITE=30, MAILLAGE=MA, TYPE_RESU=\"DYNA_HARMO\", NOM_CHAM=\"DEPL\", TOUT_ORDRE=\"OUI\")"),
    },
    CodeInfo {
        code: "R719",
        name: "med-refused",
        meaning: "A MED file cannot hold what is asked: complex values without PARTIE, a component that no node has, a second field of one name at one state, names that do not fit the fields. What was written before stays in the file.",
        example: spring!("IMPR_RESU(UNITE=80, RESU=_F(RESULTAT=U, NOM_CHAM=\"DEPL\"))" "IMPR_RESU(UNITE=80, RESU=_F(RESULTAT=U, NOM_CHAM=\"DEPL\"))"),
    },
    CodeInfo {
        code: "R728",
        name: "med-missing-component",
        meaning: "Warning: the nodes or elements of a field that is written in a MED file do not all have the same components: those that one lacks are 0 in the file.",
        example: spring!(
            "V = CREA_CHAMP(OPERATION=\"AFFE\", TYPE_CHAM=\"NOEU_DEPL_R\", MAILLAGE=MA,"
            "    AFFE=(_F(GROUP_NO=\"GROUND\", NOM_CMP=\"DX\", VALE=1.0), _F(GROUP_NO=\"BOB\", NOM_CMP=\"DY\", VALE=1.0)))"
            "IMPR_RESU(UNITE=80, RESU=_F(CHAM_GD=V))"
        ),
    },
    CodeInfo {
        code: "R729",
        name: "left-out-of-a-file",
        meaning: "Warning: LIRE_RESU or LIRE_CHAMP leaves something out: a component of the file that the field cannot have, or an order that the file does not have.",
        example: spring!(
            "IMPR_RESU(UNITE=80, RESU=_F(RESULTAT=U, NOM_CHAM=\"DEPL\"))"
            "V = LIRE_RESU(FORMAT=\"MED\", UNITE=80, MAILLAGE=MA, TYPE_RESU=\"EVOL_ELAS\", NUME_ORDRE=(1, 7), FORMAT_MED=_F(NOM_CHAM=\"DEPL\", NOM_RESU=\"U\"))"
        ),
    },
    CodeInfo {
        code: "R730",
        name: "reactions-without-all-damping",
        meaning: "Warning: REAC_NODA of a nonlinear dynamic analysis contains the damping of materials, discrete elements and closed contacts. Modal damping (AMOR_MODAL) and AMOR_RAYL_RIGI='TANGENTE' are left out.",
        example: "#### after the prologue\nMAT = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))\nFIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=MAT))\nRUN = DYNA_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=HOLD), _F(CHARGE=FORCE)), INCREMENT=_F(LIST_INST=TIMES), AMOR_MODAL=_F(MODE_MECA=MODES, AMOR_REDUIT=0.02), SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT'))\nRUN = CALC_CHAMP(reuse=RUN, RESULTAT=RUN, FORCE='REAC_NODA')\nFIN()\n",
    },
];
