//! TRAITEMENT_NONL='IMPLICITE': contacts enter the matrices of the scheme while they are closed.
//!
//! The set of closed contacts (`gap <= 0` and `m = -k_n gap - c_n vn > 0`) is assumed for a step. The scheme solves
//!
//! ```text
//! M a + (C + C_a) v + (K + K_a) q = f + K_a q* + C_a v* ,   f = forces in the state (q*, v*) of the start of the step
//! ```
//!
//! with `K_a`, `C_a` the stiffness and damping of the closed contacts (kernel `interaction`, `taken`): the normal forces are
//! those of the end of the step, exactly where the obstacles are flat; friction stays explicit. Where the set found at the
//! end is another, the step is made again, shorter, so that it ends where the first contact changes: the fraction is that at
//! which its gap, or its force, vanishes on the straight line between start and end; it counts below 0.99, and above 1e-10 s.
//! A change at the very start of a step is taken into the assumed set instead. The rest of the step follows with the new
//! matrices, so that states are kept at the nominal instants.
//!
//! ITMI propagates the modes of the structure with its contacts (`held_modes`).
//!
//! For NEWMARK (average acceleration) against an elastic stop the energy neither grows nor decays but for the change of
//! state, and there is no limit of stability; the explicit treatment feeds energy in proportion to the step. Both tend to
//! the same motion.

use crate::kernel::transient::newmark::NewmarkOptions;

/// The schemes that solve with the matrices, or propagate their modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ImplicitScheme {
    Newmark(NewmarkOptions),
    Trbdf2,
    Itmi,
}
