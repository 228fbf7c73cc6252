//! Random vibration by spectral densities: matrices of densities (made, read, estimated, drawn from), the response of modes, its
//! statistics, Fourier transforms of results. Numerics: `kernel::random`, `kernel::signal::stochastic`.

mod calc_inte_spec;
mod conditions;
mod defi_inte_spec;
mod dyna_alea_modal;
mod fragility;
mod gene_fonc_alea;
mod lire_inte_spec;
mod modes;
mod participation;
mod points;
mod post_dyna_alea;
mod rest_on_flow;
mod rest_spec_phys;
mod rest_spec_temp;
mod restored;
mod states;
#[cfg(test)]
mod tests;

pub(in crate::operators) use calc_inte_spec::CALC_INTE_SPEC;
pub(in crate::operators) use defi_inte_spec::DEFI_INTE_SPEC;
pub(in crate::operators) use dyna_alea_modal::DYNA_ALEA_MODAL;
pub(in crate::operators) use gene_fonc_alea::GENE_FONC_ALEA;
pub(in crate::operators) use lire_inte_spec::LIRE_INTE_SPEC;
pub(in crate::operators) use post_dyna_alea::POST_DYNA_ALEA;
pub(in crate::operators) use rest_spec_phys::REST_SPEC_PHYS;
pub(in crate::operators) use rest_spec_temp::REST_SPEC_TEMP;
