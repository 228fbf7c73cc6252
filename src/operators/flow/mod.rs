//! Tubes in a flow: configurations, modes under flow, stability, turbulence and the response to it. Numerics: `kernel::flow`, and
//! `kernel::random` for the spectra.

mod along;
mod axial;
mod base;
mod bundle;
mod calc_flui_stru;
mod convected;
mod correlated;
mod defi_flui_stru;
mod defi_spec_turb;
mod dyna_spec_modal;
mod modi_base_modale;
mod proj_spec_base;
mod spectra;
mod transverse;

pub(in crate::operators) use base::{coupled_values, function_of_base};
pub(in crate::operators) use calc_flui_stru::CALC_FLUI_STRU;
pub(in crate::operators) use defi_flui_stru::{DEFI_FLUI_STRU, FONC_FLUI_STRU};
pub(in crate::operators) use defi_spec_turb::DEFI_SPEC_TURB;
pub(in crate::operators) use dyna_spec_modal::DYNA_SPEC_MODAL;
pub(in crate::operators) use modi_base_modale::MODI_BASE_MODALE;
pub(in crate::operators) use proj_spec_base::PROJ_SPEC_BASE;
pub(in crate::operators) use spectra::restored;
