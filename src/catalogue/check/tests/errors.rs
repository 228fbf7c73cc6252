//! Each kind of error, with its exact message and place.

use super::*;

fn function(more: Vec<(&str, RawValue)>) -> Checked {
    let mut keywords = vec![("NOM_PARA", text("INST")), ("VALE", reals(&[0.0, 1.0]))];
    keywords.extend(more);
    Study::new().call("DEFI_FONCTION", keywords)
}

#[test]
fn misspelt_command() {
    says(&Study::new().call("DEFI_FONCTON", vec![]), &["x"]);
    says(&Study::new().call("ZZZZ", vec![]), &["C001 0 ZZZZ is not an operator | `stickslip doc` lists the operators"]);
}

#[test]
fn misspelt_keyword() {
    says(&function(vec![("PROL_DROIT", text("CONSTANT"))]), &["x"]);
}

#[test]
fn a_misspelt_mandatory_keyword_is_not_also_missing() {
    let keywords = vec![("NOM_PARRA", text("INST")), ("VALE", reals(&[0.0, 1.0]))];
    says(&Study::new().call("DEFI_FONCTION", keywords), &["x"]);
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
    says(&study.call("DYNA_VIBRA", keywords), &["x"]);
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
    says(&study.call("DYNA_VIBRA", keywords), &["x"]);
}

#[test]
fn missing_keywords() {
    says(&Study::new().call("DEFI_FONCTION", vec![("VALE", reals(&[0.0, 1.0]))]), &["x"]);
    let mut study = Study::new();
    let (stiffness, mass) = (study.concept("matr_asse_depl_r"), study.concept("matr_asse_depl_r"));
    let keywords = vec![("OPTION", text("BANDE")), ("MATR_RIGI", stiffness), ("MATR_MASS", mass)];
    says(&study.call("CALC_MODES", keywords), &["x"]);
}

#[test]
fn wrong_types() {
    let keywords = vec![("NOM_PARA", int(3)), ("VALE", list([real(0.0), text("ramp")]))];
    says(&Study::new().call("DEFI_FONCTION", keywords), &["x"]);
    let mut study = Study::new();
    let mesh = study.named("maillage_sdaster", "MA");
    says(&study.call("CALC_FONC_INTERP", vec![("FONCTION", mesh), ("LIST_PARA", reals(&[0.0, 1.0]))]), &["x"]);
    says(&study.call("CALC_FONC_INTERP", vec![("FONCTION", text("F")), ("VALE_PARA", text("1.5"))]), &["x"]);
    says(&study.call("DEFI_LIST_REEL", vec![("DEBUT", real(0.0)), ("INTERVALLE", real(1.0))]), &["x"]);
    says(&study.call("DEFI_LIST_REEL", vec![("VALE", list([list([real(1.0)])]))]), &["x"]);
    says(&study.call("DEFI_LIST_REEL", vec![("VALE", RawValue::Other("a dictionary".into()))]), &["x"]);
}

#[test]
fn values_not_allowed() {
    says(&function(vec![("PROL_DROITE", text("LINEAIR"))]), &["x"]);
    says(&function(vec![("PROL_DROITE", text("lineaire"))]), &["x"]);
}

#[test]
fn numbers_out_of_range() {
    let elastic = factor(300, vec![("E", real(2.1e11)), ("NU", real(1.5))]);
    says(&Study::new().call("DEFI_MATERIAU", vec![("ELAS", elastic)]), &["x"]);
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
    says(&study.call("CALC_MODES", keywords), &["x"]);
    let mesh = study.concept("maillage_sdaster");
    let affe = factor(300, vec![
        ("GROUP_MA", list([text("A"), text("B"), text("A ")])),
        ("PHENOMENE", text("MECANIQUE")),
        ("MODELISATION", text("DIS_T")),
    ]);
    says(&study.call("AFFE_MODELE", vec![("MAILLAGE", mesh), ("AFFE", affe)]), &["x"]);
    let model = study.concept("modele_sdaster");
    let beam = factor(300, vec![
        ("GROUP_MA", text("A")),
        ("SECTION", text("GENERALE")),
        ("CARA", list([text("A"), text("IY")])),
        ("VALE", reals(&[1.0, 2.0])),
    ]);
    says(&study.call("AFFE_CARA_ELEM", vec![("MODELE", model), ("POUTRE", beam)]), &["x"]);
}

