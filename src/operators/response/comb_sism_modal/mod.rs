//! COMB_SISM_MODAL: the largest response of a structure to ground motions given by oscillator response spectra.
//!
//! ```text
//! R = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT=0.05, SPECTRE=_F(LIST_AXE='X', SPEC_OSCI=S),
//!                     COMB_MODE=_F(TYPE='CQC'), OPTION='DEPL', TYPE_RESU=_F(TYPE='VALE_TOTA'))
//! ```
//!
//! Two syntaxes lead to one [`Request`](request::Request): today's, with SPECTRE and a result by NOM_CAS ([`read`]),
//! and the one of 2020 and before, with EXCIT and a result by NUME_ORDRE ([`former`]). For each option,
//! [`responses`] gives the parts of the response to each direction, and [`cases`] or [`former_orders`] name them.
//! Fields are combined component by component.

mod cases;
mod command;
mod common;
mod fields;
mod former;
mod former_orders;
mod former_supports;
mod modal;
mod read;
mod request;
mod responses;
mod spectra;
mod supports;

pub(in crate::operators) use command::COMB_SISM_MODAL;
