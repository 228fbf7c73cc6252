//! Event-driven integration with rigid or linear normal contact and exact Coulomb friction.
//!
//! Between two events each contact is open, pressed or closed, and sticks or slips. Then
//!
//! ```text
//! M q'' + C q' + K q = F(t) + sum_i n_i N_i + t_i r_i
//! linear stop:   N = -k_n gap - c_n gap'          rigid:  n^T q'' = 0, N unknown
//! slip:          r = -mu_d N v/|v|                stick:  t^T q'' = -w'(t), r unknown
//! ```
//!
//! is solved by its Taylor series of order 24: coefficient `k + 1` of the motion follows from coefficient `k` of the
//! motion, of the prescribed forces and of the reactions, which the Delassus operator of the closed and sticking
//! points gives order by order. For a linear system this is the action of the exponential of its matrix, summed to
//! rounding (A. Al-Mohy, N. Higham, 2011); a constant, a line, a polynomial, a sine and every analytic formula of
//! time enter with their own coefficients. The length of a series is that where its last terms fall below rounding.
//!
//! Gap, normal force, slip velocity and the reserve of stick are polynomials of time on each series, and their first
//! roots are isolated by bounds on the coefficients, so that no event is missed whatever PAS is. At an event the
//! reduced problem of contacts ([`contact_problem`](crate::transient::contact_problem)) gives impulses of
//! impacts (Newton's restitution) and the accelerations that decide who sticks, slips or leaves.
//!
//! Modes far above the others, which would make series ever so short, are followed apart from them (`swings`): the number of series
//! follows the motion that passes an event, not the frequencies of the basis.
//!
//! Slip in two directions makes the system non-linear: series then are as short as TOLERANCE asks for. More than
//! [`MOST_EVENTS`] events of one contact in a step PAS: the rest of that step is made by MOREAU.

/// Options of the scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventOptions {
    /// Relative error of a series where the system is not linear, and of forces that have no series.
    pub tolerance: f64,
}

/// Highest order of the series of velocities.
pub(crate) const ORDER: usize = 24;
/// Coefficients of a series.
pub(crate) const TERMS: usize = ORDER + 1;
/// Events of one contact in one step beyond which they are no longer located.
pub(super) const MOST_EVENTS: u32 = 50;
/// Pieces without length one after another beyond which a step is no longer located.
pub(super) const MOST_IDLE: u32 = 200;
