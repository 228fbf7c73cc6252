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

use crate::catalogue::Call;
use crate::operators::{Check, Context, Operator, Outcome};

pub const DYNA_LINE_HARM: Operator = Operator { name: "DYNA_LINE_HARM", run, check: Check::KeywordsOnly };

pub fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    response::run(call, context)
}
