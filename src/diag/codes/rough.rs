//! Codes of sliding rough bodies (`R85x`, `R86x`, `N33x`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R850",
        name: "size-not-positive",
        meaning: "A length, mass, stiffness, step or roughness is zero, negative or not finite where it must be positive (or at least not negative).",
        example: "DEBUT()\nP = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, ALEATOIRE=_F(RA=-5.e-6, LONG_CORR=1.e-3))\nFIN()\n",
    },
    CodeInfo {
        code: "R851",
        name: "profile-grid",
        meaning: "The length and the node spacing do not define a profile: one is missing, the spacing does not divide the length, or there are too few or too many nodes.",
        example: "DEBUT()\nP = DEFI_PROFIL(LONGUEUR=0.1, PAS=3.e-3, PLAN='OUI')\nFIN()\n",
    },
    CodeInfo {
        code: "R852",
        name: "profile-function",
        meaning: "The function of a profile has no finite value somewhere between 0 and its length.",
        example: "DEBUT()\nH = FORMULE(NOM_PARA='X', VALE='1.e-6 / X')\nP = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, FONCTION=H)\nFIN()\n",
    },
    CodeInfo {
        code: "R853",
        name: "profile-file",
        meaning: "A profile file must contain a header line and then at least four rows of two finite numbers X, H, evenly spaced in X.",
        example: "DEBUT()\nP = DEFI_PROFIL(UNITE=40)\nFIN()\n#### fort.40\nX,H\n0.0,1.e-6\n1.e-3,2.e-6\n4.e-3,2.e-6\n5.e-3,0.\n6.e-3,0.\n",
    },
    CodeInfo {
        code: "R855",
        name: "body-section",
        meaning: "The length of a body is not that of its profile, or its section is not known.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, LONGUEUR=0.2, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nFIN()\n",
    },
    CodeInfo {
        code: "R856",
        name: "body-modes",
        meaning: "A body has no mode of that rank, or its profile has too few nodes for that many modes.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=100)\nFIN()\n",
    },
    CodeInfo {
        code: "R857",
        name: "body-damping",
        meaning: "AMOR_REDUIT has neither one value nor one per flexible mode.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4, AMOR_REDUIT=(0.01, 0.02))\nFIN()\n",
    },
    CodeInfo {
        code: "R858",
        name: "outside-body",
        meaning: "An abscissa lies outside the body.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, OBSERVATION=_F(CORPS='GLISSEUR', ABSCISSE=0.05), CONTACT=_F(PENALITE=1.e9))\nFIN()\n",
    },
    CodeInfo {
        code: "R859",
        name: "different-spacing",
        meaning: "Two bodies that slide over one another have nodes at different distances.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=2.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(PENALITE=1.e9))\nFIN()\n",
    },
    CodeInfo {
        code: "R860",
        name: "slider-too-long",
        meaning: "The slider is longer than the resonator.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=BLOCK, GLISSEUR=STRIP, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(PENALITE=1.e9))\nFIN()\n",
    },
    CodeInfo {
        code: "R861",
        name: "sliding-steps",
        meaning: "The run is shorter than one step, or has more steps than can be made.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-7, CONTACT=_F(PENALITE=1.e9))\nFIN()\n",
    },
    CodeInfo {
        code: "R862",
        name: "slider-leaves",
        meaning: "Warning: the slider would leave the resonator before the end of the run; the run ends there. Bodies of equal length separate when they no longer overlap.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=1.e3, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(PENALITE=1.e9))\nFIN()\n",
    },
    CodeInfo {
        code: "R864",
        name: "kept-too-much",
        meaning: "A run would need more memory than is available.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0., PAS=1.e-6, INST_FIN=1.e3, ARCHIVAGE=_F(PAS_ARCH=1), CONTACT=_F(PENALITE=1.e9))\nFIN()\n",
    },
    CodeInfo {
        code: "R865",
        name: "regression-data",
        meaning: "The given table, columns or values do not define a regression, or an option of a run is used with a table.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(PENALITE=1.e9))\nT = POST_GLISSEMENT(RESULTAT=RUN, OPTION='NIVEAU')\nL = POST_GLISSEMENT(TABLE=T, OPTION='REGRESSION', NOM_PARA=('SPEED', 'LV'))\nFIN()\n",
    },
    CodeInfo {
        code: "R866",
        name: "sliding-instant",
        meaning: "No state is archived at the instant, or the interval contains no state of the run.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(PENALITE=1.e9))\nT = POST_GLISSEMENT(RESULTAT=RUN, OPTION='MODE', INST=0.5)\nFIN()\n",
    },
    CodeInfo {
        code: "R867",
        name: "not-observed",
        meaning: "The requested quantity was not kept by the run: there is no observation point, or shocks were not kept.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(PENALITE=1.e9))\nT = POST_GLISSEMENT(RESULTAT=RUN, OPTION='CHOC')\nFIN()\n",
    },
    CodeInfo {
        code: "R868",
        name: "spectrum-window",
        meaning: "The window of a spectrum is not a power of two, or is longer than the record.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, OBSERVATION=_F(CORPS='GLISSEUR', ABSCISSE=0.005), CONTACT=_F(PENALITE=1.e9))\nT = POST_GLISSEMENT(RESULTAT=RUN, OPTION='SPECTRE', NB_POINT=100)\nFIN()\n",
    },
    CodeInfo {
        code: "R869",
        name: "spectrum-average",
        meaning: "Warning: the record contains few windows; the spectrum is hardly averaged.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, OBSERVATION=_F(CORPS='GLISSEUR', ABSCISSE=0.005), CONTACT=_F(PENALITE=1.e9))\nT = POST_GLISSEMENT(RESULTAT=RUN, OPTION='SPECTRE', NB_POINT=64)\nFIN()\n",
    },
    CodeInfo {
        code: "N330",
        name: "unstable-sliding-step",
        meaning: "The step is beyond 2/omega of a mode, where central differences are unstable. The first such mode is named.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-3, INST_FIN=1., CONTACT=_F(PENALITE=1.e9))\nFIN()\n",
    },
    CodeInfo {
        code: "N331",
        name: "unstable-penalty",
        meaning: "The penalty is beyond the bound where contact is stable with this step: kappa chi tau^2 (sum psi_1^2/m_1 + sum psi_2^2/m_2) must be below 1.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0.1, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(PENALITE=1.e15))\nFIN()\n",
    },
    CodeInfo {
        code: "R870",
        name: "profile-units",
        meaning: "The roughness of a profile is more than 0.1 m, or more than 50 distances of its nodes: its lengths can hardly be metres. A file in other units is read with ECHELLE, as in ECHELLE=(1.e-3, 1.e-6) for X in millimetres and H in micrometres.",
        example: "DEBUT()\nP = DEFI_PROFIL(UNITE=40)\nFIN()\n#### fort.40\nX,H\n0.0,3.1\n0.013,-2.7\n0.026,4.9\n0.039,-5.3\n",
    },
    CodeInfo {
        code: "N332",
        name: "sliding-diverged",
        meaning: "A mode of sliding bodies is not finite. The previous states are kept.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSHORT = DEFI_PROFIL(LONGUEUR=0.01, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nBLOCK = DEFI_CORPS_RUGUEUX(PROFIL=SHORT, EPAISSEUR=5.e-3, E=210.e9, RHO=7800., APPUI='LIBRE', NB_MODE=2)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=BLOCK, VITESSE=0., PAS=1.e-4, INST_FIN=0.1, PESANTEUR=9.81,\n    POIDS_RESONATEUR='SUBIT', VERI_PAS='NON', CONTACT=_F(PENALITE=1.e6))\nFIN()\n",
    },
    CodeInfo {
        code: "N333",
        name: "multipliers",
        meaning: "The contact forces of a step could not be computed to the required residual.",
        example: "DEBUT()\nFLAT = DEFI_PROFIL(LONGUEUR=0.1, PAS=1.e-3, PLAN='OUI')\nSTRIP = DEFI_CORPS_RUGUEUX(PROFIL=FLAT, EPAISSEUR=2.e-3, E=210.e9, RHO=7800., NB_MODE=4)\nRUN = DYNA_GLISSEMENT(RESONATEUR=STRIP, GLISSEUR=STRIP, VITESSE=0., ECART=-1.e-6, PAS=1.e-6, INST_FIN=1.e-4, CONTACT=_F(ALGORITHME='LAGRANGE'))\nFIN()\n",
    },
];
