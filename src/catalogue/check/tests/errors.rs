//! Each kind of error, with its exact message and place.

use super::*;

fn function(more: Vec<(&str, RawValue)>) -> Checked {
    let mut keywords = vec![("NOM_PARA", text("INST")), ("VALE", reals(&[0.0, 1.0]))];
    keywords.extend(more);
    Study::new().call("DEFI_FONCTION", keywords)
}

#[test]
fn misspelt_command() {
    says(
        &Study::new().call("DEFI_FONCTON", vec![]),
        &[
            "C001 0 DEFI_FONCTON is not an operator | did you mean DEFI_FONCTION (function of one parameter given by its points)?",
        ],
    );
    says(&Study::new().call("ZZZZ", vec![]), &["C001 0 ZZZZ is not an operator | `stickslip doc` lists the operators"]);
}

#[test]
fn misspelt_keyword() {
    says(
        &function(vec![("PROL_DROIT", text("CONSTANT"))]),
        &[
            "C002 120 DEFI_FONCTION has no keyword PROL_DROIT | did you mean PROL_DROITE (rule beyond the last point: none, constant, linear)?",
        ],
    );
}

#[test]
fn a_misspelt_mandatory_keyword_is_not_also_missing() {
    let keywords = vec![("NOM_PARRA", text("INST")), ("VALE", reals(&[0.0, 1.0]))];
    says(
        &Study::new().call("DEFI_FONCTION", keywords),
        &["C002 100 DEFI_FONCTION has no keyword NOM_PARRA | did you mean NOM_PARA (name of the abscissa)?"],
    );
}

#[test]
fn keyword_of_an_inactive_block() {
    let mut study = Study::new();
    let keywords = vec![
        ("BASE_CALCUL", text("GENE")),
        ("TYPE_CALCUL", text("HARM")),
        ("MATR_MASS", study.concept("matr_asse_gene_r")),
        ("MATR_RIGI", study.concept("matr_asse_gene_r")),
        ("FREQ", real(1.0)),
        ("EXCIT", factor(300, vec![("VECT_ASSE_GENE", study.concept("vect_asse_gene")), ("COEF_MULT", real(1.0))])),
        ("INCREMENT", factor(500, vec![("INST_FIN", real(1.0)), ("PAS", real(1e-3))])),
    ];
    says(
        &study.call("DYNA_VIBRA", keywords),
        &["C002 160 DYNA_VIBRA has no keyword INCREMENT here | INCREMENT exists only when TYPE_CALCUL='TRAN'"],
    );
}

#[test]
fn keyword_of_another_level() {
    let mut study = Study::new();
    let keywords = vec![
        ("BASE_CALCUL", text("GENE")),
        ("TYPE_CALCUL", text("TRAN")),
        ("MATR_MASS", study.concept("matr_asse_gene_r")),
        ("MATR_RIGI", study.concept("matr_asse_gene_r")),
        ("PAS", real(1e-3)),
        ("INCREMENT", factor(500, vec![("INST_FIN", real(1.0)), ("PAS", real(1e-3)), ("TYPE_CALCUL", text("TRAN"))])),
    ];
    says(
        &study.call("DYNA_VIBRA", keywords),
        &[
            "C002 140 DYNA_VIBRA has no keyword PAS | PAS belongs in INCREMENT=_F(PAS=...)",
            "C002 521 INCREMENT of DYNA_VIBRA has no keyword TYPE_CALCUL | TYPE_CALCUL belongs to DYNA_VIBRA itself, outside INCREMENT=_F(...)",
        ],
    );
}

#[test]
fn missing_keywords() {
    says(
        &Study::new().call("DEFI_FONCTION", vec![("VALE", reals(&[0.0, 1.0]))]),
        &[
            "C003 0 DEFI_FONCTION needs NOM_PARA (name of the abscissa) | add NOM_PARA='ABSC', 'AMOR', 'DRX', 'DRY', 'DRZ', 'DSP', 'DTAN', 'DX', 'DY', 'DZ', 'ENDO', 'EPAIS' ... (44 values in all)",
        ],
    );
    let mut study = Study::new();
    let (stiffness, mass) = (study.concept("matr_asse_depl_r"), study.concept("matr_asse_depl_r"));
    let keywords = vec![("OPTION", text("BANDE")), ("MATR_RIGI", stiffness), ("MATR_MASS", mass)];
    says(
        &study.call("CALC_MODES", keywords),
        &[
            "C003 0 CALC_FREQ of CALC_MODES needs FREQ (bounds of the band, centre, or frequencies looked for (Hz), as OPTION says) | add FREQ=..., two real numbers or more",
        ],
    );
}

