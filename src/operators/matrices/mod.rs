//! Matrices and vectors: elementary, assembled, projected on a basis, of sub-structures.

pub(in crate::operators) mod assembly;
mod laid;
mod prod_matr_cham;
pub(in crate::operators) mod projection;
pub(in crate::operators) mod substructures;

pub(in crate::operators) use assembly::{
    ASSE_MATRICE, ASSE_VECTEUR, ASSEMBLAGE, CALC_MATR_ELEM, CALC_VECT_ELEM, COMB_MATR_ASSE, MACRO_MATR_ASSE, NUME_DDL,
};
pub(in crate::operators) use laid::on_numbering;
pub(in crate::operators) use prod_matr_cham::PROD_MATR_CHAM;
pub(in crate::operators) use projection::{MACRO_PROJ_BASE, NUME_DDL_GENE, PROJ_BASE, PROJ_MATR_BASE, PROJ_VECT_BASE};
pub(in crate::operators) use substructures::{
    ASSE_MATR_GENE, ASSE_VECT_GENE, DEFI_MODELE_GENE, DEFI_SQUELETTE, MACR_ELEM_DYNA,
};
