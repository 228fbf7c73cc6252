//! `G03x`: studies of former versions.

use super::info::CodeInfo;

pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "G030",
        name: "former-syntax",
        meaning: "The study contains forms of version 15 (2020) or earlier. They are read as the corresponding forms of today's language, with the same result. `stickslip check --verbose` lists them, `stickslip upgrade` writes the study in today's syntax.",
        example: "DEBUT()\nL = DEFI_LIST_REEL(VALE=(0.0, 1.0))\nDETRUIRE(CONCEPT=_F(NOM=L))\nFIN()\n",
    },
    CodeInfo {
        code: "G031",
        name: "former-rule",
        meaning: "A former version computed another value here. Today's rule is used, and values recorded in the study may differ; `--former 2020` follows the former rule.",
        example: "#### after the prologue\nDETRUIRE(CONCEPT=_F(NOM=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "G032",
        name: "name-or-rank",
        meaning: "A word such as N6 is the name of one node in the mesh file and the rank of another, and nothing in the study shows whether it is a former study, in which words are names. The name is used. With `--former 2020` words are names, with `--former no` they are ranks; a group is unambiguous.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\n\
                  MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOEUD='N1', NOM='G'))\nFIN()\n\
                  #### example.mail\nCOOR_3D\nA 0. 0. 0.\nN1 1. 0. 0.\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "G033",
        name: "rank-of-a-state",
        meaning: "An assertion of TEST_RESU(GENE) fails at the state of that order number, and passes at the state of that rank, which is the meaning of NUME_ORDRE in version 15. Nothing else in the study shows its version.",
        example: "#### after the prologue\nTEST_RESU(GENE=_F(RESU_GENE=FIRST, NOM_CHAM='DEPL', NUME_CMP_GENE=1, NUME_ORDRE=1, CRITERE='ABSOLU', VALE_CALC=0.,\n    REFERENCE='ANALYTIQUE', VALE_REFE=0., PRECISION=1.e-12))\nFIN()\n",
    },
    CodeInfo {
        code: "G034",
        name: "former-step",
        meaning: "DYNA_TRAN_MODAL, which dates a study, bounded the time step by itself, and does so here: DEVOGE with PAS alone has a constant step, PAS, and ADAPT, ADAPT_ORDRE1 and ADAPT_ORDRE2 without PAS_MAXI have steps of at most a twentieth of the shortest period of the modes, each alone and held by each contact. DYNA_VIBRA has no such bounds. `stickslip upgrade` writes them.",
        example: "#### after the prologue\nRUN = DYNA_TRAN_MODAL(METHODE='DEVOGE', MASS_GENE=MASS_G, RIGI_GENE=STIFF_G, INCREMENT=_F(PAS=1.e-3, INST_FIN=0.01),\n    EXCIT=_F(VECT_GENE=LOAD_G, COEF_MULT=0.7))\nFIN()\n",
    },
];