#[test]
fn wrong_types() {
    let keywords = vec![("NOM_PARA", int(3)), ("VALE", list([real(0.0), text("ramp")]))];
    says(
        &Study::new().call("DEFI_FONCTION", keywords),
        &[
            "C004 105 NOM_PARA (name of the abscissa) must be a text; found the integer 3",
            "C004 1010 VALE (abscissa and ordinate of each point) must be a real number; found the text 'ramp'",
        ],
    );
    let mut study = Study::new();
    let mesh = study.named("maillage_sdaster", "MA");
    says(
        &study.call("CALC_FONC_INTERP", vec![("FONCTION", mesh), ("LIST_PARA", reals(&[0.0, 1.0]))]),
        &[
            "C004 105 FONCTION (function, surface or formula that is sampled) must be a formula (formule), a function (fonction_sdaster), a function of two parameters (nappe_sdaster) or a complex function (fonction_c); found MA, a mesh (maillage_sdaster)",
            "C004 1000 LIST_PARA (list of abscissae) must be a list of reals (listr8_sdaster); found the number 0.0 | make the list with DEFI_LIST_REEL and give its name to LIST_PARA",
        ],
    );
    says(
        &study.call("CALC_FONC_INTERP", vec![("FONCTION", text("F")), ("VALE_PARA", text("1.5"))]),
        &[
            "C004 105 FONCTION (function, surface or formula that is sampled) must be a formula (formule), a function (fonction_sdaster), a function of two parameters (nappe_sdaster) or a complex function (fonction_c); found the text 'F' | a concept is given by its name without quotes: FONCTION=F",
            "C004 115 VALE_PARA (abscissae at which the function is evaluated) must be a real number; found the text '1.5' | write the number without quotes: VALE_PARA=1.5",
        ],
    );
    says(
        &study.call("DEFI_LIST_REEL", vec![("DEBUT", real(0.0)), ("INTERVALLE", real(1.0))]),
        &[
            "C004 115 INTERVALLE (regular steps up to a value) must be a group of keywords; found the number 1.0 | write INTERVALLE=_F(KEYWORD=value, ...)",
        ],
    );
    says(
        &study.call("DEFI_LIST_REEL", vec![("VALE", list([list([real(1.0)])]))]),
        &["C004 1000 VALE (values of the list) must be a real number; found a list within the list"],
    );
    says(
        &study.call("DEFI_LIST_REEL", vec![("VALE", RawValue::Other("a dictionary".into()))]),
        &["C004 105 VALE (values of the list) must be a real number; found a dictionary"],
    );
}

#[test]
fn values_not_allowed() {
    says(
        &function(vec![("PROL_DROITE", text("LINEAIR"))]),
        &[
            "C005 125 PROL_DROITE (rule beyond the last point: none, constant, linear) cannot be 'LINEAIR' | did you mean 'LINEAIRE'? allowed:\n'CONSTANT': The last value is kept.\n'LINEAIRE': The last segment is extended.\n'EXCLU': No value: an error.",
        ],
    );
    says(
        &function(vec![("PROL_DROITE", text("lineaire"))]),
        &[
            "C005 125 PROL_DROITE (rule beyond the last point: none, constant, linear) cannot be 'lineaire' | did you mean 'LINEAIRE'? allowed:\n'CONSTANT': The last value is kept.\n'LINEAIRE': The last segment is extended.\n'EXCLU': No value: an error.",
        ],
    );
}

#[test]
fn numbers_out_of_range() {
    let elastic = factor(300, vec![("E", real(2.1e11)), ("NU", real(1.5))]);
    says(
        &Study::new().call("DEFI_MATERIAU", vec![("ELAS", elastic)]),
        &["C006 316 ELAS/NU (poisson's ratio) is 1.5, out of its range | it must be ≥ -1 and ≤ 0.5"],
    );
}

