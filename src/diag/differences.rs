//! Behaviour of the reference program that is not intended and not kept: figures published with it differ from ours.
//!
//! `stickslip doc slips` prints the list after the slips that are kept. To add one: a line here, with the case that has the
//! meaning as its expected value.

/// One difference.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// Operators and keywords it concerns.
    pub place: &'static str,
    /// What the reference program does.
    pub there: &'static str,
    /// What is computed here.
    pub here: &'static str,
}

/// All of them by place.
pub const DIFFERENCES: &[Difference] = &[
    Difference {
        place: "CALC_FONCTION SPEC_OSCI (METHODE='NIGAM', 'HARMO'), INFO_FONCTION NOCI_SEISME",
        there: "the largest displacement is looked for at the samples of the record: too low from about a tenth of the sampling frequency on, by half and more near one half of it",
        here: "the largest within the steps; `--former 2020` looks at the samples",
    },
    Difference {
        place: "CALC_MODES OPTION PROCHE, SEPARE, AJUSTE",
        there: "inverse iteration stops early: small components are off by 1e-7 to 2e-6; with MATR_AMOR frequencies by 6e-6, damping by 1e-4, shapes by 1e-3",
        here: "exact modes",
    },
    Difference {
        place: "COMB_SISM_MODAL COMB_MODE='DPC'",
        there: "versions of 2020 and before keep a pair exactly 10 per cent apart in one chain",
        here: "such a pair is apart",
    },
    Difference {
        place: "COMB_SISM_MODAL COMB_MODE='DSC'",
        there: "versions of 2020 and before have the damping of finite duration under the square roots too",
        here: "the formula of Rosenblueth",
    },
    Difference {
        place: "COMB_SISM_MODAL EXCIT (former syntax), several occurrences with AXE, one support",
        there: "only the direction of the last one is used",
        here: "each has its direction",
    },
    Difference {
        place: "COMB_SISM_MODAL OPTION='ACCE_ABSOLU'",
        there: "components across the direction treated keep the shape of the first mode where there is nothing: rotations differ by 3e-5, with the norm of the modes",
        here: "the unit motion is 0 across its direction",
    },
    Difference {
        place: "COMB_SISM_MODAL TYPE_ANALYSE='MULT_APPUI' with some modes only",
        there: "participation has the masses of the first modes of the base",
        here: "the masses of the selected modes",
    },
    Difference {
        place: "DYNA_VIBRA BASE_CALCUL='PHYS', SCHEMA='DIFF_CENTRE'",
        there: "the first half step is not made on the first equation, and made one equation too far",
        here: "made on all of them",
    },
    Difference {
        place: "MODI_MAILLAGE DEFORME/ALEA",
        there: "nodes move at random by the relative amount given: small reactions change by 2e-6",
        here: "no random motion",
    },
    Difference {
        place: "POST_DYNA_MODA_T OPTION='IMPACT' with INST_INIT",
        there: "as many samples as the window has are taken from the start of the run: later ones count as no force",
        here: "the whole window",
    },
    Difference {
        place: "RECU_FONCTION RESU_GENE, PARA_X or PARA_Y of contacts: VN, VT1, VT2, DXLOC, DYLOC, DZLOC",
        there: "other internal values than their names say",
        here: "normal and tangential velocities, local displacements",
    },
    Difference {
        place: "RECU_FONCTION RESU_GENE, generalised modes",
        there: "lists are shifted by one: a null first abscissa, the last frequency among the ordinates, or a null last ordinate",
        here: "each value stands at its frequency",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_sorted_and_complete() {
        assert!(DIFFERENCES.windows(2).all(|w| w[0].place < w[1].place));
        for d in DIFFERENCES {
            assert!(![d.place, d.there, d.here].iter().any(|text| text.is_empty()), "{}", d.place);
        }
    }
}
