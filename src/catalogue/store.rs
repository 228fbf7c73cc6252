//! The data files of the catalogue, embedded, each read when its command is first met.

use std::sync::OnceLock;

use super::read;
use super::schema::Command;

/// The description of a command; `None` for a name the catalogue does not have.
pub fn command(name: &str) -> Option<&'static Command> {
    let rank = FILES.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
    READ[rank].get_or_init(|| read::command(FILES[rank].1)).as_ref().ok()
}

/// All commands, in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// Commands the language has dropped since; studies that call one are read as they were then.
pub const RECONSTRUCTED: [&str; 9] = [
    "DYNA_LINE_HARM",
    "DYNA_LINE_TRAN",
    "DYNA_TRAN_MODAL",
    "MACRO_MATR_ASSE",
    "MACRO_MODE_MECA",
    "MACRO_PROJ_BASE",
    "MODE_ITER_INV",
    "MODE_ITER_SIMULT",
    "REST_BASE_PHYS",
];

/// Commands of the wider language, of which only the names are known here: non-linear statics, heat, fracture ...
#[rustfmt::skip]
pub const BEYOND: &[&str] = &[
    "AFFE_CHAR_ACOU", "AFFE_CHAR_THER", "ASSE_ELEM_SSD", "CALC_AMOR_MODAL", "CALC_BT", "CALC_CORR_SSD", "CALC_COUPURE",
    "CALC_ERC_DYN", "CALC_ERREUR", "CALC_ESSAI", "CALC_EUROPLEXUS", "CALC_FATIGUE", "CALC_FERRAILLAGE",
    "CALC_FLUI_STRU", "CALC_FORC_AJOU", "CALC_FORC_NONL", "CALC_G", "CALC_GP", "CALC_G_XFEM", "CALC_INTE_SPEC",
    "CALC_MATR_AJOU", "CALC_META", "CALC_MISS", "CALC_MODAL", "CALC_POINT_MAT", "CALC_PRECONT", "CALC_PRESSION",
    "CALC_SPEC", "CALC_STABILITE", "CALC_TRANSFERT", "CHAINAGE_THM", "COMB_FOURIER", "COPIER", "CREA_ELEM_SSD",
    "CREA_LIB_MFRONT", "DEFI_BASE_REDUITE", "DEFI_CABLE_BP", "DEFI_CABLE_OP", "DEFI_COMPOR", "DEFI_COMPOSITE",
    "DEFI_CONTACT", "DEFI_DOMAINE_REDUIT", "DEFI_FISS_XFEM", "DEFI_FLUI_STRU", "DEFI_FONC_ELEC", "DEFI_FOND_FISS",
    "DEFI_GEOM_FIBRE", "DEFI_GLRC", "DEFI_GRILLE", "DEFI_LIST_FREQ", "DEFI_LIST_INST", "DEFI_SOL_EQUI",
    "DEFI_SOL_MISS", "DEFI_SPEC_TURB", "DEFI_TEXTURE", "DEFI_TRC", "DYNA_ALEA_MODAL", "DYNA_ISS_VARI", "DYNA_NON_LINE",
    "DYNA_SPEC_MODAL", "ENGENDRE_TEST", "EXEC_LOGICIEL", "EXTR_CONCEPT", "EXTR_TABLE", "GENE_ACCE_SEISME",
    "GENE_MATR_ALEA", "GENE_VARI_ALEA", "IMPR_ACCE_SEISME", "IMPR_DIAG_CAMPBELL", "IMPR_JEVEUX", "IMPR_MISS_3D",
    "IMPR_OAR", "INFO_EXEC_ASTER", "INFO_RESU", "LIRE_CHAMP", "LIRE_FORC_MISS", "LIRE_IMPE_MISS", "LIRE_INTE_SPEC",
    "LIRE_MISS_3D", "LIRE_PLEXUS", "LIRE_RESU", "MACRO_BASCULE_SCHEMA", "MACR_ADAP_MAIL", "MACR_CARA_POUTRE",
    "MACR_ECLA_PG", "MACR_LIGN_COUPE", "MACR_RECAL", "MECA_NON_LINE", "MODE_ITER_CYCL", "MODE_NON_LINE",
    "MODI_MODELE_XFEM", "MODI_OBSTACLE", "POST_BORDEREAU", "POST_CHAMP", "POST_CHAM_XFEM", "POST_CZM_FISS",
    "POST_DYNA_ALEA", "POST_ENDO_FISS", "POST_FATIGUE", "POST_FATI_ALEA", "POST_FM", "POST_GP", "POST_K1_K2_K3",
    "POST_K_BETA", "POST_K_TRANS", "POST_LIQU", "POST_MAIL_XFEM", "POST_NEWMARK", "POST_RCCM", "POST_ROCHE",
    "POST_RUPTURE", "POST_T_Q", "POST_ZAC", "PRE_GIBI", "PRE_GMSH", "PRE_IDEAS", "PRE_SEISME_NONL", "PROJ_MESU_MODAL",
    "PROJ_RESU_BASE", "PROJ_SPEC_BASE", "PROPA_FISS", "RAFF_GP", "RAFF_XFEM", "RECA_WEIBULL", "REST_COND_TRAN",
    "REST_MODE_NONL", "REST_REDUIT_COMPLET", "REST_SPEC_PHYS", "REST_SPEC_TEMP", "SIMU_POINT_MAT", "STAT_NON_LINE",
    "TEST_COMPOR", "TEST_TEMPS", "THER_LINEAIRE", "THER_NON_LINE", "THER_NON_LINE_MO",
];

