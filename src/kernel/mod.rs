//! Numerics. Knows nothing of the language, of files, of diagnostics.
//!
//! `f64` everywhere, plain slices in hot loops, elementary functions from `libm`, reductions in a
//! fixed order: the same input gives the same bits on every machine and with any number of threads.

// Tests compare with tolerances: functions of the platform serve there.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod assembly;
pub mod columns;
pub mod cycles;
pub mod elements;
pub mod flow;
pub mod fours;
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
