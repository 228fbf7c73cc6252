//! Words of the trade that no name or gloss of the manual has, and where what they mean is.

/// What a word means here, and the examples that show it, by their folder and stem in `examples`.
pub struct Meaning {
    words: &'static [&'static str],
    pub places: &'static str,
    pub examples: &'static [&'static str],
}

const MEANINGS: &[Meaning] = &[
    Meaning {
        words: &["belt", "conveyor", "disc", "disk", "brake"],
        places: "a surface that moves: COMPORTEMENT.VITE_ENTR of DYNA_VIBRA and CALC_CYCLE",
        examples: &["exact_friction/belt", "cycles/belt"],
    },
    Meaning {
        words: &["stick slip", "stiction", "squeal"],
        places: "dry friction: COMPORTEMENT.FROTTEMENT of DYNA_VIBRA, exact with SCHEMA='EVENEMENT'; its cycles by CALC_CYCLE; \
            between elastic bodies DYNA_COUCHE",
        examples: &["exact_friction/belt", "exact_friction/shoe", "cycles/belt", "elastic_slab/elastic_slab"],
    },
    Meaning {
        words: &["stribeck", "static friction", "breakaway"],
        places: "friction that falls with the speed: FROTTEMENT='COULOMB_STAT_DYNA' with COULOMB_STAT and COULOMB_DYNA of \
            DYNA_VIBRA; MU_STAT of DYNA_COUCHE",
        examples: &["cycles/belt"],
    },
    Meaning {
        words: &["chatter", "rattle", "rattling", "backlash", "play", "clearance"],
        places: "contact with a gap: COMPORTEMENT.JEU with RELATION='DIS_CHOC' of DYNA_VIBRA and DEFI_OBSTACLE; exact dates with \
            SCHEMA='EVENEMENT', periodic motions by CALC_CYCLE",
        examples: &["cycles/impacts", "exact_friction/ball"],
    },
    Meaning {
        words: &["pounding", "collision", "bounce", "bouncing"],
        places: "impacts: COMPORTEMENT of DYNA_VIBRA with RELATION='DIS_CHOC', without stiffness with SCHEMA='EVENEMENT' or 'MOREAU'; \
            on physical unknowns DYNA_NON_LINE with DIS_CHOC",
        examples: &["exact_friction/ball", "nonlinear/building", "nonlinear/drop"],
    },
    Meaning {
        words: &["hertz", "hertzian"],
        places: "a stiffness that grows with the depth: COMPORTEMENT.RELATION='RELA_EFFO_DEPL' of DYNA_VIBRA takes any law of force and \
            displacement; between rough surfaces DYNA_GLISSEMENT",
        examples: &["rough_sliding/penalty"],
    },
    Meaning {
        words: &["fretting", "archard"],
        places: "wear: POST_USURE, and the wear power of POST_DYNA_MODA_T",
        examples: &["rubbing_shoe/rubbing_shoe"],
    },
];

/// What the words that were asked for mean; hyphens are blanks.
pub fn meanings(asked: &str) -> Vec<&'static Meaning> {
    let asked = asked.to_lowercase().replace(['-', '_'], " ");
    let holds = |word: &&&str| format!(" {asked} ").contains(&format!(" {word} "));
    MEANINGS.iter().filter(|meaning| meaning.words.iter().any(|word| holds(&word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::manual;

    #[test]
    fn what_they_name_is_there() {
        let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
        for meaning in MEANINGS {
            for example in meaning.examples {
                assert!(examples.join(format!("{example}.comm")).is_file(), "{example}");
            }
            let capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            for word in meaning.places.split(|c: char| !capital(c)).filter(|word| word.len() > 2) {
                let known = manual::page(word).is_some() || !manual::elsewhere(word, 100).is_empty();
                assert!(known, "{word} of {:?} is nothing of the manual", meaning.words);
            }
        }
        assert_eq!(meanings("a Stick-Slip motion").len(), 1);
        assert!(meanings("belted").is_empty());
    }
}
