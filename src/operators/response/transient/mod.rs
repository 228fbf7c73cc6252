//! Transient and harmonic responses: DYNA_VIBRA, and the former command DYNA_TRAN_MODAL.
//!
//! ```text
//! RUN = DYNA_VIBRA(
//!     TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MASS_G, MATR_RIGI=STIFF_G,
//!     SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.e-4, INST_FIN=12.),
//!     EXCIT=_F(VECT_ASSE_GENE=SEISM_G, FONC_MULT=SUPPORT),
//! )
//! ```
//!
//! * [`modal`]: transients on a basis of modes, with contact and friction (kernel `transient`,
//!   `interaction`).
//! * `device_files`: the histories of devices as text.
//!
//! The older command has other names for the same keywords; both are read into the same arguments, so
//! that a study gives the same bits in either spelling.

mod arguments;
mod coordinates;
mod device_files;
mod excitation;
mod former_steps;
mod initial;
mod instants;
mod matrices;
mod modal;
mod open_contacts;
mod report;
mod schemes;
mod step_check;
mod supports;

pub use excitation::function_of_time;
pub use matrices::one_for_each_mode;

use crate::catalogue::{Call, CallError, Keywords};
use crate::operators::{Check, Context, Operator, Outcome, response::harmonic, response::structural};

pub const DYNA_VIBRA: Operator = Operator { name: "DYNA_VIBRA", run: vibration, check: Check::UpToFirstStep };
pub const DYNA_TRAN_MODAL: Operator =
    Operator { name: "DYNA_TRAN_MODAL", run: modal::run, check: Check::UpToFirstStep };

fn vibration(call: &Call, context: &mut Context<'_>) -> Outcome {
    if call.is("TYPE_CALCUL", "HARM") {
        return harmonic::run(call, context);
    }
    if call.is("BASE_CALCUL", "PHYS") {
        return structural::run(call, context);
    }
    modal::run(call, context)
}

/// An error at a keyword, with what to do.
fn refuse(
    keywords: &Keywords,
    keyword: &str,
    code: &'static str,
    message: impl Into<String>,
    help: impl Into<String>,
) -> CallError {
    Box::new(keywords.error(keyword, code, message).help(help))
}

/// The name, of several spellings, under which a keyword is given; the first when none is.
fn spelling<'n>(keywords: &Keywords, names: &[&'n str]) -> &'n str {
    names.iter().find(|name| keywords.has(name)).copied().unwrap_or(names[0])
}
