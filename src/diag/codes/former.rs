//! `G03x`: studies of former versions.

use super::info::CodeInfo;

pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "G030",
        name: "former-syntax",
        meaning: "The study has forms of version 15 (2020) or before. They are read as what today's language has in their place, \
                  with the same result. `stickslip check --verbose` lists them, `stickslip upgrade` writes the study in today's \
                  syntax.",
        example: "DEBUT()\nL = DEFI_LIST_REEL(VALE=(0.0, 1.0))\nDETRUIRE(CONCEPT=_F(NOM=L))\nFIN()\n",
    },
    CodeInfo {
        code: "G031",
        name: "former-rule",
        meaning: "A former version computed another figure here. Today's rule is used, and figures recorded in the study may \
                  differ; `--former 2020` follows the former rule.",
        example: "#### after the prologue\nDETRUIRE(CONCEPT=_F(NOM=PUSH))\nFIN()\n",
    },
    CodeInfo {
        code: "G032",
        name: "name-or-rank",
        meaning: "A word such as N6 is the name of one node in the mesh file and the rank of another, and nothing in the study \
                  tells whether it is a former one, where words are names. The name is taken. `--former 2020` says that words are \
                  names, `--former no` that they are ranks; a group leaves no doubt.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\n\
                  MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOEUD='N1', NOM='G'))\nFIN()\n\
                  #### example.mail\nCOOR_3D\nA 0. 0. 0.\nN1 1. 0. 0.\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "G033",
        name: "rank-of-a-state",
        meaning: "An assertion of TEST_RESU(GENE) fails at the state of that order number, and holds at the state of that rank, \
                  which NUME_ORDRE meant in version 15. Nothing else in the study tells its age.",
        example: "#### after the prologue\nTEST_RESU(GENE=_F(RESU_GENE=FIRST, NOM_CHAM='DEPL', NUME_CMP_GENE=1, NUME_ORDRE=1, CRITERE='ABSOLU', VALE_CALC=0.,\n    REFERENCE='ANALYTIQUE', VALE_REFE=0., PRECISION=1.e-12))\nFIN()\n",
    },
];
