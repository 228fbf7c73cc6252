//! Legal calls: defaults, conversions, blocks, results, old spellings, free keywords.

use super::*;

#[test]
fn defaults_are_filled_in_and_a_single_value_is_a_list_of_one() {
    let mut study = Study::new();
    let checked = study.call("DEFI_FONCTION", vec![("NOM_PARA", text("INST")), ("VALE", reals(&[0.0, 1.0]))]);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    assert_eq!(call.texts("INTERPOL"), vec![Arc::from("LIN")]);
    assert!(call.is("PROL_DROITE", "EXCLU") && !call.written("PROL_DROITE"));
    assert_eq!(call.reals("VALE"), [0.0, 1.0]);
    assert_eq!(call.result.as_ref().map(|h| &*h.kind), Some("fonction_sdaster"));
    assert_eq!(call.line, 7);
}

#[test]
fn numbers_are_promoted_and_texts_lose_their_trailing_blanks() {
    let mut study = Study::new();
    let values = list([int(0), real(1.5)]);
    let checked = study.call("DEFI_FONCTION", vec![("NOM_PARA", text("INST  ")), ("VALE", values)]);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    assert_eq!(call.reals("VALE"), [0.0, 1.5]);
    assert!(matches!(call.get("VALE").expect("VALE").values[0], Value::Real(_)));
    assert_eq!(&*call.text_if_given("NOM_PARA").expect("NOM_PARA"), "INST");

    let checked = study.call("LIRE_MAILLAGE", vec![("UNITE", real(20.0)), ("FORMAT", text("ASTER"))]);
    says(&checked, &[]);
    assert!(matches!(checked.call.expect("a call").get("UNITE").expect("UNITE").values[0], Value::Integer(20)));
}

#[test]
fn complex_numbers_come_as_such_or_as_triples() {
    let mut study = Study::new();
    let f = study.concept("fonction_c");
    let triple = |a: &str, x: f64, y: f64| list([text(a), real(x), real(y)]);
    for (value, expected) in [
        (triple("RI", 1.0, 2.0), Complex64::new(1.0, 2.0)),
        (RawValue::Complex(Complex64::new(3.0, -1.0)), Complex64::new(3.0, -1.0)),
        (triple("MP", 2.0, 90.0), Complex64::new(0.0, 2.0)),
        (list([triple("RI", 1.0, 2.0)]), Complex64::new(1.0, 2.0)),
        (int(4), Complex64::new(4.0, 0.0)),
    ] {
        let comb = factor(200, vec![("FONCTION", f.clone()), ("COEF_C", value)]);
        let checked = study.call("CALC_FONCTION", vec![("COMB_C", comb)]);
        says(&checked, &[]);
        let call = checked.call.expect("a call");
        let z = call.one("COMB_C").and_then(|k| k.complex_if_given("COEF_C")).expect("COEF_C");
        assert!((z - expected).norm() < 1e-15, "{z} is not {expected}");
    }
}

#[test]
fn none_is_absent_and_an_empty_list_too() {
    let mut study = Study::new();
    let keywords = vec![("NOM_PARA", text("INST")), ("VALE", reals(&[0.0, 1.0])), ("VALE_C", RawValue::None)];
    says(&study.call("DEFI_FONCTION", keywords), &[]);
    let keywords = vec![("NOM_PARA", text("INST")), ("VALE", reals(&[0.0, 1.0])), ("VALE_C", list([]))];
    says(&study.call("DEFI_FONCTION", keywords), &[]);
}

#[test]
fn a_factor_keyword_takes_one_or_several_occurrences() {
    let mut study = Study::new();
    let occurrence = |at| factor(at, vec![("JUSQU_A", real(at as f64)), ("PAS", real(0.1))]);
    let one = study.call("DEFI_LIST_REEL", vec![("DEBUT", real(0.0)), ("INTERVALLE", occurrence(200))]);
    says(&one, &[]);
    assert_eq!(one.call.expect("a call").factor("INTERVALLE")[0].path(), "INTERVALLE");
    let two = list([occurrence(200), occurrence(400)]);
    let two = study.call("DEFI_LIST_REEL", vec![("DEBUT", real(0.0)), ("INTERVALLE", two)]);
    says(&two, &[]);
    let call = two.call.expect("a call");
    assert_eq!(call.factor("INTERVALLE").len(), 2);
    assert_eq!(call.factor("INTERVALLE")[1].path(), "INTERVALLE[2]");
    assert_eq!(call.factor("INTERVALLE")[1].real_if_given("JUSQU_A"), Some(400.0));
}

