//! Responses in time and frequency: modal and physical transients, harmonic responses, combination of modal maxima.

pub(in crate::operators) mod comb_sism_modal;
pub(in crate::operators) mod dyna_line;
mod dyna_vibra;
pub(in crate::operators) mod harmonic;
mod nonlinear;
pub(in crate::operators) mod structural;
pub(in crate::operators) mod transient;

pub(in crate::operators) use comb_sism_modal::COMB_SISM_MODAL;
pub(in crate::operators) use dyna_line::DYNA_LINE;
pub(in crate::operators) use dyna_vibra::{DYNA_TRAN_MODAL, DYNA_VIBRA};
pub(in crate::operators) use harmonic::DYNA_LINE_HARM;
pub(in crate::operators) use nonlinear::{DYNA_NON_LINE, MECA_NON_LINE, STAT_NON_LINE};
pub(in crate::operators) use structural::DYNA_LINE_TRAN;