#[test]
fn series_that_break_their_condition() {
    let mut study = Study::new();
    let keywords = vec![
        ("OPTION", text("BANDE")),
        ("MATR_RIGI", study.concept("matr_asse_depl_r")),
        ("MATR_MASS", study.concept("matr_asse_depl_r")),
        ("CALC_FREQ", factor(300, vec![("FREQ", reals(&[5.0, 2.0]))])),
    ];
    says(
        &study.call("CALC_MODES", keywords),
        &[
            "C007 1010 CALC_FREQ/FREQ (bounds of the band, centre, or frequencies looked for (Hz), as OPTION says): 2.0 breaks the condition that values increase",
        ],
    );
    let mesh = study.concept("maillage_sdaster");
    let affe = factor(
        300,
        vec![
            ("GROUP_MA", list([text("A"), text("B"), text("A ")])),
            ("PHENOMENE", text("MECANIQUE")),
            ("MODELISATION", text("DIS_T")),
        ],
    );
    says(
        &study.call("AFFE_MODELE", vec![("MAILLAGE", mesh), ("AFFE", affe)]),
        &["C007 1020 AFFE/GROUP_MA (groups of cells): 'A ' breaks the condition that no value is given twice"],
    );
    let model = study.concept("modele_sdaster");
    let beam = factor(
        300,
        vec![
            ("GROUP_MA", text("A")),
            ("SECTION", text("GENERALE")),
            ("CARA", list([text("A"), text("IY")])),
            ("VALE", reals(&[1.0, 2.0])),
        ],
    );
    says(
        &study.call("AFFE_CARA_ELEM", vec![("MODELE", model), ("POUTRE", beam)]),
        &[
            "C008 326 POUTRE/CARA (names of the dimensions, areas and inertias) needs from 4 to 15 values; found 2",
            "C007 326 POUTRE/CARA (names of the dimensions, areas and inertias): 'A', 'IY', 'IZ' and 'JX' must be there",
            "C008 336 POUTRE/VALE (dimensions (m), areas (m²), second moments of area (m⁴)) needs from 4 to 15 values; found 2",
        ],
    );
}

#[test]
fn wrong_counts() {
    let mut study = Study::new();
    let (a, b) = (study.concept("maillage_sdaster"), study.concept("maillage_sdaster"));
    let affe =
        factor(300, vec![("TOUT", text("OUI")), ("PHENOMENE", text("MECANIQUE")), ("MODELISATION", text("DIS_T"))]);
    says(
        &study.call("AFFE_MODELE", vec![("MAILLAGE", list([a, b])), ("AFFE", affe)]),
        &["C008 105 MAILLAGE (the mesh) needs 1 value; found 2"],
    );
    says(
        &function(vec![("NOM_RESU", list([text("A"), text("B"), text("C")]))]),
        &["C008 125 NOM_RESU (name of the ordinate) needs 1 value; found 3"],
    );
    let mut study = Study::new();
    says(
        &study.call("DEFI_FONCTION", vec![("NOM_PARA", list([])), ("VALE", reals(&[0.0, 1.0]))]),
        &["C008 105 NOM_PARA (name of the abscissa) needs 1 value; found none"],
    );
    let twice = list([factor(300, vec![("TOUT", text("OUI"))]), factor(500, vec![("TOUT", text("OUI"))])]);
    let _ = twice;
}

#[test]
fn rules() {
    says(
        &function(vec![("VALE_C", reals(&[0.0, 1.0, 2.0]))]),
        &[
            "C009 110 DEFI_FONCTION: exactly one of VALE, VALE_C, VALE_PARA, NOEUD_PARA and ABSCISSE is given; VALE and VALE_C are given | keep one of VALE and VALE_C",
        ],
    );
    says(
        &Study::new().call("DEFI_FONCTION", vec![("NOM_PARA", text("INST"))]),
        &[
            "C009 0 DEFI_FONCTION: exactly one of VALE, VALE_C, VALE_PARA, NOEUD_PARA and ABSCISSE is given; none is given | give VALE, VALE_C, VALE_PARA, NOEUD_PARA or ABSCISSE",
        ],
    );
    says(
        &Study::new().call("DEFI_FONCTION", vec![("NOM_PARA", text("INST")), ("ABSCISSE", reals(&[0.0]))]),
        &[
            "C003 0 DEFI_FONCTION needs ORDONNEE (ordinates, one for each of ABSCISSE) | add ORDONNEE=..., two real numbers or more",
            "C008 115 ABSCISSE (abscissae, with ORDONNEE) needs at least 2 values; found 1",
        ],
    );
    let mut study = Study::new();
    says(
        &study.call("DEFI_MATERIAU", vec![("ELAS_FLUI", factor(300, vec![]))]),
        &[
            "C011 100 ELAS_FLUI (elastic tube in a fluid) is not computed here | Beams in a fluid are not implemented: ELAS with a RHO that counts the fluid.",
        ],
    );
    let model = study.concept("modele_sdaster");
    let load = factor(300, vec![("GROUP_NO", text("A"))]);
    let checked = study.call("AFFE_CHAR_MECA", vec![("MODELE", model), ("DDL_IMPO", load)]);
    assert!(
        said(&checked)[0].starts_with("C009 300 DDL_IMPO of AFFE_CHAR_MECA: at least one of DX, DY, DZ, DRX"),
        "{:?}",
        said(&checked)
    );
}

