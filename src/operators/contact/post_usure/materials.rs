//! MATER_USURE: coefficients by pair of materials and geometry of contact.

use crate::kernel::wear::WearLaw;

/// Laws of the mobile part and of the obstacle, if known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    pub mobile: WearLaw,
    pub obstacle: Option<WearLaw>,
}

/// (CONTACT, MATER_USURE, coefficient of the mobile part, of the obstacle) of Archard's law, in m³/J.
const ARCHARD: &[(&str, &str, f64, Option<f64>)] = &[
    ("TUBE_BAV", "I600_I600", 1.2e-13, None),
    ("TUBE_BAV", "I600TT_I600", 4.5e-14, None),
    ("TUBE_BAV", "I600TT_I600TT", 1.4e-15, None),
    ("TUBE_BAV", "I600_I600CR", 7.2e-14, None),
    ("TUBE_BAV", "I600TT_I600CR", 9.1e-16, None),
    ("TUBE_BAV", "I690TT_I600CR", 1.2e-15, None),
    ("TUBE_BAV", "I600_Z10C13", 9.9e-14, None),
    ("TUBE_BAV", "I600_A405", 6.2e-14, None),
    ("TUBE_BAV", "I690_A405", 4.1e-16, None),
    ("TUBE_BAV", "I600TT_Z6C13", 9.2e-15, None),
    ("TUBE_BAV", "I600_Z6C13", 7.1e-15, None),
    ("TUBE_BAV", "I690_Z6C13", 7.7e-15, None),
    ("TUBE_BAV", "I600_A347", 1.0e-13, None),
    ("TUBE_ALESAGE", "I690_Z10C13", 6.0e-17, None),
    ("TUBE_ALESAGE", "I600_I600", 1.6e-13, None),
    ("TUBE_ALESAGE", "I690_I600", 5.2e-14, None),
    ("TUBE_ALESAGE", "I600_I600CR", 2.2e-15, None),
    ("TUBE_ALESAGE", "I690_I600CR", 4.4e-15, None),
    ("TUBE_4_ENCO", "I600_Z10C13", 2.4e-16, None),
    ("TUBE_4_ENCO", "I690_Z10C13", 8.2e-17, None),
    ("TUBE_4_ENCO", "I600_A405", 6.5e-14, None),
    ("TUBE_4_ENCO", "I600TT_A405", 1.4e-15, None),
    ("TUBE_4_ENCO", "I690_A405", 7.8e-15, None),
    ("TUBE_3_ENCO", "I600_Z10C13", 2.5e-16, None),
    ("TUBE_3_ENCO", "I690_Z10C13", 2.4e-16, None),
    ("TUBE_TUBE", "I600_I600", 1.8e-13, None),
    ("TUBE_TUBE", "I690_I690", 1.0e-12, None),
    ("GRAPPE_ALESAGE", "A304L_A304L", 10e-15, Some(15e-15)),
    ("GRAPPE_ALESAGE", "A316L_A304L", 10e-15, Some(5e-15)),
    ("GRAPPE_ALESAGE", "NITRURE_A304L", 0.1e-15, Some(70e-15)),
    ("GRAPPE_ALESAGE", "CHROME_A304L", 0.1e-15, Some(50e-15)),
    ("GRAPPE_1_ENCO", "A304L_A304L", 20e-15, Some(20e-15)),
    ("GRAPPE_1_ENCO", "A316L_A304L", 30e-15, Some(20e-15)),
];

/// The other two laws are known for one pair only.
const OTHER: (&str, &str) = ("TUBE_BAV", "I600_I600");

pub(super) fn find(law: &str, contact: &str, name: &str) -> Option<Pair> {
    match law {
        "ARCHARD" => {
            let (_, _, mobile, obstacle) = ARCHARD.iter().find(|(c, n, _, _)| (*c, *n) == (contact, name))?;
            let archard = |coefficient: f64| WearLaw::Archard { coefficient };
            Some(Pair { mobile: archard(*mobile), obstacle: obstacle.map(archard) })
        }
        _ if OTHER != (contact, name) => None,
        "KWU_EPRI" => {
            let k = 1.4e-15;
            let mobile = WearLaw::KwuEpri { coefficient: k, impact: k, sliding: k, k: 5.0, c: 10.0 };
            Some(Pair { mobile, obstacle: None })
        }
        // The published order of the four numbers (S, b, n, A): a known inconsistency, kept.
        "EDF_MZ" => {
            let mobile = WearLaw::EdfMz { stationary: 1e-13, power: 1.14e-16, decay: 1.2, initial: 2.44e-8 };
            Some(Pair { mobile, obstacle: None })
        }
        _ => None,
    }
}

/// The pairs known for a law and a geometry.
pub(super) fn names(law: &str, contact: &str) -> Vec<&'static str> {
    match law {
        "ARCHARD" => ARCHARD.iter().filter(|(c, ..)| *c == contact).map(|(_, name, ..)| *name).collect(),
        _ if OTHER.0 == contact => vec![OTHER.1],
        _ => Vec::new(),
    }
}