#[test]
fn blocks_follow_written_values_and_defaults() {
    let mut study = Study::new();
    let (mass, stiffness) = (study.concept("matr_asse_gene_r"), study.concept("matr_asse_gene_r"));
    let keywords = vec![
        ("BASE_CALCUL", text("GENE")),
        ("TYPE_CALCUL", text("TRAN")),
        ("MATR_MASS", mass),
        ("MATR_RIGI", stiffness),
        ("INCREMENT", factor(300, vec![("INST_FIN", real(1.0)), ("PAS", real(1e-3))])),
    ];
    let checked = study.call("DYNA_VIBRA", keywords);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    assert_eq!(&*call.result.as_ref().expect("a result").kind, "tran_gene");
    let scheme = call.one("SCHEMA_TEMPS").expect("SCHEMA_TEMPS is there by default");
    assert!(scheme.text_if_given("SCHEMA").is_some() && scheme.span.is_none());
}

#[test]
fn a_rule_sets_its_default_when_nothing_of_its_list_is_given() {
    let mut study = Study::new();
    let mesh = study.concept("maillage_sdaster");
    let quadratic = factor(300, vec![]);
    let checked = study.call("CREA_MAILLAGE", vec![("MAILLAGE", mesh), ("LINE_QUAD", quadratic)]);
    let call = match checked.call {
        Some(call) => call,
        None => {
            // Quadratic cells may be declared unsupported: then only that is said.
            assert!(checked.diagnostics.iter().all(|d| d.code == "C011"), "{:?}", checked.diagnostics);
            return;
        }
    };
    assert!(call.one("LINE_QUAD").is_some_and(|k| k.is("TOUT", "OUI")));
}

#[test]
fn outputs_get_handles_with_their_type() {
    let mut study = Study::new();
    let model = study.concept("modele_sdaster");
    let matrices = list([
        factor(300, vec![("MATRICE", new("K")), ("OPTION", text("RIGI_MECA"))]),
        factor(500, vec![("MATRICE", new("KH")), ("OPTION", text("RIGI_MECA_HYST"))]),
    ]);
    let keywords = vec![("MODELE", model), ("NUME_DDL", new("NU")), ("MATR_ASSE", matrices)];
    let checked = study.call("ASSEMBLAGE", keywords);
    let created: Vec<(&str, &str)> = checked.created.iter().map(|(n, h)| (&**n, &*h.kind)).collect();
    assert!(created.contains(&("NU", "nume_ddl_sdaster")));
    assert!(created.contains(&("K", "matr_asse_depl_r")));
    assert!(created.contains(&("KH", "matr_asse_depl_c")));
    assert!(checked.result.is_none());
    assert_eq!(checked.created[0].1.name(), &*checked.created[0].0);
    let ids: std::collections::BTreeSet<u64> = checked.created.iter().map(|(_, h)| h.id).collect();
    assert_eq!(ids.len(), 3);
}

#[test]
fn reuse_gives_a_new_version_of_the_same_type() {
    let mut study = Study::new();
    let mesh = study.named("maillage_sdaster", "MA");
    let group = factor(300, vec![("NOM", text("ALL")), ("TOUT", text("OUI"))]);
    let keywords = vec![("MAILLAGE", mesh.clone()), ("CREA_GROUP_MA", group)];
    let checked = study.reusing("DEFI_GROUP", mesh.clone(), keywords);
    says(&checked, &[]);
    let (call, RawValue::Concept(old)) = (checked.call.expect("a call"), mesh) else { unreachable!() };
    let new = call.result.as_ref().expect("a result");
    assert_eq!(&*new.kind, "maillage_sdaster");
    assert_ne!(new.id, old.id);
    assert_eq!(call.reuse.as_ref().map(|h| h.id), Some(old.id));
}

