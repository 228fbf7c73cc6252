//! Codes of random vibration: spectral matrices, the response of modes to them, what is made of it (`R531` to `R539`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R531",
        name: "spectral-matrix",
        meaning: "The terms of a matrix of spectral densities do not fit together: they have other frequencies, one is not the conjugate of the one across the diagonal, or the matrix is not of the kind that is needed.",
        example: "DEBUT()\nS = DEFI_INTE_SPEC(DIMENSION=1, CONSTANT=(_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=1.0), _F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=2.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "R532",
        name: "random-draw",
        meaning: "No signal can be generated from these spectral densities, or not in this way.",
        example: "DEBUT()\nS = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=1.0))\nD = GENE_FONC_ALEA(INTE_SPEC=S, FREQ_INIT=200.0)\nFIN()\n",
    },
    CodeInfo {
        code: "R533",
        name: "densities-doubtful",
        meaning: "Warning: a matrix of spectral densities is not that of any signals (it is not positive), or DIMENSION is not the number of its densities.",
        example: "DEBUT()\nS = DEFI_INTE_SPEC(DIMENSION=1, CONSTANT=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=-1.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R534",
        name: "random-response",
        meaning: "DYNA_ALEA_MODAL cannot compute the response: dampings or excitations do not match modes or rows, static modes are missing, or no frequencies are left.",
        example: "#### after the prologue\nS = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=1.0))\nR = DYNA_ALEA_MODAL(BASE_MODALE=_F(MODE_MECA=MODES, NUME_ORDRE=(1, 2), AMOR_REDUIT=0.02), EXCIT=_F(INTE_SPEC=S, NUME_ORDRE_I=1, NOEUD='N1', NOM_CMP='DX', GRANDEUR='EFFO'))\nFIN()\n",
    },
    CodeInfo {
        code: "R535",
        name: "response-at-nodes",
        meaning: "REST_SPEC_PHYS cannot make this response: the field does not go with the modal one, or is not on the modes, or the modes named are not those of the modal response.",
        example: "#### after the prologue\nS = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=1.0))\nR = DYNA_ALEA_MODAL(BASE_MODALE=_F(MODE_MECA=MODES, NUME_ORDRE=1, AMOR_REDUIT=0.02), EXCIT=_F(INTE_SPEC=S, NUME_ORDRE_I=1, NOEUD='N1', NOM_CMP='DX', GRANDEUR='EFFO'))\nQ = REST_SPEC_PHYS(MODE_MECA=MODES, TOUT_ORDRE='OUI', INTE_SPEC_GENE=R, NOM_CHAM='DEPL', GROUP_NO='BOB', NOM_CMP='DX')\nFIN()\n",
    },
    CodeInfo {
        code: "R536",
        name: "densities-of-all-modes",
        meaning: "Note: OPTION of REST_SPEC_PHYS leaves out the terms between modes. The densities of all modes count here; the reference takes that of the first row alone.",
        example: "#### after the prologue\nS = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=1.0))\nR = DYNA_ALEA_MODAL(BASE_MODALE=_F(MODE_MECA=MODES, NUME_ORDRE=(1, 2), AMOR_REDUIT=(0.02, 0.02)), EXCIT=_F(INTE_SPEC=S, NUME_ORDRE_I=1, NOEUD='N1', NOM_CMP='DX', GRANDEUR='EFFO'))\nQ = REST_SPEC_PHYS(MODE_MECA=MODES, TOUT_ORDRE='OUI', INTE_SPEC_GENE=R, NOM_CHAM='DEPL', GROUP_NO='BOB', NOM_CMP='DX')\nFIN()\n",
    },
    CodeInfo {
        code: "R537",
        name: "random-statistics",
        meaning: "POST_DYNA_ALEA cannot compute the statistics: a density is below zero, or the terms, orders, duration or probability are none.",
        example: "DEBUT()\nS = DEFI_INTE_SPEC(CONSTANT=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, VALE_R=1.0))\nT = POST_DYNA_ALEA(INTERSPECTRE=_F(INTE_SPEC=S, OPTION=\"DIAG\", MOMENT=-1))\nFIN()\n",
    },
    CodeInfo {
        code: "R538",
        name: "fragility",
        meaning: "POST_DYNA_ALEA finds no fragility curve in the table of runs.",
        example: "DEBUT()\nRUNS = CREA_TABLE(LISTE=(_F(PARA=\"PARA_NOCI\", LISTE_R=(1.0, 2.0, 3.0)), _F(PARA=\"DEFA\", LISTE_I=(0, 0, 0))))\nT = POST_DYNA_ALEA(FRAGILITE=_F(TABL_RESU=RUNS, METHODE=\"EMV\", AM_INI=2.0, VALE=2.0))\nFIN()\n",
    },
    CodeInfo {
        code: "R539",
        name: "fourier-of-states",
        meaning: "REST_SPEC_TEMP cannot transform these states, or (warning) transforms states by rank that are not at equal steps from 0.",
        example: "#### after the prologue\nH = REST_SPEC_TEMP(RESU_GENE=FIRST, METHODE='PROL_ZERO', N_PUIS=30)\nFIN()\n",
    },
];
