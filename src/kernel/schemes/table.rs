//! The table of integration schemes, on modal coordinates and on physical unknowns.
//!
//! What names a scheme (operators, help texts, messages, statistics of contacts, tests) reads it here. The schemes
//! themselves are in `transient` and `structural`.

/// Order of convergence for smooth forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Without damping.
    pub undamped: u32,
    /// With damping.
    pub damped: u32,
}

/// Bound of the step of a scheme, in parts of the shortest period of modes and contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepLimit {
    /// No bound: the error is controlled, or the scheme is exact.
    None,
    /// A longer step diverges.
    Stability(f64),
    /// A longer step is stable, and does not resolve the motion.
    Resolution(f64),
    /// A longer step is used at first; the scheme shortens it.
    FirstStep(f64),
}

impl StepLimit {
    /// Steps per shortest period; `None` where there is no bound.
    pub fn steps_per_period(self) -> Option<f64> {
        match self {
            StepLimit::None => None,
            StepLimit::Stability(steps) | StepLimit::Resolution(steps) | StepLimit::FirstStep(steps) => Some(steps),
        }
    }
}

/// One scheme.
#[derive(Clone, Copy, Debug)]
pub struct SchemeInfo {
    /// Its name in studies (SCHEMA).
    pub name: &'static str,
    /// Its names in former commands.
    pub former: &'static [&'static str],
    /// Order on modal coordinates; `None` where it is not available there.
    pub modal: Option<Order>,
    /// Order on physical unknowns; `None` where it is not available there.
    pub physical: Option<Order>,
    /// Options it reads in SCHEMA_TEMPS, on modal coordinates or, for a scheme that is not available there, on physical unknowns.
    pub reads: &'static [&'static str],
    /// Bound of the step on modal coordinates.
    pub limit: StepLimit,
    /// True where it can be led through a list of instants.
    pub takes_lists: bool,
    /// True where contacts have Coulomb's law itself, without penalty.
    pub is_exact: bool,
    /// True where statistics of contacts take its steps as equal.
    pub has_equal_steps: bool,
}

const ADAPTIVE: &[&str] = &[
    "VITE_MIN",
    "COEF_MULT_PAS",
    "COEF_DIVI_PAS",
    "PAS_LIMI_RELA",
    "NB_POIN_PERIODE",
    "PAS_MINI",
    "PAS_MAXI",
    "NMAX_ITER_PAS",
];
const CONTROLLED: &[&str] = &["TOLERANCE", "ALPHA", "PAS_MINI", "PAS_MAXI", "NMAX_ITER_PAS"];

/// A scheme of order 2 on modal coordinates without options; the others differ from it by what they name.
const PLAIN: SchemeInfo = SchemeInfo {
    name: "",
    former: &[],
    modal: order(2, 2),
    physical: None,
    reads: &[],
    limit: StepLimit::None,
    takes_lists: true,
    is_exact: false,
    has_equal_steps: false,
};

const fn order(undamped: u32, damped: u32) -> Option<Order> {
    Some(Order { undamped, damped })
}

/// All schemes.
pub const SCHEMES: &[SchemeInfo] = &[
    SchemeInfo {
        name: "DIFF_CENTRE",
        former: &["EULER"],
        modal: order(1, 1),
        physical: order(2, 1),
        limit: StepLimit::Stability(20.0),
        has_equal_steps: true,
        ..PLAIN
    },
    SchemeInfo { name: "DEVOGE", modal: order(4, 3), reads: CONTROLLED, limit: StepLimit::Stability(10.0), ..PLAIN },
    SchemeInfo {
        name: "ADAPT_ORDRE1",
        modal: order(1, 1),
        reads: ADAPTIVE,
        limit: StepLimit::FirstStep(20.0),
        takes_lists: false,
        ..PLAIN
    },
    SchemeInfo {
        name: "ADAPT_ORDRE2",
        former: &["ADAPT"],
        physical: order(2, 1),
        reads: ADAPTIVE,
        limit: StepLimit::FirstStep(20.0),
        takes_lists: false,
        ..PLAIN
    },
    SchemeInfo { name: "RUNGE_KUTTA_32", modal: order(3, 3), reads: CONTROLLED, takes_lists: false, ..PLAIN },
    SchemeInfo { name: "RUNGE_KUTTA_54", modal: order(5, 5), reads: CONTROLLED, takes_lists: false, ..PLAIN },
    SchemeInfo {
        name: "NEWMARK",
        physical: order(2, 2),
        reads: &["BETA", "GAMMA"],
        limit: StepLimit::Resolution(10.0),
        has_equal_steps: true,
        ..PLAIN
    },
    SchemeInfo { name: "TRBDF2", limit: StepLimit::Resolution(10.0), ..PLAIN },
    SchemeInfo { name: "ITMI", limit: StepLimit::Stability(20.0), ..PLAIN },
    SchemeInfo { name: "WILSON", modal: None, physical: order(2, 2), reads: &["THETA"], ..PLAIN },
    // Exact to its tolerance: the order is that of its series.
    SchemeInfo { name: "EVENEMENT", modal: order(24, 24), reads: &["TOLERANCE"], is_exact: true, ..PLAIN },
    SchemeInfo {
        name: "MOREAU",
        modal: order(1, 1),
        reads: &["THETA", "NB_ITER", "RESI_RELA"],
        is_exact: true,
        ..PLAIN
    },
];

impl SchemeInfo {
    /// The scheme called `name`, in today's language or a former one; `None` where there is none.
    pub fn named(name: &str) -> Option<&'static SchemeInfo> {
        SCHEMES.iter().find(|info| info.name == name || info.former.contains(&name))
    }

    /// Names of the schemes that `choose` takes, as `A, B or C`.
    pub fn list(choose: impl Fn(&SchemeInfo) -> bool) -> String {
        let names: Vec<_> = SCHEMES.iter().filter(|info| choose(info)).map(|info| info.name).collect();
        match names.split_last() {
            Some((last, [])) => last.to_string(),
            Some((last, first)) => format!("{} or {last}", first.join(", ")),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_scheme_is_available_somewhere() {
        let names = SCHEMES.iter().flat_map(|info| std::iter::once(info.name).chain(info.former.iter().copied()));
        let mut all: Vec<_> = names.collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(SCHEMES.iter().all(|info| info.modal.is_some() || info.physical.is_some()));
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(SchemeInfo::list(|info| info.is_exact), "EVENEMENT or MOREAU");
        assert_eq!(SchemeInfo::list(|info| info.physical.is_some()), "DIFF_CENTRE, ADAPT_ORDRE2, NEWMARK or WILSON");
        assert_eq!(SchemeInfo::named("ADAPT").map(|info| info.name), Some("ADAPT_ORDRE2"));
    }
}
