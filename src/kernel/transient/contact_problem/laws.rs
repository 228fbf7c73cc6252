//! Laws of one contact, its status, and the outcome of a solution.

/// Part of the size of a quantity that counts as nothing.
pub(super) const NEGLIGIBLE: f64 = 1e-11;

/// Normal law of one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalLaw {
    /// The reaction is known.
    Given(f64),
    Unilateral,
}

/// Tangential law of one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TangentialLaw {
    None,
    /// Coulomb's law for a point at rest, along the tangents that count.
    Rest {
        mu_static: f64,
        mu_dynamic: f64,
        along: [bool; 2],
    },
    /// A point that slides.
    Sliding {
        mu: f64,
        direction: [f64; 2],
    },
}

/// Status of a contact in the solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Status {
    pub pushes: bool,
    pub sticks: bool,
    /// Direction of the relative motion that starts, or goes on.
    pub direction: [f64; 2],
}

/// Outcome of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    pub sweeps: u32,
    /// The laws hold to rounding.
    pub exact: bool,
    /// Some reactions are not determined; the smallest were taken.
    pub redundant: bool,
}
