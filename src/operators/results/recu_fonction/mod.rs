//! RECU_FONCTION: a function out of a result, a field or a table.
//!
//! ```text
//! DX = RECU_FONCTION(RESU_GENE=TRAN, NOM_CHAM='DEPL', GROUP_NO='SHOE', NOM_CMP='DX')
//! FN = RECU_FONCTION(RESU_GENE=TRAN, GROUP_NO_CHOC='SHOE', PARA_X='INST', PARA_Y='FN')
//! ```
//!
//! The function is linear and not extended, with the names that its source gives; NOM_PARA, NOM_RESU,
//! INTERPOL, PROL_GAUCHE, PROL_DROITE override them. Points are put in the order of their abscissae.

mod contact;
mod curve;
mod generalized;
mod harmonic;
mod physical;
mod source;
mod spectrum;
mod surface;
mod table;
#[cfg(test)]
mod tests;
mod under_flow;

pub(in crate::operators) use source::RECU_FONCTION;
