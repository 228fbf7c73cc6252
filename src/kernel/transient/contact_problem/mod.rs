//! The reduced problem of contacts: which reactions `p` make the relative motions `u = b + W p` lawful.
//!
//! Motions are accelerations, or velocities at the end of a step or of an impact; reactions are forces or impulses.
//! Each contact has three of both: along its normal, and along two tangents. `W` is the Delassus operator, the
//! rows of the contacts times the inverse of the mass, symmetric and positive but for what compliances add to its
//! diagonal.
//!
//! ```text
//! normal:      p_n given, or 0 <= u_n, 0 <= p_n, u_n p_n = 0
//! at rest:     u_t = 0 with |p_t| <= mu_s p_n, or p_t = -mu_d p_n u_t/|u_t|
//! sliding:     p_t = -mu_d p_n d, the direction d given
//! ```
//!
//! Gauss-Seidel over the contacts with exact scalar steps finds who is open, sticks or slips (M. Jean, 1999; projected
//! successive overrelaxation). What it finds is then solved directly and checked; a status that the check refutes is
//! changed, and up to four contacts are enumerated when that does not end.

mod active_set;
mod direction;
mod laws;
mod one;
mod solver;
#[cfg(test)]
mod tests;

pub use laws::{NormalLaw, Outcome, Status, TangentialLaw};
pub use one::{OneContact, Three};
pub use solver::ContactProblem;
