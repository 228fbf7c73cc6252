//! REST_GENE_PHYS (REST_BASE_PHYS in the older language): from a result on a modal basis back to fields on
//! the structure, `u = sum_j phi_j q_j`.
//!
//! ```text
//! DYN = REST_GENE_PHYS(RESU_GENE=TRAN, TOUT_CHAM='OUI', LIST_INST=TIMES, INTERPOL='LIN')
//! ```
//!
//! Transients give DEPL, VITE, ACCE (NOM_CHAM='ACCE' when neither NOM_CHAM nor TOUT_CHAM is written), and
//! fields on elements that the modes carry. MULT_APPUI and CORR_STAT add the motion of supports and static
//! corrections; ACCE_MONO_APPUI the acceleration of a single support. Harmonic responses give complex fields by
//! frequency. Modes of a generalised problem become
//! modes on the structure.

mod harmonic;
mod modes;
mod observation;
mod refusals;
mod rest_gene_phys;
mod shapes;
mod substructures;
#[cfg(test)]
mod tests;
mod transient;

pub(in crate::operators) use modes::on_structure;
pub(in crate::operators) use rest_gene_phys::{POST_GENE_PHYS, REST_BASE_PHYS, REST_GENE_PHYS, REST_SOUS_STRUC};
pub(in crate::operators) use substructures::modes_on_part;
