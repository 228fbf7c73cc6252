//! Moreau's time stepping: velocities jump, impulses obey Signorini's and Coulomb's laws at the end of each step.
//!
//! With the step `h` and `1/2 <= theta <= 1`:
//!
//! ```text
//! Mh = M + h theta C + h² theta² K
//! v_free = v0 + Mh^-1 [ -h C v0 - h K (q0 + h theta v0) + integral of F over the step ]
//! v1 = v_free + Mh^-1 sum_i ( n_i P_i + t_i R_i ),   q1 = q0 + h ( theta v1 + (1-theta) v0 )
//! normal, at the points with gap(q0 + h/2 v0) <= 0:   0 <= vn1 + e vn0  _|_  P >= 0
//! linear stop:   P = h max(0, -k_n gap_theta - c_n vn_theta), implicit
//! tangential:    vt1 = 0 with |R| <= mu_s P, or R = -mu_d P vt1/|vt1|
//! ```
//!
//! J. J. Moreau (1988); M. Jean (1999). No penalty, no limit on the step by contacts, exact stick; order 1. The
//! integral of the force is by Gauss with four points. The reduced problem is that of
//! [`contact_problem`](crate::transient::contact_problem). While the same points touch along the same normals, its matrix stays,
//! and what opened, stuck or slid in the step before is solved for directly and checked; where that does not hold, the
//! relaxation starts from the impulses of the step before.

/// Options of the scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoreauOptions {
    pub theta: f64,
    /// Most sweeps of Gauss-Seidel in a step, and the change of reactions that ends them.
    pub sweeps: u32,
    pub residual: f64,
}

impl Default for MoreauOptions {
    fn default() -> Self {
        MoreauOptions { theta: 0.5, sweeps: 1000, residual: 1e-14 }
    }
}