#[test]
fn the_result_follows_the_type_of_a_concept() {
    let mut study = Study::new();
    let times = study.concept("listr8_sdaster");
    for (kind, expected) in
        [("formule", "fonction_sdaster"), ("formule_c", "fonction_c"), ("fonction_sdaster", "fonction_sdaster")]
    {
        let f = study.concept(kind);
        let checked = study.call("CALC_FONC_INTERP", vec![("FONCTION", f), ("LIST_PARA", times.clone())]);
        says(&checked, &[]);
        assert_eq!(checked.result.as_ref().map(|h| &*h.kind), Some(expected));
    }
    let (a, b) = (study.concept("nappe_sdaster"), study.concept("nappe_sdaster"));
    let occurrence = |at, f| factor(at, vec![("FONCTION", f), ("COEF", real(1.0))]);
    let checked = study.call("CALC_FONCTION", vec![("COMB", list([occurrence(300, a), occurrence(500, b)]))]);
    says(&checked, &[]);
    assert_eq!(checked.result.as_ref().map(|h| &*h.kind), Some("nappe_sdaster"));
    let f = study.concept("fonction_sdaster");
    for (ratios, expected) in [(reals(&[0.05]), "fonction_sdaster"), (reals(&[0.02, 0.05]), "nappe_sdaster")] {
        let keywords = vec![
            ("FONCTION", f.clone()),
            ("NORME", real(9.81)),
            ("NATURE_FONC", text("ACCE")),
            ("AMOR_REDUIT", ratios),
            ("TYPE_RESU", text("FONCTION")),
        ];
        let spectrum = study.call("CALC_FONCTION", vec![("SPEC_OSCI", factor(300, keywords))]);
        let kind = spectrum.result.as_ref().map(|h| h.kind.to_string());
        assert!(kind.as_deref() == Some(expected) || !spectrum.diagnostics.is_empty(), "{kind:?}");
    }
}

#[test]
fn a_command_may_return_nothing() {
    let mut study = Study::new();
    let released = study.call("DEFI_FICHIER", vec![("ACTION", text("LIBERER")), ("UNITE", int(30))]);
    says(&released, &[]);
    assert!(released.result.is_none());
    let asked = study.call("DEFI_FICHIER", vec![("ACTION", text("ASSOCIER")), ("FICHIER", text("a.txt"))]);
    says(&asked, &[]);
    assert_eq!(asked.result.as_ref().map(|h| &*h.kind), Some("entier"));
}

#[test]
fn free_keywords_of_a_formula_are_kept() {
    let mut study = Study::new();
    let g = study.concept("fonction_sdaster");
    let keywords = vec![
        ("VALE", text("a * g(INST) + b[0]")),
        ("NOM_PARA", text("INST")),
        ("a", int(3)),
        ("g", g),
        ("b", list([real(1.0), list([int(2), real(3.0)])])),
    ];
    let checked = study.call("FORMULE", keywords);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    assert!(matches!(call.free()["a"], FreeValue::Number(z) if z == Complex64::new(3.0, 0.0)));
    assert!(matches!(&call.free()["g"], FreeValue::Concept(_)));
    assert!(matches!(&call.free()["b"], FreeValue::Numbers(n) if *n == [1.0, 2.0, 3.0]));
    assert_eq!(&*call.result.as_ref().expect("a result").kind, "formule");
}

#[test]
fn former_spellings_become_those_of_today() {
    let mut study = Study::new();
    let model = study.concept("modele_sdaster");
    let clamp = factor(300, vec![("GROUP_NO", text("A")), ("LIAISON", text("ENCASTRE"))]);
    let checked = study.call("AFFE_CHAR_MECA", vec![("MODELE", model), ("DDL_IMPO", clamp)]);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    let clamp = call.one("DDL_IMPO").expect("DDL_IMPO");
    assert_eq!(clamp.texts("BLOCAGE"), vec![Arc::from("DEPLACEMENT"), Arc::from("ROTATION")]);
    assert!(!clamp.has("LIAISON"));

    let opening = vec![("PAR_LOT", text("NON")), ("CODE", factor(300, vec![("NOM", text("ssnl01a"))]))];
    let checked = study.call("DEBUT", opening);
    says(&checked, &[]);
    assert!(checked.call.expect("a call").is("CODE", "OUI"));

    let keywords = vec![
        ("MATR_MASS", study.concept("matr_asse_gene_r")),
        ("MATR_RIGI", study.concept("matr_asse_gene_r")),
        ("AMOR_MODAL", factor(300, vec![("AMOR_REDUIT", reals(&[0.01]))])),
        ("INCREMENT", factor(500, vec![("INST_FIN", real(1.0)), ("PAS", real(1e-3))])),
    ];
    let checked = study.call("DYNA_TRAN_MODAL", keywords);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    assert!(call.has("MASS_GENE") && !call.has("MATR_MASS") && !call.has("AMOR_MODAL"));
    assert_eq!(call.reals("AMOR_REDUIT"), [0.01]);

    let table = study.named("mult_elas", "R");
    let reused = study.reusing(
        "EXTR_RESU",
        table.clone(),
        vec![("RESULTAT", table), ("ARCHIVAGE", factor(300, vec![("NUME_ORDRE", int(1))]))],
    );
    assert!(reused.diagnostics.iter().all(|d| d.code != "C010"), "{:?}", reused.diagnostics);
}

