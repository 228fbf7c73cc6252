//! Codes of sub-structuring (`R72.`).

use super::info::CodeInfo;

/// A spring of two nodes held at both ends, its basis BASE with interfaces LEFT and RIGHT, then the lines given.
macro_rules! study {
    ($($line:literal)*) => {
        concat!(
            "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\n",
            "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))\n",
            "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(_F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(100., 200., 300.)),\n",
            "    _F(GROUP_MA='WEIGHT', CARA='M_T_D_N', VALE=1.)))\n",
            "CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO=('LEFT', 'RIGHT'), DX=0., DY=0., DZ=0.))\n",
            "ASSEMBLAGE(MODELE=MO, CARA_ELEM=CA, CHARGE=CL, NUME_DDL=CO('NUM'), MATR_ASSE=(\n",
            "    _F(MATRICE=CO('STIFF'), OPTION='RIGI_MECA'), _F(MATRICE=CO('MASS'), OPTION='MASS_MECA')))\n",
            "MODES = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=3))\n",
            "ENDS = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=(_F(NOM='LEFT', TYPE='CRAIGB', GROUP_NO='LEFT'),\n",
            "    _F(NOM='RIGHT', TYPE='CRAIGB', GROUP_NO='RIGHT')))\n",
            "BASE = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=ENDS, MODE_MECA=MODES, NMAX_MODE=3))\n",
            $($line, "\n",)*
            "FIN()\n#### example.mail\nCOOR_3D\nA 0.0 0.0 0.0\nB 1.0 0.0 0.0\nC 2.0 0.0 0.0\nFINSF\nSEG2\nS A B\nT B C\nFINSF\n",
            "POI1\nW B\nFINSF\nGROUP_NO NOM = LEFT\nA\nFINSF\nGROUP_NO NOM = RIGHT\nC\nFINSF\n",
            "GROUP_MA NOM = SPRING\nS T\nFINSF\nGROUP_MA NOM = WEIGHT\nW\nFINSF\nFIN\n"
        )
    };
}

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R720",
        name: "macro-element",
        meaning: "A macro-element cannot be made: a basis that is not made of real shapes of a model, a matrix that is missing, more dampings than modes.",
        example: study!("MAC = MACR_ELEM_DYNA(BASE_MODALE=BASE, AMOR_REDUIT=(0.1, 0.1, 0.1, 0.1))"),
    },
    CodeInfo {
        code: "R721",
        name: "unknown-substructure",
        meaning: "No sub-structure or interface has that name, or two sub-structures have the same.",
        example: study!(
            "MAC = MACR_ELEM_DYNA(BASE_MODALE=BASE)"
            "G = DEFI_MODELE_GENE(SOUS_STRUC=(_F(NOM='ONE', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(0., 0., 0.)),\n    _F(NOM='TWO', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(2., 0., 0.))),\n    LIAISON=_F(SOUS_STRUC_1='ONE', INTERFACE_1='RIGHT', SOUS_STRUC_2='TWO', INTERFACE_2='LEFTT'))"
        ),
    },
    CodeInfo {
        code: "R722",
        name: "interfaces-do-not-meet",
        meaning: "Two interfaces that a link joins do not have the same nodes at the same places.",
        example: study!(
            "MAC = MACR_ELEM_DYNA(BASE_MODALE=BASE)"
            "G = DEFI_MODELE_GENE(SOUS_STRUC=(_F(NOM='ONE', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(0., 0., 0.)),\n    _F(NOM='TWO', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(3., 0., 0.))),\n    LIAISON=_F(SOUS_STRUC_1='ONE', INTERFACE_1='RIGHT', SOUS_STRUC_2='TWO', INTERFACE_2='LEFT'), VERIF=_F(PRECISION=1.E-3))"
        ),
    },
    CodeInfo {
        code: "R723",
        name: "coupled-numbering",
        meaning: "A numbering of a model of sub-structures is required there, with at least one coordinate that the links leave free.",
        example: study!(
            "NUMG = NUME_DDL_GENE(BASE=BASE)"
            "K = ASSE_MATR_GENE(NUME_DDL_GENE=NUMG, OPTION='RIGI_GENE')"
        ),
    },
    CodeInfo {
        code: "R724",
        name: "generalised-assembly",
        meaning: "The macro-elements lack the matrix to be assembled: a damping, for instance.",
        example: study!(
            "MAC = MACR_ELEM_DYNA(BASE_MODALE=BASE)"
            "G = DEFI_MODELE_GENE(SOUS_STRUC=(_F(NOM='ONE', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(0., 0., 0.)),\n    _F(NOM='TWO', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(2., 0., 0.))),\n    LIAISON=_F(SOUS_STRUC_1='ONE', INTERFACE_1='RIGHT', SOUS_STRUC_2='TWO', INTERFACE_2='LEFT'))"
            "NUMG = NUME_DDL_GENE(MODELE_GENE=G)"
            "C = ASSE_MATR_GENE(NUME_DDL_GENE=NUMG, OPTION='AMOR_GENE')"
        ),
    },
    CodeInfo {
        code: "R725",
        name: "skeleton-mesh",
        meaning: "A skeleton made by DEFI_SQUELETTE from a model of sub-structures is required there.",
        example: "#### after two parts\nFIRST = DEFI_SQUELETTE(MODELE_GENE=BOTH, SOUS_STRUC=(_F(NOM='ONE', TOUT='OUI'), _F(NOM='TWO', TOUT='OUI')))\nOTHER = DEFI_SQUELETTE(MODELE_GENE=BOTH, SOUS_STRUC=(_F(NOM='ONE', TOUT='OUI'), _F(NOM='TWO', TOUT='OUI')))\nSHAPES = REST_SOUS_STRUC(RESU_GENE=GMOD, SQUELETTE=FIRST)\nWRONG = REST_SOUS_STRUC(RESU_GENE=RUN, MODE_MECA=SHAPES, SQUELETTE=OTHER)\nFIN()\n",
    },
    CodeInfo {
        code: "R726",
        name: "vector-of-another-part",
        meaning: "A vector of ASSE_VECT_GENE is defined on another mesh than the sub-structure it acts on.",
        example: study!(
            "MAC = MACR_ELEM_DYNA(BASE_MODALE=BASE)"
            "G = DEFI_MODELE_GENE(SOUS_STRUC=(_F(NOM='ONE', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(0., 0., 0.)),\n    _F(NOM='TWO', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(2., 0., 0.))),\n    LIAISON=_F(SOUS_STRUC_1='ONE', INTERFACE_1='RIGHT', SOUS_STRUC_2='TWO', INTERFACE_2='LEFT'))"
            "NUMG = NUME_DDL_GENE(MODELE_GENE=G)"
            "MB = LIRE_MAILLAGE(FORMAT='ASTER')"
            "PUSH = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MB, AFFE=_F(TOUT='OUI', NOM_CMP='DX', VALE=1.))"
            "F = ASSE_VECT_GENE(NUME_DDL_GENE=NUMG, CHAR_SOUS_STRUC=_F(SOUS_STRUC='ONE', VECT_ASSE=PUSH))"
        ),
    },
    CodeInfo {
        code: "R727",
        name: "shapes-of-two-projections",
        meaning: "After two projections (a response on generalised modes of sub-structures) REST_SOUS_STRUC needs MODE_MECA: these modes, restored on the skeleton or on a sub-structure beforehand.",
        example: study!(
            "MAC = MACR_ELEM_DYNA(BASE_MODALE=BASE)"
            "G = DEFI_MODELE_GENE(SOUS_STRUC=(_F(NOM='ONE', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(0., 0., 0.)),\n    _F(NOM='TWO', MACR_ELEM_DYNA=MAC, ANGL_NAUT=(0., 0., 0.), TRANS=(2., 0., 0.))),\n    LIAISON=_F(SOUS_STRUC_1='ONE', INTERFACE_1='RIGHT', SOUS_STRUC_2='TWO', INTERFACE_2='LEFT'))"
            "NUMG = NUME_DDL_GENE(MODELE_GENE=G)"
            "K = ASSE_MATR_GENE(NUME_DDL_GENE=NUMG, OPTION='RIGI_GENE')"
            "M = ASSE_MATR_GENE(NUME_DDL_GENE=NUMG, OPTION='MASS_GENE')"
            "ALL = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='TOUT')"
            "NUMD = NUME_DDL_GENE(BASE=ALL)"
            "KD = PROJ_MATR_BASE(BASE=ALL, NUME_DDL_GENE=NUMD, MATR_ASSE_GENE=K)"
            "MD = PROJ_MATR_BASE(BASE=ALL, NUME_DDL_GENE=NUMD, MATR_ASSE_GENE=M)"
            "RUN = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MD, MATR_RIGI=KD, SCHEMA_TEMPS=_F(SCHEMA='NEWMARK'), INCREMENT=_F(PAS=1.E-3, INST_FIN=0.01))"
            "U = REST_SOUS_STRUC(RESU_GENE=RUN, SOUS_STRUC='ONE', TOUT_CHAM='OUI')"
        ),
    },
];