#[test]
fn wrong_counts() {
    let mut study = Study::new();
    let (a, b) = (study.concept("maillage_sdaster"), study.concept("maillage_sdaster"));
    let affe = factor(300, vec![("TOUT", text("OUI")), ("PHENOMENE", text("MECANIQUE")), ("MODELISATION", text("DIS_T"))]);
    says(&study.call("AFFE_MODELE", vec![("MAILLAGE", list([a, b])), ("AFFE", affe)]), &["x"]);
    says(&function(vec![("NOM_RESU", list([text("A"), text("B"), text("C")]))]), &["x"]);
    let mut study = Study::new();
    says(&study.call("DEFI_FONCTION", vec![("NOM_PARA", list([])), ("VALE", reals(&[0.0, 1.0]))]), &["x"]);
    let twice = list([factor(300, vec![("TOUT", text("OUI"))]), factor(500, vec![("TOUT", text("OUI"))])]);
    let _ = twice;
}

#[test]
fn rules() {
    says(&function(vec![("VALE_C", reals(&[0.0, 1.0, 2.0]))]), &["x"]);
    says(&Study::new().call("DEFI_FONCTION", vec![("NOM_PARA", text("INST"))]), &["x"]);
    says(&Study::new().call("DEFI_FONCTION", vec![("NOM_PARA", text("INST")), ("ABSCISSE", reals(&[0.0]))]), &["x"]);
    let mut study = Study::new();
    says(&study.call("DEFI_MATERIAU", vec![("DIS_CONTACT", factor(300, vec![]))]), &["x"]);
    let model = study.concept("modele_sdaster");
    let load = factor(300, vec![("GROUP_NO", text("A"))]);
    says(&study.call("AFFE_CHAR_MECA", vec![("MODELE", model), ("DDL_IMPO", load)]), &["x"]);
}

#[test]
fn reuse() {
    let mut study = Study::new();
    let (mesh, other) = (study.named("maillage_sdaster", "MA"), study.named("maillage_sdaster", "MB"));
    let group = || factor(300, vec![("NOM", text("ALL")), ("TOUT", text("OUI"))]);
    says(&study.call("DEFI_GROUP", vec![("MAILLAGE", mesh.clone()), ("CREA_GROUP_MA", group())]), &["x"]);
    let keywords = vec![("MAILLAGE", mesh.clone()), ("CREA_GROUP_MA", group())];
    says(&study.reusing("DEFI_GROUP", other, keywords), &["x"]);
    let f = study.named("fonction_sdaster", "F");
    says(&study.reusing("DEFI_CONSTANTE", f, vec![("VALE", real(2.0))]), &["x"]);
    let keywords = vec![("MAILLAGE", mesh), ("CREA_GROUP_MA", group())];
    says(&study.reusing("DEFI_GROUP", text("MA"), keywords), &["x"]);
}

#[test]
fn repeated_keyword() {
    says(&function(vec![("NOM_PARA", text("X"))]), &["x"]);
}

#[test]
fn laws_that_are_not_described_are_refused_by_name() {
    let law = factor(300, vec![("EPSD0", real(1e-4))]);
    says(&Study::new().call("DEFI_MATERIAU", vec![("MAZARS", law)]), &["x"]);
}

#[test]
fn all_errors_of_a_call_are_reported_in_the_order_of_the_text() {
    let keywords =
        vec![("NOM_PARA", text("INSTANT")), ("VALE", list([text("a")])), ("PROL_GAUCH", text("CONSTANT")), ("INFO", int(5))];
    says(&Study::new().call("DEFI_FONCTION", keywords), &["x"]);
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
    says(&study.call("DYNA_VIBRA", keywords), &["x"]);
}
