//! No keyword is read past in silence: what the cases write, and the catalogue declares used, is read by its operator.

use std::collections::BTreeMap;

use stickslip::catalogue::{Effect, Shape, command};
use stickslip::source::Disk;
use stickslip::study::events::Silent;
use stickslip::study::{Options, Project, State, evaluate};

use crate::cases::{studies, study_folders};
use crate::program::{copy_of, root};

/// Keywords that some case writes where they change nothing, and why.
const IDLE: &[(&str, &[&str])] = &[
    (
        "all of it is what is taken anyway",
        &[
            "CALC_CHAMP/TOUT_ORDRE",
            "COMB_SISM_MODAL/COMB_DEPL_APPUI/TOUT",
            "COMB_SISM_MODAL/COMB_MULT_APPUI/TOUT",
            "CREA_MAILLAGE/RAFFINEMENT/TOUT",
            "DEFI_SQUELETTE/RECO_GLOBAL/TOUT",
            "DYNA_VIBRA/TOUT_CHAM",
            "POST_ELEM/TOUT_ORDRE",
            "POST_ELEM/TRAV_EXT",
            "POST_RELEVE_T/ACTION/TOUT_ORDRE",
            "RECU_FONCTION/TOUT_ORDRE",
            "REST_GENE_PHYS/TOUT_ORDRE",
            "REST_SOUS_STRUC/TOUT_ORDRE",
        ],
    ),
    (
        "only one value is legal there, or only one makes sense",
        &[
            "CALC_FONCTION/DERIVE/METHODE",
            "DEFI_MODELE_GENE/VERIF/STOP_ERREUR",
            "DEFI_PROFIL/PLAN",
            "DYNA_VIBRA/BASE_CALCUL",
            "NUME_DDL_GENE/METHODE",
            "NUME_DDL_GENE/STOCKAGE",
            "REST_GENE_PHYS/NOM_CHAM",
            "REST_SOUS_STRUC/NOM_CHAM",
        ],
    ),
    (
        "the matrices, the field or the coefficients given say it already",
        &[
            "COMB_MATR_ASSE/MATR_ASSE",
            "CREA_CHAMP/MODELE",
            "DYNA_VIBRA/MODELE",
            "POST_USURE/CONTACT",
            "POST_USURE/LARGEUR_OBST",
            "POST_USURE/LOI_USURE",
            "POST_USURE/RAYON_MOBILE",
        ],
    ),
    (
        "the other choices of the call leave it no part",
        &[
            "COMB_SISM_MODAL/GROUP_APPUI_CORRELE",
            "COMB_SISM_MODAL/GROUP_APPUI_CORRELE/NOM",
            "DYNA_VIBRA/EXCIT/DEPL",
            "DYNA_VIBRA/EXCIT/VITE",
            "DYNA_VIBRA/INCREMENT/VERI_PAS",
            "DYNA_VIBRA/VERI_CHOC/STOP_CRITERE",
            "DYNA_VIBRA/VITE_ROTA",
            "POST_DYNA_MODA_T/CHOC/NB_BLOC",
            "REST_SOUS_STRUC/SQUELETTE",
        ],
    ),
    (
        "the name of the file, or another format, decides",
        &["IMPR_FONCTION/FORMAT", "IMPR_FONCTION/PILOTE", "IMPR_RESU/RESU/RESULTAT"],
    ),
];

#[test]
fn what_the_cases_write_is_read() {
    let mut unread = BTreeMap::<String, String>::new();
    for folder in study_folders(&root().join("tests/cases")) {
        let name = folder.strip_prefix(root()).unwrap().to_string_lossy().replace('/', "_");
        let copy = copy_of(&folder, &format!("keywords_{name}"));
        // The nineteen shoes write what the example does.
        for study in studies(&folder).iter().filter(|study| !study.starts_with("nineteen")) {
            let world = Disk::default();
            let Ok(project) = Project::open(&copy.join(study), None, &world) else { continue };
            let report = evaluate(&project, &Options { threads: 2, ..Options::default() }, &world, &Silent);
            let ended = report.graph.nodes.iter().zip(&report.states).filter(|(_, state)| **state == State::Done);
            for (node, _) in ended {
                for path in node.call.unread() {
                    let place = format!("{}/{path}", node.call.command);
                    if is_used(&place) && !idle(&place) {
                        unread.entry(place).or_insert_with(|| study.clone());
                    }
                }
            }
        }
    }
    assert!(unread.is_empty(), "written, declared used and not read: {unread:#?}");
}

fn idle(place: &str) -> bool {
    IDLE.iter().any(|(_, places)| places.contains(&place))
}

/// Whether the catalogue says that a keyword has an effect.
fn is_used(place: &str) -> bool {
    let mut names = place.split('/');
    let Some(command) = names.next().and_then(command) else { return false };
    let mut levels = vec![&command.level];
    for name in names {
        let mut inner = Vec::new();
        let mut used = false;
        while let Some(level) = levels.pop() {
            levels.extend(level.blocks.iter().map(|block| &block.level));
            for (_, keyword) in level.keywords.iter().filter(|(other, _)| **other == *name) {
                used |= keyword.effect == Effect::Used;
                if let Shape::Factor(level) = &keyword.shape {
                    inner.push(&**level);
                }
            }
        }
        if !used {
            return false;
        }
        levels = inner;
    }
    true
}
