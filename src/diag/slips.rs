//! Kept slips: behaviour of the reference program that is plainly not intended, reproduced because published figures
//! contain it. The one list of them: `stickslip doc slips` prints it, and a run that one changes says so once (R003).
//!
//! To add one: a line here, and `context.slip("its-name", span)` in the operator, only where it changes a figure. A
//! slip of the kernel is a name in the `slips` of its result, which the operator passes on.

/// One kept slip.
#[derive(Clone, Copy, Debug)]
pub struct Slip {
    /// Stable name (`devoge-start`).
    pub name: &'static str,
    /// Operators and keywords it concerns.
    pub place: &'static str,
    /// What is computed, and what would be right.
    pub what: &'static str,
    /// How to get the textbook value.
    pub textbook: &'static str,
}

/// All slips by name.
pub const SLIPS: &[Slip] = &[
    Slip {
        name: "affine-section",
        place: "AFFE_CARA_ELEM VARI_SECT='AFFINE', beams",
        what: "HZ varies, yet IZ and JX vary as its cube and IY linearly; the lumped mass is that of the first end",
        textbook: "short cells of constant section",
    },
    Slip {
        name: "angular-acceleration-of-beams",
        place: "CALC_MATR_ELEM RIGI_GYRO, beams",
        what: "the terms are stored in rows v1, theta_x1, theta_y1, u2 instead of v1, theta_z1, v2, theta_z2",
        textbook: "none: leave MATR_RIGY out, its forces are small beside those of MATR_GYRO",
    },
    Slip {
        name: "bimoment-shear",
        place: "CALC_CHAMP SIEF_ELGA, SIEF_ELNO, FORC_NODA, REAC_NODA of POU_D_TG",
        what: "shear forces are a G A times the shear strain instead of G A / a: nodal forces are not those of the stiffness",
        textbook: "EFGE_ELNO, or AY = AZ = 1",
    },
    Slip {
        name: "complex-line-loads",
        place: "CALC_CHAMP EFGE_ELNO, SIPO_ELNO, SIPM_ELNO under FORCE_POUTRE of AFFE_CHAR_MECA_C",
        what: "nodal forces of a complex line load are not taken off the forces at the ends of beams",
        textbook: "two real responses, or the forces of the neighbour beam that has no load",
    },
    Slip {
        name: "devoge-first-estimate",
        place: "DYNA_VIBRA DEVOGE",
        what: "when the first step is attempted twice, its error is estimated with the total force where the acceleration belongs",
        textbook: "a first PAS that is accepted at once, or RUNGE_KUTTA_54",
    },
    Slip {
        name: "devoge-same-length",
        place: "DYNA_VIBRA DEVOGE",
        what: "a step as long as the last one is judged as if the one before had the same length too",
        textbook: "RUNGE_KUTTA_54, or PAS_MINI = PAS_MAXI",
    },
    Slip {
        name: "devoge-start",
        place: "DYNA_VIBRA DEVOGE",
        what: "the mid-step before the start is q - h/2 v + h/8 a where the Taylor series has h^2/8 a",
        textbook: "RUNGE_KUTTA_54, or an initial state without acceleration",
    },
    Slip {
        name: "disc-inertia-frame",
        place: "CALC_MATR_ELEM RIGI_GYRO, discrete cells given in GLOBAL",
        what: "the inertia is the fourth diagonal term as given, not turned to the local frame of the cell",
        textbook: "give the inertia in the local frame (REPERE='LOCAL')",
    },
    Slip {
        name: "displacements-in-accelerations",
        place: "COMB_SISM_MODAL EXCIT, ACCE_ABSOLU with DEPL_MULT_APPUI",
        what: "the displacements of supports are added to absolute accelerations, metres to m/s2",
        textbook: "ask for ACCE_ABSOLU in a call without DEPL_MULT_APPUI",
    },
    Slip {
        name: "edf-mz-numbers",
        place: "POST_USURE LOI_USURE='EDF_MZ', MATER_USURE",
        what: "the four published numbers of the pair are taken in another order than the law names them",
        textbook: "give COEF_S, COEF_B, COEF_N and COEF_USURE",
    },
    Slip {
        name: "elbow-planes",
        place: "AFFE_CARA_ELEM SECTION='COUDE'",
        what: "factors named XY change the bending about y and those named XZ the bending about z",
        textbook: "give each factor the name of the other plane",
    },
    Slip {
        name: "elbow-stress",
        place: "CALC_CHAMP SIPO_ELNO, SIPM_ELNO in elbows",
        what: "SMFY, SMFZ have the stress index twice, divided once by the flexibility; SIPM of a tube has the index about y alone",
        textbook: "EFGE_ELNO times the index over the section modulus",
    },
    Slip {
        name: "energies-at-the-start",
        place: "DYNA_VIBRA ENERGIE, ADAPT_ORDRE2",
        what: "in the table PARA_CALC, INST is the start of the step whose end the energies belong to",
        textbook: "read INST of the next row",
    },
    Slip {
        name: "foundation-lengths",
        place: "AFFE_CARA_ELEM RIGI_PARASOL, MASS_REP, segments",
        what: "the length of a segment is that in the plane of x and y: a difference of z is left out",
        textbook: "COEF_GROUP: the true length over that in the plane (one group a slope)",
    },
    Slip {
        name: "foundation-mass",
        place: "AFFE_CARA_ELEM RIGI_PARASOL",
        what: "each cell gets a zero mass too, which erases the one MASS_REP gave to the same cell",
        textbook: "other point cells for MASS_REP, or the mass by DISCRET",
    },
    Slip {
        name: "foundation-rotation",
        place: "AFFE_CARA_ELEM RIGI_PARASOL, K_TR and A_TR in the plane",
        what: "the value of rotation is read and lost: nodes share what the springs of translation leave of zero",
        textbook: "the springs of rotation by DISCRET_2D",
    },
    Slip {
        name: "implicit-count-of-states",
        place: "DYNA_VIBRA TRAITEMENT_NONL='IMPLICITE', constant step",
        what: "the run stops when as many states are kept as PAS makes, and steps made again add states: it may end before INST_FIN",
        textbook: "INST_FIN a little later, or ARCHIVAGE/INST",
    },
    Slip {
        name: "implicit-critical-point",
        place: "DYNA_VIBRA TRAITEMENT_NONL='IMPLICITE'",
        what: "where a contact opens, the point at which the step would be cut mixes two bases and two stiffnesses: steps are mostly accepted as they are",
        textbook: "a short PAS",
    },
    Slip {
        name: "impulse-at-ends",
        place: "POST_DYNA_MODA_T OPTION='IMPACT', IMPULSION",
        what: "a force at the first or at the last kept instant weighs half that instant in place of half a step: a shock under way at INST_INIT, or at INST_FIN, has a wrong impulse",
        textbook: "INST_INIT and INST_FIN where the contact is open, or INTEGRE of FN from RECU_FONCTION",
    },
    Slip {
        name: "modal-pulsations",
        place: "REST_SPEC_PHYS with BASE_ELAS_FLUI, NOM_CHAM='VITE' or 'ACCE'",
        what: "densities of displacements are multiplied by the pulsations of the modes, not by that of each frequency",
        textbook: "DEPL, and multiply its density by (2 pi f)^2 or (2 pi f)^4",
    },
    Slip {
        name: "newmark-first-step",
        place: "DYNA_VIBRA NEWMARK, TRBDF2, with local nonlinearities",
        what: "in the first step the nonlinear forces are those of the state (0, 0), whatever the initial state",
        textbook: "start from rest at the origin, or DIFF_CENTRE, ADAPT_*, RUNGE_KUTTA_*",
    },
    Slip {
        name: "offset-mass",
        place: "AFFE_CARA_ELEM EY, EZ, consistent mass",
        what: "the coupling of v and theta_x by the offset EZ has the opposite sign",
        textbook: "MASS_MECA_DIAG, which ignores the offset",
    },
    Slip {
        name: "order-of-last-state",
        place: "DYNA_VIBRA ETAT_INIT/NUME_ORDRE",
        what: "the clock starts at the instant of the order and the state is the last one kept",
        textbook: "ETAT_INIT/INST_INIT",
    },
    Slip {
        name: "products-of-inertia",
        place: "POST_ELEM MASS_INER",
        what: "products of inertia of elements, terms of tensors, are added to transport terms of the other sign",
        textbook: "IX_G, IY_G, IZ_G are right; products of structures along the axes too",
    },
    Slip {
        name: "rotor-damping-columns",
        place: "DYNA_VIBRA VITESSE_VARIABLE='OUI' with AMOR_MODAL and a full mass",
        what: "the damping matrix is M diag(c) where runs of constant speed take diag(c) M",
        textbook: "MATR_AMOR, or a base of modes only (diagonal mass)",
    },
    Slip {
        name: "rotor-first-step",
        place: "DYNA_VIBRA VITESSE_VARIABLE='OUI'",
        what: "the initial acceleration and the first step have the matrices without rotation",
        textbook: "start from rest without force, or a short PAS",
    },
    Slip {
        name: "sector-width",
        place: "POST_USURE SECTEUR, LARGEUR_OBST",
        what: "without LARGEUR_OBST the wear depth is that of an obstacle 0.011 wide, a length in metres",
        textbook: "give LARGEUR_OBST",
    },
    Slip {
        name: "shortest-shock",
        place: "POST_DYNA_MODA_T OPTION='CHOC', T_CHOC_MINI",
        what: "the shortest duration is the smaller of it and 0, so always 0",
        textbook: "OPTION='IMPACT', smallest T_CHOC",
    },
    Slip {
        name: "simpson-unequal-steps",
        place: "CALC_FONCTION INTEGRE METHODE='SIMPSON'",
        what: "on unequal steps the middle weight is 2 + q where the parabola has 4 + q",
        textbook: "METHODE='TRAPEZE', or equal steps",
    },
    Slip {
        name: "terms-as-stored",
        place: "DYNA_ALEA_MODAL EXCIT",
        what: "a term that the spectral matrix holds across the diagonal is taken without conjugation",
        textbook: "store terms (i, j) in the order in which EXCIT names the rows",
    },
    Slip {
        name: "trbdf2-damping",
        place: "DYNA_VIBRA TRBDF2 with AMOR_MODAL",
        what: "damping per unit mass stands where the damping force belongs: right for unit generalised masses only",
        textbook: "NORM_MODE(NORME='MASS_GENE'), or MATR_AMOR",
    },
    Slip {
        name: "velocity-half-step-late",
        place: "DYNA_VIBRA DIFF_CENTRE, CHAM_EXCLU='VITE'",
        what: "the velocity kept at the last instant is that of half a step before; a run that goes on from it takes it as the full one",
        textbook: "leave VITE in",
    },
    Slip {
        name: "warm-beam-energy",
        place: "POST_ELEM ENER_POT, beams with a temperature",
        what: "the energy of the free expansion e L is k (e L)^2 instead of half of it: a beam that dilates freely holds k (e L)^2/2, not 0",
        textbook: "the normal force of SIEF_ELGA: N^2 L/(2 E A) for its part of traction",
    },
    Slip {
        name: "zero-initial-acceleration",
        place: "DYNA_VIBRA BASE_CALCUL='PHYS' without ETAT_INIT, a load that is not 0 at the start",
        what: "the acceleration at the start is 0, not that of the load: NEWMARK, WILSON and DIFF_CENTRE are of order 1 under a load applied at once",
        textbook: "ETAT_INIT=_F(DEPL=...) with a field of zeros: the acceleration is that of the equation of motion, and the order 2",
    },
];

/// Looks a slip up by its name.
pub fn slip(name: &str) -> Option<&'static Slip> {
    SLIPS.iter().find(|slip| slip.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_sorted_and_complete() {
        assert!(SLIPS.is_sorted_by_key(|s| s.name));
        assert!(SLIPS.windows(2).all(|w| w[0].name != w[1].name));
        for s in SLIPS {
            assert!(![s.name, s.place, s.what, s.textbook].iter().any(|text| text.is_empty()), "{}", s.name);
        }
    }
}
