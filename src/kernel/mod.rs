//! Numerics. Knows nothing of the language, of files, of diagnostics.
//!
//! `f64` everywhere, plain slices in hot loops, elementary functions from `libm`, reductions in a
//! fixed order: the same input gives the same bits on every machine and with any number of threads.
//!
//! * `linalg`: sparse symmetric factors by fronts, band with interchanges, dense factors, constraint elimination.
//! * `mesh`: nodes, cells, groups, vectors in space, the "names or numbers" rule.
//! * `elements`: discrete elements, bars, beams. `assembly`: numbering of unknowns, constraints, assembled matrices.
//! * `modal`: eigenmodes, normalisation, parameters, projection.
//! * `schemes`: the table of integration schemes, and what both kinds of transients share of them.
//! * `transient`: the modal problem and its loop; one folder per scheme family; `contact_problem` is that of exact friction.
//! * `cycles`: periodic motions: the return map of the event-driven scheme and its derivative, multipliers, branches.
//! * `random`, `flow`: matrices of spectral densities and the response of modes to them; tubes in a flow, turbulence.
//! * `structural`, `harmonic`, `response_spectrum`: transients and Newton's method on physical unknowns, harmonic responses,
//!   combination of modal maxima.
//! * `interaction`: obstacles, contact and friction laws of modal transients, and the set of them that a problem has.
//! * `laws`: constitutive laws without modes and without elements, one file each.
//! * `slab`, `rough`, `wear`: elastic slab, sliding rough beams, statistics of contacts and wear power.
//! * `signal`: tables, compiled formulas, operations on functions.
//! * `columns`, `pooled`: kept states. `simd`, `lanes`: wider registers where the processor has them, with the same bits.

// Tests compare with tolerances: functions of the platform serve there.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod assembly;
pub mod columns;
pub mod cycles;
pub mod elements;
pub mod flow;
pub mod harmonic;
pub mod interaction;
pub mod lanes;
pub mod laws;
pub mod linalg;
pub mod mesh;
pub mod modal;
pub mod pooled;
pub mod random;
pub mod response_spectrum;
pub mod rough;
pub mod schemes;
pub mod signal;
pub mod simd;
pub mod slab;
pub mod structural;
pub mod transient;
pub mod wear;
