//! The catalogue the program carries, in the compact form; a command is read from it when it is first met.

use std::sync::OnceLock;

use super::data::compact::{Compact, Reader};
use super::schema::Command;

/// The description of a command; `None` for a name the catalogue does not have.
pub fn command(name: &str) -> Option<&'static Command> {
    let rank = INDEX.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
    let start = INDEX[rank].1;
    Some(READ[rank].get_or_init(|| Command::read(&mut Reader::new(BYTES.get(start..).unwrap_or_default(), TEXTS))))
}

/// All commands, in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    INDEX.iter().map(|(name, _)| *name)
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
    "DEFI_GEOM_FIBRE", "DEFI_GLRC", "DEFI_GRILLE", "DEFI_LIST_FREQ", "DEFI_SOL_EQUI",
    "DEFI_SOL_MISS", "DEFI_SPEC_TURB", "DEFI_TEXTURE", "DEFI_TRC", "DYNA_ALEA_MODAL", "DYNA_ISS_VARI", 
    "DYNA_SPEC_MODAL", "ENGENDRE_TEST", "EXEC_LOGICIEL", "EXTR_CONCEPT", "GENE_ACCE_SEISME",
    "GENE_MATR_ALEA", "GENE_VARI_ALEA", "IMPR_ACCE_SEISME", "IMPR_DIAG_CAMPBELL", "IMPR_JEVEUX", "IMPR_MISS_3D",
    "IMPR_OAR", "INFO_EXEC_ASTER", "INFO_RESU", "LIRE_CHAMP", "LIRE_FORC_MISS", "LIRE_IMPE_MISS", "LIRE_INTE_SPEC",
    "LIRE_MISS_3D", "LIRE_PLEXUS", "MACRO_BASCULE_SCHEMA", "MACR_ADAP_MAIL", "MACR_CARA_POUTRE",
    "MACR_ECLA_PG", "MACR_LIGN_COUPE", "MACR_RECAL", "MECA_NON_LINE", "MODE_ITER_CYCL", "MODE_NON_LINE",
    "MODI_MODELE_XFEM", "MODI_OBSTACLE", "POST_BORDEREAU", "POST_CHAMP", "POST_CHAM_XFEM", "POST_CZM_FISS",
    "POST_DYNA_ALEA", "POST_ENDO_FISS", "POST_FATIGUE", "POST_FATI_ALEA", "POST_FM", "POST_GP", "POST_K1_K2_K3",
    "POST_K_BETA", "POST_K_TRANS", "POST_LIQU", "POST_MAIL_XFEM", "POST_NEWMARK", "POST_RCCM", "POST_ROCHE",
    "POST_RUPTURE", "POST_T_Q", "POST_ZAC", "PRE_GIBI", "PRE_GMSH", "PRE_IDEAS", "PRE_SEISME_NONL", "PROJ_MESU_MODAL",
    "PROJ_RESU_BASE", "PROJ_SPEC_BASE", "PROPA_FISS", "RAFF_GP", "RAFF_XFEM", "RECA_WEIBULL", "REST_COND_TRAN",
    "REST_MODE_NONL", "REST_REDUIT_COMPLET", "REST_SPEC_PHYS", "REST_SPEC_TEMP", "SIMU_POINT_MAT", 
    "TEST_COMPOR", "TEST_TEMPS", "THER_LINEAIRE", "THER_NON_LINE", "THER_NON_LINE_MO",
];

/// Names of the commands in alphabetical order, and where each begins in [`BYTES`]. Generated with the two below by
/// `build.rs` from `grammar/commands/`.
const INDEX: &[(&str, usize)] = include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/catalogue.bin"));
static TEXTS: &str = include_str!(concat!(env!("OUT_DIR"), "/catalogue.txt"));

static READ: [OnceLock<Command>; INDEX.len()] = [const { OnceLock::new() }; INDEX.len()];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::data;

    /// The compact form says what the files say.
    #[test]
    fn every_command_is_what_its_file_says() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/commands");
        assert_eq!(INDEX.len(), std::fs::read_dir(folder).unwrap().count());
        let mut shared = data::shared::Shared::default();
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/fragments")).unwrap() {
            let path = entry.unwrap().path();
            shared.add(path.file_stem().unwrap().to_str().unwrap(), &std::fs::read_to_string(&path).unwrap()).unwrap();
        }
        let meanings = concat!(env!("CARGO_MANIFEST_DIR"), "/grammar/values.json");
        let mut meanings = data::values::Table::read(&std::fs::read_to_string(meanings).unwrap()).unwrap();
        for name in names() {
            let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
            let mut file = shared.command(&text).unwrap();
            meanings.explain(name, &mut file);
            assert!(format!("{:?}", command(name).unwrap()) == format!("{file:?}"), "{name}");
        }
    }

    #[test]
    fn former_commands_are_listed() {
        let old = |name: &&str| command(name).is_some_and(|c| c.reconstructed);
        assert_eq!(names().filter(old).collect::<Vec<_>>(), RECONSTRUCTED);
    }

    #[test]
    fn names_are_in_alphabetical_order() {
        assert!(INDEX.windows(2).all(|w| w[0].0 < w[1].0));
    }
}
