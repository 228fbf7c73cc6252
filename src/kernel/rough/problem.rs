//! A run: two rough beams, the upper one sliding over the lower one at constant speed.
//!
//! Beam 1 (resonator, bottom) is fixed in space, beam 2 (slider, top) moves at the speed V. With heights h and
//! deflections u counted towards the other body, the gap is
//!
//! ```text
//! g(x, t) = delta - h1(x) - u1(x, t) - h2(x - V t) - u2(x - V t, t)
//! ```
//!
//! and the contact force f <= 0 acts on both. Source: Dang, Perret-Liaudet, Scheibert, Le Bot (2013).

use std::sync::Arc;

use super::beam::Beam;
use super::scheme::SlidingScheme;

/// Rank of the resonator (bottom body) and of the slider (top body) in pairs of values.
pub const RESONATOR: usize = 0;
/// Rank of the body that slides.
pub const SLIDER: usize = 1;

/// Contact law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Pressure = stiffness (Pa) times penetration per unit length: f = kappa g for g < 0.
    Penalty { stiffness: f64 },
    /// Signorini's law, by multipliers: residual of the gaps relative to the deepest predicted penetration, greatest
    /// number of changes of the set of contacts in a step.
    Lagrange { residual: f64, sweeps: usize },
}

/// Search for contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every node at every step.
    Direct,
    /// Candidate nodes from bounds of the motion; free flight where the bounds exclude contact.
    Fast,
}

/// Weight of the resonator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResonatorWeight {
    Absent,
    /// The run starts from the static shape.
    Equilibrium,
    /// Applied at t = 0 to the straight beam.
    Sudden,
}

/// Shocks that a run keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shocks {
    None,
    /// Of all that a node carries: its force as a slave and the reactions to the slaves that face it. Their energies add up to
    /// what contact gives to the body.
    Nodes,
    /// Of the force that a node carries as a slave.
    Slaves,
}

impl Shocks {
    /// Tells whether any are kept.
    pub fn kept(self) -> bool {
        self != Shocks::None
    }
}

/// A point whose motion is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// [`RESONATOR`] or [`SLIDER`].
    pub body: usize,
    /// Abscissa in the frame of the body (m).
    pub x: f64,
    /// Steps between two kept values.
    pub every: u64,
}

impl Observation {
    /// The node at the point, whose nodes are `spacing` (m) apart; within a millionth of it.
    pub fn node(&self, spacing: f64) -> Option<usize> {
        let rank = libm::round(self.x / spacing);
        ((self.x / spacing - rank).abs() <= 1e-6).then_some(rank as usize)
    }
}

/// All that a run needs. SI units, per unit width.
#[derive(Clone, Debug)]
pub struct SlidingProblem {
    pub beams: [Beam; 2],
    /// Heights of the nodes of each body (m), towards the other body.
    pub heights: [Arc<Vec<f64>>; 2],
    /// Distance of nodes chi (m), the same on both bodies.
    pub spacing: f64,
    /// Speed V (m/s).
    pub speed: f64,
    /// Distance delta of the frames (m).
    pub clearance: f64,
    /// Time step tau (s).
    pub step: f64,
    /// Number of steps N.
    pub steps: u64,
    pub scheme: SlidingScheme,
    pub law: Law,
    pub method: Method,
    /// g (m/s²).
    pub gravity: f64,
    pub weight: ResonatorWeight,
    pub shocks: Shocks,
    /// Steps between two looks at the nodes for shocks.
    pub shock_every: u64,
    pub observations: Vec<Observation>,
    /// Steps between two archived states.
    pub archive_every: u64,
}

/// Position of the slider at one step: `whole` nodes and the share `part` of the next distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    pub whole: usize,
    pub part: f64,
}

impl Shift {
    /// After `n` steps of `advance` nodes.
    #[inline(always)]
    pub fn after(advance: f64, n: u64) -> Shift {
        let nodes = advance * n as f64;
        let whole = nodes as usize;
        Shift { whole, part: nodes - whole as f64 }
    }
}

impl SlidingProblem {
    /// Nodes by which the slider advances per step.
    pub fn advance(&self) -> f64 {
        self.speed * self.step / self.spacing
    }

    /// Position of the slider at step `n`.
    #[inline(always)]
    pub fn shift(&self, n: u64) -> Shift {
        Shift::after(self.advance(), n)
    }

    /// The first step from `n` on at which the slider has advanced by at least `whole` nodes; `u64::MAX` when it never does.
    pub fn step_of_shift(&self, whole: usize) -> u64 {
        let guess = whole as f64 / self.advance();
        if !(guess < 1e18) {
            return u64::MAX;
        }
        let mut n = (guess as u64).saturating_sub(2);
        while self.shift(n).whole < whole {
            n += 1;
        }
        n
    }

    /// Trapezoidal weight of a node of a body (m).
    #[inline(always)]
    pub fn weight_of(&self, body: usize, node: usize) -> f64 {
        let end = node == 0 || node + 1 == self.heights[body].len();
        if end { 0.5 * self.spacing } else { self.spacing }
    }

    /// The greatest sum of heights over the initial position (m): with this clearance the bodies touch at a node.
    pub fn touching_clearance(&self) -> f64 {
        let sums = self.heights[0].iter().zip(self.heights[1].iter()).map(|(a, b)| a + b);
        sums.fold(f64::NEG_INFINITY, f64::max)
    }

    /// kappa chi (sum psi_1^2/m_1 + sum psi_2^2/m_2) tau^2, which must stay below 1; of the scheme's own response for the
    /// exact propagator.
    pub fn penalty_number(&self, stiffness: f64) -> f64 {
        let response: f64 = self
            .beams
            .iter()
            .map(|beam| {
                (0..beam.modes())
                    .map(|k| {
                        let c = super::scheme::Coefficients::new(beam, k, self.step, self.scheme);
                        beam.shapes.bound(k, 0).powi(2) * c.force * (1.0 + c.loss())
                    })
                    .sum::<f64>()
            })
            .sum();
        stiffness * self.spacing * response
    }
}
