//! Functions of one and two parameters: tabulated, constant, sampled.

pub(super) mod attributes;
mod calc_fonc_interp;
pub(in crate::operators) mod calc_fonction;
mod defi_fonction;
pub(in crate::operators) mod defi_list;
mod defi_list_freq;
mod defi_list_inst;
mod defi_nappe;
pub(in crate::operators) mod formule;
pub(in crate::operators) mod info_fonction;
mod lire_fonction;
mod no_value;
mod oscillators;
#[cfg(test)]
mod tests;

pub(in crate::operators) use calc_fonction::CALC_FONCTION;
pub(in crate::operators) use defi_list::{DEFI_LIST_ENTI, DEFI_LIST_REEL};
pub(in crate::operators) use defi_list_freq::DEFI_LIST_FREQ;
pub(in crate::operators) use defi_list_inst::DEFI_LIST_INST;
pub(in crate::operators) use formule::FORMULE;
pub(in crate::operators) use info_fonction::INFO_FONCTION;

pub(super) use attributes::{Attributes, put_in_order};
pub(super) use calc_fonc_interp::CALC_FONC_INTERP;
pub(super) use defi_fonction::{DEFI_CONSTANTE, DEFI_FONCTION};
pub(super) use defi_nappe::DEFI_NAPPE;
pub(super) use lire_fonction::LIRE_FONCTION;
pub(super) use no_value::no_value;
