//! Codes of cycles (`R790` and up).

use super::info::CodeInfo;

/// A study of the two masses that ends with a call of CALC_CYCLE.
macro_rules! cycle {
    ($($text:literal),+) => {
        concat!(
            "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nX = CALC_CYCLE(MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, ",
            $($text),+,
            ")\nFIN()\n"
        )
    };
}

/// A stop of the second mass, 0.1 m away on both sides.
macro_rules! stop {
    ($text:literal) => {
        cycle!(
            "COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), ORIG_OBST=(1., 0., 0.), ANGL_VRIL=90., JEU=0.1), ",
            $text
        )
    };
}

pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "R790",
        name: "cycle-forcing",
        meaning: "The forcing of CALC_CYCLE does not fit its kind of cycle: a forced cycle has FREQ, an autonomous one has neither FREQ nor a force that depends on time.",
        example: cycle!("TYPE_CYCLE='FORCE'"),
    },
    CodeInfo {
        code: "R791",
        name: "cycle-contact",
        meaning: "CALC_CYCLE has contacts on planes with slip in one direction. Round obstacles, profiles and slip in two directions are for DYNA_VIBRA.",
        example: "#### after the prologue\nHOLE = DEFI_OBSTACLE(TYPE='CERCLE')\nX = CALC_CYCLE(MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, FREQ=1., EXCIT=_F(VECT_ASSE_GENE=LOAD_G),\n    COMPORTEMENT=_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=HOLE, NORM_OBST=(0., 0., 1.), ORIG_OBST=(1., 0., 0.), JEU=0.1))\nFIN()\n",
    },
    CodeInfo {
        code: "R792",
        name: "cycle-observation",
        meaning: "An OBSERVATION of CALC_CYCLE names a component that its node does not have.",
        example: cycle!("FREQ=1., EXCIT=_F(VECT_ASSE_GENE=LOAD_G), OBSERVATION=_F(GROUP_NO='BOB', NOM_CMP='DRX')"),
    },
    CodeInfo {
        code: "R793",
        name: "cycle-not-periodic",
        meaning: "FONC_MULT of CALC_CYCLE is a function of INST of period 1/FREQ: it is compared with itself a period later.",
        example: "#### after the prologue\nRAMP = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 9., 9.))\nX = CALC_CYCLE(MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, FREQ=1., EXCIT=_F(VECT_ASSE_GENE=LOAD_G, FONC_MULT=RAMP))\nFIN()\n",
    },
    CodeInfo {
        code: "R794",
        name: "cycle-parameter",
        meaning: "A branch of CALC_CYCLE cannot be followed in this parameter: the study does not have it, its bounds are the wrong way round, or the study starts outside them.",
        example: cycle!(
            "FREQ=1., EXCIT=_F(VECT_ASSE_GENE=LOAD_G), CONTINUATION=_F(PARAMETRE='FREQ', VALE_MIN=2., VALE_MAX=0.5)"
        ),
    },
    CodeInfo {
        code: "R795",
        name: "cycle-symmetry",
        meaning: "SYMETRIE='OUI' needs forces that are reversed half a period later, and contacts that are their own mirror images.",
        example: cycle!("FREQ=1., SYMETRIE='OUI', EXCIT=_F(VECT_ASSE_GENE=LOAD_G, NUME_HARM=2)"),
    },
    CodeInfo {
        code: "R796",
        name: "cycle-start",
        meaning: "ETAT_INIT of CALC_CYCLE designates no state: a transient or a cycle on the same basis, kept at the instant or in the row asked for.",
        example: cycle!("FREQ=1., EXCIT=_F(VECT_ASSE_GENE=LOAD_G), ETAT_INIT=_F(RESULTAT=FIRST, INST_INIT=7.)"),
    },
    CodeInfo {
        code: "R797",
        name: "no-cycle",
        meaning: "The motion does not come back: it comes to rest, slides on, has no events, grows without bound, or has too many events in a period.",
        example: stop!("TYPE_CYCLE='AUTONOME'"),
    },
    CodeInfo {
        code: "R798",
        name: "cycle-not-found",
        meaning: "Newton's method finds no cycle from this start. A longer transient, a cycle of more periods or another start may help.",
        example: cycle!("FREQ=1., EXCIT=_F(VECT_ASSE_GENE=LOAD_G), NEWTON=_F(RESI_RELA=1.E-30, ITER_MAXI=1)"),
    },
    CodeInfo {
        code: "R799",
        name: "cycle-one-sided",
        meaning: "Warning: two contacts have an event at one instant, or an impact has speed 0: the derivative of the motion has a jump there, and multipliers are not evaluated.",
        example: "#### after the prologue\nWALL = DEFI_OBSTACLE(TYPE='PLAN_Y')\nSTOPS = [_F(RELATION='DIS_CHOC', GROUP_NO_1='BOB', OBSTACLE=WALL, NORM_OBST=(0., 0., 1.), ORIG_OBST=(1., 0., 0.), ANGL_VRIL=90., JEU=0.1, RIGI_NOR=50.)] * 2\nX = CALC_CYCLE(MATR_MASS=MASS_G, MATR_RIGI=STIFF_G, FREQ=0.3, EXCIT=_F(VECT_ASSE_GENE=LOAD_G), AMOR_MODAL=_F(AMOR_REDUIT=0.1), COMPORTEMENT=STOPS)\nFIN()\n",
    },
];
