//! Codes of harmonic responses and of transients on physical unknowns (`R320` to `R339`, `N320` to `N329`).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "N320",
        name: "resonance-without-damping",
        meaning: "The harmonic response is infinite: nothing damps the motion at this frequency, or nothing holds the structure at 0 Hz.",
        example: "#### after the prologue\nFREE = COMB_MATR_ASSE(COMB_R=_F(MATR_ASSE=STIFF, COEF_R=0.))\nRESP = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=FREE, FREQ=0.,\n    EXCIT=_F(VECT_ASSE=LOAD, COEF_MULT=1.))\nFIN()\n",
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
        example: "",
    },
];