#[test]
fn former_keywords_stand_for_those_of_today() {
    let mut study = Study::new();
    let result = study.concept("mode_meca");
    let old = vec![
        ("RESULTAT", result),
        ("NUME_ORDRE", int(1)),
        ("NOM_CHAM", text("DEPL")),
        ("NOM_CMP", text("DX")),
        ("NOEUD", text("N1")),
        ("VALE", real(0.5)),
        ("VERSION", text("V9")),
    ];
    let checked = study.call("TEST_RESU", vec![("RESU", factor(300, old))]);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    let test = call.one("RESU").expect("RESU");
    assert_eq!(test.text_if_given("NOEUD").as_deref(), Some("N1"));
    assert_eq!(test.real_if_given("VALE"), Some(0.5));
    assert!(test.is("VALE_ABS", "NON"));
}

#[test]
fn former_factor_keywords_get_their_defaults() {
    let mut study = Study::new();
    let [mass, stiffness] = [study.concept("matr_asse_gene_r"), study.concept("matr_asse_gene_r")];
    let written = [("NOEUD_1", text("N1")), ("RIGI_NOR", real(1e6)), ("AMOR_NOR", real(2.0)), ("JEU", RawValue::None)];
    let contact = factor(300, written.to_vec());
    let increment = factor(400, vec![("INST_FIN", real(1.0)), ("PAS", real(1e-4))]);
    let calls = vec![
        ("TYPE_CALCUL", text("TRAN")),
        ("BASE_CALCUL", text("GENE")),
        ("MATR_MASS", mass),
        ("MATR_RIGI", stiffness),
        ("INCREMENT", increment),
        ("CHOC", contact),
    ];
    let checked = study.call("DYNA_VIBRA", calls);
    says(&checked, &[]);
    let call = checked.call.expect("a call");
    let contact = call.one("CHOC").expect("CHOC");
    assert_eq!(contact.real_if_given("JEU"), Some(1.0));
    assert_eq!(contact.real_if_given("AMOR_NOR"), Some(2.0));
    assert_eq!(contact.text_if_given("FROTTEMENT").as_deref(), Some("NON"));
    assert_eq!(contact.real_if_given("DIST_1"), None);
}

#[test]
fn an_unknown_value_fits_everywhere_and_has_no_consequences() {
    let mut study = Study::new();
    let keywords = vec![
        ("BASE_CALCUL", RawValue::Unknown),
        ("TYPE_CALCUL", RawValue::Unknown),
        ("MATR_MASS", RawValue::Unknown),
        ("MATR_RIGI", RawValue::Unknown),
        ("INCREMENT", RawValue::Unknown),
        ("SCHEMA_TEMPS", factor(300, vec![("SCHEMA", RawValue::Unknown), ("TOLERANCE", real(1e-5))])),
    ];
    let checked = study.call("DYNA_VIBRA", keywords);
    assert_eq!(said(&checked), Vec::<String>::new());
    assert!(checked.call.is_none() && checked.result.is_none());
    let keywords = vec![("NOM_PARA", text("INST")), ("VALE", list([real(0.0), RawValue::Unknown]))];
    let checked = study.call("DEFI_FONCTION", keywords);
    assert_eq!(said(&checked), Vec::<String>::new());
    assert_eq!(checked.result.as_ref().map(|h| &*h.kind), Some("fonction_sdaster"));
}

#[test]
fn what_has_no_bearing_counts_as_read() {
    let mut study = Study::new();
    let keywords = vec![("NOM_PARA", text("INST")), ("VALE", reals(&[0.0, 1.0])), ("INFO", int(2))];
    let call = study.call("DEFI_FONCTION", keywords).call.expect("a call");
    assert_eq!(call.integer_if_given("INFO"), Some(2));
    assert!(!call.unread().contains(&"INFO".to_string()));
    assert!(call.unread().contains(&"VALE".to_string()));
}