#[test]
fn reuse() {
    let mut study = Study::new();
    let (mesh, other) = (study.named("maillage_sdaster", "MA"), study.named("maillage_sdaster", "MB"));
    let group = || factor(300, vec![("NOM", text("ALL")), ("TOUT", text("OUI"))]);
    says(&study.call("DEFI_GROUP", vec![("MAILLAGE", mesh.clone()), ("CREA_GROUP_MA", group())]), &[]);
    let keywords = vec![("MAILLAGE", mesh.clone()), ("CREA_GROUP_MA", group())];
    // Another concept than that of the keyword.
    assert_eq!(
        said(&study.reusing("DEFI_GROUP", other, keywords)),
        [
            "C010 90 DEFI_GROUP: the concept of reuse is not the one given for MAILLAGE or GRILLE | write reuse=MB with MAILLAGE or GRILLE=MB"
        ]
    );
    let f = study.named("fonction_sdaster", "F");
    says(
        &study.reusing("DEFI_CONSTANTE", f, vec![("VALE", real(2.0))]),
        &["C010 90 DEFI_CONSTANTE cannot enrich a concept: it has no reuse | remove reuse"],
    );
    let keywords = vec![("MAILLAGE", mesh), ("CREA_GROUP_MA", group())];
    says(
        &study.reusing("DEFI_GROUP", text("MA"), keywords),
        &["C010 90 reuse must be the concept to enrich, found the text 'MA'"],
    );
}

#[test]
fn repeated_keyword() {
    says(&function(vec![("NOM_PARA", text("X"))]), &["C013 120 NOM_PARA is given twice in DEFI_FONCTION"]);
}

#[test]
fn laws_that_are_not_described_are_refused_by_name() {
    let law = factor(300, vec![("EPSD0", real(1e-4))]);
    says(
        &Study::new().call("DEFI_MATERIAU", vec![("MAZARS", law)]),
        &[
            "C011 100 MAZARS of DEFI_MATERIAU is not computed here | the language has MAZARS, this program does not compute it",
        ],
    );
}

#[test]
fn all_errors_of_a_call_are_reported_in_the_order_of_the_text() {
    let keywords = vec![
        ("NOM_PARA", text("INSTANT")),
        ("VALE", list([text("a")])),
        ("PROL_GAUCH", text("CONSTANT")),
        ("INFO", int(5)),
    ];
    says(
        &Study::new().call("DEFI_FONCTION", keywords),
        &[
            "C005 105 NOM_PARA (name of the abscissa) cannot be 'INSTANT' | did you mean 'INST'? allowed: 'INST', 'DTAN', 'SAT', 'EXCENT', 'IRRA', 'META', 'ABSC', 'DSP', 'ENDO', 'EPAIS', 'EPSI', 'NEUT1' ... (44 values in all)",
            "C002 120 DEFI_FONCTION has no keyword PROL_GAUCH | did you mean PROL_GAUCHE (rule before the first point: none, constant, linear)?",
            "C005 135 INFO (amount of printing) cannot be 5 | allowed: 1 or 2",
            "C004 1000 VALE (abscissa and ordinate of each point) must be a real number; found the text 'a'",
        ],
    );
}

#[test]
fn a_wrong_value_does_not_hide_the_blocks_it_decides() {
    let mut study = Study::new();
    let keywords = vec![
        ("BASE_CALCUL", text("GENE")),
        ("TYPE_CALCUL", text("TRANS")),
        ("MATR_MASS", study.concept("matr_asse_gene_r")),
        ("MATR_RIGI", study.concept("matr_asse_gene_r")),
        ("INCREMENT", factor(500, vec![("INST_FIN", real(1.0)), ("PAS", real(1e-3))])),
    ];
    says(
        &study.call("DYNA_VIBRA", keywords),
        &[
            "C005 115 TYPE_CALCUL (transient or harmonic response) cannot be 'TRANS' | did you mean 'TRAN'? allowed:\n'HARM': Harmonic response, at each frequency.\n'TRAN': Transient response.",
        ],
    );
}
