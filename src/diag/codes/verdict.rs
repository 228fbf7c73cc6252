//! Codes of assertions (`T...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "T001",
        name: "not-testable",
        meaning: "This assertion cannot be applied to the concept, or not with these arguments.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n\
                  TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=(0.5, 1.0), VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T002",
        name: "kind-of-value",
        meaning: "The expected value is of another kind than the computed one: VALE_CALC and VALE_REFE are for reals, with the suffix _I for integers, _C for complex numbers, _K for texts.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='FREQ', VALE_C=(0.0, 1.0, 2.0, 1.0, 2.0, 3.0))\n\
                  TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.5, VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T003",
        name: "no-such-cell",
        meaning: "The table has no such column, the filters keep no row, or they keep several values where one is needed.",
        example: "DEBUT()\nT = CREA_TABLE(LISTE=_F(PARA='A', LISTE_R=(1.0, 2.0)))\nTEST_TABLE(TABLE=T, NOM_PARA='A', VALE_CALC=1.0)\nFIN()\n",
    },
    CodeInfo {
        code: "T004",
        name: "no-such-value",
        meaning: "The function has no value at that place (outside its range with PROL='EXCLU', for instance), or no such attribute.",
        example: "DEBUT()\nF = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))\n\
                  TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=3.0, VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T005",
        name: "no-such-place",
        meaning: "The result has no state at that order, instant or frequency, or no such field, component or parameter.",
        example: "DEBUT()\nwith open('fort.20', 'w') as f:\n    f.write('COOR_3D\\nA 0. 0. 0.\\nFINSF\\nGROUP_NO\\nEND A\\nFINSF\\nFIN\\n')\n\
                  MA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\nU = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MA, \
                  AFFE=_F(TOUT='OUI', NOM_CMP='DX', VALE=1.0))\n\
                  TEST_RESU(CHAM_NO=_F(CHAM_GD=U, GROUP_NO='END', NOM_CMP='DY', VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T006",
        name: "first-of-several",
        meaning: "Warning: a group given as the place of an assertion has several nodes; the first one is tested. Give a group of one node.",
        example: "DEBUT()\nwith open('fort.20', 'w') as f:\n    f.write('COOR_3D\\nA 0. 0. 0.\\nB 1. 0. 0.\\nFINSF\\nGROUP_NO\\nENDS A B\\nFINSF\\nFIN\\n')\n\
                  MA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\nU = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MA, \
                  AFFE=_F(TOUT='OUI', NOM_CMP='DX', VALE=1.0))\n\
                  TEST_RESU(CHAM_NO=_F(CHAM_GD=U, GROUP_NO='ENDS', NOM_CMP='DX', VALE_CALC=1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "T007",
        name: "bad-expression",
        meaning: "EXPR_IGNORE, or VALE_K of a filter REGEXP, is not a regular expression of the supported kind.",
        example: "DEBUT()\nwith open('found.txt', 'w') as f:\n    f.write('1.5 2.5')\n\
                  TEST_FICHIER(FICHIER='found.txt', NB_VALE=2, EXPR_IGNORE='(date')\nFIN()\n",
    },
    CodeInfo {
        code: "T008",
        name: "whole-field",
        meaning: "Warning: TYPE_TEST uses all values of a field, or of one component, for a sum or an extreme; a place given beside it is ignored.",
        example: "DEBUT()\nwith open('fort.20', 'w') as f:\n    f.write('COOR_3D\\nA 0. 0. 0.\\nB 1. 0. 0.\\nFINSF\\nGROUP_NO\\nEND A\\nFINSF\\nFIN\\n')\n\
                  MA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)\nU = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MA, \
                  AFFE=_F(TOUT='OUI', NOM_CMP='DX', VALE=1.0))\n\
                  TEST_RESU(CHAM_NO=_F(CHAM_GD=U, GROUP_NO='END', NOM_CMP='DX', TYPE_TEST='SOMM', VALE_CALC=2.0))\nFIN()\n",
    },
];
