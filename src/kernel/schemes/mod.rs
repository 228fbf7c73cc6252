//! Integration schemes of both kinds of transients: on modal coordinates (`transient`), on physical unknowns (`structural`).
//!
//! * `table`: [`SCHEMES`], with names, orders, options and bounds of the step
//! * `advance`: one accepted step, and the statistics of a run
//! * `newmark`: Newmark's scheme in its acceleration form, on any [`Equation`]
//!
//! What else has one name in both is not one scheme. DIFF_CENTRE is symplectic Euler on modal coordinates (order 1, damping
//! at the velocity of the step), central differences on physical unknowns (order 2 without damping, the velocity kept is half
//! a step ahead of the one that damps). ADAPT_ORDRE2 compares the modal motion at the end of the step with a norm over all
//! modes, takes contacts back and forth, and grows after four steps; on physical unknowns it looks at each unknown and its
//! neighbours, without contacts, and grows after five, never beyond the first step. Studies of the reference depend on each.

mod advance;
mod newmark;
mod table;

pub use advance::{Advance, Progress, RunStatistics, Tally};
pub use newmark::{AccelerationForm, Equation, NewmarkParameters};
pub use table::{Order, SCHEMES, SchemeInfo, StepLimit};
