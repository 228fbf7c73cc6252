//! Operators: what each command reads and runs. One file a family; registration is the list in
//! [`find`].

pub mod access;
mod assembly;
mod assertions;
mod bases;
mod contact_statistics;
pub mod contacts;
mod context;
mod direct;
mod dyna_line;
mod element_fields;
pub mod entities;
mod expression;
mod extraction;
mod fields;
mod formula;
mod functions;
mod harmonic;
mod indicators;
mod lists;
mod loads;
mod materials;
mod meshing;
mod model;
mod modes;
mod obstacle;
mod operations;
mod output;
mod post_elem;
mod printing;
mod projection;
mod properties;
mod random_signals;
mod response_spectrum;
mod restitution;
mod results;
mod rough;
mod script;
mod slab;
mod statics;
mod substructures;
pub mod table_filter;
mod tables;
#[cfg(test)]
mod testing;
mod transient;
mod wear;

use context::counted;
pub use context::{Context, Message, Units, set_result};

use crate::catalogue::{Call, CallError};

/// What an operator gives back. On an error, concepts already set are kept (a transient that
/// diverges keeps the states archived before).
pub type Outcome = Result<(), CallError>;

/// One operator. `run` reads the call, computes, and sets `call.result` and the concepts asked for
/// with `CO`.
pub struct Operator {
    pub name: &'static str,
    pub run: fn(&Call, &mut Context<'_>) -> Outcome,
}

/// All operators that are built, in alphabetical order. A command of the catalogue that is not here
/// is refused by name before anything runs.
const OPERATORS: &[Operator] = &[
    properties::AFFE_CARA_ELEM,
    loads::AFFE_CHAR_CINE,
    loads::AFFE_CHAR_CINE_F,
    loads::AFFE_CHAR_MECA,
    loads::AFFE_CHAR_MECA_C,
    loads::AFFE_CHAR_MECA_F,
    materials::AFFE_MATERIAU,
    model::AFFE_MODELE,
    assembly::ASSEMBLAGE,
    assembly::ASSE_MATRICE,
    substructures::ASSE_MATR_GENE,
    assembly::ASSE_VECTEUR,
    substructures::ASSE_VECT_GENE,
    element_fields::CALC_CHAMP,
    statics::CALC_CHAR_SEISME,
    operations::CALC_FONCTION,
    functions::CALC_FONC_INTERP,
    assembly::CALC_MATR_ELEM,
    modes::CALC_MODES,
    tables::CALC_TABLE,
    assembly::CALC_VECT_ELEM,
    assembly::COMB_MATR_ASSE,
    response_spectrum::COMB_SISM_MODAL,
    fields::CREA_CHAMP,
    meshing::CREA_MAILLAGE,
    results::CREA_RESU,
    tables::CREA_TABLE,
    bases::DEFI_BASE_MODALE,
    functions::DEFI_CONSTANTE,
    rough::DEFI_CORPS_RUGUEUX,
    functions::DEFI_FONCTION,
    meshing::DEFI_GROUP,
    bases::DEFI_INTERF_DYNA,
    random_signals::DEFI_INTE_SPEC,
    lists::DEFI_LIST_ENTI,
    lists::DEFI_LIST_REEL,
    materials::DEFI_MATERIAU,
    substructures::DEFI_MODELE_GENE,
    functions::DEFI_NAPPE,
    obstacle::DEFI_OBSTACLE,
    rough::DEFI_PROFIL,
    substructures::DEFI_SQUELETTE,
    slab::DYNA_COUCHE,
    rough::DYNA_GLISSEMENT,
    dyna_line::DYNA_LINE,
    harmonic::DYNA_LINE_HARM,
    direct::DYNA_LINE_TRAN,
    transient::DYNA_TRAN_MODAL,
    transient::DYNA_VIBRA,
    modes::EXTR_MODE,
    results::EXTR_RESU,
    statics::FACTORISER,
    formula::FORMULE,
    random_signals::GENE_FONC_ALEA,
    printing::IMPR_CO,
    printing::IMPR_FONCTION,
    printing::IMPR_GENE,
    printing::IMPR_MACR_ELEM,
    printing::IMPR_RESU,
    printing::IMPR_TABLE,
    indicators::INFO_FONCTION,
    modes::INFO_MODE,
    functions::LIRE_FONCTION,
    meshing::LIRE_MAILLAGE,
    tables::LIRE_TABLE,
    statics::MACRO_ELAS_MULT,
    assembly::MACRO_MATR_ASSE,
    modes::MACRO_MODE_MECA,
    projection::MACRO_PROJ_BASE,
    substructures::MACR_ELEM_DYNA,
    printing::MACR_INFO_MAIL,
    statics::MECA_STATIQUE,
    modes::MODE_ITER_INV,
    modes::MODE_ITER_SIMULT,
    statics::MODE_STATIQUE,
    meshing::MODI_MAILLAGE,
    results::MODI_REPERE,
    modes::NORM_MODE,
    assembly::NUME_DDL,
    projection::NUME_DDL_GENE,
    rough::POST_CORPS,
    slab::POST_COUCHE,
    contact_statistics::POST_DYNA_MODA_T,
    post_elem::POST_ELEM,
    restitution::POST_GENE_PHYS,
    rough::POST_GLISSEMENT,
    rough::POST_PROFIL,
    tables::POST_RELEVE_T,
    wear::POST_USURE,
    projection::PROJ_BASE,
    fields::PROJ_CHAMP,
    projection::PROJ_MATR_BASE,
    projection::PROJ_VECT_BASE,
    extraction::RECU_FONCTION,
    results::RECU_GENE,
    results::RECU_TABLE,
    statics::RESOUDRE,
    restitution::REST_BASE_PHYS,
    restitution::REST_GENE_PHYS,
    restitution::REST_SOUS_STRUC,
    assertions::TEST_FICHIER,
    assertions::TEST_FONCTION,
    assertions::TEST_RESU,
    assertions::TEST_TABLE,
];

pub fn find(name: &str) -> Option<&'static Operator> {
    OPERATORS.binary_search_by(|o| o.name.cmp(name)).ok().map(|i| &OPERATORS[i])
}

#[cfg(test)]
mod tests {
    #[test]
    fn operators_are_in_alphabetical_order() {
        assert!(super::OPERATORS.windows(2).all(|w| w[0].name < w[1].name));
    }
}
