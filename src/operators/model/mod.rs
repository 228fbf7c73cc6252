//! The model: finite elements, materials, sections and discrete properties, loads.

pub(in crate::operators) mod affe_cara_elem;
pub(in crate::operators) mod affe_char;
pub(in crate::operators) mod affe_modele;
mod defi_contact;
pub(in crate::operators) mod materials;

pub(in crate::operators) use affe_cara_elem::AFFE_CARA_ELEM;
pub(in crate::operators) use affe_char::{
    AFFE_CHAR_CINE, AFFE_CHAR_CINE_F, AFFE_CHAR_MECA, AFFE_CHAR_MECA_C, AFFE_CHAR_MECA_F,
};
pub(in crate::operators) use affe_modele::AFFE_MODELE;
pub(in crate::operators) use defi_contact::DEFI_CONTACT;
pub(in crate::operators) use materials::{AFFE_MATERIAU, DEFI_MATERIAU};
