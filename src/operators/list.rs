//! All operators, by name.

use super::{
    Operator, assertions, contact, functions, matrices, mesh, model, modes, printing, response, results, rough, slab,
    statics, tables,
};

/// All operators that are built, in alphabetical order. A command of the catalogue that is not here
/// is refused by name before anything runs.
const OPERATORS: &[Operator] = &[
    model::AFFE_CARA_ELEM,
    model::AFFE_CHAR_CINE,
    model::AFFE_CHAR_CINE_F,
    model::AFFE_CHAR_MECA,
    model::AFFE_CHAR_MECA_C,
    model::AFFE_CHAR_MECA_F,
    model::AFFE_MATERIAU,
    model::AFFE_MODELE,
    matrices::ASSEMBLAGE,
    matrices::ASSE_MATRICE,
    matrices::ASSE_MATR_GENE,
    matrices::ASSE_VECTEUR,
    matrices::ASSE_VECT_GENE,
    results::CALC_CHAMP,
    statics::CALC_CHAR_SEISME,
    functions::CALC_FONCTION,
    functions::CALC_FONC_INTERP,
    matrices::CALC_MATR_ELEM,
    modes::CALC_MODES,
    modes::CALC_MODE_ROTATION,
    tables::CALC_TABLE,
    matrices::CALC_VECT_ELEM,
    matrices::COMB_MATR_ASSE,
    response::COMB_SISM_MODAL,
    results::CREA_CHAMP,
    mesh::CREA_MAILLAGE,
    results::CREA_RESU,
    tables::CREA_TABLE,
    modes::DEFI_BASE_MODALE,
    functions::DEFI_CONSTANTE,
    rough::DEFI_CORPS_RUGUEUX,
    functions::DEFI_FONCTION,
    mesh::DEFI_GROUP,
    modes::DEFI_INTERF_DYNA,
    functions::DEFI_INTE_SPEC,
    functions::DEFI_LIST_ENTI,
    functions::DEFI_LIST_FREQ,
    functions::DEFI_LIST_INST,
    functions::DEFI_LIST_REEL,
    model::DEFI_MATERIAU,
    matrices::DEFI_MODELE_GENE,
    functions::DEFI_NAPPE,
    contact::DEFI_OBSTACLE,
    rough::DEFI_PROFIL,
    matrices::DEFI_SQUELETTE,
    slab::DYNA_COUCHE,
    rough::DYNA_GLISSEMENT,
    response::DYNA_LINE,
    response::DYNA_LINE_HARM,
    response::DYNA_LINE_TRAN,
    response::DYNA_NON_LINE,
    response::DYNA_TRAN_MODAL,
    response::DYNA_VIBRA,
    modes::EXTR_MODE,
    results::EXTR_RESU,
    tables::EXTR_TABLE,
    statics::FACTORISER,
    functions::FORMULE,
    functions::GENE_FONC_ALEA,
    printing::IMPR_CO,
    printing::IMPR_FONCTION,
    printing::IMPR_GENE,
    printing::IMPR_MACR_ELEM,
    printing::IMPR_RESU,
    printing::IMPR_TABLE,
    functions::INFO_FONCTION,
    modes::INFO_MODE,
    results::LIRE_CHAMP,
    functions::LIRE_FONCTION,
    mesh::LIRE_MAILLAGE,
    results::LIRE_RESU,
    tables::LIRE_TABLE,
    statics::MACRO_ELAS_MULT,
    matrices::MACRO_MATR_ASSE,
    modes::MACRO_MODE_MECA,
    matrices::MACRO_PROJ_BASE,
    matrices::MACR_ELEM_DYNA,
    printing::MACR_INFO_MAIL,
    statics::MECA_STATIQUE,
    modes::MODE_ITER_INV,
    modes::MODE_ITER_SIMULT,
    statics::MODE_STATIQUE,
    mesh::MODI_MAILLAGE,
    results::MODI_REPERE,
    modes::NORM_MODE,
    matrices::NUME_DDL,
    matrices::NUME_DDL_GENE,
    rough::POST_CORPS,
    slab::POST_COUCHE,
    contact::POST_DYNA_MODA_T,
    results::POST_ELEM,
    results::POST_GENE_PHYS,
    rough::POST_GLISSEMENT,
    rough::POST_PROFIL,
    tables::POST_RELEVE_T,
    contact::POST_USURE,
    mesh::PRE_GMSH,
    matrices::PROD_MATR_CHAM,
    matrices::PROJ_BASE,
    results::PROJ_CHAMP,
    matrices::PROJ_MATR_BASE,
    matrices::PROJ_VECT_BASE,
    results::RECU_FONCTION,
    results::RECU_GENE,
    results::RECU_TABLE,
    statics::RESOUDRE,
    results::REST_BASE_PHYS,
    results::REST_GENE_PHYS,
    results::REST_SOUS_STRUC,
    response::STAT_NON_LINE,
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
    fn a_name_is_an_operator_or_has_a_way_out_never_both() {
        for (name, _) in crate::catalogue::beyond() {
            let why = format!("{name} is an operator now: remove its line from grammar/beyond.json");
            assert!(super::find(name).is_none() && crate::catalogue::command(name).is_none(), "{why}");
        }
    }

    #[test]
    fn operators_are_in_alphabetical_order() {
        assert!(super::OPERATORS.windows(2).all(|w| w[0].name < w[1].name));
    }
}
