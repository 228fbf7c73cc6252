//! Keywords that some cases write where they change nothing: why, and the studies that do. A keyword that becomes idle in
//! another study is a failure of the test that reads this list, and so is a line that no study needs any more.

/// Reason, then keywords with the studies (folder of tests/cases and file; `*`: any study, the reason holds everywhere).
pub const IDLE: &[(&str, &[(&str, &[&str])])] = &[
    (
        "all of it is what is taken anyway",
        &[
            ("COMB_SISM_MODAL/COMB_DEPL_APPUI/TOUT", &["*"]),
            ("CREA_MAILLAGE/RAFFINEMENT/TOUT", &["*"]),
            ("DEFI_SQUELETTE/RECO_GLOBAL/TOUT", &["*"]),
            ("DYNA_VIBRA/TOUT_CHAM", &["*"]),
            ("POST_ELEM/TRAV_EXT", &["*"]),
            ("RECU_FONCTION/TOUT_ORDRE", &["*"]),
            ("REST_GENE_PHYS/TOUT_ORDRE", &["*"]),
            ("REST_SOUS_STRUC/TOUT_ORDRE", &["*"]),
        ],
    ),
    (
        "only one value is legal there, or only one makes sense",
        &[
            ("CALC_FONCTION/DERIVE/METHODE", &["functions/calculus.comm"]),
            ("DEFI_MODELE_GENE/VERIF/STOP_ERREUR", &["former_versions/halves.comm"]),
            (
                "DEFI_PROFIL/PLAN",
                &["rough/profiles_and_bodies.comm", "rough/tables_of_runs.comm", "rough/impulse_balance.comm"],
            ),
            ("DYNA_VIBRA/BASE_CALCUL", &["*"]),
            ("NUME_DDL_GENE/STOCKAGE", &["modes/substructure_damping.comm", "former_versions/halves.comm"]),
            ("REST_GENE_PHYS/NOM_CHAM", &["modes/rotor.comm"]),
            ("REST_SOUS_STRUC/NOM_CHAM", &["former_versions/halves.comm"]),
        ],
    ),
    (
        "the matrices, the field or the coefficients given say it already",
        &[
            ("COMB_MATR_ASSE/MATR_ASSE", &["modes/forms.comm"]),
            ("CREA_CHAMP/MODELE", &["fields/work.comm", "fields/strains_of_bars.comm"]),
            ("DYNA_VIBRA/MODELE", &["*"]),
            ("POST_USURE/CONTACT", &["contact/wear_volumes.comm"]),
            ("POST_USURE/LARGEUR_OBST", &["contact/wear_volumes.comm"]),
            ("POST_USURE/LOI_USURE", &["contact/wear_volumes.comm"]),
            ("POST_USURE/RAYON_MOBILE", &["contact/wear_volumes.comm"]),
        ],
    ),
    (
        "the other choices of the call leave it no part",
        &[
            ("ASSE_VECT_GENE/CHAR_SOUS_STRUC", &["transient/linked_pair.comm"]),
            (
                "COMB_SISM_MODAL/GROUP_APPUI_CORRELE",
                &["linear/response_spectra.comm", "response/spectrum_envelope.comm"],
            ),
            (
                "COMB_SISM_MODAL/GROUP_APPUI_CORRELE/NOM",
                &[
                    "former/spectrum_today.export",
                    "linear/lin_seis_multi.export",
                    "linear/response_spectra.comm",
                    "linear/two_supports.comm",
                    "nets/spectra_01.comm",
                    "nets/spectra_03.comm",
                    "nets/spectra_07.comm",
                    "response/spectrum_grouped_supports.comm",
                    "response/spectrum_joined_supports.comm",
                    "response/spectrum_moving_supports.comm",
                    "former_versions/supports_in_groups.comm",
                ],
            ),
            ("DYNA_VIBRA/EXCIT/DEPL", &["response/direct_oscillator.export", "transient/archives.comm"]),
            ("DYNA_VIBRA/EXCIT/VITE", &["response/direct_oscillator.export", "transient/archives.comm"]),
            (
                "DYNA_VIBRA/INCREMENT/VERI_PAS",
                &[
                    "contact/convergence.comm",
                    "contact/energy.comm",
                    "contact/implicit_contacts.comm",
                    "contact/random_obstacles.comm",
                    "transient/linked_parts.comm",
                    "former_versions/sliding_mass.comm",
                    "former_versions/two_masses.comm",
                ],
            ),
            ("DYNA_VIBRA/VERI_CHOC/STOP_CRITERE", &["contact/second_node_of_a_fixed_obstacle.comm"]),
            ("DYNA_VIBRA/VITE_ROTA", &["former_versions/unbalance.comm"]),
            ("POST_DYNA_MODA_T/CHOC/NB_BLOC", &["contact/statistics_by_hand.comm"]),
            ("REST_SOUS_STRUC/SOUS_STRUC", &["modes/interfaces.export", "modes/substructures.export"]),
        ],
    ),
    (
        "the name of the file, or another format, decides",
        &[
            ("IMPR_FONCTION/FORMAT", &["functions/write_and_read.comm"]),
            ("IMPR_FONCTION/PILOTE", &["functions/write_and_read.comm"]),
        ],
    ),
];
