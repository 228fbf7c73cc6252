//! Harmonic responses: DYNA_VIBRA with TYPE_CALCUL='HARM', and the former command DYNA_LINE_HARM.
//!
//! ```text
//! RESP = DYNA_VIBRA(
//!     TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MATR_MASS=MASS, MATR_RIGI=STIFF, MATR_AMOR=DAMP,
//!     LIST_FREQ=LF, EXCIT=_F(VECT_ASSE=PUSH, COEF_MULT=1., PHAS_DEG=30.),
//! )
//! ```
//!
//! One amplitude for each frequency, of physical unknowns or of generalised coordinates: the matrices
//! decide. Numerics: `kernel::harmonic`.

mod excitation;
mod matrices;
mod multiplier;
mod response;

pub use response::run;

use crate::operators::{Check, Operator};

pub const DYNA_LINE_HARM: Operator = Operator { name: "DYNA_LINE_HARM", run, check: Check::KeywordsOnly };
