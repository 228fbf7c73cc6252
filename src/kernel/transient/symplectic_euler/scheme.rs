//! Semi-implicit (symplectic) Euler, which the command language calls DIFF_CENTRE and, formerly, EULER.
//!
//! ```text
//! v := v + h a
//! q := q + h v          (the new v)
//! a := M^-1 (f(t + h, q, v) - C v - K q)
//! ```
//!
//! Positions at whole steps and velocities at half steps of the leap-frog scheme, without its half step
//! at the start: the initial velocity is used as it is. Order 1 as archived; symplectic without
//! damping, so the energy error stays bounded; stable for `w h < 2`. One force evaluation a step, made
//! with the new displacement and the new velocity.
//!
//! Reference: E. Hairer, C. Lubich, G. Wanner, *Geometric Numerical Integration*, I.1.