static READ: [OnceLock<Result<Command, String>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

#[rustfmt::skip]
const FILES: &[(&str, &str)] = &[
    ("AFFE_CARA_ELEM", include_str!("../../grammar/commands/AFFE_CARA_ELEM.json")),
    ("AFFE_CHAR_CINE", include_str!("../../grammar/commands/AFFE_CHAR_CINE.json")),
    ("AFFE_CHAR_CINE_F", include_str!("../../grammar/commands/AFFE_CHAR_CINE_F.json")),
    ("AFFE_CHAR_MECA", include_str!("../../grammar/commands/AFFE_CHAR_MECA.json")),
    ("AFFE_CHAR_MECA_C", include_str!("../../grammar/commands/AFFE_CHAR_MECA_C.json")),
    ("AFFE_CHAR_MECA_F", include_str!("../../grammar/commands/AFFE_CHAR_MECA_F.json")),
    ("AFFE_MATERIAU", include_str!("../../grammar/commands/AFFE_MATERIAU.json")),
    ("AFFE_MODELE", include_str!("../../grammar/commands/AFFE_MODELE.json")),
    ("ASSEMBLAGE", include_str!("../../grammar/commands/ASSEMBLAGE.json")),
    ("ASSE_MATRICE", include_str!("../../grammar/commands/ASSE_MATRICE.json")),
    ("ASSE_MATR_GENE", include_str!("../../grammar/commands/ASSE_MATR_GENE.json")),
    ("ASSE_VECTEUR", include_str!("../../grammar/commands/ASSE_VECTEUR.json")),
    ("ASSE_VECT_GENE", include_str!("../../grammar/commands/ASSE_VECT_GENE.json")),
    ("CALC_CHAMP", include_str!("../../grammar/commands/CALC_CHAMP.json")),
    ("CALC_CHAR_SEISME", include_str!("../../grammar/commands/CALC_CHAR_SEISME.json")),
    ("CALC_FONCTION", include_str!("../../grammar/commands/CALC_FONCTION.json")),
    ("CALC_FONC_INTERP", include_str!("../../grammar/commands/CALC_FONC_INTERP.json")),
    ("CALC_MATR_ELEM", include_str!("../../grammar/commands/CALC_MATR_ELEM.json")),
    ("CALC_MODES", include_str!("../../grammar/commands/CALC_MODES.json")),
    ("CALC_TABLE", include_str!("../../grammar/commands/CALC_TABLE.json")),
    ("CALC_VECT_ELEM", include_str!("../../grammar/commands/CALC_VECT_ELEM.json")),
    ("COMB_MATR_ASSE", include_str!("../../grammar/commands/COMB_MATR_ASSE.json")),
    ("COMB_SISM_MODAL", include_str!("../../grammar/commands/COMB_SISM_MODAL.json")),
    ("CREA_CHAMP", include_str!("../../grammar/commands/CREA_CHAMP.json")),
    ("CREA_MAILLAGE", include_str!("../../grammar/commands/CREA_MAILLAGE.json")),
    ("CREA_RESU", include_str!("../../grammar/commands/CREA_RESU.json")),
    ("CREA_TABLE", include_str!("../../grammar/commands/CREA_TABLE.json")),
    ("DEBUG", include_str!("../../grammar/commands/DEBUG.json")),
    ("DEBUT", include_str!("../../grammar/commands/DEBUT.json")),
    ("DEFI_BASE_MODALE", include_str!("../../grammar/commands/DEFI_BASE_MODALE.json")),
    ("DEFI_CONSTANTE", include_str!("../../grammar/commands/DEFI_CONSTANTE.json")),
    ("DEFI_CORPS_RUGUEUX", include_str!("../../grammar/commands/DEFI_CORPS_RUGUEUX.json")),
    ("DEFI_FICHIER", include_str!("../../grammar/commands/DEFI_FICHIER.json")),
    ("DEFI_FONCTION", include_str!("../../grammar/commands/DEFI_FONCTION.json")),
    ("DEFI_GROUP", include_str!("../../grammar/commands/DEFI_GROUP.json")),
    ("DEFI_INTERF_DYNA", include_str!("../../grammar/commands/DEFI_INTERF_DYNA.json")),
    ("DEFI_INTE_SPEC", include_str!("../../grammar/commands/DEFI_INTE_SPEC.json")),
    ("DEFI_LIST_ENTI", include_str!("../../grammar/commands/DEFI_LIST_ENTI.json")),
    ("DEFI_LIST_REEL", include_str!("../../grammar/commands/DEFI_LIST_REEL.json")),
    ("DEFI_MATERIAU", include_str!("../../grammar/commands/DEFI_MATERIAU.json")),
    ("DEFI_MODELE_GENE", include_str!("../../grammar/commands/DEFI_MODELE_GENE.json")),
    ("DEFI_NAPPE", include_str!("../../grammar/commands/DEFI_NAPPE.json")),
    ("DEFI_OBSTACLE", include_str!("../../grammar/commands/DEFI_OBSTACLE.json")),
    ("DEFI_PROFIL", include_str!("../../grammar/commands/DEFI_PROFIL.json")),
    ("DEFI_SQUELETTE", include_str!("../../grammar/commands/DEFI_SQUELETTE.json")),
    ("DETRUIRE", include_str!("../../grammar/commands/DETRUIRE.json")),
    ("DYNA_COUCHE", include_str!("../../grammar/commands/DYNA_COUCHE.json")),
    ("DYNA_GLISSEMENT", include_str!("../../grammar/commands/DYNA_GLISSEMENT.json")),
    ("DYNA_LINE", include_str!("../../grammar/commands/DYNA_LINE.json")),
    ("DYNA_LINE_HARM", include_str!("../../grammar/commands/DYNA_LINE_HARM.json")),
    ("DYNA_LINE_TRAN", include_str!("../../grammar/commands/DYNA_LINE_TRAN.json")),
    ("DYNA_TRAN_MODAL", include_str!("../../grammar/commands/DYNA_TRAN_MODAL.json")),
    ("DYNA_VIBRA", include_str!("../../grammar/commands/DYNA_VIBRA.json")),
    ("EXTR_MODE", include_str!("../../grammar/commands/EXTR_MODE.json")),
    ("EXTR_RESU", include_str!("../../grammar/commands/EXTR_RESU.json")),
    ("FACTORISER", include_str!("../../grammar/commands/FACTORISER.json")),
    ("FIN", include_str!("../../grammar/commands/FIN.json")),
    ("FORMULE", include_str!("../../grammar/commands/FORMULE.json")),
    ("GENE_FONC_ALEA", include_str!("../../grammar/commands/GENE_FONC_ALEA.json")),
    ("IMPR_CO", include_str!("../../grammar/commands/IMPR_CO.json")),
    ("IMPR_FONCTION", include_str!("../../grammar/commands/IMPR_FONCTION.json")),
    ("IMPR_GENE", include_str!("../../grammar/commands/IMPR_GENE.json")),
    ("IMPR_MACR_ELEM", include_str!("../../grammar/commands/IMPR_MACR_ELEM.json")),
    ("IMPR_RESU", include_str!("../../grammar/commands/IMPR_RESU.json")),
    ("IMPR_TABLE", include_str!("../../grammar/commands/IMPR_TABLE.json")),
    ("INCLUDE", include_str!("../../grammar/commands/INCLUDE.json")),
    ("INFO_FONCTION", include_str!("../../grammar/commands/INFO_FONCTION.json")),
    ("INFO_MODE", include_str!("../../grammar/commands/INFO_MODE.json")),
    ("LIRE_FONCTION", include_str!("../../grammar/commands/LIRE_FONCTION.json")),
    ("LIRE_MAILLAGE", include_str!("../../grammar/commands/LIRE_MAILLAGE.json")),
    ("LIRE_TABLE", include_str!("../../grammar/commands/LIRE_TABLE.json")),
    ("MACRO_ELAS_MULT", include_str!("../../grammar/commands/MACRO_ELAS_MULT.json")),
    ("MACRO_MATR_ASSE", include_str!("../../grammar/commands/MACRO_MATR_ASSE.json")),
    ("MACRO_MODE_MECA", include_str!("../../grammar/commands/MACRO_MODE_MECA.json")),
    ("MACRO_PROJ_BASE", include_str!("../../grammar/commands/MACRO_PROJ_BASE.json")),
    ("MACR_ELEM_DYNA", include_str!("../../grammar/commands/MACR_ELEM_DYNA.json")),
    ("MACR_INFO_MAIL", include_str!("../../grammar/commands/MACR_INFO_MAIL.json")),
    ("MECA_STATIQUE", include_str!("../../grammar/commands/MECA_STATIQUE.json")),
    ("MODE_ITER_INV", include_str!("../../grammar/commands/MODE_ITER_INV.json")),
    ("MODE_ITER_SIMULT", include_str!("../../grammar/commands/MODE_ITER_SIMULT.json")),
    ("MODE_STATIQUE", include_str!("../../grammar/commands/MODE_STATIQUE.json")),
    ("MODI_MAILLAGE", include_str!("../../grammar/commands/MODI_MAILLAGE.json")),
    ("MODI_REPERE", include_str!("../../grammar/commands/MODI_REPERE.json")),
    ("NORM_MODE", include_str!("../../grammar/commands/NORM_MODE.json")),
    ("NUME_DDL", include_str!("../../grammar/commands/NUME_DDL.json")),
    ("NUME_DDL_GENE", include_str!("../../grammar/commands/NUME_DDL_GENE.json")),
    ("POST_CORPS", include_str!("../../grammar/commands/POST_CORPS.json")),
    ("POST_COUCHE", include_str!("../../grammar/commands/POST_COUCHE.json")),
    ("POST_DYNA_MODA_T", include_str!("../../grammar/commands/POST_DYNA_MODA_T.json")),
    ("POST_ELEM", include_str!("../../grammar/commands/POST_ELEM.json")),
    ("POST_GENE_PHYS", include_str!("../../grammar/commands/POST_GENE_PHYS.json")),
    ("POST_GLISSEMENT", include_str!("../../grammar/commands/POST_GLISSEMENT.json")),
    ("POST_PROFIL", include_str!("../../grammar/commands/POST_PROFIL.json")),
    ("POST_RELEVE_T", include_str!("../../grammar/commands/POST_RELEVE_T.json")),
    ("POST_USURE", include_str!("../../grammar/commands/POST_USURE.json")),
    ("POURSUITE", include_str!("../../grammar/commands/POURSUITE.json")),
    ("PROJ_BASE", include_str!("../../grammar/commands/PROJ_BASE.json")),
    ("PROJ_CHAMP", include_str!("../../grammar/commands/PROJ_CHAMP.json")),
    ("PROJ_MATR_BASE", include_str!("../../grammar/commands/PROJ_MATR_BASE.json")),
    ("PROJ_VECT_BASE", include_str!("../../grammar/commands/PROJ_VECT_BASE.json")),
    ("RECU_FONCTION", include_str!("../../grammar/commands/RECU_FONCTION.json")),
    ("RECU_GENE", include_str!("../../grammar/commands/RECU_GENE.json")),
    ("RECU_TABLE", include_str!("../../grammar/commands/RECU_TABLE.json")),
    ("RESOUDRE", include_str!("../../grammar/commands/RESOUDRE.json")),
    ("REST_BASE_PHYS", include_str!("../../grammar/commands/REST_BASE_PHYS.json")),
    ("REST_GENE_PHYS", include_str!("../../grammar/commands/REST_GENE_PHYS.json")),
    ("REST_SOUS_STRUC", include_str!("../../grammar/commands/REST_SOUS_STRUC.json")),
    ("TEST_FICHIER", include_str!("../../grammar/commands/TEST_FICHIER.json")),
    ("TEST_FONCTION", include_str!("../../grammar/commands/TEST_FONCTION.json")),
    ("TEST_RESU", include_str!("../../grammar/commands/TEST_RESU.json")),
    ("TEST_TABLE", include_str!("../../grammar/commands/TEST_TABLE.json")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_can_be_read() {
        for (name, text) in FILES {
            if let Err(fault) = read::command(text) {
                panic!("{name}: {fault}");
            }
        }
    }

    #[test]
    fn old_commands_are_listed() {
        let old = |name: &&str| command(name).is_some_and(|c| c.reconstructed);
        assert_eq!(names().filter(old).collect::<Vec<_>>(), RECONSTRUCTED);
    }

    #[test]
    fn files_are_in_alphabetical_order() {
        assert!(FILES.windows(2).all(|w| w[0].0 < w[1].0));
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/commands");
        assert_eq!(FILES.len(), std::fs::read_dir(folder).unwrap().count());
    }
}
